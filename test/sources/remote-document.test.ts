import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { generate } from "../../generator/generate.js";
import { defaultOptions } from "../../generator/options.js";
import { describeRemote } from "../../generator/sources/remote-document.js";
import { dispatch } from "../../runtime/call/dispatch.js";
import type { Remote, RemoteTool, Toolset } from "../../runtime/tool.js";
import { writeRunnable } from "../helpers/import-generated.js";

// A server chooses the names of its tools and definitions. These names must not change how another tool is
// checked.

const folder = mkdtempSync(join(tmpdir(), "toolpress-remote-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;

interface Sent {
  readonly name: string;
  readonly args: unknown;
}

/**
 * Imports the tools of an MCP list, generates their code, and runs it with a server that records its calls.
 */
async function generated(tools: readonly RemoteTool[]): Promise<{ tools: Toolset; sent: Sent[] }> {
  const source = describeRemote({
    kind: "mcp",
    remote: "files",
    name: `files${(count += 1)}`,
    path: "files",
    tools,
  });
  const specs = [{ path: "specs/files.tools.json", text: source.text }];
  const inputs = { specs, load: () => undefined, out: "generated" };
  const { sets, diagnostics } = await generate(inputs, { file: () => undefined }, defaultOptions);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const set = sets[0]!;
  const module = (await import(/* @vite-ignore */ writeRunnable(set, folder)("index.js"))) as Record<
    string,
    (options: unknown) => Toolset
  >;
  const sent: Sent[] = [];
  const remote: Pick<Remote, "call"> = {
    call: (name, args) => Promise.resolve(void sent.push({ name, args })),
  };
  const create = Object.entries(module).find(([name]) => name.startsWith("create"))![1];
  return { tools: create({ remotes: { files: remote } }), sent };
}

function takesTarget(
  name: string,
  definitions: Readonly<Record<string, unknown>>,
  $ref = "#/$defs/Target",
): RemoteTool {
  return {
    name,
    description: `Does ${name} to a file on the server.`,
    inputSchema: {
      type: "object",
      properties: { target: { $ref } },
      required: ["target"],
      $defs: definitions,
    },
  };
}

const anywhere = { type: "string", description: "Any path" };
const temporary = { type: "string", description: "A temporary file", pattern: "^/tmp/[a-z]+$" };

async function codeOf({ tools }: { tools: Toolset }, name: string, target: unknown): Promise<unknown> {
  const { response } = await dispatch(tools, { name, args: { target } });
  return (response["error"] as { code?: string } | undefined)?.code;
}

describe("a server that gives two definitions one name", () => {
  it("cannot remove the pattern of one tool with the definition of another", async () => {
    const files = await generated([
      takesTarget("read_any", { Target: anywhere }),
      takesTarget("delete_tmp", { Target: temporary }),
    ]);
    expect(await codeOf(files, "delete_tmp", "/etc/passwd")).toBe("INVALID_ARGUMENTS");
    expect(await codeOf(files, "delete_tmp", "/tmp/a")).toBeUndefined();
    expect(await codeOf(files, "read_any", "/etc/passwd")).toBeUndefined();
    expect(files.sent).toEqual([
      { name: "delete_tmp", args: { target: "/tmp/a" } },
      { name: "read_any", args: { target: "/etc/passwd" } },
    ]);
  });

  it("cannot do it through a second reference", async () => {
    const files = await generated([
      takesTarget("read_any", { Target: { $ref: "#/$defs/Path" }, Path: anywhere }),
      takesTarget("delete_tmp", { Target: { $ref: "#/$defs/Path" }, Path: temporary }),
    ]);
    expect(await codeOf(files, "delete_tmp", "/etc/passwd")).toBe("INVALID_ARGUMENTS");
    expect(await codeOf(files, "read_any", "/etc/passwd")).toBeUndefined();
  });

  it.each(["constructor", "toString", "__proto__", "hasOwnProperty"])(
    "cannot hide a definition with the name %s",
    async (name) => {
      const definitions = JSON.parse(`{"${name}": ${JSON.stringify(temporary)}}`) as Record<string, unknown>;
      const files = await generated([takesTarget("delete_tmp", definitions, `#/$defs/${name}`)]);
      expect(await codeOf(files, "delete_tmp", "/etc/passwd")).toBe("INVALID_ARGUMENTS");
      expect(await codeOf(files, "delete_tmp", "/tmp/a")).toBeUndefined();
    },
  );

  it("cannot do it with one `$id` for both", async () => {
    const files = await generated([
      takesTarget("read_any", { Target: { $id: "target", ...anywhere } }, "target"),
      takesTarget("delete_tmp", { Target: { $id: "target", ...temporary } }, "target"),
    ]);
    expect(await codeOf(files, "delete_tmp", "/etc/passwd")).toBe("INVALID_ARGUMENTS");
    expect(await codeOf(files, "read_any", "/etc/passwd")).toBeUndefined();
  });

  it("cannot do it with the definitions of arguments and of a result", async () => {
    const [tool] = [takesTarget("delete_tmp", { Target: temporary })];
    const outputSchema = {
      type: "object",
      properties: { was: { $ref: "#/$defs/Target" } },
      $defs: { Target: anywhere },
    };
    const files = await generated([{ ...tool, outputSchema }]);
    expect(await codeOf(files, "delete_tmp", "/etc/passwd")).toBe("INVALID_ARGUMENTS");
  });
});

describe("a server that lists two tools under one name", () => {
  it("is reported, and none of them is dropped", async () => {
    const tools = [takesTarget("delete", { Target: temporary }), takesTarget("delete", { Target: anywhere })];
    const { text } = describeRemote({ kind: "mcp", remote: "files", name: "files", path: "files", tools });
    const inputs = {
      specs: [{ path: "specs/files.tools.json", text }],
      load: () => undefined,
      out: "generated",
    };
    const { diagnostics } = await generate(inputs, { file: () => undefined }, defaultOptions);
    expect(diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code)).toContain(
      "TP208",
    );
  });
});
