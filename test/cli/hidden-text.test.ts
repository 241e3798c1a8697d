import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { createProject, type Project } from "./project.js";

// Invisible characters must not be printed unchanged. A terminal executes them. In a file, they hide words
// that the model reads from a reviewer.

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => project.remove());

const hidden: Readonly<Record<string, string>> = {
  "a sequence that clears the screen": "\u001b[2J\u001b]0;title\u0007",
  "a control of eight bits": "\u009b2J",
  "a text that runs from right to left": "\u202eevil\u202c",
  "isolates of direction": "\u2066evil\u2069",
  "characters of no width": "a\u200b\u200c\u200d\u2060b",
  "a line separator": "a\u2028b\u2029c",
  "a byte order mark": "\ufeff",
  "letters of tags": [..."ignore"]
    .map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)))
    .join(""),
  "variation selectors": "a\ufe0f\u{e0101}",
  "a soft hyphen and blank letters": "a\u00ad\u3164\u115f",
};

/** Characters that must not be printed unchanged. Line breaks are allowed, because they are layout. */
const raw =
  /(?!\n)[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\u{e0000}-\u{e0fff}]/u;

function expectVisible(text: string, where: string): void {
  const found = raw.exec(text);
  const excerpt =
    found === null ? "" : JSON.stringify(text.slice(Math.max(0, found.index - 60), found.index + 60));
  expect(excerpt, where).toBe("");
}

/** Returns an MCP list that contains the text wherever a text is possible. */
function mcp(text: string): string {
  const tool = (name: string): object => ({
    name,
    title: `Title ${text}`,
    description: `Does what users ask for. ${text}\nSecond line ${text}`,
    inputSchema: {
      type: "object",
      title: text,
      description: text,
      properties: {
        [`arg${text}`]: {
          type: "string",
          description: `An argument. ${text}`,
          enum: ["one", text],
          default: text,
        },
        value: { const: text, description: text },
        at: { $ref: `#/$defs/Point` },
        any: {
          anyOf: [{ type: "string", pattern: `^${text.replace(/[[\]\\]/g, "")}$` }, { enum: [text, 1] }],
        },
        map: { type: "object", additionalProperties: { type: "string", examples: [text] } },
      },
      required: [`arg${text}`],
      $defs: { Point: { type: "object", properties: { [text]: { type: "number", description: text } } } },
    },
    [`x-${text}`]: text,
    annotations: { title: text },
  });
  return JSON.stringify({ tools: [tool(`tool ${text}`), tool(`other${text}`)], [`extra${text}`]: 1 });
}

function openapi(text: string): string {
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: `Shop ${text}`, version: "1", description: text },
    servers: [{ url: "https://shop.example.com", description: text }],
    security: [{ [`key${text}`]: [] }],
    components: {
      securitySchemes: { [`key${text}`]: { type: "apiKey", in: "header", name: "X-Key", description: text } },
      schemas: { Order: { type: "object", properties: { [text]: { type: "string", enum: [text, "a"] } } } },
    },
    tags: [{ name: `tag${text}` }],
    paths: {
      "/orders": {
        post: {
          operationId: `addOrder${text}`,
          tags: [`tag${text}`],
          summary: `Adds an order. ${text}`,
          description: `Adds an order to the list. ${text}`,
          parameters: [
            {
              name: `q${text}`,
              in: "query",
              schema: { type: "string", enum: [text, "a"] },
              description: text,
            },
          ],
          requestBody: {
            content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } },
          },
          responses: {
            "200": {
              description: text,
              content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } },
            },
          },
        },
      },
    },
  });
}

async function outputOf(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await project.toolpress(...args);
  expect(code, `${args.join(" ")}\n${stderr}`).not.toBe(70);
  expectVisible(stdout, `stdout of ${args.join(" ")}`);
  expectVisible(stderr, `stderr of ${args.join(" ")}`);
  return stdout;
}

describe("an attacker hides in a document", () => {
  test.each(Object.entries(hidden))("%s: terminals and files show it escaped", async (_what, text) => {
    project.put("specs/shop.json", mcp(text));
    project.put("specs/api.openapi.json", openapi(text));
    project.put("toolpress.config.yaml", "specs: { specs/api.openapi.json: { all: true } }\n");
    for (const format of ["text", "json", "github"]) await outputOf("gen", "--format", format);
    await outputOf("gen", "--check");
    for (const format of ["text", "json"]) await outputOf("lint", "--format", format);
    for (const format of ["text", "json"]) await outputOf("stats", "--format", format);
    await outputOf("operations", "specs/api.openapi.json");
    await outputOf("gen", "--stubs", "src/tools");
    for (const file of [...project.files(), ...project.files("src")]) expectVisible(project.get(file), file);
    expect(project.files().length).toBeGreaterThan(8);
    for (const target of ["mcp", "openai", "anthropic", "bedrock", "amazon-q", "gemini"])
      await outputOf("export", "--to", target, "specs/shop.json");
  });

  test.each(Object.entries(hidden))(
    "%s: an imported spec shows it escaped, with the same meaning",
    async (_what, text) => {
      project.put("list.json", mcp(text));
      const shown = await outputOf("import", "list.json", "--remote", "files", "--out", "-");
      await outputOf("import", "list.json", "--remote", "files");
      const path = "specs/list.tools.yaml";
      expect(project.get(path)).toBe(shown);
      expectVisible(project.get(path), path);
      const spec = parse(project.get(path)) as { tools: Record<string, { description: string }> };
      expect(Object.keys(spec.tools)).toEqual([`tool ${text}`, `other${text}`]);
      expect(spec.tools[`other${text}`]?.description).toBe(
        `Does what users ask for. ${text}\nSecond line ${text}`,
      );
      // `--merge` adds the missing tools.
      project.put(path, "tools: { mine: { description: Mine alone. } }\n");
      expect(await outputOf("import", "list.json", "--remote", "files", "--merge")).toContain("added");
      expectVisible(project.get(path), path);
      expect(Object.keys((parse(project.get(path)) as typeof spec).tools)).toEqual([
        "mine",
        ...Object.keys(spec.tools),
      ]);
    },
  );
});

test("a long name with hidden characters can still be read from the imported spec", async () => {
  const name = "x".repeat(500) + hidden["letters of tags"]!.repeat(20);
  project.put("list.json", mcp(name));
  await outputOf("import", "list.json", "--remote", "files");
  const spec = parse(project.get("specs/list.tools.yaml")) as { tools: object };
  expect(Object.keys(spec.tools)).toEqual([`tool ${name}`, `other${name}`]);
});

test("text without hidden characters is written unchanged", async () => {
  const text = "Grüße, 天気 — “ok” … é 😀 naïve\u00a0space";
  project.put("list.json", mcp(text));
  await outputOf("import", "list.json", "--remote", "files");
  expect(project.get("specs/list.tools.yaml")).toContain(`Second line ${text}`);
  project.put("toolpress.config.yaml", "specs: [list.json]\n");
  await outputOf("gen");
  expect(project.get("generated/list/declarations.json")).toContain(`Second line ${text}`);
});
