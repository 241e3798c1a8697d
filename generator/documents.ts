import type { Locatable } from "./origin.js";

/** A file as it was given: path relative to the project root with forward slashes, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** A file that was read: plain data, and the place of every node in it. */
export interface SourceDocument extends Locatable {
  /** Plain JSON data; `__proto__` is an ordinary own key, mappings have no prototype tricks. */
  readonly value: unknown;
  readonly format: "yaml" | "json";
}

/** Opens the local files that `$ref`s name. Never leaves the root, never asks the network. */
export interface Documents {
  /** `reference` is the part before `#`; relative to `from`. Reports and returns undefined where it cannot be had. */
  open(reference: string, from: Locatable): SourceDocument | Refused;
}

export interface Refused {
  readonly refused: "network" | "outside" | "missing" | "unreadable";
  readonly reference: string;
}
