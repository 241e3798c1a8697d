/** A file before it is written: what decides its text, and how to make it. */
export interface PlannedFile {
  /** Relative to the set's folder, forward slashes. */
  readonly path: string;
  /** Changes whenever the text would; a file whose key is in the lock is not rendered again. */
  readonly key: string;
  readonly render: () => Promise<RenderedFile>;
}

export interface RenderedFile {
  readonly text: string;
  /** What the text must hold and nothing more; undefined for files that are not TypeScript. */
  readonly promised: Promised | undefined;
  readonly names?: RecordedNames;
}

/** Names that the lock records of a file: it may be kept when its spec has errors, and then nothing else knows them. */
export interface RecordedNames {
  /** What it imports from `schemas.ts`. */
  readonly imports?: readonly string[];
  /** The types that it exports, if it is `schemas.ts`. */
  readonly types?: readonly string[];
}

/** The top-level names a file declares and the modules it imports, compared with the formatted text. */
export interface Promised {
  readonly declares: readonly string[];
  readonly imports: readonly string[];
}
