import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { fc } from "../helpers/seeded.js";
import { describe, expect, it } from "vitest";
import { accepts } from "../../generator/check/values/accepts.js";
import type { Json, JsonObject, SchemaObject } from "../../generator/ir.js";
import { sameJson } from "../../generator/base/canonical.js";
import { type Codec, decode, encode, type Fits } from "../../generator/lower/codec.js";
import type { LoweredTool } from "../../generator/lower/lowered.js";
import type { Options } from "../../generator/options.js";
import type { Decoder } from "../../runtime/validate/decode.js";
import type { FoundIssue } from "../../runtime/validate/found-issue.js";
import { checkDeclarations, strictestLimits } from "../../gemini-rules/check-declarations.js";
import type { Check } from "../../runtime/validate/issues.js";
import { parse } from "../../runtime/validate/parse.js";
import { validate } from "../../runtime/validate/validate.js";
import { definitions, schemaWithValues } from "../helpers/arbitrary-schema.js";
import { geminiAccepts } from "../helpers/gemini-accepts.js";
import { lowerTools, toolOf } from "../helpers/lowering.js";
import { compileCheck } from "../validators/compile-checks.js";
import { compileDecoder } from "../validators/compile-decoder.js";

const ajv = new Ajv2020({ strict: false, ownProperties: true, logger: false });
formats.default(ajv);
/** Returns the values that are valid for the oracle, which is Ajv with the schema from before lowering. */
function validOf(schema: SchemaObject, values: readonly Json[]): readonly Json[] {
  const validate = ajv.compile({ ...schema, $defs: definitions });
  return values.filter((value) => validate(value));
}

/** Chooses the branch of a union for which a value is encoded. */
const fits: Fits = (schema, value) => accepts(schema, value, { resolve: (name) => definitions[name] });

function lowerOne(schema: SchemaObject, options: Partial<Options>): LoweredTool | undefined {
  const { tools, diagnostics } = lowerTools([toolOf(schema)], options, definitions);
  const [tool] = tools;
  // A schema that no value fits has no declaration. In any other case, a missing declaration is a fault.
  if (tool === undefined)
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      `TP504 no arguments can be valid for tool "tool"`,
    ]);
  return tool;
}

/** The number of runs. `PROPERTY_RUNS=5000` is the extended run. */
const runs = { numRuns: Number(process.env["PROPERTY_RUNS"] ?? 150) };

const optionSets: readonly Partial<Options>[] = [{}, { maps: "json" }, { unrollDepth: 1 }];

const decoders = new WeakMap<Codec, Decoder>();

function generatedDecoder(codec: Codec): Decoder {
  const known = decoders.get(codec) ?? compileDecoder(codec);
  decoders.set(codec, known);
  return known;
}

const cases = schemaWithValues().chain((given) =>
  fc.constantFrom(...optionSets).map((options) => ({ ...given, options })),
);

interface Travel {
  readonly tool: LoweredTool;
  readonly schema: SchemaObject;
  readonly value: Json;
  readonly wire: Json;
}

let journeys: readonly Travel[] | undefined;

/**
 * Valid values of random schemas, each with its wire form. They are created once, because creating them is
 * slow.
 */
function travels(): readonly Travel[] {
  journeys ??= fc.sample(cases, runs).flatMap(({ schema, values, options }) => {
    const valid = validOf(schema, values);
    const tool = lowerOne(schema, options);
    if (tool === undefined) expect(valid).toEqual([]);
    return tool === undefined
      ? []
      : valid.map((value) => ({ tool, schema, value, wire: encode(tool.codec, value, fits) }));
  });
  const encoded = journeys.filter(({ tool }) => tool.codec !== undefined).length;
  console.log(`${journeys.length} valid values, ${encoded} of them under a codec`);
  expect(encoded).toBeGreaterThan(100);
  return journeys;
}

