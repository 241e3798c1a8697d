import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, it } from "vitest";
import { accepts } from "../../generator/check/values/accepts.js";
import type { Json } from "../../generator/ir.js";
import { sameJson } from "../../generator/base/canonical.js";
import { decode, encode } from "../../generator/lower/codec.js";
import type { LoweredTool } from "../../generator/lower/lowered.js";
import { rewrites as rewriteTable } from "../../generator/lower/rewrites.js";
import { validate } from "../../runtime/validate/validate.js";
import { compileMcp, type ForeignTools, resolverOf } from "../helpers/foreign-tools.js";
import { geminiAccepts } from "../helpers/gemini-accepts.js";
import { oddArguments, oddValue } from "../helpers/odd-schemas.js";
import { seed } from "../helpers/seeded.js";
import { compileCheck } from "../validators/compile-checks.js";
import { Random } from "../validators/random.js";

/** The number of schemas. `ODD_SCHEMAS=20000` is the extended run. */
const schemas = Number(process.env["ODD_SCHEMAS"] ?? 200);
const perDocument = 20;
const valuesPerSchema = 12;

const ajv = new Ajv2020({ strict: false, ownProperties: true, logger: false, inlineRefs: false });
addFormats.default(ajv);

interface Tally {
  readonly faults: string[];
  values: number;
  encoded: number;
  warned: number;
  impossible: number;
}

it(`declares all valid values of ${schemas} unusual schemas, and nothing that Gemini refuses`, () => {
  const random = new Random(seed);
  const tally: Tally = { faults: [], values: 0, encoded: 0, warned: 0, impossible: 0 };
  for (let done = 0; done < schemas; done += perDocument) {
    const given = Array.from({ length: perDocument }, () => oddArguments(random));
    const compiled = compileMcp(given);
    for (const [index, schema] of given.entries()) judge(schema, `t${index}`, compiled, random, tally);
  }
  const { faults, ...counts } = tally;
  console.log(JSON.stringify(counts));
  expect(faults.slice(0, 10)).toEqual([]);
  expect(counts.values).toBeGreaterThan(schemas / 2);
  expect(counts.encoded).toBeGreaterThan(schemas / 20);
}, 3_600_000);

function judge(
  schema: Record<string, unknown>,
  name: string,
  compiled: ForeignTools,
  random: Random,
  tally: Tally,
): void {
  const fault = (text: string, value?: unknown): void =>
    void tally.faults.push(`${text}: ${JSON.stringify(schema)} ${JSON.stringify(value) ?? ""}`);
  const own = compiled.diagnostics.filter(({ message }) => message.includes(`"${name}"`));
  for (const { code, message } of own)
    if (["TP508", "TP511", "TP513"].includes(code)) fault(`${code} ${message}`);
  const valid = validValues(schema, random);
  const tool = compiled.tools.find((one) => one.tool.name === name);
  if (tool === undefined) {
    tally.impossible += 1;
    if (valid.length > 0) fault(`not declared (${own.map(({ code }) => code).join()})`, valid[0]);
    return;
  }
  tally.values += valid.length;
  const isOurs = compileCheck(tool.tool.input, { defs: definitionsOf(tool, compiled) });
  for (const value of valid) {
    // Properties that the schema does not describe are not declared, even if the check allows them. Such
    // values are skipped.
    if (!isDescribed(value, schema) || !validate(isOurs, value).ok) continue;
    const verdict = travel(tool, value, compiled);
    if (verdict === "warned") tally.warned += 1;
    else if (verdict !== "expressible") fault(verdict, value);
    else if (tool.codec !== undefined) tally.encoded += 1;
  }
}

function isDescribed(value: Json, schema: object): boolean {
  const text = JSON.stringify(schema);
  const isKnown = (part: Json): boolean =>
    typeof part !== "object" ||
    part === null ||
    ((Object.values(part) as readonly Json[]).every(isKnown) &&
      (Array.isArray(part) || Object.keys(part).every((name) => text.includes(`${JSON.stringify(name)}:`))));
  return isKnown(value);
}

function validValues(schema: Record<string, unknown>, random: Random): readonly Json[] {
  const isValid = compileAjv(schema);
  if (isValid === undefined) return [];
  const values = Array.from({ length: valuesPerSchema }, () => oddValue(schema, schema, random) as Json);
  return values.filter((value) => {
    try {
      return isValid(value);
    } catch {
      return false;
    }
  });
}

function compileAjv(schema: object): ValidateFunction | undefined {
  try {
    return ajv.compile(schema);
  } catch {
    return undefined;
  } finally {
    ajv.removeSchema(schema);
  }
}

function definitionsOf({ tool }: LoweredTool, { sets }: ForeignTools) {
  return Object.fromEntries([...(sets[0]?.schemas ?? []), ...tool.defs]);
}

function travel(tool: LoweredTool, value: Json, { sets }: ForeignTools): string {
  const resolve = resolverOf(tool, sets);
  const wire = encode(tool.codec, value, (schema, item) => accepts(schema, item, { resolve }));
  const { parameters } = tool.declaration;
  const fits = parameters === undefined ? sameJson(wire, {}) : geminiAccepts(parameters, wire);
  if (fits && sameJson(decode(tool.codec, wire), value)) return "expressible";
  if (tool.rewrites.some(({ name }) => rewriteTable[name].effect === "narrowed")) return "warned";
  return fits ? `lost as ${JSON.stringify(wire)}` : `does not fit ${JSON.stringify(parameters)}`;
}
