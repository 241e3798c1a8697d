import { runtimeTypes } from "../base/runtime-names.js";

/** Names that generated files already use, and names of types that TypeScript needs. */
const taken = new Set([
  ...runtimeTypes,
  ..."Array BigInt Boolean Date Error Function Infinity Map NaN Number Object Promise Readonly ReadonlyArray Record RegExp Set String Symbol".split(
    " ",
  ),
  ..."Exclude Extract Omit Partial Pick Required NonNullable Uint8Array Buffer Blob File Request Response URL".split(
    " ",
  ),
]);

/** Makes a type name of letters and digits: `shipping_address-v2` becomes `ShippingAddressV2`. */
export function typeName(name: string): string {
  const words =
    name
      .normalize("NFKD")
      .replace(/[\u0300-\u036f]/g, "")
      .match(/[A-Za-z0-9]+/g) ?? [];
  const joined = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
  const legal = joined === "" ? "Schema" : /^[0-9]/.test(joined) ? `Schema${joined}` : joined;
  return taken.has(legal) ? `${legal}Schema` : legal;
}

/** The types that the generated files of a tool declare, such as `GetForecastArgs` for `GetForecast`. */
export function typesOfTool(type: string): readonly string[] {
  return ["Args", "Result", "Handler", "Paths"].map((part) => type + part);
}
