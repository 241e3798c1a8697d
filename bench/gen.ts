import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { type Measured, measurePrograms, middle, type Program, runNode, spread } from "./child.js";
import { type BenchDocument, benchDocuments } from "./documents.js";
import { type Generator, generatorsFor, sizeOf, toolpressCli } from "./generators.js";
import { peersFolder } from "./install-peers.js";
import { type Block, ms, msWith, print, publish } from "./publish.js";
import { deleteSetAside, setAside } from "./set-aside.js";
import { editOneTool, writeYamlSpecs } from "./yaml-specs.js";

// Measures how long our compiler and other generators take for the same documents. The other generators make different
// output, or less output. A partial run is printed but not published: `npm run bench:gen -- GitHub yaml` measures only
// these documents, BENCH_ONLY=toolpress,openapi-typescript measures only these generators, and BENCH_ROUNDS=9 sets the
// number of rounds. The default is 5 rounds, and half as many for large documents.

// The project is always built first. Otherwise, an old build could be measured without notice.
if (spawnSync(process.execPath, ["build.js"], { stdio: "inherit" }).status !== 0) process.exit(1);

const nothing: Program = { name: "node -e 0", run: () => runNode(["-e", "0"]) };
const blocks: Block[] = [];
const roundsAtMost = Number(process.env["BENCH_ROUNDS"] ?? 5);
const documents = process.argv.slice(2);
const contestants = process.env["BENCH_ONLY"]?.split(",");
const isWanted = (document: string): boolean => documents.length === 0 || documents.includes(document);

// Each result is published immediately, because a large document takes minutes. Old output is deleted only at the end.
// After a deletion, a file system is slow for some time. This would distort the times of generators that write many
// files.
if (isWanted("yaml")) await benchYaml();
for (const document of benchDocuments()) if (isWanted(document.name)) await benchDocument(document);
deleteSetAside();

async function show(...more: readonly Block[]): Promise<void> {
  blocks.push(...more);
  if (documents.length === 0 && contestants === undefined) await publish("gen", "Generating", blocks);
  else print(more);
}

async function benchDocument(document: BenchDocument): Promise<void> {
  const generators = generatorsFor(document).filter(
    ({ name }) => contestants?.some((wanted) => name.startsWith(wanted)) !== false,
  );
  const rounds = Math.ceil(roundsAtMost / (document.megabytes > 1 ? 2 : 1));
  const measured = await measurePrograms(generators, rounds);
  const base = measured.find(({ name }) => name.startsWith("openapi-typescript"));
  const ours = generators.find(({ name }) => name === "toolpress");
  await show(`**${document.name}**, ${document.operations} operations, ${document.megabytes.toFixed(1)} MB`, [
    ["", "makes", "time", "× openapi-typescript", "processor", "peak memory", "output", "files"],
    ...generators.map((generator, index) => row(generator, measured[index]!, base)),
  ]);
  if (ours !== undefined) await show(await repeat(document, ours));
}

function row(generator: Generator, measured: Measured, base: Measured | undefined): readonly string[] {
  const { name, makes, output } = generator;
  if (measured.failure !== undefined) return [name, makes, `failed: ${measured.failure}`, "", "", "", "", ""];
  const size = sizeOf(output);
  return [
    name,
    makes,
    msWith(middle(measured, "wall"), spread(measured, "wall")),
    base === undefined ? "" : (middle(measured, "wall") / middle(base, "wall")).toFixed(2),
    ms(middle(measured, "cpu")),
    `${middle(measured, "peak").toFixed(0)} MB`,
    `${size.megabytes.toFixed(2)} MB`,
    String(size.files),
  ];
}

/**
 * Measures toolpress again on the same document: `gen` without a change, and `gen --check`. Also reports whether the
 * output compiles.
 */
async function repeat({ name }: BenchDocument, generator: Generator): Promise<Block> {
  const cwd = `${generator.output}/..`;
  const runs = await measurePrograms(
    [nothing, { name: "gen, nothing changed", run: () => runNode([toolpressCli, "gen"], cwd) }],
    roundsAtMost + 1,
  );
  const steady = runs.map(withoutFirst);
  const [check] = await measurePrograms(
    [{ name: "gen --check", run: () => runNode([toolpressCli, "gen", "--check"], cwd) }],
    Math.ceil(roundsAtMost / 2),
  );
  const shown = [...steady, check!].map(
    (run) => `${run.name} ${msWith(middle(run, "wall"), spread(run, "wall"))}`,
  );
  const times = middle(steady[1]!, "wall") / middle(steady[0]!, "wall");
  return `toolpress on ${name} again: ${shown.join("; ")}. Nothing changed: ${times.toFixed(1)} × \`node -e 0\`. The output ${compiles(cwd)}.`;
}

