/** One step of an interaction. It contains all fields that the service sent. */
export type Step = Readonly<Record<string, unknown>> & { readonly type?: string };

/** A block of content in a step. */
export type Block = Readonly<Record<string, unknown>> & { readonly type?: string };

export type Json = Readonly<Record<string, unknown>>;
