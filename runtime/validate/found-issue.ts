import type { Issue, IssueCode, Wanted } from "../issue.js";
import { listed, typeWords } from "./expected.js";
import { nearest } from "./nearest.js";
import { segment } from "./pointer.js";
import { received } from "./received.js";

/** A step on the way from the root value to the value of an issue. */
interface Way {
  readonly pointer: string;
  readonly index: number | undefined;
  readonly on: Way | undefined;
}

/** An issue that builds its texts on first access, because those cost more than the check itself. */
export class FoundIssue implements Issue {
  readonly code: IssueCode;
  readonly wanted: Wanted;
  readonly #at: string;
  /** Private: issues are logged, and values may be secret. */
  readonly #value: unknown;
  #way: Way | undefined = undefined;

  constructor(code: IssueCode, at: string, value: unknown, wanted: Wanted) {
    this.code = code;
    this.#value = value;
    this.wanted = wanted;
    this.#at = at;
  }

  /** For an unknown property: its name. */
  get value(): unknown {
    return this.#value;
  }

  get pointer(): string {
    let text = "";
    for (let way = this.#way; way !== undefined; way = way.on)
      text += way.pointer + (way.index === undefined ? "" : "/" + way.index);
    return text + this.#at + (isAboutName(this) ? "/" + segment(this.value as string) : "");
  }

  get expected(): string {
    const { because, ways } = this.wanted;
    if (ways !== undefined) return waysText(ways);
    return (
      expectedBy(this.wanted) +
      (because === undefined ? "" : ", because " + JSON.stringify(because) + " is given")
    );
  }

  get received(): string {
    return this.wanted.received ?? received(this.value);
  }

  get suggestion(): string | undefined {
    const { values, expected } = this.wanted;
    // A complete list of values needs no suggestion.
    if (values === undefined || (expected === undefined && listed(values, true) !== undefined))
      return undefined;
    return nearest(this.value, values);
  }

  /** Prepends the path to the value that was checked. */
  below(pointer: string, index: number | undefined): void {
    this.#way = { pointer, index, on: this.#way };
  }

  /** The same issue at another pointer. */
  moved(path: readonly string[], value: unknown, wanted: Wanted): FoundIssue {
    return new FoundIssue(this.code, path.map((name) => "/" + segment(name)).join(""), value, wanted);
  }

  toJSON(): Issue {
    const { pointer, code, expected, received, suggestion } = this;
    return { pointer, code, expected, received, suggestion };
  }
}

function expectedBy({ expected, types, values = [] }: Wanted): string {
  return expected ?? (types === undefined ? listed(values) : typeWords(types));
}

/**
 * `string, or name: string`: the needs of each alternative. The first name is omitted, because the pointer of the
 * issue contains it.
 */
function waysText(ways: NonNullable<Wanted["ways"]>): string {
  const text = ways
    .map((way) => way.map(({ name, wanted }) => name + ": " + expectedBy(wanted)).join(" and "))
    .join(", or ");
  return text.slice((ways[0]?.[0]?.name ?? "").length + 2);
}

/** Whether the last part of the pointer is a name that is not allowed. */
export function isAboutName({ code }: Pick<Issue, "code">): boolean {
  return code === "unknown" || code === "forbidden";
}
