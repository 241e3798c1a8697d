import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { run } from "../../generator/cli/run.js";

let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "toolpress-"));
});
afterEach(() => {
  rmSync(cwd, { recursive: true, force: true });
});

async function toolpress(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  let out = "";
  let err = "";
  const stdout = { write: (text: string) => (out += text) };
  const stderr = { write: (text: string) => (err += text) };
  const code = await run(args, { cwd, env: {}, stdout, stderr });
  return { code, out, err };
}

function file(path: string, content: unknown): void {
  mkdirSync(join(cwd, path, ".."), { recursive: true });
  writeFileSync(join(cwd, path), typeof content === "string" ? content : JSON.stringify(content));
}

function read(path: string): string {
  return readFileSync(join(cwd, path), "utf8");
}

const tool = {
  name: "get-sum",
  description: "Adds.",
  inputSchema: { type: "object", properties: { a: { type: "number" } } },
};

describe("toolpress import", () => {
  it("leaves out the same parts of a foreign document as gen, so that the spec compiles", async () => {
    const properties = {
      a: { type: "integer", default: "ten" },
      b: { type: "integer", minimum: 5, maximum: 3 },
      c: { type: "string", enum: [] },
      d: { type: "boolean", default: "false" },
      e: { type: "string", pattern: "^(x+)+$" },
      f: { type: "string", pattern: "^[a-z]+$" },
    };
    file("slips.json", { tools: [{ ...tool, inputSchema: { type: "object", properties } }] });
    const { code, err } = await toolpress("import", "slips.json");
    expect(code).toBe(0);
    for (const problem of ["TP322", "TP407", "TP412", "TP413", "TP416"])
      expect(err).toContain(`warning ${problem}`);
    expect((await toolpress("gen")).code).toBe(0);
    expect(read("specs/slips.tools.yaml")).toMatch(/pattern: \^\[a-z\]\+\$/);
    const exported = await toolpress("export", "--to", "mcp", "slips.json");
    expect(JSON.parse(exported.out)).toMatchObject({
      tools: [
        {
          inputSchema: {
            properties: {
              a: { type: "integer" },
              b: { type: "integer" },
              c: { type: "string" },
              d: { type: "boolean", default: false },
              e: { type: "string", pattern: "^(x+)+$" },
            },
          },
        },
      ],
    });
    expect(exported.out).not.toMatch(/ten|minimum|enum|patternUpTo/);
  });

  it("writes a spec into specs/, named after the file, and prints the next step", async () => {
    file("Everything@2.json", { tools: [tool] });
    const { code, out } = await toolpress("import", "Everything@2.json");
    expect(code).toBe(0);
    expect(out).toBe("specs/everything-2.tools.yaml: 1 tool. Review it, then run toolpress gen.\n");
    expect(read("specs/everything-2.tools.yaml"))
      .toBe(`# Imported from Everything@2.json. Edit freely: nothing overwrites this file.

# Diagnostics of the import:
# TP217 line 1: "get-sum" is declared as "get_sum"; its handler has that name, too

name: everything-2

tools:
  get_sum:
    description: Adds.
    parameters:
      type: object
      properties:
        a:
          type: number
`);
  });

  it("binds the tools to a remote by their own names", async () => {
    file("list.json", { tools: [tool] });
    const { out } = await toolpress("import", "list.json", "--remote", "files", "--out", "-");
    expect(out).toContain("  get-sum:\n    rename: get_sum\n");
    expect(out).toContain("    binding:\n      mcp: files\n");
  });

  it("refuses a remote for tools that cannot have one", async () => {
    file("list.json", [{ name: "a", description: "Does something.", input_schema: { type: "object" } }]);
    const { code, err } = await toolpress("import", "list.json", "--remote", "files", "--out", "-");
    expect(code).toBe(2);
    expect(err).toContain("Anthropic documents have no remote");
  });

  it("replaces a spec only with --force", async () => {
    file("list.json", { tools: [tool] });
    file("specs/mine.tools.yaml", "mine");
    const refused = await toolpress("import", "list.json", "--out", "specs/mine.tools.yaml");
    expect(refused.code).toBe(2);
    expect(refused.err).toContain(
      "toolpress: specs/mine.tools.yaml already exists\nUse another --out, --merge to complete it, or --force to replace it.\n",
    );
    expect(read("specs/mine.tools.yaml")).toBe("mine");
    expect((await toolpress("import", "list.json", "--out", "specs/mine.tools.yaml", "--force")).code).toBe(
      0,
    );
    expect(read("specs/mine.tools.yaml")).toContain("get_sum");
  });

  it("does not complete a spec that it cannot read, and reports the location", async () => {
    file("list.json", { tools: [tool] });
    file("specs/mine.tools.yaml", "tools:\n  a: {\n");
    const { code, err } = await toolpress("import", "list.json", "--out", "specs/mine.tools.yaml", "--merge");
    expect(code).toBe(2);
    expect(err).toContain("toolpress: specs/mine.tools.yaml:3:1 cannot be completed: ");
    expect(read("specs/mine.tools.yaml")).toBe("tools:\n  a: {\n");
  });

  it("writes the valid tools and still fails if one is invalid", async () => {
    file("list.json", { tools: [tool, { name: "bad" }] });
    const { code, err } = await toolpress("import", "list.json");
    expect(code).toBe(1);
    expect(err).toContain('error TP702  tool "bad" is left out: expected an inputSchema, found nothing');
    expect(read("specs/list.tools.yaml")).toContain("get_sum");
  });

  it("writes one spec per contract of a manifest", async () => {
    const contract = (name: string): unknown => ({
      name,
      function_declarations: [{ name: "f", description: "d" }],
    });
    file("m.json", { contracts: [contract("Home Lights"), contract("weather")] });
    expect((await toolpress("import", "m.json", "--out", "one.yaml")).code).toBe(2);
    expect((await toolpress("import", "m.json", "--out", "all")).code).toBe(0);
    expect(["home-lights", "weather"].map((name) => existsSync(join(cwd, `all/${name}.tools.yaml`)))).toEqual(
      [true, true],
    );
  });

  it.each([
    [["import"], "name the file to import"],
    [["import", "gone.json"], 'there is no file "gone.json"'],
    [["import", "a.json", "--from", "bedrok"], '--from: there is no dialect "bedrok"'],
  ])("%j is a usage error", async (args, message) => {
    const { code, err } = await toolpress(...args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  it("recognises a list of MCP servers, and explains how to import from it", async () => {
    file("mcp.json", { mcpServers: { files: { command: "npx" } } });
    const { code, err } = await toolpress("import", "mcp.json");
    expect(code).toBe(1);
    expect(err).toContain(
      'help: This lists MCP servers, not tools; ask a server for its tools with toolpress import "mcp:<command>".',
    );
  });

  it("reads files that a document outside the project refers to in its folder", async () => {
    file("outside/list.json", { tools: [{ ...tool, inputSchema: { $ref: "args.json" } }] });
    file("outside/args.json", { type: "object", properties: { b: { type: "boolean" } } });
    mkdirSync(join(cwd, "inside"));
    cwd = join(cwd, "inside");
    const { code, out, err } = await toolpress("import", "../outside/list.json", "--out", "-");
    cwd = join(cwd, "..");
    expect(code, err).toBe(0);
    expect(out).toContain("b:\n          type: boolean");
  });

  it("reports an unknown dialect, and writes nothing", async () => {
    file("package.json", { name: "x" });
    const { code, err } = await toolpress("import", "package.json");
    expect(code).toBe(1);
    expect(err).toContain('TP701  cannot recognise the dialect of "package.json"');
    expect(existsSync(join(cwd, "specs"))).toBe(false);
  });
});

describe("toolpress export", () => {
  beforeEach(() => {
    file(
      "specs/sums.tools.yaml",
      "tools:\n  get_sum:\n    description: Adds.\n    parameters: [{ name: a, type: number, required: true }]\n",
    );
  });

  it("prints the tools for another system", async () => {
    const { code, out, err } = await toolpress("export", "--to", "anthropic", "specs/sums.tools.yaml");
    expect([code, err]).toEqual([0, ""]);
    expect(JSON.parse(out)).toEqual({
      tools: [
        {
          name: "get_sum",
          description: "Adds.",
          input_schema: { type: "object", properties: { a: { type: "number" } }, required: ["a"] },
        },
      ],
    });
  });

  it("refuses settings and sizes that gen refuses", async () => {
    file("toolpress.config.yaml", "specs: { specs/sums.tools.yaml: { include: [x] } }\n");
    const settings = [
      await toolpress("gen"),
      await toolpress("export", "--to", "mcp", "specs/sums.tools.yaml"),
    ];
    for (const { code, err } of settings) {
      expect(code).toBe(1);
      expect(err).toContain("TP718");
    }
    file("toolpress.config.yaml", "limits: { yamlBytes: 20 }\n");
    const sizes = [await toolpress("gen"), await toolpress("export", "--to", "mcp", "specs/sums.tools.yaml")];
    for (const { code, err } of sizes) {
      expect(code).toBe(1);
      expect(err).toContain("TP103");
    }
  });

  it("gives tools the names that gen gives them", async () => {
    file("sums.json", { tools: [tool] });
    file("toolpress.config.yaml", "dashes: always\n");
    const { out } = await toolpress("export", "--to", "mcp", "sums.json");
    expect((JSON.parse(out) as { tools: { name: string }[] }).tools[0]?.name).toBe("get-sum");
  });

  it("prints declarations for Gemini", async () => {
    const { out } = await toolpress("export", "--to", "gemini", "specs/sums.tools.yaml");
    expect(JSON.parse(out)).toEqual({
      tools: [
        {
          functionDeclarations: [
            {
              name: "get_sum",
              description: "Adds.",
              parameters: {
                type: "OBJECT",
                properties: { a: { type: "NUMBER" } },
                required: ["a"],
                propertyOrdering: ["a"],
              },
            },
          ],
        },
      ],
    });
  });

  it("writes a file", async () => {
    const { code, out } = await toolpress(
      "export",
      "--to",
      "mcp",
      "specs/sums.tools.yaml",
      "--out",
      "out/mcp.json",
    );
    expect([code, out]).toEqual([0, ""]);
    expect(JSON.parse(read("out/mcp.json"))).toMatchObject({ tools: [{ name: "get_sum" }] });
  });

  it("requires the name of the set if there are several", async () => {
    const contract = (name: string): unknown => ({
      name,
      function_declarations: [{ name: "f", description: "d" }],
    });
    file("m.json", { contracts: [contract("a"), contract("b")] });
    const { code, err } = await toolpress("export", "--to", "mcp", "m.json");
    expect([code, err]).toEqual([2, "toolpress: there are 2 sets: a, b\nChoose one with --set.\n"]);
    expect((await toolpress("export", "--to", "mcp", "m.json", "--set", "b")).code).toBe(0);
    expect((await toolpress("export", "--to", "mcp", "m.json", "--set", "c")).err).toContain(
      'there is no set "c"',
    );
  });

  it.each([
    [["export", "--to", "mcp"], "name the spec to export"],
    [["export", "specs/sums.tools.yaml"], "name the target of the export"],
    [["export", "--to", "msp", "specs/sums.tools.yaml"], "--to: expected one of mcp, openai"],
  ])("%j is a usage error", async (args, message) => {
    const { code, err } = await toolpress(...args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
