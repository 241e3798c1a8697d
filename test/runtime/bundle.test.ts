import { build } from "esbuild";
import { gzipSync } from "node:zlib";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import type { runLoop } from "../../runtime/loop.js";
import { handMade } from "./hand-made-tools.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

async function bundle(contents: string, format: "esm" | "cjs" = "esm"): Promise<string> {
  const built = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    minify: format === "esm",
    format,
    platform: "neutral",
    target: "es2022",
    write: false,
  });
  return built.outputFiles[0]?.text ?? "";
}

describe("the runtime as a bundle", () => {
  it("of an agent with Gemini is small", async () => {
    const text = await bundle(
      'export { createAgent } from "./runtime/agent.js"; export { gemini } from "./runtime/gemini.js";',
    );
    const bytes = gzipSync(text, { level: 9 }).length;
    console.log(`createAgent + gemini: ${bytes} bytes min+gz`);
    expect(bytes).toBeLessThanOrEqual(13_500);
    expect(text).not.toMatch(/gen_ai\.|HMAC|automaticFunctionCalling/);
  });

  it("of the loop needs no globals beyond those of Temporal's workflow sandbox", async () => {
    const text = await bundle(
      'export { runLoop } from "./runtime/loop.js"; export { temporalHost } from "./runtime/hosts/temporal.js";',
      "cjs",
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
