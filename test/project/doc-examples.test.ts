import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { dispatch, type Toolset } from "@toolpress/runtime";
import { call, fakeGemini, type ScriptEntry } from "toolpress/testing";
import { beforeAll, describe, expect, it } from "vitest";
import { commands } from "../../generator/cli/commands/index.js";
import { parseArguments } from "../../generator/cli/parse-arguments.js";
import { project, type Project } from "../acceptance/project.js";
import { typeErrors } from "../acceptance/type-check.js";
import { docExamples, documents, type DocExample } from "../helpers/doc-examples.js";

// Readers copy the examples of README.md, SKILL.md and docs/. Therefore each example is compiled, and the
// examples that can run are run.
//
// If the first line of a YAML or TypeScript example names a file, the example is written to that file. All
// these files together are one project.

const root = fileURLToPath(new URL("../../", import.meta.url));
const examples = docExamples();
const inLanguage = (...languages: readonly string[]): readonly DocExample[] =>
  examples.filter(({ language }) => languages.includes(language));

/** Files that examples use and that need no example of their own. */
const files: Readonly<Record<string, string>> = {
  "specs/bookings.openapi.yaml": readFileSync(`${root}specs/bookings.openapi.yaml`, "utf8"),
  "specs/analytics.tools.yaml": boundTo("python", "analytics", "count_visits"),
  "specs/weather-adapter.tools.yaml": boundTo("snakepit", "WeatherAdapter", "get_current_weather"),
  // A user's project has the package of toolpress/spec. The package is not built here, so the sources replace
  // it.
  "package.json": '{ "type": "module" }',
  "node_modules/toolpress/package.json":
    '{ "name": "toolpress", "type": "module", "exports": { "./spec": "./spec.js" } }',
  "node_modules/toolpress/spec.js": "export const defineTools = (spec) => spec;\n",
  "specs/arithmetic.ts": "export const multiply = (a: number, b: number): number => a * b;\n",
};

function boundTo(kind: "python" | "snakepit", remote: string, tool: string): string {
  const binding = `{ ${kind}: ${remote}, signature: "()" }`;
  return `tools: { ${tool}: { description: Runs somewhere else., binding: ${binding} } }`;
}

let home: Project;
beforeAll(async () => {
  const named = examples.flatMap(({ file, text }) =>
    file === undefined || file.startsWith("toolpress.config.") ? [] : [[file, text] as const],
  );
  home = project({ ...files, ...Object.fromEntries(named) });
  await home.gen();
}, 120_000);

describe("YAML", () => {
  const isComment = (text: string): boolean => /^(?:#.*\n)*$/.test(text);

  it.each(inLanguage("yaml").filter(({ file, text }) => file === undefined && !isComment(text)))(
    "$place is a schema that compiles",
    async ({ text }) => {
      const schema = text.replace(/^/gm, "          ").trimEnd();
      const spec = `tools:\n  take:\n    description: Takes a value.\n    parameters:\n      type: object\n      properties:\n        value:\n${schema}\n`;
      await project({ "specs/example.tools.yaml": spec }).gen();
    },
  );

  it.each(inLanguage("yaml").filter(({ file }) => file?.startsWith("toolpress.config.")))(
    "$place is a config that is accepted",
    async ({ file = "", text }) => {
      await project({ ...files, [file]: text }).gen();
    },
  );

  it.each(inLanguage("yaml").filter(({ file }) => file?.startsWith("specs/")))(
    "$place is a spec that compiles without warnings",
    async ({ file = "" }) => {
      if (file.endsWith(".schemas.yaml")) return;
      expect(await home.toolpress("lint", file)).toMatchObject({ code: 0 });
      expect((await home.toolpress("lint", file, "--strict")).output).not.toMatch(/error TP/);
    },
  );
});

it("JSON can be parsed", () => {
  for (const { text } of inLanguage("json")) expect(() => JSON.parse(text) as unknown).not.toThrow();
});

/** Names that fragments use and do not declare. */
const given: Readonly<Record<string, string>> = {
  agent: "declare const agent: import('@toolpress/runtime').Agent;",
  model: "declare const model: import('@toolpress/runtime').Model;",
  tools: "declare const tools: import('@toolpress/runtime').Toolset;",
  thoughtSignature: "declare const thoughtSignature: string;",
  createAgent: 'import { createAgent } from "@toolpress/runtime";',
  orThrow: 'import { orThrow } from "@toolpress/runtime";',
  functionCall: 'import { functionCall } from "@toolpress/runtime";',
  functionResponse: 'import { functionResponse } from "@toolpress/runtime";',
  createResearch: 'import { createResearch } from "./generated/research/index.js";',
  isInteger: 'import { isInteger, isObject, type Issues } from "@toolpress/runtime/v1";',
};

/** Returns the example as a module. */
function moduleOf({ text, file = "" }: DocExample): string {
  // The alias of Next.js for the folder of the project.
  const top = "../".repeat(file.split("/").length - 1);
  if (/^import /m.test(text)) return text.replace(/"@\/([^"]+)"/g, `"${top}$1/index.js"`);
  const needed = Object.entries(given).flatMap(([name, line]) =>
    new RegExp(`\\b${name}\\b`).test(text) && !new RegExp(`(?:const|let) ${name}\\b`).test(text)
      ? [line]
      : [],
  );
  return [...needed, text, "export {};"].join("\n");
}

