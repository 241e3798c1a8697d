import fc from "fast-check";

/** The same values in every run, so that a failure belongs to the change at hand; `FUZZ_SEED=7` looks at others. */
export const seed = Number(process.env["FUZZ_SEED"] ?? 20_261_116);

fc.configureGlobal({ seed });

export { fc };
