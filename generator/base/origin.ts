/** The position of a value in a document. Line and column are computed only when a diagnostic needs them. */
export interface Origin {
  readonly document: Locatable;
  /** The keys and indexes that lead from the root of the document to the value. */
  readonly path: readonly (string | number)[];
}

/** A document that knows the location of each of its values. */
export interface Locatable {
  /** The path for messages: relative to the project root, with forward slashes. */
  readonly file: string;
  readonly text: string;
  /**
   * Returns one line of the text for a code frame. The first line has the number 1. This function is faster than
   * splitting the text again.
   */
  readonly lineText?: (line: number) => string | undefined;
  /**
   * True if the document lies outside of the project. Code frames show none of its lines, because other people can read
   * the log of a build.
   */
  readonly isOutside?: boolean;
  /** Returns the location of a value, or of its key in the parent mapping. */
  location(path: readonly (string | number)[], on?: "key" | "value"): SourceLocation;
}

/** A range of text. `line` and `column` begin at 1. `length` is 0 if only the start is known. */
export interface SourceLocation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/**
 * The key under which a schema object contains its origin. A symbol is copied by the spread operator and does not
 * appear in JSON.
 */
export const origin: unique symbol = Symbol("origin");

/** Returns the origin of a value inside of another value. */
export function within(parent: Origin, ...path: (string | number)[]): Origin {
  return { document: parent.document, path: [...parent.path, ...path] };
}
