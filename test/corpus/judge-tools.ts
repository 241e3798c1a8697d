import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { accepts } from "../../generator/check/values/accepts.js";
import type { Json, Schema } from "../../generator/ir.js";
import { sameJson } from "../../generator/base/canonical.js";
import { encode } from "../../generator/lower/codec.js";
import type { LoweredTool } from "../../generator/lower/lowered.js";
import { parse } from "../../runtime/validate/parse.js";
import { checkDeclarations, strictestLimits } from "../../gemini-rules/check-declarations.js";
import { type ForeignTools, resolverOf } from "../helpers/foreign-tools.js";
import { geminiAccepts } from "../helpers/gemini-accepts.js";
import { randomArguments } from "../helpers/random-arguments.js";
import { compileCheck } from "../validators/compile-checks.js";
import { compileDecoder } from "../validators/compile-decoder.js";
import type { Random } from "../validators/random.js";

// The requirements for every tool: Gemini accepts its declaration, and every valid value survives encoding
// and decoding.

/** Returns the faults that the strict check finds in the declarations. */
export function faultsOf({ tools }: Pick<ForeignTools, "tools">): readonly string[] {
  return tools.flatMap(({ declaration }) =>
    checkDeclarations([{ functionDeclarations: [declaration] }], "gemini", strictestLimits).map(
      ({ message }) => `${declaration.name}: ${message}`,
    ),
  );
}

/**
 * The result of `travel`: the number of valid values, the number of values that a codec encoded, and the
 * fault of each value that was lost.
 */
export interface Travels {
  readonly values: number;
  readonly encoded: number;
  readonly faults: readonly string[];
}

const ajv = new Ajv2020({ strict: false, ownProperties: true, logger: false, inlineRefs: false });
addFormats.default(ajv);

/**
 * Creates random arguments of a tool. Encodes each valid value, checks the encoded value against the
 * declaration, parses it as dispatch does, and compares the result with the original.
 */
export function travel(tool: LoweredTool, { sets }: ForeignTools, random: Random, values: number): Travels {
  const resolve = resolverOf(tool, sets);
  const defs = Object.fromEntries([...(sets[0]?.schemas ?? []), ...tool.tool.defs]);
  const isValid = ajv.compile({ ...tool.tool.input, $defs: defs });
  const check = compileCheck(tool.tool.input, { defs });
  const decode = tool.codec && compileDecoder(tool.codec);
  const faults: string[] = [];
  let found = 0;
  for (let tried = 0; tried < values; tried += 1) {
    const value = randomArguments(tool.tool.input, { resolve, random });
    if (!isValid(value)) continue;
    found += 1;
    const wire = encode(tool.codec, value, (schema: Schema, item) => accepts(schema, item, { resolve }));
    const fault = faultOf(
      tool,
      wire,
      value,
      parse<Json>({ check, coerce: true, ...(decode && { decode }) }, wire),
    );
    if (fault !== undefined) faults.push(`${tool.tool.name} ${fault}: ${JSON.stringify({ value, wire })}`);
  }
  return { values: found, encoded: tool.codec === undefined ? 0 : found, faults };
}

function faultOf(
  { declaration: { parameters, parametersJsonSchema } }: LoweredTool,
  wire: Json,
  value: Json,
  parsed: ReturnType<typeof parse<Json>>,
): string | undefined {
  const fits =
    parameters !== undefined
      ? geminiAccepts(parameters, wire)
      : parametersJsonSchema !== undefined || sameJson(wire, {});
  if (!fits) return "does not fit the declaration";
  if (!parsed.ok) return `is refused: ${JSON.stringify(parsed.issues)}`;
  if (parsed.notes !== undefined) return `needs repair: ${parsed.notes.join()}`;
  return sameJson(parsed.value, value) ? undefined : `comes back as ${JSON.stringify(parsed.value)}`;
}
