/** One step of an interaction, exactly as the service sent it. */
export type Step = Readonly<Record<string, unknown>> & { readonly type?: string };

/** A block of content in a step. */
export type Block = Readonly<Record<string, unknown>> & { readonly type?: string };

export type Json = Readonly<Record<string, unknown>>;