/** Removes the first run. The first run after a change writes the cache that all later runs use. */
function withoutFirst(measured: Measured): Measured {
  return { ...measured, runs: measured.runs.slice(1) };
}

function compiles(project: string): string {
  const compiler = createRequire(import.meta.url)
    .resolve("typescript-7/package.json")
    .replace("package.json", "bin/tsc");
  const dist = fileURLToPath(new URL("../runtime/dist", import.meta.url));
  const config = {
    compilerOptions: {
      ...{ strict: true, noEmit: true, target: "es2022", module: "nodenext", skipLibCheck: true, types: [] },
      ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
      paths: { "@toolpress/runtime/*": [`${dist}/*.d.ts`] },
    },
    include: ["generated"],
  };
  writeFileSync(`${project}/package.json`, '{ "type": "module" }\n');
  writeFileSync(`${project}/tsconfig.json`, JSON.stringify(config));
  const { status, stdout } = spawnSync(process.execPath, [compiler, "-p", "."], {
    cwd: project,
    encoding: "utf8",
  });
  rmSync(`${project}/package.json`);
  if (status === 0) return "compiles under `tsc --strict`";
  return `does not compile: ${stdout.split("\n").filter((line) => line.includes("error")).length} errors`;
}

/** Measures runs of `gen` before each of which one tool was edited. */
async function measureEdits(
  sizes: readonly number[],
  folder: (tools: number) => string,
  gen: (tools: number) => Program["run"],
): Promise<readonly Measured[]> {
  let edit = 0;
  return measurePrograms(
    sizes.map((tools) => ({
      name: `${tools}`,
      prepare: () => editOneTool(folder(tools), (edit += 1)),
      run: gen(tools),
    })),
    roundsAtMost,
  );
}

async function benchYaml(): Promise<void> {
  const folder = (tools: number): string => `${peersFolder}gen/toolpress/yaml-${tools}`;
  const sizes = [1, 10, 100, 1_000];
  for (const tools of sizes) writeYamlSpecs(folder(tools), tools);
  const gen =
    (tools: number, ...flags: string[]): Program["run"] =>
    () =>
      runNode([toolpressCli, "gen", ...flags], folder(tools));
  const cold = sizes.map(
    (tools): Program => ({
      name: `${tools}`,
      prepare: () => setAside(`${folder(tools)}/generated`),
      run: gen(tools),
    }),
  );
  const [empty, ...colds] = await measurePrograms([nothing, ...cold], roundsAtMost);
  for (const tools of sizes) await gen(tools)();
  const noops = await measurePrograms(
    sizes.map((tools) => ({ name: `${tools}`, run: gen(tools) })),
    roundsAtMost + 1,
  );
  const checks = await measurePrograms(
    sizes.map((tools) => ({ name: `${tools}`, run: gen(tools, "--check") })),
    Math.ceil(roundsAtMost / 2),
  );
  const edits = await measureEdits(sizes, folder, gen);
  const start = middle(empty!, "wall");
  const cell = (measured: Measured): string => msWith(middle(measured, "wall"), spread(measured, "wall"));
  await show(
    `**Own YAML**, ten tools to a file; \`node -e 0\` takes ${msWith(start, spread(empty!, "wall"))}`,
    [
      [
        "tools",
        "first gen",
        "peak memory",
        "nothing changed",
        "× node -e 0",
        "one tool edited",
        "gen --check",
        "output",
      ],
      ...sizes.map((tools, index) => [
        String(tools),
        cell(colds[index]!),
        `${middle(colds[index]!, "peak").toFixed(0)} MB`,
        cell(withoutFirst(noops[index]!)),
        (middle(withoutFirst(noops[index]!), "wall") / start).toFixed(2),
        cell(edits[index]!),
        cell(checks[index]!),
        `${sizeOf(`${folder(tools)}/generated`).megabytes.toFixed(2)} MB`,
      ]),
    ],
  );
  const wall = (list: readonly Measured[], index: number): number => middle(list[index]!, "wall");
  const allowance = middle(withoutFirst(noops[3]!), "wall") + wall(colds, 0);
  await show(
    `1,000 tools cost ${(wall(colds, 3) / wall(colds, 2)).toFixed(1)} × 100 tools. Editing one tool of 1,000 costs ${(wall(edits, 3) / allowance).toFixed(2)} × the sum of a run that changes nothing and the first gen of one tool.`,
  );
}
