/** Where a node of a spec came from. Line and column are computed only when a diagnostic needs them. */
export interface Origin {
  readonly document: Locatable;
  /** Keys and indexes from the root of the document to the node. */
  readonly path: readonly (string | number)[];
}

/** A document that knows the location of each of its nodes. */
export interface Locatable {
  /** As shown to people: relative to the project root, forward slashes. */
  readonly file: string;
  readonly text: string;
  /** One line of the text, from 1, for a code frame; faster than counting lines again. */
  readonly lineText?: (line: number) => string | undefined;
  /** It lies outside the project: no line of it is shown, since the log of a build is read by others. */
  readonly isOutside?: boolean;
  /** The location of a node's value, or of its key in the parent mapping. */
  location(path: readonly (string | number)[], on?: "key" | "value"): SourceLocation;
}

/** A range of text, 1-based, for people. `length` is 0 if only a point is known. */
export interface SourceLocation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** Carried by schema objects; a symbol survives spreading and is invisible to JSON. */
export const origin: unique symbol = Symbol("origin");

/** The origin of a child node. */
export function within(parent: Origin, ...path: (string | number)[]): Origin {
  return { document: parent.document, path: [...parent.path, ...path] };
}
