import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format } from "prettier";
import { installTools, packPackages } from "./install.js";
import { startModelServer } from "./model-server.js";
import { bundlerStacks } from "./rows/bundlers.js";
import { managerStacks } from "./rows/managers.js";
import { nextStacks } from "./rows/next.js";
import { nodeStacks } from "./rows/node.js";
import { runtimeStacks } from "./rows/runtimes.js";
import { testStacks } from "./rows/tests.js";
import { typescriptStacks } from "./rows/typescript.js";
import { runStack, type Row } from "./run-stack.js";
import type { Stack } from "./stack.js";

// `npm run test:stacks` checks that a generated set runs in every stack that the documentation names. Each
// stack is installed into its own folder below .cache/stacks, from the packages as they would be published,
// and uses the fake over loopback HTTP. `npm run test:stacks -- next jest` runs the stacks whose titles have
// one of these words, and leaves docs/stacks.md unchanged.

const stacks: readonly Stack[] = [
  ...nodeStacks,
  ...typescriptStacks,
  ...nextStacks,
  ...bundlerStacks,
  ...testStacks,
  ...runtimeStacks,
  ...managerStacks,
];

const page = fileURLToPath(new URL("../../docs/stacks.md", import.meta.url));

const introduction = `# Stacks

In the repository, \`npm run test:stacks\` writes this page. In every row a project of its own installs \`@toolpress/runtime\` as it would be published, and nothing else of toolpress. \`gen\` chooses the ending of
imports by the project's tsconfig.json ([config.md](config.md#imports)). The program is built and run: an agent asks a strict fake of Gemini over HTTP three questions, whose answers need a handler, a map
with a 64-bit integer, and an HTTP API.

`;

async function main(words: readonly string[]): Promise<void> {
  const chosen = stacks.filter(
    ({ title }) =>
      words.length === 0 || words.some((word) => title.toLowerCase().includes(word.toLowerCase())),
  );
  if (chosen.length === 0) throw new Error(`no stack has ${words.join(" or ")} in its title`);
  const packages = packPackages();
  installTools(packages);
  const server = await startModelServer();
  const rows: Row[] = [];
  try {
    for (const stack of chosen) {
      const row = await runStack(stack, packages, server.url);
      console.log(`${row.problem === undefined ? "ok    " : "FAILED"} ${row.title} (${row.versions})`);
      if (row.problem !== undefined) console.log(row.problem.replace(/^/gm, "       "));
      rows.push(row);
    }
  } finally {
    await server.close();
  }
  const failed = rows.filter(({ problem }) => problem !== undefined).length;
  console.log(`${rows.length - failed} passed, ${failed} failed`);
  if (words.length === 0)
    writeFileSync(page, await format(introduction + table(rows), { parser: "markdown" }));
  process.exitCode = failed === 0 ? 0 : 1;
}

function table(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ title, versions, imports, problem }) =>
      `| ${title} | ${versions} | ${imports.replace(".", "")} | ${problem === undefined ? "runs" : "fails"} |`,
  );
  return (
    ["| stack | versions | \`imports\` | verdict |", "| --- | --- | --- | --- |", ...lines].join("\n") + "\n"
  );
}

await main(process.argv.slice(2));
