import type { Locatable } from "./origin.js";

/** A file of the project. `path` is relative to the project root, with forward slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  /** The content of the file, if `text` contains data that was extracted from it. Locations refer to this content. */
  readonly original?: string | undefined;
  /** True if the file lies outside of the project after links are resolved. */
  readonly isOutside?: boolean;
}

/** A parsed file: plain data, and the location of each value. */
export interface SourceDocument extends Locatable {
  /** Plain JSON data. `__proto__` is an ordinary own key, and no mapping has a changed prototype. */
  readonly value: unknown;
  readonly format: "yaml" | "json";
}

/**
 * Opens the local files to which `$ref`s point. `open` reads no file outside of the root and never uses the network.
 */
export interface Documents {
  /**
   * Opens a file. `reference` is the part of a `$ref` before `#`, relative to `from`. The caller reports a refusal,
   * because only the caller knows the location of the `$ref`. The exception is "unreadable": `open` itself reports
   * the errors inside of the file.
   */
  open(reference: string, from: Locatable): SourceDocument | Refused;
}

export interface Refused {
  readonly refused: "network" | "outside" | "missing" | "unreadable";
  readonly reference: string;
}

/** Returns the text of a file. `path` is relative to the project root. Returns undefined if the file does not exist. */
export type Load = (path: string) => string | undefined | { readonly refused: "outside" | "unreadable" };
