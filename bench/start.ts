import { writeFileSync } from "node:fs";
import { build } from "esbuild";
import { measureBundle } from "./bundle-size.js";
import { runNode } from "./child.js";
import { installPeers, peersFolder, peerVersion } from "./install-peers.js";
import { installSet } from "./installed-set.js";
import { median } from "./measure.js";
import { publish } from "./publish.js";

// Measures the cost of loading an agent: the time and memory of the import, and the bytes in a bundle.

installPeers(["@google/genai", "ai", "@ai-sdk/google"]);

const folder = `${peersFolder}start`;
const rounds = 15;

await installSet(folder, 10);
await build({
  entryPoints: [`${folder}/compiled/index.js`],
  outfile: `${folder}/bundled/index.js`,
  ...{ bundle: true, format: "esm", packages: "external" },
});

const runtime = `export { createAgent, gemini } from "@toolpress/runtime";\n`;
const everyTool = `import { createSet0 } from "./compiled/index.js";
const handlers = new Proxy({}, { get: () => () => {} });
await Promise.all([...createSet0({ handlers }).tools.values()].map(({ entry }) => entry.checks()));
`;
const entries: Readonly<Record<string, string>> = {
  "empty module": "export {};\n",
  "toolpress with the set": `${runtime}export { createSet0 } from "./compiled/index.js";\n`,
  "the same, every tool called once": `${runtime}${everyTool}`,
  "toolpress, the set bundled into one file": `${runtime}export { createSet0 } from "./bundled/index.js";\n`,
  "toolpress without the set": runtime,
  [`@google/genai ${peerVersion("@google/genai")}`]: `export { GoogleGenAI } from "@google/genai";\n`,
  [`ai ${peerVersion("ai")}, @ai-sdk/google ${peerVersion("@ai-sdk/google")}`]: `export { generateText } from "ai";\nexport { createGoogleGenerativeAI } from "@ai-sdk/google";\n`,
};

const files = Object.entries(entries).map(([name, text], index) => {
  const file = `${folder}/entry-${index}.js`;
  writeFileSync(file, text);
  return { name, file, times: [] as number[], memory: [] as number[] };
});

const timer = `${folder}/time.js`;
writeFileSync(
  timer,
  `const before = process.memoryUsage().rss;
const start = performance.now();
await import(process.argv[2]);
console.log(JSON.stringify({ time: performance.now() - start, memory: process.memoryUsage().rss - before }));
`,
);
for (let round = 0; round < rounds; round += 1) {
  for (const entry of files) {
    const { stdout } = await runNode([timer, entry.file], folder);
    const { time, memory } = JSON.parse(stdout) as { time: number; memory: number };
    entry.times.push(time);
    entry.memory.push(memory / 1e6);
  }
}

const empty = median(files[0]!.times);
const over = (times: readonly number[]): number => median(times) - empty;
const genai = over(files.find(({ name }) => name.startsWith("@google/genai"))!.times);
const spread = (values: readonly number[]): string =>
  `±${(((Math.max(...values) - Math.min(...values)) / 2 / median(values)) * 100).toFixed(0)} %`;
const rows = [];
const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} KB`;
for (const { name, file, times, memory } of files) {
  const { first, all } = await measureBundle({ entryPoints: [file] });
  rows.push([
    name,
    `${median(times).toFixed(1)} ms ${spread(times)}`,
    `${((over(times) / genai) * 100).toFixed(0)} %`,
    `${median(memory).toFixed(1)} MB`,
    kilobytes(first),
    kilobytes(all),
  ]);
}
await publish("start", "Starting", [
  `Importing the runtime and a generated set of ten tools. The share compares the time above that of an empty module with the same time of @google/genai. The checks of a tool are loaded with its first call. Bundles are made for browsers, with splitting. The first size is the code that is loaded at once. The second size includes the code that may be loaded later. ${rounds} rounds.`,
  [["", "import", "share of @google/genai", "memory", "bundle at once, min+gz", "in all"], ...rows],
]);