describe("TypeScript", () => {
  it("has no type errors", () => {
    const modules = inLanguage("ts").map((example) => {
      const file = example.file ?? `${example.place.replace(/\W/g, "-")}.ts`;
      home.write(file, moduleOf(example));
      return `${home.folder}/${file}`;
    });
    expect(modules.length).toBeGreaterThan(12);
    expect(typeErrors(modules)).toEqual([]);
  }, 120_000);

  /** Makes a program send its requests to a service on this machine. */
  const preload = `
    const send = globalThis.fetch;
    globalThis.fetch = (url, init) =>
      send(String(url).replace("https://generativelanguage.googleapis.com", process.env.BASE_URL), init);
  `;

  const run = async (name: string, text: string, url = ""): Promise<string> => {
    home.write(`${name}.ts`, text);
    const preloaded = `${home.folder}/preload.mjs`;
    writeFileSync(preloaded, preload);
    const imports = ["--import", "tsx", "--import", pathToFileURL(preloaded).href];
    const words = [...imports, `${home.folder}/${name}.ts`];
    const env = { ...process.env, GEMINI_API_KEY: "KEY", BASE_URL: url };
    const { stdout } = await promisify(execFile)(process.execPath, words, {
      cwd: root,
      timeout: 50_000,
      env,
    });
    return stdout;
  };

  const program = (document: string, mark: string): string => {
    const found = inLanguage("ts").find((one) => one.document === document && one.text.includes(mark));
    if (found === undefined) throw new Error(`${document} has no example with ${mark}`);
    return found.text;
  };

  const boston = call("get_current_weather", { location: "Boston" });
  const scripts: Readonly<Record<string, ScriptEntry[]>> = {
    "result.status": [boston, "It is 7 °C in Boston."],
    text_delta: [boston, "It is 7 °C in Boston.", "And in Paris, too."],
    NO_STATION: [boston, "It is 7 °C in Boston."],
    createInvoices: [call("list_invoices", { year: 2026 }), "You have paid everything."],
    "decide(": [call("invite", { guest: "Bob", hour: 10 }), "Bob is invited for ten o'clock."],
  };

  it.each([
    ["README.md", "result.status", "done It is 7 °C in Boston.\n"],
    ["docs/runtime.md", "text_delta", "And in Paris, too."],
    ["docs/runtime.md", "combine(weather, clock)", ""],
    ["docs/handlers.md", "NO_STATION", ""],
    ["docs/handlers.md", "createInvoices", "You have paid everything.\n"],
    [
      "docs/approvals.md",
      "decide(",
      'May I call invite({"guest":"Bob","hour":10})?\nBob is invited for ten o\'clock.\n',
    ],
  ])(
    "%s: the agent with %s runs against a service",
    async (document, mark, printed) => {
      const fake = await fakeGemini({ script: scripts[mark] ?? [] });
      expect(await run("agent", program(document, mark), fake.url)).toBe(printed);
      fake.assertDone();
      await fake.close();
    },
    120_000,
  );

  it("docs/upgrading.md: a conversation continues after its state is refused", async () => {
    const state = `{ v: 2, runId: "r", toolset: { name: "weather", hash: "of older tools" }, answers: [null], pending: [],
      progress: { turn: 0, turns: [], toolCalls: 1, failedTurns: 0, finishReason: "STOP",
        usage: { promptTokens: 0, outputTokens: 0, thoughtsTokens: 0, cachedTokens: 0, toolTokens: 0, totalTokens: 0 },
        contents: [{ role: "user", parts: [{ text: "Boston?" }] }, { role: "model", parts: [{ functionCall:
          { id: "c1", name: "get_current_weather", args: { location: "Boston" } }, thoughtSignature: "c2ln" }] }] } }`;
    const last = `const old = ${state} as unknown as State;
      const refused = await agent.resume(old, { decisions: {} });
      console.log(refused.status, refused.status === "error" && refused.error.kind, (await askAgain(old)).text);`;
    const fake = await fakeGemini({ script: [boston, "It is 7 °C in Boston."], signatures: "any" });
    const text = program("docs/upgrading.md", "askAgain") + last;
    expect(await run("again", text, fake.url)).toBe("error state It is 7 °C in Boston.\n");
    const answer = JSON.stringify(fake.requests[0]?.body);
    expect(answer).toContain("The tools have changed since this call.");
    fake.assertDone();
    await fake.close();
  }, 120_000);

  it("docs/testing.md, docs/validators.md and SKILL.md run unchanged", async () => {
    expect(await run("testing", program("docs/testing.md", "fakeGemini"))).toBe("");
    expect(await run("resuming", program("docs/testing.md", ".resume("))).toBe("It is 7 °C.\n");
    expect(await run("validators", program("docs/validators.md", ".validate("))).toBe("Oslo\n");
    expect(await run("skill", program("SKILL.md", "scriptedModel"))).toBe("");
  }, 120_000);
});

