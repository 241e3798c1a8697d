import { main } from "../project.js";
import { bin, node, type Stack } from "../stack.js";

const nodenext = {
  module: "nodenext",
  target: "es2022",
  types: ["node"],
  strict: true,
  outDir: "out",
  rootDir: "src",
};
const compiled: Pick<Stack, "compilerOptions" | "files" | "steps"> = {
  compilerOptions: nodenext,
  files: { "src/main.ts": main },
  steps: [{ run: bin("typescript/bin/tsc") }, { run: node("out/main.js"), says: "agent" }],
};
const typescript = { typescript: "5.9.3", "@types/node": "22.19.0" };

/** Node with compiled code, Node with its own TypeScript, and CommonJS. */
export const nodeStacks: readonly Stack[] = [
  { title: "Node 20, compiled by tsc", shows: ["typescript"], dependencies: typescript, ...compiled },
  ...(["22", "24"] as const).map((major) => ({
    title: `Node ${major}, compiled by tsc`,
    node: major,
    shows: ["typescript"],
    dependencies: typescript,
    ...compiled,
  })),
  ...(["22", "24"] as const).map((major) => ({
    title: `Node ${major}, its own TypeScript`,
    node: major,
    shows: [],
    compilerOptions: { ...nodenext, rewriteRelativeImportExtensions: true, erasableSyntaxOnly: true },
    files: { "src/main.ts": main },
    steps: [{ run: node("src/main.ts"), says: "agent" as const }],
  })),
  {
    title: "tsx on Node 20",
    shows: ["tsx"],
    dependencies: { tsx: "4.23.15" },
    compilerOptions: nodenext,
    files: { "src/main.ts": main },
    steps: [{ run: bin("tsx/dist/cli.mjs", "src/main.ts"), says: "agent" }],
  },
  ...(["node16", "commonjs"] as const).map((module) => ({
    title: `CommonJS, \`module: ${module}\``,
    shows: ["typescript"],
    dependencies: typescript,
    manifest: { type: "commonjs" },
    compilerOptions: { ...nodenext, module },
    files: { "src/main.ts": main },
    steps: compiled.steps,
  })),
];
