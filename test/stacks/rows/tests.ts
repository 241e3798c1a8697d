import { agentText } from "../project.js";
import { bin, node, type Stack } from "../stack.js";

const testOf = (imports: string): string => `${imports}import { runAgent } from "./agent$EXT";

test("the agent uses its tools", async () => {
  expect(await runAgent(process.env["MODEL_URL"] ?? "")).toBe(${JSON.stringify(agentText)});
  console.log("agent: ${agentText}");
}, 60_000);
`;

const jest = { jest: "30.5.2", "ts-jest": "29.4.15", "@types/jest": "30.0.0", typescript: "5.9.3" };
const jestBin = "jest/bin/jest.js";

/** Test runners. The test of the project runs the agent. */
export const testStacks: readonly Stack[] = [
  {
    title: "jest, default mode",
    shows: ["jest", "ts-jest"],
    dependencies: jest,
    manifest: { type: "commonjs", jest: { preset: "ts-jest" } },
    compilerOptions: { module: "commonjs", target: "es2022", types: ["jest", "node"], strict: true },
    files: { "src/agent.test.ts": testOf("") },
    steps: [{ run: bin(jestBin), says: "agent" }],
  },
  {
    title: "jest, ES modules",
    shows: ["jest", "ts-jest"],
    dependencies: jest,
    manifest: {
      jest: {
        preset: "ts-jest/presets/default-esm",
        extensionsToTreatAsEsm: [".ts"],
        testMatch: ["**/src/*.test.ts"],
      },
    },
    compilerOptions: {
      module: "esnext",
      moduleResolution: "bundler",
      target: "es2022",
      types: ["jest", "node"],
      strict: true,
    },
    files: { "src/agent.test.ts": testOf("") },
    steps: [{ run: node("--experimental-vm-modules", `node_modules/${jestBin}`), says: "agent" }],
  },
  {
    title: "vitest",
    node: "24",
    shows: ["vitest"],
    dependencies: { vitest: "5.1.0", vite: "8.3.8" },
    compilerOptions: { module: "nodenext", target: "es2022" },
    files: { "src/agent.test.ts": testOf('import { expect, test } from "vitest";\n') },
    steps: [{ run: bin("vitest/vitest.mjs", "run"), says: "agent" }],
  },
];
