import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { createReport } from "../../generator/diagnostics/report.js";
import { generate } from "../../generator/generate.js";
import { defaultOptions } from "../../generator/options.js";
import { prepare } from "../../generator/pipeline/prepare.js";
import { signatureOf } from "../../runtime/remotes/signature.js";
import { declare } from "../../runtime/remotes/snakepit/declare.js";
import { parse } from "../../runtime/remotes/snakepit/parse.js";
import {
  type Registration,
  type SnakepitOptions,
  snakepitRemote,
  snakepitTools,
} from "../../runtime/remotes/snakepit.js";
import { dispatch } from "../../runtime/call/dispatch.js";
import type { CallContext, Remote } from "../../runtime/tool.js";

const command = [process.execPath, fileURLToPath(new URL("./fixtures/snakepit-worker.mjs", import.meta.url))];

const opened: Remote[] = [];
function open(options: Partial<SnakepitOptions> = {}): ReturnType<typeof snakepitRemote> {
  const remote = snakepitRemote({ command, adapter: "fixture.Adapter", ...options });
  opened.push(remote);
  return remote;
}
afterEach(async () => void (await Promise.all(opened.splice(0).map((remote) => remote.close()))));

function contextOf(context?: unknown): CallContext {
  const signal = new AbortController().signal;
  return { context, signal, tool: "t", callId: "c", idempotencyKey: "k", turn: 0, progress: () => undefined };
}

function registration(
  name: string,
  ...types: readonly (readonly [string, string, boolean?, string?])[]
): Registration {
  const parameters = types.map(([parameter, type, required = true, validation_json = ""]) => ({
    name: parameter,
    type,
    required,
    validation_json,
    description: "",
    default_value: null,
  }));
  return {
    name,
    description: `Runs ${name} for a test.`,
    parameters,
    metadata: {},
    supports_streaming: false,
  };
}

const samples = [
  registration("plain", ["text", "str"], ["count", "int"], ["share", "float"], ["sure", "bool"]),
  registration(
    "bounded",
    ["count", "int", true, '{"min": 1, "max": 9}'],
    ["text", "str", true, '{"min_length": 2, "max_length": 4}'],
  ),
  registration("chosen", ["unit", "str", false, '{"choices": ["c", "f"], "default": "c"}']),
  registration("empty"),
  registration("maybe", ["count", "int | none", false], ["data", "bytes"], ["more", "bytes | none", false]),
];

describe("a spec that is imported from registrations", () => {
  it("has the signatures of the worker's own tools", async () => {
    const remote = open();
    const lists = registration("lists", ["all", "array"], ["any", ""], ["args", "any"]);
    const tools = [...(await remote.registrations()), lists];
    const source = {
      path: "tools.json",
      text: JSON.stringify({ tools }),
      from: "snakepit",
      settings: { remote: "w" },
    };
    const [set] = prepare(source, () => undefined, createReport())!.sets;
    const signatures = new Map(
      set!.tools.map(({ name, binding }) => [
        name,
        binding.kind === "snakepit" ? binding.signature : undefined,
      ]),
    );
    const listed = await remote.list();
    expect(listed.length).toBeGreaterThan(10);
    for (const { name, inputSchema } of listed) expect(signatures.get(name)).toBe(signatureOf(inputSchema));
    expect(signatures.get("lists")).toBe("(all: any[], any: any)");
  });
});

