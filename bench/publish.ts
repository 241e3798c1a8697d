import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { format } from "prettier";
import { table } from "./measure.js";

const file = fileURLToPath(new URL("../BENCHMARKS.md", import.meta.url));
const parts = ["gen", "loop", "start", "bill", "validators", "search"] as const;
export type Part = (typeof parts)[number];

/** A table or a paragraph. */
export type Block = readonly (readonly string[])[] | string;

const opening = `# Benchmarks

The last results of \`npm run bench\`. Each part also runs alone, for example \`npm run bench:gen\`. Other tools and documents are installed
into \`.cache/\` on first use. Contestants take turns in several rounds. Numbers are medians, ± half the distance between the slowest and the
fastest round. Ratios within one run are more meaningful than times, because times depend on the machine.
`;

/** Prints the results of a part and replaces its last results in BENCHMARKS.md. */
export async function publish(part: Part, title: string, blocks: readonly Block[]): Promise<void> {
  print(blocks);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const known = new Map(
    text.split(/^(?=## )/m).flatMap((section) => {
      const name = parts.find((one) => section.includes(`npm run bench:${one}\``));
      return name === undefined || !section.startsWith("## ") ? [] : [[name, section.trim()] as const];
    }),
  );
  const body = blocks.map((block) => (typeof block === "string" ? block : markdown(block))).join("\n\n");
  known.set(part, `## ${title}\n\n\`npm run bench:${part}\` on ${machine()}.\n\n${body}`);
  const sections = parts.flatMap((one) => known.get(one) ?? []);
  writeFileSync(
    file,
    await format([opening, ...sections].join("\n\n"), { parser: "markdown", printWidth: 140 }),
  );
}

export function print(blocks: readonly Block[]): void {
  for (const block of blocks) console.log(`\n${typeof block === "string" ? block : table(block)}`);
}

function machine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${first?.model.trim() || process.arch}, ${memory} GB, ${process.platform}, Node ${process.version}`;
}

function markdown(rows: readonly (readonly string[])[]): string {
  const [head = [], ...rest] = rows;
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? "---" : "---:"))), ...rest.map(line)].join(
    "\n",
  );
}

export function ms(value: number): string {
  return value >= 10_000 ? `${(value / 1_000).toFixed(1)} s` : `${value.toFixed(value < 10 ? 1 : 0)} ms`;
}

/** Returns a time with its spread, for example `412 ms ±3 %`. A single round has no spread. */
export function msWith(value: number, spread: number | undefined): string {
  return `${ms(value)} ${spread === undefined ? "(one round)" : `±${(spread * 100).toFixed(0)} %`}`;
}
