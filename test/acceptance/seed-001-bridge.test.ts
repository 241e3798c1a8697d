import { fileURLToPath } from "node:url";
import { afterAll, describe, expect } from "vitest";
import {
  dispatch,
  functionResponse,
  gemini,
  createAgent,
  type Content,
  type FunctionDeclaration,
  type Toolset,
} from "@toolpress/runtime";
import { pythonRemote } from "@toolpress/runtime/remotes/python";
import {
  snakepitRemote,
  snakepitTools,
  type SnakepitOptions,
  type SnakepitRemote,
} from "@toolpress/runtime/remotes/snakepit";
import { calls, item, MODEL, pythonItem, reply, textAnswer, type World } from "./item.js";
import { project, type Project } from "./project.js";
import { declared, declaredBy } from "./sent.js";

// "Design document: Gemini tool integration", the bridge to snakepit

const command = [
  process.execPath,
  fileURLToPath(new URL("../remotes/fixtures/snakepit-worker.mjs", import.meta.url)),
];
const boston = "What's the weather like in Boston?";
const weather = { location: "Boston, MA", unit: "celsius", temperature: 7 };

const opened: { close(): Promise<void> }[] = [];
afterAll(() => Promise.all(opened.map((remote) => remote.close())));

/** Starts a worker of snakepit for the session of a user. */
function worker(options: Partial<SnakepitOptions> = {}): SnakepitRemote {
  const remote = snakepitRemote({ command, adapter: "fixture.Adapter", session: "user_123", ...options });
  opened.push(remote);
  return remote;
}
const shared = worker();

let imported: Promise<Project> | undefined;
/** Runs `toolpress import snakepit:fixture.Adapter` and `toolpress gen`. */
function bridge(): Promise<Project> {
  imported ??= (async () => {
    const home = project({}, { SNAKEPIT_WORKER: command.join(" ") });
    const { code, output } = await home.toolpress("import", "snakepit:fixture.Adapter", "--remote", "bridge");
    if (code !== 0) throw new Error(output);
    await home.gen();
    return home;
  })();
  return imported;
}
const bridgeTools = async (remote = shared): Promise<Toolset> =>
  (await bridge()).create("bridge", { remotes: { bridge: remote } });

/**
 * Imports the registrations of a worker from a file. Returns the declarations in a request with these tools.
 */
async function registered(
  world: World,
  ...tools: readonly object[]
): Promise<readonly FunctionDeclaration[]> {
  const home = project({ "tools.json": JSON.stringify(tools) });
  const words = ["import", "tools.json", "--from", "snakepit", "--remote", "bridge"];
  const { code, output } = await home.toolpress(...words);
  if (code !== 0) throw new Error(output);
  await home.gen();
  return declaredBy(world, home);
}

const parameter = (name: string, type: string, required = true, description = ""): object => ({
  name,
  type,
  description,
  required,
  validation_json: "",
});
const registration = (name: string, ...parameters: readonly object[]): object => ({
  name,
  description: `Does what ${name} is there for.`,
  parameters,
  supports_streaming: false,
  metadata: {},
});

const requested = { name: "get_current_weather", args: { location: "Boston, MA" } };
const weatherDeclaration: FunctionDeclaration = {
  name: "get_current_weather",
  description: "Gets the current weather for a given location.",
  parameters: {
    type: "OBJECT",
    properties: {
      location: { type: "STRING" },
      unit: { type: "STRING", default: "celsius", description: 'Default: "celsius".' },
    },
    required: ["location"],
    propertyOrdering: ["location", "unit"],
  },
};

describe("Goals", () => {
  item("S1-2", "Tools defined in remote workers of snakepit become tools of Gemini.", async (world) => {
    const { agent } = await world.agent(
      { tools: await bridgeTools() },
      calls(requested),
      textAnswer("7 degrees."),
    );
    expect(await agent.run(boston)).toMatchObject({ status: "done", text: "7 degrees." });
    const [first, second] = world.bodies();
    expect(first?.tools?.[0]?.functionDeclarations?.[0]).toEqual(weatherDeclaration);
    expect(second?.contents.at(-1)?.parts).toEqual([
      { functionResponse: { name: "get_current_weather", response: { result: weather } } },
    ]);
  });
});

