import { main } from "../project.js";
import { bin, node, type Stack } from "../stack.js";

const versions = ["5.0.4", "5.2.2", "5.4.5", "5.6.3", "5.8.3", "5.9.3", "6.0.3", "7.0.2"];

/** The newest type declarations of Node that a version of TypeScript can read. */
const nodeTypes = (version: string): string => (version < "5.6" ? "20.11.30" : "22.19.0");

/** Versions of TypeScript, with the strictest options. The declarations of libraries are checked too. */
export const typescriptStacks: readonly Stack[] = versions.map((version) => ({
  title: `TypeScript ${version.split(".").slice(0, 2).join(".")}`,
  shows: ["typescript"],
  dependencies: { typescript: version, "@types/node": nodeTypes(version) },
  compilerOptions: {
    ...{
      module: "nodenext",
      target: "es2022",
      lib: ["es2022"],
      types: ["node"],
      outDir: "out",
      rootDir: "src",
    },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ noPropertyAccessFromIndexSignature: true, verbatimModuleSyntax: true, skipLibCheck: false },
  },
  files: { "src/main.ts": main },
  steps: [{ run: bin("typescript/bin/tsc") }, { run: node("out/main.js"), says: "agent" }],
}));
