import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { generate } from "../../generator/generate.js";
import { defaultOptions, type Options } from "../../generator/options.js";
import { dispatch, type Issue, type Remote, type Toolset } from "../../runtime/index.js";
import { writeRunnable } from "../helpers/import-generated.js";

// When another process answers, it has already executed the call. Result schemas are enforced only for
// handlers in the user's process.

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function houseOf(binding: string, checkResults: Options["checkResults"]): Promise<Toolset> {
  const text = `
tools:
  read_sensor:
    description: Reads one sensor of the house.
    ${binding}
    response: { type: object, required: [celsius], properties: { celsius: { type: number } } }
`;
  const specs = [{ path: "specs/house.tools.yaml", text }];
  const inputs = { specs, load: () => undefined, out: "generated" };
  const options = { ...defaultOptions, checkResults };
  const { sets, diagnostics } = await generate(inputs, { file: () => undefined }, options);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const folder = mkdtempSync(join(tmpdir(), "remote-results-"));
  folders.push(folder);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const { createHouse } = (await import(/* @vite-ignore */ writeRunnable(sets[0]!, folder)("index.js"))) as {
    createHouse(parts: object): Toolset;
  };
  const answer = { celsius: "warm" };
  const attic: Remote = {
    list: async () => [],
    call: async () => answer,
    close: async () => {},
  };
  return createHouse(binding === "" ? { handlers: { read_sensor: () => answer } } : { remotes: { attic } });
}

async function read(tools: Toolset): Promise<{ response: unknown; places: readonly string[] }> {
  const issues: Issue[] = [];
  const onResultMismatch = (found: readonly Issue[]): void => void issues.push(...found);
  const { response } = await dispatch(tools, { name: "read_sensor", args: {} }, { onResultMismatch });
  return { response, places: issues.map(({ pointer }) => pointer) };
}

const passed = { result: { celsius: "warm" } };
const failed = { error: { code: "INVALID_RESULT" } };

describe("a result that does not match the spec", () => {
  const elsewhere = ["mcp", "python", "snakepit"].map((kind) => [kind, `binding: { ${kind}: attic }`]);

  it.each(elsewhere)("of %s is passed on with a warning", async (_kind, binding) => {
    expect(await read(await houseOf(binding!, "warn"))).toEqual({ response: passed, places: ["/celsius"] });
  });

  it.each(elsewhere)("of %s fails with `checkResults: error`", async (_kind, binding) => {
    expect(await read(await houseOf(binding!, "error"))).toMatchObject({ response: failed, places: [] });
  });

  it.each(elsewhere)("of %s is not checked with `checkResults: off", async (_kind, binding) => {
    expect(await read(await houseOf(binding!, "off"))).toEqual({ response: passed, places: [] });
  });

  it.each(["warn", "error"] as const)("of a handler fails with `checkResults: %s`", async (checkResults) => {
    expect(await read(await houseOf("", checkResults))).toMatchObject({ response: failed, places: [] });
  });
});
