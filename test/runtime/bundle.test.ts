import { build } from "esbuild";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { type BundleSize, measureBundle } from "../../bench/bundle-size.js";
import type { runLoop } from "../../runtime/loop/loop.js";
import { handMade } from "./hand-made-tools.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

async function bundle(contents: string): Promise<string> {
  const built = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    format: "cjs",
    platform: "neutral",
    target: "es2022",
    write: false,
  });
  return built.outputFiles[0]?.text ?? "";
}

const measure = (contents: string): Promise<BundleSize> =>
  measureBundle({ stdin: { contents, resolveDir: root } }, { tsconfig: join(root, "tsconfig.json") });

const kitchenSink = join(root, "generated/kitchen-sink");
const files = readdirSync(kitchenSink, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".ts"),
);

/** The values that the files of the largest generated set import from the runtime, exported again. */
function importsOf(read: readonly string[]): string {
  const names = read.flatMap((file) =>
    [
      ...readFileSync(join(kitchenSink, file), "utf8").matchAll(
        /import \{([^}]*)\} from "@toolpress\/runtime\/v1"/g,
      ),
    ].flatMap(([, list = ""]) => list.split(",").map((name) => name.trim())),
  );
  const values = new Set(names.filter((name) => name !== "" && !name.startsWith("type ")));
  expect(values.size).toBeGreaterThan(1);
  return `export { ${[...values].sort().join(", ")} } from "./runtime/v1.js";`;
}

describe("the runtime as a bundle", () => {
  const agent =
    'export { createAgent } from "./runtime/start/agent.js"; export { gemini } from "./runtime/gemini/gemini.js";';

  it("of an agent with Gemini is small, and contains no adapter", async () => {
    const { text, first, all } = await measure(agent);
    console.log(`createAgent + gemini: ${first} bytes min+gz at once, ${all} with everything`);
    expect(first).toBeLessThanOrEqual(4_830);
    expect(all).toBeLessThanOrEqual(25_200);
    expect(text).not.toMatch(/gen_ai\.|HMAC|automaticFunctionCalling|aiplatform/);
  });

  it("loads later the code that only runs, tools, failures and streams need", async () => {
    const { text } = await measure(agent);
    expect(text).toContain("streamGenerateContent");
    expect(text).not.toMatch(/PerDay|retryAfterMs|data:|did you mean|could not be approved|version 2/);
    expect(text).not.toMatch(/max_turns|allowedFunctionNames|finishReason/);
  });

  it("with the largest generated set is small until a tool is called", async () => {
    const { first } = await measure(agent + importsOf(["index.ts", "entries.ts"]));
    console.log(`createAgent + gemini + createKitchenSink: ${first} bytes min+gz at once`);
    expect(first).toBeLessThanOrEqual(5_820);
  });

  it("is small at the start, even with all imports of the largest generated set", async () => {
    const { first, all } = await measure(agent + importsOf(files));
    console.log(`with all imports of kitchen-sink: ${first} bytes min+gz at once, ${all} with everything`);
    expect(first).toBeLessThanOrEqual(11_220);
    expect(all).toBeLessThanOrEqual(30_650);
  });

  it("of the largest generated set contains no checks before a tool is called", async () => {
    const { text } = await measure(
      agent + ' export { createKitchenSink } from "./generated/kitchen-sink/index.js";',
    );
    expect(text).toContain("place_order");
    expect(text).not.toMatch(/date-time string like|did you mean/);
  });

  it("of the loop loads nothing later, because sandboxes have no loader", async () => {
    const { first, all } = await measure(
      'export { runLoop } from "./runtime/loop/loop.js"; export { resumeLoop } from "./runtime/loop/resume-loop.js";',
    );
    expect(all).toBe(first);
  });

  it("of the loop needs no globals beyond those of Temporal's workflow sandbox", async () => {
    const text = await bundle(
      'export { runLoop } from "./runtime/loop/loop.js"; export { resumeLoop } from "./runtime/loop/resume-loop.js";',
    );
    expect(text).not.toMatch(
      /\b(fetch|setTimeout|setInterval|structuredClone|Headers|ReadableStream|crypto|process|Date\.now|new Date|Math\.random)\b/,
    );
    const module = { exports: {} as { runLoop: typeof runLoop } };
    // The code gets only the language itself and the globals that the sandbox adds.
    runInNewContext(text, {
      module,
      exports: module.exports,
      AbortController,
      URL,
      URLSearchParams,
      TextEncoder,
      TextDecoder,
    });
    const result = await module.exports.runLoop(
      {
        model: ({ turn }) =>
          Promise.resolve({
            ok: true,
            ms: 0,
            response: {
              candidates: [
                {
                  finishReason: "STOP",
                  content: {
                    role: "model",
                    parts: [turn === 0 ? { functionCall: { name: "tool" } } : { text: "done" }],
                  },
                },
              ],
            },
          }),
        tools: (batch) =>
          Promise.resolve(
            batch.map(({ tool }) => ({
              response: { name: tool, response: { result: 1 } },
              started: true,
              ms: 0,
            })),
          ),
      },
      {
        runId: "r",
        tools: handMade([{ name: "tool", run: () => 1 }]),
        contents: [{ role: "user", parts: [{ text: "go" }] }],
      },
    );
    expect(result).toMatchObject({ status: "done", text: "done" });
  });
});
