import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { accepts } from "../../generator/check/values/accepts.js";
import { createReport } from "../../generator/diagnostics/report.js";
import type { Json } from "../../generator/ir.js";
import { sameJson } from "../../generator/base/canonical.js";
import { decode, encode } from "../../generator/lower/codec.js";
import { lowerSet } from "../../generator/lower/lower.js";
import type { LoweredTool } from "../../generator/lower/lowered.js";
import { rewrites as rewriteTable } from "../../generator/lower/rewrites.js";
import { defaultOptions } from "../../generator/options.js";
import { prepare } from "../../generator/pipeline/prepare.js";
import { normaliseSchema } from "../../generator/schema/normalise-schema.js";
import { checkDeclarations, strictestLimits } from "../../gemini-rules/check-declarations.js";
import { corpus } from "../helpers/corpora.js";
import { geminiAccepts } from "../helpers/gemini-accepts.js";
import { setOf, toolOf } from "../helpers/lowering.js";
import { documentsOf, foreignOf } from "../schema/foreign.js";
import { metaschemas } from "../schema/metaschemas.js";

function jsonFiles(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => join(folder, name));
}

interface Tally {
  tools: number;
  undeclared: string[];
  refused: string[];
}

/** Lowers every tool of every document for both targets. */
function declareAll(files: readonly string[], settings: Readonly<Record<string, unknown>> = {}): Tally {
  const tally: Tally = { tools: 0, undeclared: [], refused: [] };
  for (const file of files) {
    const source = { path: basename(file), text: readFileSync(file, "utf8"), settings };
    const prepared = prepare(source, () => undefined, createReport());
    for (const set of prepared?.sets ?? []) {
      for (const target of ["parameters", "parametersJsonSchema"] as const) {
        const { tools } = lowerSet(set, { ...defaultOptions, target }, createReport());
        tally.tools += tools.length;
        const declared = new Set(tools.map(({ tool }) => tool));
        for (const tool of set.tools)
          if (!declared.has(tool)) tally.undeclared.push(`${basename(file)} ${tool.name} (${target})`);
        for (const { tool, declaration } of tools) {
          const limits = tool.verbatim === undefined ? strictestLimits : {};
          for (const { message } of checkDeclarations(
            [{ functionDeclarations: [declaration] }],
            "gemini",
            limits,
          ))
            tally.refused.push(`${basename(file)} ${tool.name}: ${message}`);
        }
      }
    }
  }
  return tally;
}

describe("declarations of published tools", () => {
  it.each(["mcp", "openai", "amazon-q"])("are accepted by Gemini: %s", (name) => {
    const folder = corpus(name);
    if (folder === undefined) return;
    const { tools, undeclared, refused } = declareAll(jsonFiles(folder));
    console.log(`${name}: ${tools} declarations`);
    expect({ undeclared, refused }).toEqual({ undeclared: [], refused: [] });
    expect(tools).toBeGreaterThan(10);
  });

  it("are accepted by Gemini: OpenAPI examples", () => {
    const examples = dirname(createRequire(import.meta.url).resolve("@readme/oas-examples/package.json"));
    const files = ["3.0", "3.1"].flatMap((version) => jsonFiles(join(examples, version, "json")));
    const { tools, undeclared, refused } = declareAll(files, { all: true });
    console.log(`OpenAPI examples: ${tools} declarations`);
    expect(refused).toEqual([]);
    // The excluded tools contradict themselves, or they recurse through required properties of a JSON Schema
    // declaration.
    expect(undeclared.filter((name) => !/incompatible_all_of|JsonSchema/.test(name))).toEqual([]);
    expect(tools).toBeGreaterThan(300);
  });
});

interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly { readonly description: string; readonly data: Json; readonly valid: boolean }[];
}

describe("the official JSON Schema suite", () => {
  it("has no valid value that is lost by encoding, and none that cannot be expressed without a warning", () => {
    const suite = corpus("json-schema-test-suite");
    if (suite === undefined) return;
    const documents = documentsOf(metaschemas());
    const count = { expressible: 0, warned: 0 };
    const faults: string[] = [];
    for (const file of jsonFiles(join(suite, "tests", "draft2020-12"))) {
      for (const group of JSON.parse(readFileSync(file, "utf8")) as Group[]) {
        const normalised = normaliseSchema(foreignOf(group.schema), { documents, report: createReport() });
        if (normalised === undefined) continue;
        const { schema, defs } = normalised;
        const tool = toolOf({ type: "object", properties: { v: schema }, required: ["v"] }, { defs });
        const [lowered] = lowerSet(setOf([tool]), defaultOptions, createReport()).tools;
        for (const { description, data } of group.tests.filter(({ valid }) => valid)) {
          const verdict = lowered === undefined ? "undeclared" : travel(lowered, { v: data });
          if (verdict === "expressible" || verdict === "warned") count[verdict] += 1;
          else faults.push(`${verdict}: ${basename(file)}: ${group.description}: ${description}`);
        }
      }
    }
    console.log(
      `${count.expressible} values travel, ${count.warned} more are beyond a declaration that warns of it`,
    );
    // The value of this tool has a property that its schema does not name. Objects of arguments are closed by
    // default.
    expect(faults).toEqual([
      "inexpressible: dynamicRef.json: A $dynamicRef that initially resolves to a schema without a matching $dynamicAnchor behaves like a normal $ref to $anchor: The recursive part doesn't need to validate against the root",
    ]);
    expect(count.expressible).toBeGreaterThan(500);
  });
});

function travel(lowered: LoweredTool, value: Json): string {
  const { tool, codec, declaration, rewrites } = lowered;
  const resolve = (name: string) => tool.defs.get(name);
  const wire = encode(codec, value, (schema, item) => accepts(schema, item, { resolve }));
  if (!sameJson(decode(codec, wire), value)) return "lost";
  if (declaration.parameters !== undefined && geminiAccepts(declaration.parameters, wire))
    return "expressible";
  return rewrites.some(({ name }) => rewriteTable[name].effect === "narrowed") ? "warned" : "inexpressible";
}
