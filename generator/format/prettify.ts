import { createRequire } from "node:module";
import { type Formatter, inBatches } from "./in-batches.js";

/** One style for all output: the user's own configuration must not change committed bytes. */
const style = { printWidth: 110, endOfLine: "lf" } as const;

/** The version whose output is tested against Prettier's. Other versions might differ. */
const comparedOxfmt = "0.75.0";

/** Formats TypeScript as Prettier does. Throws Prettier's error if the text does not parse. */
export async function prettify(text: string): Promise<string> {
  const oxfmt = await (quick ??= loadOxfmt().then((one) => one && inBatches(one)));
  return (await oxfmt?.(text)) ?? byPrettier(text);
}

let quick: Promise<Formatter | undefined> | undefined;

/**
 * Loads a formatter with the same output as Prettier, which takes a thirtieth of its time and uses its own threads. It is optional:
 * undefined if it is not installed in the version whose output is tested against Prettier's.
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
