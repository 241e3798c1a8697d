import type { Locatable } from "./origin.js";

/** A file as it was given: path relative to the project root with forward slashes, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  /** What people see in the file, where `text` is data that was taken out of it: places are told in this. */
  readonly original?: string | undefined;
  /** It lies outside the project, links resolved. */
  readonly isOutside?: boolean;
}

/** A file that was read: plain data, and the place of every node in it. */
export interface SourceDocument extends Locatable {
  /** Plain JSON data; `__proto__` is an ordinary own key, mappings have no prototype tricks. */
  readonly value: unknown;
  readonly format: "yaml" | "json";
}

/** Opens the local files that `$ref`s name. Never leaves the root, never asks the network. */
export interface Documents {
  /**
   * `reference` is the part before `#`; relative to `from`. A refusal is for the caller to report, who knows where
   * the reference stands; what is wrong inside an opened file is reported here (`unreadable`).
   */
  open(reference: string, from: Locatable): SourceDocument | Refused;
}

export interface Refused {
  readonly refused: "network" | "outside" | "missing" | "unreadable";
  readonly reference: string;
}

/** Gives the text of a file by its path relative to the project root; undefined where there is none. */
export type Load = (path: string) => string | undefined | { readonly refused: "outside" | "unreadable" };
