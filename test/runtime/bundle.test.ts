import { build } from "esbuild";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { type BundleSize, measureBundle } from "../../bench/bundle-size.js";
import type { runLoop } from "../../runtime/loop.js";
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
  measureBundle({ stdin: { contents, resolveDir: root } });

/** Values that generated files import from the runtime. */
function importsOf(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  const names = files.flatMap((file) =>
    [
      ...readFileSync(join(folder, file), "utf8").matchAll(
        /import \{([^}]*)\} from "toolpress\/runtime\/v1"/g,
      ),
    ].flatMap(([, list = ""]) => list.split(",").map((name) => name.trim())),
  );
  return [...new Set(names)].filter((name) => name !== "" && !name.startsWith("type "));
}

describe("the runtime as a bundle", () => {
  const agent =
    'export { createAgent } from "./runtime/agent.js"; export { gemini } from "./runtime/gemini.js";';

  it("of an agent with Gemini is small, and holds nothing of the adapters", async () => {
    const { text, first, all } = await measure(agent);
    console.log(`createAgent + gemini: ${first} bytes min+gz at once, ${all} with everything`);
    expect(first).toBeLessThanOrEqual(10_000);
    expect(all).toBeLessThanOrEqual(15_000);
    expect(text).not.toMatch(/gen_ai\.|HMAC|automaticFunctionCalling|aiplatform/);
  });

  it("leaves for later what only failures, streams, approvals and cut results need", async () => {
    const { text } = await measure(agent);
    expect(text).toContain("streamGenerateContent");
    expect(text).not.toMatch(/PerDay|retryAfterMs|data:|did you mean|could not be approved|version 1/);
  });

  it("with everything that the largest generated set imports stays small", async () => {
    const names = importsOf(join(root, "generated/kitchen-sink"));
    const { first, all } = await measure(`${agent} export { ${names.join(", ")} } from "./runtime/v1.js";`);
    console.log(
      `createAgent + gemini + ${names.length} imports of kitchen-sink: ${first} bytes min+gz at once, ${all} with everything`,
    );
    expect(names.length).toBeGreaterThan(20);
    expect(first).toBeLessThanOrEqual(13_600);
    expect(all).toBeLessThanOrEqual(19_000);
  });

  it("of the loop loads nothing later: sandboxes have no loader", async () => {
    const { first, all } = await measure(
      'export { runLoop } from "./runtime/loop.js"; export { resumeLoop } from "./runtime/resume-loop.js";',
    );
    expect(all).toBe(first);
  });

  it("of the loop needs no globals beyond those of Temporal's workflow sandbox", async () => {
    const text = await bundle(
      'export { runLoop } from "./runtime/loop.js"; export { resumeLoop } from "./runtime/resume-loop.js"; export { temporalHost } from "./runtime/hosts/temporal.js";',
    );
    expect(text).not.toMatch(
      /\b(fetch|setTimeout|setInterval|structuredClone|Headers|ReadableStream|crypto|process|Date\.now|new Date|Math\.random)\b/,
    );
    const module = { exports: {} as { runLoop: typeof runLoop } };
    // Only the language itself, and what the sandbox adds to it.
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
