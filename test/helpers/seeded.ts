import fc from "fast-check";

/**
 * Random values that are the same in every run, so that a failure belongs to the current change.
 * `FUZZ_SEED=7` chooses other values.
 */
export const seed = Number(process.env["FUZZ_SEED"] ?? 20_261_116);

fc.configureGlobal({ seed });

export { fc };
