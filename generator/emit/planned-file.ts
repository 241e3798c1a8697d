/** A file before it is written: the key that its text depends on, and the function that renders it. */
export interface PlannedFile {
  /** Path relative to the set's folder, with forward slashes. */
  readonly path: string;
  /** Changes whenever the text would change. A file whose key is in the lock is not rendered again. */
  readonly key: string;
  readonly render: () => Promise<RenderedFile>;
}

export interface RenderedFile {
  readonly text: string;
  /** The declarations and imports that the text must have, and no others. Undefined for files that are not TypeScript. */
  readonly promised: Promised | undefined;
  readonly names?: RecordedNames;
}

/** Names in a file that the lock records. If the spec has errors, the file is kept and the names cannot be computed. */
export interface RecordedNames {
  /** Names that the file imports from `schemas.ts`. */
  readonly imports?: readonly string[];
  /** The types that the file exports, if it is `schemas.ts`. */
  readonly types?: readonly string[];
}

/** The top-level names that a file declares and the modules that it imports. They are compared with the formatted text. */
export interface Promised {
  readonly declares: readonly string[];
  readonly imports: readonly string[];
}