describe("generated code", () => {
  it("is shown in docs/validators.md unchanged", () => {
    const shown = inLanguage("ts").find(({ text }) => text.startsWith("function check"))?.text ?? "nothing";
    expect(home.read("generated/forecast/tools/get-forecast.ts")).toContain(shown);
  });
});

describe("the spec, the mistake and the refused call of README.md", () => {
  const inReadme = (language: string, mark: string): string =>
    inLanguage(language).find(({ document, text }) => document === "README.md" && text.includes(mark))
      ?.text ?? "";

  it("compile as shown", async () => {
    const { output } = await project({
      "specs/weather.tools.yaml": home.read("specs/weather.tools.yaml"),
    }).toolpress("gen");
    const [, ...shown] = inReadme("console", "files written").trimEnd().split("\n");
    const withoutTime = (text: string): string => text.replace(/\d+ ms/, "N ms");
    expect(withoutTime(output)).toContain(withoutTime(shown.join("\n")));
  });

  it("are reported as shown", async () => {
    const wrong = home.read("specs/weather.tools.yaml").replace("default: celsius", "default: kelvin");
    const { output } = await project({ "specs/weather.tools.yaml": wrong }).toolpress("gen");
    const [, ...shown] = inReadme("console", "TP").trimEnd().split("\n");
    expect(output).toContain(shown.join("\n"));
  });

  it("are answered as shown", async () => {
    const handlers = { get_current_weather: () => ({}) };
    const tools = await home.create<unknown>("weather", { handlers });
    const call = { name: "get_current_weather", args: { unit: "kelvin", city: "Boston" } };
    const { response } = await dispatch(tools as Toolset, call);
    expect(response).toMatchObject({ error: { message: inReadme("text", "get_current_weather").trimEnd() } });
  });
});

/** Programs of other projects that occur in shell examples. */
const others =
  /^(?:[A-Z_]+=\S+ )*(?:npm (?:install|ci|test|pkg set)\b|export [A-Z_]+=|openssl |npx (?:tsc|tsx|vitest|wrangler)\b|npx @restatedev\/\S+|node |curl |temporal )|^#/;

describe("shell commands", () => {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as {
    readonly scripts: Readonly<Record<string, string>>;
  };

  const problemOf = (line: string): string | undefined => {
    const [, script] = /^npm run (?:--silent )?(\S+)/.exec(line) ?? [];
    if (script !== undefined) return script in scripts ? undefined : `${line}: no such script`;
    const [, words] = /^(?:[A-Z_]+=(?:"[^"]*"|\S+) )*(?:npx )?toolpress (.*)$/.exec(line) ?? [];
    if (words === undefined) return others.test(line) ? undefined : `${line}: not known`;
    const [name = "", ...rest] = words.match(/"[^"]*"|\S+/g) ?? [];
    const command = commands.find((one) => one.name === name);
    if (command === undefined) return `${line}: no such command`;
    try {
      parseArguments(command, rest);
    } catch (error) {
      return `${line}: ${(error as Error).message}`;
    }
    return undefined;
  };

  it("in fences exist, with their flags", () => {
    const lines = inLanguage("sh", "console").flatMap(({ language, text }) =>
      text
        .split("\n")
        .flatMap((line) => (language === "sh" ? [line] : line.startsWith("$ ") ? [line.slice(2)] : []))
        .flatMap((line) => line.replace(/ +#.*$/, "").split(" && "))
        .filter((line) => line !== ""),
    );
    expect(lines.length).toBeGreaterThan(8);
    expect(lines.flatMap((line) => problemOf(line) ?? [])).toEqual([]);
  });

  it("in sentences exist", () => {
    const spans = documents.flatMap((document) => {
      const text = readFileSync(root + document, "utf8").replace(/^ *```.*?^ *```$/gms, "");
      return [...text.matchAll(/`((?:npx )?toolpress [a-z]+|npm run [\w:-]+)[^`]*`/g)].map(
        ([, span = ""]) => span,
      );
    });
    expect(spans.length).toBeGreaterThan(20);
    expect(spans.flatMap((span) => (problemOf(span)?.includes("no such") ? [span] : []))).toEqual([]);
  });
});

it("have no other fences", () => {
  const known = ["ts", "yaml", "json", "sh", "console", "text"];
  expect(examples.flatMap(({ language, place }) => (known.includes(language) ? [] : [place]))).toEqual([]);
});
