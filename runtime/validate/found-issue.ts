import type { Issue, IssueCode, Expectation } from "../issue.js";
import { listValues, typeWords } from "./expected.js";
import { nearest } from "../base/nearest.js";
import { segment } from "./pointer.js";
import { received } from "./received.js";

/** One step of the path from the root value to the value of an issue. */
interface PathStep {
  readonly pointer: string;
  readonly index: number | undefined;
  readonly next: PathStep | undefined;
}

/**
 * An issue that creates its texts when they are first read. Creating the texts takes more time than the check
 * itself.
 */
export class FoundIssue implements Issue {
  readonly code: IssueCode;
  readonly expectation: Expectation;
  readonly #at: string;
  /** A private field, because the value may be secret and applications log issues. */
  readonly #value: unknown;
  #path: PathStep | undefined = undefined;
  /** Set if the issue follows from a condition. Returns whether another issue makes this issue uncertain. */
  declare isDoubtful?: (all: readonly FoundIssue[]) => boolean;

  constructor(code: IssueCode, at: string, value: unknown, expectation: Expectation) {
    this.code = code;
    this.#value = value;
    this.expectation = expectation;
    this.#at = at;
  }

  /** The value with the problem. For an unknown property, its name. */
  get value(): unknown {
    return this.#value;
  }

  get pointer(): string {
    let text = "";
    for (let step = this.#path; step !== undefined; step = step.next)
      text += step.pointer + (step.index === undefined ? "" : "/" + step.index);
    return text + this.#at + (isAboutName(this) ? "/" + segment(this.value as string) : "");
  }

  get expected(): string {
    const { because, alternatives } = this.expectation;
    if (alternatives !== undefined) return alternativesText(alternatives);
    return (
      expectedBy(this.expectation) +
      (because === undefined ? "" : ", because " + JSON.stringify(because) + " is given")
    );
  }

  get received(): string {
    return this.expectation.received ?? received(this.value);
  }

  get suggestion(): string | undefined {
    const { values, expected } = this.expectation;
    // The text already lists all values, so a suggestion would add no information.
    if (values === undefined || (expected === undefined && listValues(values, true) !== undefined))
      return undefined;
    return nearest(this.value, values);
  }

  /** Prepends a pointer and an index to the path of the issue. */
  prepend(pointer: string, index: number | undefined): void {
    this.#path = { pointer, index, next: this.#path };
  }

  /** Returns the same issue with another path, value and expectation. */
  withPath(path: readonly string[], value: unknown, expectation: Expectation): FoundIssue {
    return new FoundIssue(this.code, path.map((name) => "/" + segment(name)).join(""), value, expectation);
  }

  toJSON(): Issue {
    const { pointer, code, expected, received, suggestion } = this;
    return { pointer, code, expected, received, suggestion };
  }
}

function expectedBy({ expected, types, values = [] }: Expectation): string {
  return expected ?? (types === undefined ? listValues(values) : typeWords(types));
}

/**
 * Describes the properties that each alternative lacks, such as `string, or name: string`. The first name is
 * omitted, because the pointer of the issue already ends with that name.
 */
function alternativesText(alternatives: NonNullable<Expectation["alternatives"]>): string {
  const text = alternatives
    .map((alternative) =>
      alternative.map(({ name, expectation }) => name + ": " + expectedBy(expectation)).join(" and "),
    )
    .join(", or ");
  return text.slice((alternatives[0]?.[0]?.name ?? "").length + 2);
}

/**
 * Whether the issue is about a property name that is not allowed. The name is then the last segment of the
 * pointer.
 */
export function isAboutName({ code }: Pick<Issue, "code">): boolean {
  return code === "unknown" || code === "forbidden";
}
