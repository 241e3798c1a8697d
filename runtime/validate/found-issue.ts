import type { Issue, IssueCode } from "../issue.js";
import { nearest } from "./nearest.js";
import { segment } from "./pointer.js";
import { received } from "./received.js";

/** From the value of a function that checks to a value inside it, and on to the issue. */
interface Way {
  readonly pointer: string;
  readonly index: number | undefined;
  readonly on: Way | undefined;
}

/** An issue whose words for a reader are found when somebody reads them: most of the cost of a refusal is there. */
export class FoundIssue implements Issue {
  readonly code: IssueCode;
  readonly expected: string;
  readonly #at: string;
  #way: Way | undefined = undefined;
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
    let text = "";
    for (let way = this.#way; way !== undefined; way = way.on)
      text += way.pointer + (way.index === undefined ? "" : "/" + way.index);
    const isName = this.code === "unknown" || this.code === "forbidden";
    return text + this.#at + (isName ? "/" + segment(this.#value as string) : "");
  }

  get received(): string {
    return received(this.#value);
  }

  get suggestion(): string | undefined {
    return this.#near && nearest(this.#value, this.#near);
  }

  /** Puts the way to the value that was looked at in front. */
  below(pointer: string, index: number | undefined): void {
    this.#way = { pointer, index, on: this.#way };
  }

  toJSON(): Issue {
    const { pointer, code, expected, received, suggestion } = this;
    return { pointer, code, expected, received, suggestion };
  }
}
