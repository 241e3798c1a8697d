import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { build } from "esbuild";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

describe("toolpress/testing without Node", () => {
  it("is bundled for workerd, and a scripted model runs there", async () => {
    const contents = `
      import { createAgent } from "@toolpress/runtime";
      import { fakeGemini, scriptedModel } from "toolpress/testing";
      const tools = { name: "none", tools: new Map(), builtins: [] };
      globalThis.answer = createAgent({ tools, model: scriptedModel(["Hello."]) }).run("Hi");
      globalThis.failure = fakeGemini().catch((error) => error.message);`;
    const { outputFiles, warnings } = await build({
      stdin: { contents, resolveDir: root },
      tsconfig: join(root, "tsconfig.json"),
      conditions: ["workerd", "worker", "browser"],
      bundle: true,
      format: "iife",
      platform: "neutral",
      write: false,
    });
    expect(warnings).toEqual([]);
    const text = outputFiles[0]?.text ?? "";
    expect(text).not.toMatch(/(?:import|require)\(["']node:/);
    const platform = {
      ...{ crypto, AbortController, structuredClone, setTimeout, clearTimeout, btoa, URLSearchParams },
      ...{ performance, TextEncoder, TextDecoder },
    };
    const context: Record<string, Promise<unknown>> & object = { ...platform } as never;
    runInNewContext(`globalThis = this; ${text}`, context);
    expect(await context["answer"]).toMatchObject({ status: "done", text: "Hello." });
    expect(await context["failure"]).toContain("use `scriptedModel`, which works without HTTP");
  });

  it("has types that need no types of Node", () => {
    const folder = mkdtempSync(join(tmpdir(), "toolpress-types-"));
    try {
      const { config } = ts.readConfigFile(join(root, "tsconfig.json"), (path) => ts.sys.readFile(path));
      const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
      const { incremental: _, tsBuildInfoFile: __, noEmit: ___, ...common } = options;
      const emit = { declaration: true, emitDeclarationOnly: true, outDir: folder, rootDir: root };
      ts.createProgram([join(root, "testing/index.ts")], { ...common, ...emit }).emit();
      const paths = { "@toolpress/runtime": [join(folder, "runtime/index.d.ts")] };
      const lib = ["lib.es2023.d.ts", "lib.dom.d.ts"];
      const strict = { ...common, lib, paths, types: [], skipLibCheck: false, noEmit: true };
      const program = ts.createProgram([join(folder, "testing/index.d.ts")], strict);
      const messages = ts
        .getPreEmitDiagnostics(program)
        .map(
          ({ file, messageText }) => `${file?.fileName.slice(folder.length)}: ${JSON.stringify(messageText)}`,
        );
      expect(messages).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
