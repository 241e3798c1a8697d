/** A planned file. Its text is rendered only if it is needed. */
export interface PlannedFile {
  /** The path relative to the folder of the tool set, with forward slashes. */
  readonly path: string;
  /** A hash of all data that determine the text. If the lock contains the same key, the file is not rendered again. */
  readonly key: string;
  readonly render: () => Promise<RenderedFile>;
}

export interface RenderedFile {
  readonly text: string;
  /** The names that the text must declare and import, and no others. Undefined if the file is not TypeScript. */
  readonly outline: PlannedOutline | undefined;
  readonly names?: RecordedNames;
}

/**
 * The names in a file that the lock records. A later run needs these names if it keeps the file because the spec has
 * errors.
 */
export interface RecordedNames {
  /** The names that the file imports from `schemas.ts`. */
  readonly imports?: readonly string[];
  /** The types that the file exports. Only `schemas.ts` has this field. */
  readonly types?: readonly string[];
}

/** The declarations and imports that a planned file must have. The formatted text is compared with them. */
export interface PlannedOutline {
  readonly declares: readonly string[];
  readonly imports: readonly string[];
}