describe("the tools of a running worker", () => {
  it("are declared as the compiler declares them", async () => {
    const specs = [{ path: "specs/tools.json", text: JSON.stringify({ tools: samples }), from: "snakepit" }];
    const inputs = { specs, load: () => undefined, out: "generated" };
    const { sets } = await generate(inputs, { file: () => undefined }, defaultOptions);
    const text = sets[0]!.files.find(({ path }) => path.endsWith("declarations.json"))!.text;
    const { functionDeclarations } = JSON.parse(text) as { functionDeclarations: unknown[] };
    const declared = samples.map((sample) => declare(sample, sample.name).declaration);
    expect(declared.map(withoutTexts)).toEqual(functionDeclarations.map(withoutTexts));
  });

  const parsed = (sample: Registration, wire: object): unknown => {
    const result = parse(wire, declare(sample, sample.name).properties);
    return result.ok
      ? result.value
      : result.issues.map(({ pointer, code, expected }) => `${pointer} ${code} ${expected}`);
  };

  it("check the arguments of the model", () => {
    const [plain, bounded, chosen, , maybe] = samples as [
      Registration,
      Registration,
      Registration,
      Registration,
      Registration,
    ];
    expect(parsed(plain, { text: "a", count: "3", share: 0.5, sure: true })).toEqual({
      text: "a",
      count: 3,
      share: 0.5,
      sure: true,
    });
    expect(parsed(plain, { text: 1, count: 1.5, share: "x", sure: 1, other: 1 })).toEqual([
      "/text type string",
      "/count type integer",
      "/share type number",
      "/sure type boolean",
      "/other unknown no such argument",
    ]);
    expect(parsed(plain, {})).toHaveLength(4);
    expect(parsed(bounded, { count: 10, text: "a" })).toEqual([
      "/count maximum at most 9",
      "/text minLength length of at least 2",
    ]);
    expect(parsed(chosen, { unit: "k" })).toEqual(['/unit enum "c" | "f"']);
    expect(parsed(maybe, { count: null, data: "not base64" })).toEqual(["/data format base64 text"]);
    expect(parsed(registration("l", ["all", "list"], ["one", "any"]), { all: "[1]", one: "text" })).toEqual({
      all: [1],
      one: "text",
    });
  });

  it("run in the configured session, and describe errors to the model", async () => {
    const tools = await snakepitTools({
      remote: open(),
      session: "user_123",
      only: ["size_of", "get_current_weather"],
    });
    expect([...tools.tools.keys()]).toEqual(["get_current_weather", "size_of"]);
    const answer = await dispatch(tools, { name: "get_current_weather", args: { location: "Paris" } });
    expect(answer.response).toEqual({ result: { location: "Paris", unit: "celsius", temperature: 7 } });
    const wrong = await dispatch(tools, { name: "get_current_weather", args: { city: "Paris" } });
    expect(JSON.stringify(wrong.response)).toContain("add location: string");
    await expect(snakepitTools({ remote: open(), only: ["no_such_tool"] })).rejects.toThrow(
      'has not registered "no_such_tool"',
    );
  });

  it("receive bytes as bytes", async () => {
    const remote = open();
    expect(await remote.call("size_of", { data: "aGVsbG8=", more: "aGU=" }, contextOf())).toEqual({
      data: 5,
      more: 2,
    });
    expect(await remote.call("size_of", { data: "aGVsbG8=", more: null }, contextOf())).toEqual({
      data: 5,
      more: null,
    });
  });

  it.each([0, 1, 2])("return a list for a stream of %i", async (to) => {
    const chunks = Array.from({ length: to }, (_, index) => ({ step: index + 1 }));
    expect(await open().call("count", { to }, contextOf())).toEqual(chunks);
  });

  it("show the developer the output of a worker before it ended", async () => {
    const written: string[] = [];
    const remote = open({ onStderr: (text) => written.push(text) });
    await expect(remote.call("die", {}, contextOf())).rejects.toThrow(
      /ended with code 1\nTraceback[^]*No module named "numpy"/,
    );
    expect(written.join("")).toContain("numpy");
    expect(await remote.call("seven", {}, contextOf())).toBe(7);
  });

  it("warn once if several users share the default session", async () => {
    const warnings: string[] = [];
    const onWarning = (text: string): number => warnings.push(text);
    const shared = open({ onWarning });
    for (const user of ["ann", "ann", "bob", "cid"]) await shared.call("seven", {}, contextOf({ user }));
    expect(warnings).toEqual([expect.stringContaining('share the session "toolpress"')]);
    const chosen = open({ onWarning, session: "house" });
    for (const user of ["ann", "bob"]) await chosen.call("seven", {}, contextOf({ user }));
    expect(warnings).toHaveLength(1);
  });
});

/**
 * Keeps only types and bounds. The texts of a registration are short, and the compiler adds its own texts.
 */
function withoutTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTexts);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !["description", "default", "propertyOrdering"].includes(key))
      .map(([key, inner]) => [key, withoutTexts(inner)]),
  );
}
