import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { createReport } from "../../generator/diagnostics/report.js";
import { python } from "../../generator/sources/python.js";
import { createEverywhere } from "../../generated/everywhere/index.js";
import { createPythonWeather } from "../../generated/python-weather/index.js";
import { createSnakepitWeather } from "../../generated/snakepit-weather/index.js";
import { mcpRemote } from "../../runtime/remotes/mcp.js";
import { pythonRemote, refuseDrift, RemoteDrift } from "../../runtime/remotes/python.js";
import { snakepitRemote } from "../../runtime/remotes/snakepit.js";
import { createAgent } from "../../runtime/start/agent.js";
import { gemini } from "../../runtime/gemini/gemini.js";
import type { Remote, Toolset } from "../../runtime/tool.js";
import {
  assertReplayable,
  call,
  fakeGemini,
  type FakeGeminiOptions,
  responsesOf,
} from "../../testing/index.js";
import { hasPython } from "./has-python.js";

// Tests the way from a function in another process to a text of the model. Everything except Gemini is real.

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const weatherFile = path("../../examples/python/weather_tools.py");
const everything = path("../../node_modules/@modelcontextprotocol/server-everything/dist/index.js");
const worker = [process.execPath, path("./fixtures/snakepit-worker.mjs")];

const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of cleanUp.splice(0).reverse()) await close();
});

function opened<R extends Remote>(remote: R): R {
  cleanUp.push(() => remote.close());
  return remote;
}

async function converse(
  tools: Toolset,
  script: NonNullable<FakeGeminiOptions["script"]>,
): Promise<{ text: string; responses: readonly unknown[] }> {
  const fake = await fakeGemini({ script });
  cleanUp.push(() => fake.close());
  const agent = createAgent({
    tools,
    model: gemini({ apiKey: "test-key", model: "gemini-3.5-flash", baseUrl: fake.url }),
  });
  const result = await agent.run("What's the weather in Boston?");
  assertReplayable(result.contents);
  fake.assertDone();
  return { text: result.text ?? "", responses: responsesOf(result.contents) };
}

describe("a remote tool, from spec to answer", () => {
  it.runIf(hasPython())("runs get_current_weather in a Python worker", async () => {
    const tools = createPythonWeather({
      remotes: { weather: opened(pythonRemote({ file: weatherFile, processes: 1 })) },
    });
    const { text, responses } = await converse(tools, [
      [call("get_current_weather", { location: "Boston, MA" }, { id: "8f2b1a3c" })],
      "It is 7 degrees in Boston.",
    ]);
    expect(text).toBe("It is 7 degrees in Boston.");
    expect(responses).toEqual([
      {
        id: "8f2b1a3c",
        name: "get_current_weather",
        response: { result: { location: "Boston, MA", unit: "celsius", temperature: 7 } },
      },
    ]);
  });

  it("runs get_current_weather in a snakepit worker, in the session of the user", async () => {
    const remote = opened(
      snakepitRemote({ command: worker, adapter: "fixture.Adapter", session: "user_123" }),
    );
    const { text, responses } = await converse(createSnakepitWeather({ remotes: { weather: remote } }), [
      [call("get_current_weather", { location: "Boston, MA" })],
      "It is 7 degrees in Boston.",
    ]);
    expect(text).toBe("It is 7 degrees in Boston.");
    expect(responses).toMatchObject([
      {
        name: "get_current_weather",
        response: { result: { location: "Boston, MA", unit: "celsius", temperature: 7 } },
      },
    ]);
  });

  it.runIf(hasPython())("mixes local, Python, MCP and snakepit tools in one set and one turn", async () => {
    const notes: string[] = [];
    const tools = createEverywhere({
      handlers: { remember: ({ note }) => ({ count: notes.push(note) }) },
      remotes: {
        weather: opened(pythonRemote({ file: weatherFile, processes: 1 })),
        everything: opened(mcpRemote({ command: process.execPath, args: [everything] })),
        counter: opened(snakepitRemote({ command: worker, adapter: "fixture.Adapter" })),
      },
    });
    const { text, responses } = await converse(tools, [
      [
        call("remember", { note: "umbrella" }),
        call("get_current_weather", { location: "Paris", unit: "fahrenheit" }),
        call("echo", { message: "hello" }),
        call("count", { to: 2 }),
        call("get_current_weather", { location: "Paris", unit: "kelvin" }),
      ],
      "Done.",
    ]);
    expect(text).toBe("Done.");
    expect(notes).toEqual(["umbrella"]);
    expect(responses).toMatchObject([
      { response: { result: { count: 1 } } },
      { response: { result: { temperature: 60.8 } } },
      { response: { result: "Echo: hello" } },
      { response: { result: [{ step: 1 }, { step: 2 }] } },
      { response: { error: { code: "INVALID_ARGUMENTS" } } },
    ]);
  });

  it.runIf(hasPython())("imports the file that the committed spec came from, unchanged", async () => {
    const report = createReport();
    const source = await python.open(weatherFile, {
      cwd: process.cwd(),
      specFolder: process.cwd(),
      remote: "weather",
      env: process.env,
      inheritEnv: [],
      report,
    });
    const committed = parse(readFileSync(path("../../specs/python-weather.tools.yaml"), "utf8")) as {
      tools: Record<string, object>;
    };
    const { tools } = JSON.parse(source!.text) as { tools: { name: string }[] };
    expect(report.sorted()).toEqual([]);
    expect(committed.tools).toMatchObject(Object.fromEntries(tools.map(({ name, ...tool }) => [name, tool])));
  });

  it.runIf(hasPython())("refuses at start a worker whose tools differ from the committed spec", async () => {
    const drifted = opened(pythonRemote({ file: path("./fixtures/drifted_tools.py"), processes: 1 }));
    const tools = createPythonWeather({ remotes: { weather: drifted } });
    const drift: unknown = await refuseDrift(tools, { weather: drifted }).catch((error: unknown) => error);
    expect(drift).toBeInstanceOf(RemoteDrift);
    expect(String(drift)).toContain(
      '- get_current_weather(location: string, unit?: string = "celsius")\n+ get_current_weather(city: string)',
    );
    const fine = opened(pythonRemote({ file: weatherFile, processes: 1 }));
    await expect(refuseDrift(tools, { weather: fine })).resolves.toBeUndefined();
  });

  it.runIf(hasPython())("answers the model if the worker has ended, and continues", async () => {
    const tools = createPythonWeather({
      remotes: {
        weather: opened(pythonRemote({ file: weatherFile, python: "no-such-python", processes: 1 })),
      },
    });
    const { text, responses } = await converse(tools, [
      [call("get_current_weather", { location: "Boston" })],
      "I cannot tell.",
    ]);
    expect(text).toBe("I cannot tell.");
    expect(responses).toMatchObject([{ response: { error: { code: "TOOL_FAILED" } } }]);
    expect(JSON.stringify(responses)).not.toContain("no-such-python");
  });
});
