import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { corpus } from "../helpers/corpora.js";
import { compileForeign } from "../helpers/foreign-tools.js";
import { seed } from "../helpers/seeded.js";
import { Random } from "../validators/random.js";
import { faultsOf, travel } from "./judge-tools.js";
import { type Corpus, readCorpora } from "./tool-documents.js";

// `npm run corpus:tools [folder] [values]` declares and checks every tool of the corpora, and encodes and
// decodes random valid values. With a folder, its files with answers to `tools/list` are used instead.

interface Row {
  readonly corpus: string;
  readonly sets: number;
  readonly tools: number;
  readonly declared: number;
  readonly lost: number;
  readonly "strict-check faults": number;
  readonly values: number;
  readonly encoded: number;
  readonly "round-trip faults": number;
}

const [folder, values = "20"] = process.argv.slice(2);

function folderCorpus(path: string): Corpus {
  const names = readdirSync(path).filter((name) => name.endsWith(".json"));
  const documents = names.map((name) => {
    const text = readFileSync(join(path, name), "utf8");
    const { tools } = JSON.parse(text) as { readonly tools: readonly unknown[] };
    return { path: name, text, tools: tools.length };
  });
  return { name: path, documents };
}

function judge({ name, documents }: Corpus): Row {
  const random = new Random(seed);
  const [refused, broken]: [string[], string[]] = [[], []];
  const count = { sets: 0, tools: 0, declared: 0, values: 0, encoded: 0 };
  for (const document of documents) {
    const compiled = compileForeign(document);
    count.sets += compiled.sets.length;
    count.tools += document.tools;
    count.declared += compiled.tools.length;
    refused.push(...faultsOf(compiled));
    for (const tool of compiled.tools) {
      const travels = travel(tool, compiled, random, Number(values));
      count.values += travels.values;
      count.encoded += travels.encoded;
      broken.push(...travels.faults);
    }
  }
  for (const fault of [...refused, ...broken].slice(0, 20)) console.error(fault);
  return {
    corpus: name,
    sets: count.sets,
    tools: count.tools,
    declared: count.declared,
    lost: count.tools - count.declared,
    "strict-check faults": refused.length,
    values: count.values,
    encoded: count.encoded,
    "round-trip faults": broken.length,
  };
}

const rows = (folder === undefined ? readCorpora(corpus) : [folderCorpus(folder)]).map(judge);
console.table(rows);
if (rows.some((row) => row.lost + row["strict-check faults"] + row["round-trip faults"] > 0))
  process.exitCode = 1;
