import type { Issue, IssueCode } from "../issue.js";
import { nearest } from "./nearest.js";
import { segment } from "./pointer.js";
import { received } from "./received.js";

/** An issue whose words for a reader are found when somebody reads them: most of the cost of a refusal is there. */
export class FoundIssue implements Issue {
  readonly code: IssueCode;
  readonly expected: string;
  #at: string;
  readonly #value: unknown;
  readonly #near: Iterable<unknown> | undefined;

  /** The value of an unknown property is its name. */
  constructor(code: IssueCode, at: string, expected: string, value: unknown, near?: Iterable<unknown>) {
    this.code = code;
    this.expected = expected;
    this.#at = at;
    this.#value = value;
    this.#near = near;
  }

  get pointer(): string {
    return this.code === "unknown" || this.code === "forbidden"
      ? this.#at + "/" + segment(this.#value as string)
      : this.#at;
  }

  get received(): string {
    return received(this.#value);
  }

  get suggestion(): string | undefined {
    return this.#near && nearest(this.#value, this.#near);
  }

  /** Puts the way to the value that was looked at in front. */
  below(pointer: string): void {
    this.#at = pointer + this.#at;
  }

  toJSON(): Issue {
    const { pointer, code, expected, received, suggestion } = this;
    return { pointer, code, expected, received, suggestion };
  }
}
