/** The place in a document that a node of a spec came from. Line and column are computed only when a diagnostic needs them. */
export interface Origin {
  readonly document: Locatable;
  /** Keys and indexes from the root of the document to the node. */
  readonly path: readonly (string | number)[];
}

/** A document that knows the location of each of its nodes. */
export interface Locatable {
  /** The path in messages: relative to the project root, with forward slashes. */
  readonly file: string;
  readonly text: string;
  /** Returns one line of the text, counted from 1, for a code frame. It is faster than counting lines again. */
  readonly lineText?: (line: number) => string | undefined;
  /** True if the document lies outside of the project. None of its lines is shown, because other people can read the log of a build. */
  readonly isOutside?: boolean;
  /** The location of a node's value, or of its key in the parent mapping. */
  location(path: readonly (string | number)[], on?: "key" | "value"): SourceLocation;
}

/** A range of text. Line and column start at 1. `length` is 0 if only a point is known. */
export interface SourceLocation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** The key under which schema objects carry their origin. A symbol survives spreading and does not appear in JSON. */
export const origin: unique symbol = Symbol("origin");

/** The origin of a child node. */
export function within(parent: Origin, ...path: (string | number)[]): Origin {
  return { document: parent.document, path: [...parent.path, ...path] };
}
