import type { Issue, IssueCode } from "../issue.js";
import { nearest } from "./nearest.js";
import { received } from "./received.js";

/** An issue whose words for a reader are found when somebody reads them: most of the cost of a refusal is there. */
export class FoundIssue implements Issue {
  pointer: string;
  readonly code: IssueCode;
  readonly expected: string;
  readonly #value: unknown;
  readonly #near: Iterable<unknown> | undefined;

  constructor(code: IssueCode, pointer: string, expected: string, value: unknown, near?: Iterable<unknown>) {
    this.pointer = pointer;
    this.code = code;
    this.expected = expected;
    this.#value = value;
    this.#near = near;
  }

  get received(): string {
    return received(this.#value);
  }

  get suggestion(): string | undefined {
    return this.#near && nearest(this.#value, this.#near);
  }

  toJSON(): Issue {
    const { pointer, code, expected, received, suggestion } = this;
    return { pointer, code, expected, received, ...(suggestion !== undefined && { suggestion }) };
  }
}
