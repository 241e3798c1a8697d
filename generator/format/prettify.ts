import { createRequire } from "node:module";
import { type Formatter, inBatches } from "./in-batches.js";

/** The style of all output. The user's own configuration is ignored, because it must not change generated files. */
const style = { printWidth: 110, endOfLine: "lf" } as const;

/** The version of oxfmt whose output is tested against the output of Prettier. Other versions might differ. */
const comparedOxfmt = "0.75.0";

/** Formats TypeScript in the style of Prettier. Throws the error of Prettier if the text does not parse. */
export async function prettify(text: string): Promise<string> {
  const oxfmt = await (quick ??= loadOxfmt().then((one) => one && inBatches(one)));
  return (await oxfmt?.(text)) ?? byPrettier(text);
}

let quick: Promise<Formatter | undefined> | undefined;

/**
 * Loads oxfmt, an optional package. oxfmt has the same output as Prettier, uses its own threads and takes a thirtieth
 * of the time. Returns undefined if oxfmt is not installed in the version that is tested against Prettier.
 */
export async function loadOxfmt(): Promise<Formatter | undefined> {
  const require = createRequire(import.meta.url);
  try {
    const { version } = require("oxfmt/package.json") as { version: string };
    if (version !== comparedOxfmt) return undefined;
    const { format } = await import("oxfmt");
    return async (text) => {
      const { code, errors } = await format("generated.ts", text, style);
      return errors.length === 0 ? code : undefined;
    };
  } catch {
    return undefined;
  }
}

export async function byPrettier(text: string): Promise<string> {
  const [prettier, babel, estree] = await Promise.all([
    import("prettier/standalone"),
    import("prettier/plugins/babel"),
    import("prettier/plugins/estree"),
  ]);
  return prettier.format(text, { ...style, parser: "babel-ts", plugins: [babel, estree.default] });
}