describe("Bridge", () => {
  item("S1-36", "A module converts between the two formats.", async (world) => {
    // This item covers the steps from registrations to declarations, and from a call to the tool of the
    // worker.
    expect(await registered(world, registration("double", parameter("n", "int")))).toEqual([
      {
        name: "double",
        description: "Does what double is there for.",
        parameters: {
          type: "OBJECT",
          properties: { n: { type: "INTEGER" } },
          required: ["n"],
          propertyOrdering: ["n"],
        },
      },
    ]);
    expect(await dispatch(await bridgeTools(), requested)).toEqual({
      name: "get_current_weather",
      response: { result: weather },
    });
  });

  item("S1-37", "get_tools_for_gemini(session_id): lists, converts, says ok or error.", async (world) => {
    const tools = await snakepitTools({ remote: shared, session: "user_123" });
    const sentAs = await declared(world, tools);
    const listed = await shared.list();
    expect(sentAs.map(({ name }) => name)).toEqual(listed.map(({ name }) => name));
    expect(sentAs[0]).toEqual({
      name: "get_current_weather",
      description: "Gets the current weather for a given location.",
      parameters: {
        type: "OBJECT",
        properties: {
          location: { type: "STRING" },
          unit: { type: "STRING", description: 'Default: "celsius".' },
        },
        required: ["location"],
      },
    });
    const ended = worker({ command: [process.execPath, "-e", "process.exit(3)"] });
    await expect(snakepitTools({ remote: ended, session: "user_123" })).rejects.toThrow();
    // The generated code has the same declarations for the same tools.
    expect((await bridge()).declarations().map(({ name }) => name)).toEqual([...tools.tools.keys()]);
    const broken = project({}, { SNAKEPIT_WORKER: `${process.execPath} -e process.exit(3)` });
    const { code, output } = await broken.toolpress("import", "snakepit:fixture.Adapter");
    expect([code, output]).toEqual([1, expect.stringContaining("TP741")]);
    // The error shows the last output of the worker, such as a traceback of Python, line by line.
    const trace = 'Traceback (most recent call last):\n  File "weather.py", line 1\nImportError: no luck\n';
    const script = Buffer.from(`process.stderr.write(${JSON.stringify(trace)}); process.exitCode = 1`);
    const failing = project(
      {},
      {
        SNAKEPIT_WORKER: `${process.execPath} --import data:text/javascript;base64,${script.toString("base64")} -`,
      },
    );
    const printed = (await failing.toolpress("import", "snakepit:weather.Adapter")).output;
    expect(printed.split("\n").map((line) => line.trim())).toEqual(
      expect.arrayContaining(['File "weather.py", line 1', "ImportError: no luck"]),
    );
    expect(printed).not.toContain("\\n");
  });

  item("S1-38", "from_snakepit_tool: name, description, parameters.", async (world) => {
    expect((await declared(world, await bridgeTools()))[0]).toEqual(weatherDeclaration);
  });

  item(
    "S1-39",
    "One Tool for each spec; today one Tool for all, because Gemini looks at one.",
    async (world) => {
      const { agent } = await world.agent({ tools: await bridgeTools() }, textAnswer("Hi."));
      await agent.run("Hello");
      const tools = world.bodies()[0]?.tools;
      expect(tools?.length).toBe(1);
      expect(tools?.[0]?.functionDeclarations?.length).toBe((await shared.list()).length);
    },
  );

  item("S1-40", "The list of parameters becomes properties: name, type, description.", async (world) => {
    const [declaration] = await registered(
      world,
      registration("move", parameter("to", "str", true, "Where to go"), parameter("fast", "bool", false)),
    );
    expect(declaration?.parameters?.properties).toEqual({
      to: { type: "STRING", description: "Where to go" },
      fast: { type: "BOOLEAN" },
    });
  });

  item("S1-41", "The type of a parameter, a text, becomes a type of Gemini.", async (world) => {
    const words = ["str", "int", "float", "bool", "list", "dict", "int | none", "bytes"];
    const [declaration] = await registered(
      world,
      registration("all", ...words.map((word, index) => parameter(`p${index}`, word))),
    );
    const types = Object.values(declaration?.parameters?.properties ?? {}).map(({ type, nullable }) =>
      nullable ? `${type} or null` : type,
    );
    expect(types).toEqual([
      "STRING",
      "INTEGER",
      "NUMBER",
      "BOOLEAN",
      "ARRAY",
      // Gemini has no type for a map with arbitrary values, so a `dict` travels as JSON text.
      "STRING",
      "INTEGER or null",
      "STRING",
    ]);
    // Bytes travel as base64. The worker gets the five bytes.
    const bytes = calls({ name: "size_of", args: { data: "aGVsbG8=", more: "aGU=" } });
    const { agent, service } = await world.agent(
      { tools: await bridgeTools() },
      bytes,
      textAnswer("5 and 2."),
    );
    await agent.run("How long is hello?");
    expect(service.requests[1]?.body.contents.at(-1)?.parts).toEqual([
      { functionResponse: { name: "size_of", response: { result: { data: 5, more: 2 } } } },
    ]);
  });

  item("S1-42", "required: the names of the parameters whose required is true.", async (world) => {
    const [declaration] = await registered(
      world,
      registration("f", parameter("a", "str"), parameter("b", "str", false), parameter("c", "int")),
    );
    expect(declaration?.parameters?.required).toEqual(["a", "c"]);
  });

  item("S1-43", "The root is an OBJECT with properties and required.", async (world) => {
    const [declaration] = await registered(world, registration("f", parameter("a", "str")));
    expect(declaration?.parameters).toEqual({
      type: "OBJECT",
      properties: { a: { type: "STRING" } },
      required: ["a"],
      propertyOrdering: ["a"],
    });
  });
});