describe("lowering of random schemas", () => {
  it("creates declarations that Gemini accepts", () => {
    fc.assert(
      fc.property(cases, ({ schema, options }) => {
        const tool = lowerOne(schema, options);
        if (tool === undefined) return;
        const tools = [{ functionDeclarations: [tool.declaration] }];
        expect(checkDeclarations(tools, "gemini", strictestLimits)).toEqual([]);
        expect(checkDeclarations(tools, "vertex", strictestLimits)).toEqual([]);
      }),
      runs,
    );
  });

  it("creates JSON Schema declarations that Gemini accepts and that match every valid value", () => {
    let values = 0;
    fc.assert(
      fc.property(schemaWithValues(), ({ schema, values: given }) => {
        const { tools, diagnostics } = lowerTools(
          [toolOf(schema)],
          { target: "parametersJsonSchema" },
          definitions,
        );
        const [tool] = tools;
        // Tree recurses through a required property, which this target refuses.
        if (tool === undefined) {
          expect(diagnostics.some(({ code }) => code === "TP507" || code === "TP504")).toBe(true);
          return;
        }
        expect(tool.codec).toBeUndefined();
        const declared = (tool.declaration.parametersJsonSchema ?? { type: "object" }) as SchemaObject;
        const isDeclared = ajv.compile(declared);
        for (const value of validOf(schema, given)) {
          values += 1;
          if (!isDeclared(value)) throw new Error(JSON.stringify({ schema, declared, value }));
        }
      }),
      runs,
    );
    expect(values).toBeGreaterThan(50);
  });

  it("decodes every encoded value to the same value", () => {
    for (const { tool, schema, value, wire } of travels()) {
      const back = decode(tool.codec, wire);
      if (!sameJson(back, value))
        throw new Error(JSON.stringify({ schema, value, wire, back, codec: tool.codec }));
    }
  });

  it("can express every valid value under its declaration", () => {
    for (const { tool, schema, value, wire } of travels()) {
      const { parameters } = tool.declaration;
      const accepted = parameters === undefined ? sameJson(wire, {}) : geminiAccepts(parameters, wire);
      if (!accepted) throw new Error(JSON.stringify({ schema, value, wire, parameters }));
    }
  });

  it("can express every valid value without its bound argument, which still counts as a property", () => {
    let values = 0;
    const counts = fc.record({ minProperties: fc.nat(3), maxProperties: fc.integer({ min: 2, max: 4 }) });
    fc.assert(
      fc.property(schemaWithValues(1), counts, ({ schema, values: given }, limits) => {
        const [name] = Object.keys(schema.properties ?? {});
        if (name === undefined) return;
        const bind = new Map([[name, { from: "env", name: "SECRET" } as const]]);
        const input = { ...schema, ...limits };
        const tool = toolOf(input, { policy: { ...toolOf(input).policy, bind } });
        const [lowered] = lowerTools([tool], {}, definitions).tools;
        for (const value of validOf(input, given) as readonly JsonObject[]) {
          if (lowered === undefined || !Object.hasOwn(value, name)) continue;
          const { [name]: _, ...visible } = value;
          values += 1;
          const wire = encode(lowered.codec, visible, fits);
          const { parameters } = lowered.declaration;
          if (parameters === undefined ? !sameJson(wire, {}) : !geminiAccepts(parameters, wire))
            throw new Error(JSON.stringify({ input, name, visible, wire, parameters }));
        }
      }),
      runs,
    );
    expect(values).toBeGreaterThan(50);
  });

  it("prints decoders that match the codec, do not modify their input, and report no fault", () => {
    for (const { tool, value, wire } of travels()) {
      if (tool.codec === undefined) continue;
      const before = JSON.stringify(wire);
      const issues: FoundIssue[] = [];
      const decoded = generatedDecoder(tool.codec)(wire, issues) as Json;
      expect(issues).toEqual([]);
      expect(JSON.stringify(wire)).toBe(before);
      if (!sameJson(decoded, value))
        throw new Error(JSON.stringify({ value, wire, decoded, codec: tool.codec }));
    }
  });

  it("encodes and decodes every value that the generated check accepts, without repair", () => {
    const checks = new Map<SchemaObject, Check>();
    let parsed = 0;
    for (const { tool, schema, value, wire } of travels()) {
      const check = checks.get(schema) ?? compileCheck(schema, { defs: definitions });
      checks.set(schema, check);
      if (!validate(check, value).ok) continue;
      parsed += 1;
      const decode = tool.codec && generatedDecoder(tool.codec);
      const result = parse<Json>({ check, coerce: true, ...(decode && { decode }) }, wire);
      if (!result.ok || result.notes !== undefined || !sameJson(result.value, value))
        throw new Error(JSON.stringify({ schema, value, wire, result }));
    }
    expect(parsed).toBeGreaterThan(100);
  });

  it("prints decoders that accept arbitrary JSON without a crash", () => {
    fc.assert(
      fc.property(cases, fc.jsonValue({ maxDepth: 4 }), ({ schema, options }, wire) => {
        const tool = lowerOne(schema, options);
        if (tool?.codec === undefined) return;
        const before = JSON.stringify(wire);
        generatedDecoder(tool.codec)(wire, []);
        expect(JSON.stringify(wire)).toBe(before);
      }),
      runs,
    );
  });
});
