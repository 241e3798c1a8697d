import type { Locatable } from "./origin.js";

/** A file: its text, and its path relative to the project root with forward slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  /** The content of the file if `text` is data that was extracted from it. Locations refer to this content. */
  readonly original?: string | undefined;
  /** True if the file lies outside of the project after links are resolved. */
  readonly isOutside?: boolean;
}

/** A parsed file: plain data and the location of every node in it. */
export interface SourceDocument extends Locatable {
  /** Plain JSON data. `__proto__` is an ordinary own key, and no mapping has a changed prototype. */
  readonly value: unknown;
  readonly format: "yaml" | "json";
}

/** Opens the local files that `$ref`s name. It never leaves the root and never uses the network. */
export interface Documents {
  /**
   * `reference` is the part before `#`, relative to `from`. The caller reports a refusal, because it knows the place
   * of the reference. Errors inside of an opened file are reported here (`unreadable`).
   */
  open(reference: string, from: Locatable): SourceDocument | Refused;
}

export interface Refused {
  readonly refused: "network" | "outside" | "missing" | "unreadable";
  readonly reference: string;
}

/** Returns the text of a file by its path relative to the project root. Undefined if the file does not exist. */
export type Load = (path: string) => string | undefined | { readonly refused: "outside" | "unreadable" };
