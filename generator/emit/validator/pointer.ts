import { code, str, type Code } from "../../base/code.js";
import { pointerOf } from "../../base/pointer.js";

/** A JSON pointer as code. It is relative to the value that the current function checks. */
export class Pointer {
  // `root` is a getter and not a static field, because tsc assigns the name `Pointer` only after the static fields
  // have run.
  static get root(): Pointer {
    return new Pointer([""]);
  }
  readonly #parts: readonly (string | Code)[];

  private constructor(parts: readonly (string | Code)[]) {
    this.#parts = parts;
  }

  get isRoot(): boolean {
    return this.#parts.length === 1 && this.#parts[0] === "";
  }

  /** Appends a property or an index that is known when the code is generated. */
  property(name: string): Pointer {
    return this.#append(pointerOf([name]));
  }

  /** Appends an index or an escaped name that is known only when the check runs. */
  computed(part: Code): Pointer {
    return new Pointer([...this.#append("/").#parts, part]);
  }

  toCode(): Code {
    const [first, ...rest] = this.#parts.map((part) => (typeof part === "string" ? str(part) : part));
    return rest.reduce((sum, part) => code`${sum} + ${part}`, first!);
  }

  #append(text: string): Pointer {
    const last = this.#parts.at(-1);
    if (typeof last === "string") return new Pointer([...this.#parts.slice(0, -1), last + text]);
    return new Pointer([...this.#parts, text]);
  }
}