/** The function in the founding document. */
const source = `
def get_current_weather(location: str, unit: str = "celsius"):
    """Gets the current weather for a given location."""
    return {"temperature": "22", "unit": unit, "forecast": "windy"}
`;

describe("Workflow", () => {
  pythonItem("S1-44", "1. A function in Python, inside a worker.", async (world) => {
    const home = project({ "weather.py": source });
    const { code, output } = await home.toolpress("import", "weather.py");
    expect([code, output]).toEqual([0, expect.stringContaining("1 tool")]);
    await home.gen();
    const remote = pythonRemote({ file: `${home.folder}/weather.py` });
    opened.push(remote);
    const tools = await home.create("weather", { remotes: { weather: remote } });
    const { agent } = await world.agent({ tools }, calls(requested), textAnswer("22 degrees and windy."));
    await agent.run(boston);
    const [first, second] = world.bodies();
    expect(first?.tools).toEqual([{ functionDeclarations: [weatherDeclaration] }]);
    expect(second?.contents.at(-1)?.parts?.[0]?.functionResponse).toEqual({
      name: "get_current_weather",
      response: { result: { temperature: "22", unit: "celsius", forecast: "windy" } },
    });
  });

  // test/remotes/snakepit-python.test.ts tests a Python worker with snakepit's own gRPC messages. That test
  // runs only if Python has gRPC.
  item(
    "S1-45",
    "2. The worker inspects it and registers it (on the first call of a session, C13).",
    async (world) => {
      // The worker is new: none of its tools was called before, and the program names none of them.
      const remote = worker({ session: "user_456" });
      const [first] = await declared(world, await snakepitTools({ remote, session: "user_456" }));
      expect(first).toMatchObject({ name: "get_current_weather", parameters: { required: ["location"] } });
      expect((await remote.registrations())[0]).toMatchObject({
        name: "get_current_weather",
        description: "Gets the current weather for a given location.",
        parameters: [
          { name: "location", type: "str", required: true },
          { name: "unit", type: "str", required: false },
        ],
      });
    },
  );

  item("S1-46", "3. The application fetches and converts them by session id.", async (world) => {
    const session_id = "user_123";
    const tools = await snakepitTools({ remote: shared, session: session_id, only: ["get_current_weather"] });
    const { agent } = await world.agent({ tools }, calls(requested), textAnswer("7 degrees."));
    expect((await agent.run(boston)).text).toBe("7 degrees.");
    expect(world.bodies()[1]?.contents.at(-1)?.parts).toEqual([
      { functionResponse: { name: "get_current_weather", response: { result: weather } } },
    ]);
  });

  item("S1-47", "4. The call of the API with the converted tools.", async (world) => {
    const { agent } = await world.agent({ tools: await bridgeTools() }, textAnswer("Where are you?"));
    await agent.run(boston, { activeTools: ["get_current_weather"] });
    expect(world.bodies()[0]).toEqual({
      contents: [{ role: "user", parts: [{ text: boston }] }],
      tools: [{ functionDeclarations: [weatherDeclaration] }],
    });
  });

  item("S1-48", "5. The model answers with a function_call part.", async (world) => {
    const { agent } = await world.agent({ tools: await bridgeTools() }, calls(requested));
    const { contents } = await agent.step(boston);
    expect(contents.at(-1)).toEqual({ role: "model", parts: [{ functionCall: requested }] });
  });

  item("S1-49", "6. execute_in_session(session_id, name, args).", async (world) => {
    const session: SnakepitOptions["session"] = ({ context }) => (context as { user: string }).user;
    const tools = (await bridgeTools(worker({ session }))) as Toolset<{ user: string }>;
    for (const user of ["user_123", "user_456"]) {
      const { agent, service } = await world.agent<{ user: string }>(
        { tools },
        calls(requested, { name: "own_session", args: {} }),
        textAnswer("7 degrees."),
      );
      await agent.run(boston, { context: { user } });
      // The worker itself reports the session in which it was called.
      expect(service.requests[1]?.body.contents.at(-1)?.parts).toEqual([
        { functionResponse: { name: "get_current_weather", response: { result: weather } } },
        { functionResponse: { name: "own_session", response: { result: user } } },
      ]);
    }
  });

  item("S1-50", "The result is a map.", async (world) => {
    const { agent } = await world.agent(
      { tools: await bridgeTools() },
      calls(requested),
      textAnswer("7 degrees."),
    );
    await agent.run(boston);
    expect(world.bodies()[1]?.contents.at(-1)?.parts?.[0]?.functionResponse?.response).toEqual({
      result: { location: "Boston, MA", unit: "celsius", temperature: 7 },
    });
  });

  /** The seventh step as the founding document writes it: the program handles the call without a loop. */
  const bySteps = async (call: Readonly<typeof requested & { id?: string }>): Promise<Content[]> => {
    const model: Content = { role: "model", parts: [{ functionCall: call }] };
    const { response } = await dispatch(await bridgeTools(), call);
    return [
      { role: "user", parts: [{ text: boston }] },
      model,
      { role: "user", parts: [functionResponse(call.name, response, call)] },
    ];
  };

  item("S1-51", "7. The history: user text, the model's own part, the function response.", async (world) => {
    const { agent } = await world.agent({ tools: await bridgeTools() }, textAnswer("7 degrees."));
    const contents = await bySteps(requested);
    expect((await agent.run(undefined, { contents })).text).toBe("7 degrees.");
    expect(world.bodies()[0]?.contents).toEqual([
      { role: "user", parts: [{ text: "What's the weather like in Boston?" }] },
      {
        role: "model",
        parts: [{ functionCall: { name: "get_current_weather", args: { location: "Boston, MA" } } }],
      },
      {
        role: "user",
        parts: [{ functionResponse: { name: "get_current_weather", response: { result: weather } } }],
      },
    ]);
  });

  item("S1-52", "The next call of the API gives the answer that people read.", async (world) => {
    const answer = "The current weather in Boston is 7 °C.";
    const service = await world.serve(reply([{ functionCall: requested }]), textAnswer(answer));
    const model = gemini({ apiKey: "KEY", model: MODEL, baseUrl: service.url });
    const agent = createAgent({ tools: await bridgeTools(), model });
    const paused = await agent.step(boston);
    if (paused.status !== "paused") throw new Error(paused.status);
    const decisions = { [paused.pending[0]?.callId ?? ""]: "approve" as const };
    expect((await agent.resume(paused.state, { decisions })).text).toBe(answer);
  });

  item("S1-54", "The tool bridge: committed code for the tools of a worker.", async (world) => {
    const spec = (await bridge()).read("specs/bridge.tools.yaml");
    expect(spec).toContain("snakepit: bridge");
    expect(spec).toContain('signature: "(location: str, unit?: str)"');
    // Only reviewed tools run. If a tool of the worker has other parameters, its call is refused, and the
    // model sees no details.
    const changed = spec.replace("(location: str, unit?: str)", "(location: str, unit?: int)");
    const home = project({ "specs/bridge.tools.yaml": changed });
    await home.gen();
    const errors: string[] = [];
    const { agent } = await world.agent(
      {
        tools: await home.create("bridge", { remotes: { bridge: shared } }),
        onEvent: (event) => event.type === "tool_error" && errors.push(String(event.error)),
      },
      calls(requested),
      textAnswer("I cannot say."),
    );
    await agent.run(boston);
    expect(errors).toEqual([expect.stringContaining("unit?: int")]);
    expect(world.bodies()[1]?.contents.at(-1)?.parts?.[0]?.functionResponse?.response).toEqual({
      error: { code: "TOOL_FAILED", message: "The tool failed." },
    });
  });
});
