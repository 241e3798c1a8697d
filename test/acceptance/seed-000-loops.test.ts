import { describe, expect } from "vitest";
import { createAgent, gemini, ToolError, wholeResponse, type Content } from "@toolpress/runtime";
import { calls, item, MODEL, reply, textAnswer } from "./item.js";
import { askWeather, weatherProject, weatherTools } from "./weather.js";

// "Full requirements for canonical Gemini tool calling": the loops

const question = "What's the weather in Boston?";
const user = (text: string): Content => ({ role: "user", parts: [{ text }] });

describe("Core loop", () => {
  item("S0-24", "The first request carries contents.", async (world) => {
    const { agent } = await world.agent({ tools: await weatherTools() }, textAnswer("Hi."));
    await agent.run(question);
    expect(world.bodies()[0]?.contents).toEqual([user(question)]);
  });

  item("S0-25", "The first request carries tools.", async (world) => {
    const { agent } = await world.agent({ tools: await weatherTools() }, textAnswer("Hi."));
    await agent.run(question);
    expect(world.bodies()[0]?.tools?.[0]?.functionDeclarations?.length).toBe(2);
  });

  item("S0-26", "The first request carries an optional tool_config.", async (world) => {
    const { agent } = await world.agent(
      { tools: await weatherTools() },
      textAnswer("Hi."),
      textAnswer("Hi."),
    );
    await agent.run(question);
    await agent.run(question, { toolConfig: { functionCallingConfig: { mode: "AUTO" } } });
    expect(world.bodies().map((body) => "toolConfig" in body)).toEqual([false, true]);
  });

  item(
    "S0-27",
    "A call comes without text; today text and thoughts may stand beside it (C8).",
    async (world) => {
      const parts = [
        { text: "I need the weather.", thought: true },
        { text: "Let me look." },
        { functionCall: askWeather("Boston"), thoughtSignature: "c2lnbmF0dXJl" },
      ];
      const { agent } = await world.agent({ tools: await weatherTools() }, reply(parts), textAnswer("21."));
      expect((await agent.run(question)).text).toBe("21.");
      expect(world.bodies()[1]?.contents[1]).toEqual({ role: "model", parts });
    },
  );

  item("S0-28", "It holds one or more FunctionCall objects.", async (world) => {
    const made = [
      askWeather("Boston"),
      askWeather("Rome"),
      { name: "set_thermostat", args: { temperature: 20 } },
    ];
    const { agent } = await world.agent({ tools: await weatherTools() }, calls(...made), textAnswer("Done."));
    const { turns } = await agent.run(question);
    expect(turns[0]?.calls.map(({ tool }) => tool)).toEqual(["get_weather", "get_weather", "set_thermostat"]);
  });

  item("S0-29", "FunctionCall.name.", async (world) => {
    const { agent } = await world.agent({ tools: await weatherTools() }, calls(askWeather("Boston")));
    const result = await agent.step(question);
    expect(result).toMatchObject({ status: "paused", pending: [{ tool: "get_weather" }] });
  });

  item("S0-30", "FunctionCall.args match the declaration's schema: they are checked.", async (world) => {
    const wrong = { name: "get_weather", args: { city: "Boston", unit: "kelvin" } };
    const seen: unknown[] = [];
    const { agent } = await world.agent(
      { tools: await weatherTools({ get_weather: (args) => (seen.push(args), 21) }) },
      calls(wrong),
      calls(askWeather("Boston")),
      textAnswer("21."),
    );
    const { turns } = await agent.run(question);
    expect(turns.map(({ calls: [made] }) => made?.code)).toEqual(["INVALID_ARGUMENTS", undefined, undefined]);
    // The handler never gets these calls. The model reads what is wrong with each.
    expect(seen).toEqual([{ location: "Boston" }]);
    const message = [
      "3 problems in the arguments of get_weather:",
      "1. add location: string.",
      '2. change unit: expected "celsius" | "fahrenheit", got string "kelvin".',
      "3. remove city: there is no such argument; there is location.",
    ].join("\n");
    expect(world.bodies()[1]?.contents.at(-1)?.parts).toEqual([
      {
        functionResponse: {
          name: "get_weather",
          response: { error: { code: "INVALID_ARGUMENTS", message } },
        },
      },
    ]);
  });

  item("S0-31", "The client executes.", async (world) => {
    const seen: unknown[] = [];
    const tools = await weatherTools({ get_weather: (args) => (seen.push(args), 21) });
    const { agent } = await world.agent({ tools }, calls(askWeather("Boston")), textAnswer("21."));
    await agent.run(question);
    expect(seen).toEqual([{ location: "Boston" }]);
  });

  item("S0-32", "The client sends a new generate_content request.", async (world) => {
    const { agent, service } = await world.agent(
      { tools: await weatherTools() },
      calls(askWeather("Boston")),
      textAnswer("21."),
    );
    await agent.run(question);
    expect(service.requests.map(({ path }) => path)).toEqual(
      Array(2).fill(`/v1beta/models/${MODEL}:generateContent`),
    );
  });

  item("S0-33", "That request has the entire previous history.", async (world) => {
    const call = { role: "model", parts: [{ functionCall: askWeather("Boston") }] };
    const { agent } = await world.agent(
      { tools: await weatherTools() },
      reply(call.parts),
      textAnswer("21."),
      textAnswer("You asked about Boston."),
    );
    const first = await agent.run(question);
    await agent.run("What did I ask?", { contents: first.contents });
    const [one, two, three] = world.bodies().map(({ contents }) => contents);
    expect(two?.slice(0, 2)).toEqual([...(one ?? []), call]);
    expect(three?.slice(0, 3)).toEqual(two);
    expect(three?.slice(3)).toEqual([{ role: "model", parts: [{ text: "21." }] }, user("What did I ask?")]);
  });

  item("S0-34", "That request has a new Content with a FunctionResponse.", async (world) => {
    const { agent } = await world.agent(
      { tools: await weatherTools() },
      calls(askWeather("Boston")),
      textAnswer("21."),
    );
    await agent.run(question);
    expect(world.bodies()[1]?.contents.at(-1)).toEqual({
      role: "user",
      parts: [{ functionResponse: { name: "get_weather", response: { result: { temperature: 21 } } } }],
    });
  });

  item("S0-35", "FunctionResponse.name is the function that was called.", async (world) => {
    const { agent } = await world.agent(
      { tools: await weatherTools() },
      calls({ name: "set_thermostat", args: { temperature: 20 } }, askWeather("Rome")),
      textAnswer("Done."),
    );
    await agent.run(question);
    const names = world
      .bodies()[1]
      ?.contents.at(-1)
      ?.parts?.map((part) => part.functionResponse?.name);
    expect(names).toEqual(["set_thermostat", "get_weather"]);
    // A current model adds ids to its calls and requires them in the responses.
    const made = [
      { functionCall: { ...askWeather("Rome"), id: "c1" }, thoughtSignature: "c2lnbmF0dXJl" },
      { functionCall: { ...askWeather("Oslo"), id: "c2" } },
    ];
    const current = await world.agent(
      {
        tools: await weatherTools({ get_weather: ({ location }: { location: string }) => location }),
        model: "gemini-3.5-flash",
      },
      reply(made),
      textAnswer("Done."),
    );
    await current.agent.run(question);
    expect(current.service.requests[1]?.body.contents.slice(1)).toEqual([
      { role: "model", parts: made },
      {
        role: "user",
        parts: [
          { functionResponse: { id: "c1", name: "get_weather", response: { result: "Rome" } } },
          { functionResponse: { id: "c2", name: "get_weather", response: { result: "Oslo" } } },
        ],
      },
    ]);
  });

  item("S0-36", "FunctionResponse.response is an object that contains the return value.", async (world) => {
    for (const [value, response] of [
      [21, { result: 21 }],
      ["mild", { result: "mild" }],
      [[1, 2], { result: [1, 2] }],
      [undefined, { result: null }],
    ] as const) {
      const tools = await weatherTools({ get_weather: () => value });
      const { agent, service } = await world.agent(
        { tools },
        calls(askWeather("Boston")),
        textAnswer("Done."),
      );
      await agent.run(question);
      expect(service.requests[1]?.body.contents.at(-1)?.parts?.[0]?.functionResponse?.response).toEqual(
        response,
      );
    }
  });

  item("S0-37", 'The usual key is "content" or "result".', async (world) => {
    for (const resultKey of ["result", "content"]) {
      const { agent, service } = await world.agent(
        { tools: await weatherTools(), resultKey },
        calls(askWeather("Boston")),
        textAnswer("21."),
      );
      await agent.run(question);
      expect(service.requests[1]?.body.contents.at(-1)?.parts?.[0]?.functionResponse?.response).toEqual({
        [resultKey]: { temperature: 21 },
      });
    }
    const tools = await weatherTools({ get_weather: () => wholeResponse({ response: { degrees: 21 } }) });
    const { agent, service } = await world.agent({ tools }, calls(askWeather("Boston")), textAnswer("21."));
    await agent.run(question);
    expect(service.requests[1]?.body.contents.at(-1)?.parts?.[0]?.functionResponse?.response).toEqual({
      degrees: 21,
    });
  });

  item("S0-38", "The value must be JSON-serialisable.", async (world) => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    const errors: unknown[] = [];
    const tools = await weatherTools({ get_weather: () => circle });
    const { agent } = await world.agent(
      { tools, onEvent: (event) => event.type === "tool_error" && errors.push(event.error) },
      calls(askWeather("Boston")),
      textAnswer("Sorry."),
    );
    expect((await agent.run(question)).turns[0]?.calls[0]?.code).toBe("UNSERIALIZABLE_RESULT");
    expect(errors.length).toBe(1);
  });

  item("S0-39", "The model then answers in text.", async (world) => {
    const { agent } = await world.agent(
      { tools: await weatherTools() },
      calls(askWeather("Boston")),
      textAnswer("It is 21 degrees."),
    );
    expect(await agent.run(question)).toMatchObject({ status: "done", text: "It is 21 degrees." });
  });
});

describe("Automatic loop", () => {
  item("S0-40", "The user supplies a map of names to callables.", async (world) => {
    const handlers = { get_weather: () => 21, set_thermostat: () => "set" };
    const { agent } = await world.agent(
      { tools: await weatherTools(handlers) },
      calls(askWeather("Boston")),
      textAnswer("21."),
    );
    expect((await agent.run(question)).status).toBe("done");
    const home = await weatherProject();
    await expect(home.create("weather", { handlers: { get_weather: () => 21 } })).rejects.toThrow(
      "set_thermostat",
    );
  });

  item("S0-41", "It sends the first request.", async (world) => {
    const { agent, service } = await world.agent({ tools: await weatherTools() }, textAnswer("Hi."));
    await agent.run(question);
    expect(service.requests.length).toBe(1);
  });

  item("S0-42", "It looks for FunctionCalls.", async (world) => {
    const parts = [{ text: "Looking." }, { functionCall: askWeather("Boston") }];
    const { agent } = await world.agent({ tools: await weatherTools() }, reply(parts), textAnswer("21."));
    expect((await agent.run(question)).turns.map(({ calls: made }) => made.length)).toEqual([1, 0]);
  });

  item("S0-43", "It looks the functions up.", async (world) => {
    const ran: string[] = [];
    const tools = await weatherTools({
      get_weather: () => ran.push("weather"),
      set_thermostat: () => ran.push("thermostat"),
    });
    const both = calls({ name: "set_thermostat", args: { temperature: 20 } }, askWeather("Boston"));
    const { agent: other } = await world.agent({ tools }, both, textAnswer("Done."));
    await other.run(question);
    expect(ran).toEqual(["thermostat", "weather"]);
    for (const name of ["get_wether", "toString", "__proto__"]) {
      const { agent } = await world.agent(
        { tools: await weatherTools() },
        calls({ name, args: {} }),
        textAnswer("Sorry."),
      );
      expect((await agent.run(question)).turns[0]?.calls[0]?.code).toBe("UNKNOWN_TOOL");
    }
  });

  item("S0-44", "It runs them with the model's args.", async (world) => {
    const seen: unknown[] = [];
    const tools = await weatherTools({ get_weather: (args) => (seen.push(args), 21) });
    const args = { location: "Boston", unit: "celsius" };
    const { agent } = await world.agent({ tools }, calls({ name: "get_weather", args }), textAnswer("21."));
    await agent.run(question);
    expect(seen).toEqual([args]);
  });

  item("S0-45", "It catches exceptions and turns them into an error response.", async (world) => {
    for (const [thrown, error] of [
      [new Error("secret"), { code: "TOOL_FAILED", message: "The tool failed." }],
      [
        new ToolError("NO_STATION", "No station there."),
        { code: "NO_STATION", message: "No station there." },
      ],
    ] as const) {
      const tools = await weatherTools({
        get_weather: () => {
          throw thrown;
        },
      });
      const { agent, service } = await world.agent(
        { tools },
        calls(askWeather("Boston")),
        textAnswer("Sorry."),
      );
      expect((await agent.run(question)).status).toBe("done");
      expect(service.requests[1]?.body.contents.at(-1)?.parts?.[0]?.functionResponse?.response).toEqual({
        error,
      });
    }
  });

  item("S0-46", "It builds FunctionResponse parts.", async (world) => {
    const { agent } = await world.agent(
      { tools: await weatherTools() },
      calls(askWeather("Paris"), askWeather("Rome")),
      textAnswer("Both 21."),
    );
    await agent.run(question);
    const functionResponse = { name: "get_weather", response: { result: { temperature: 21 } } };
    expect(world.bodies()[1]?.contents.at(-1)?.parts).toEqual([{ functionResponse }, { functionResponse }]);
  });

  item(
    "S0-47",
    "It appends the model's FunctionCall and our FunctionResponse to the history.",
    async (world) => {
      const { agent } = await world.agent(
        { tools: await weatherTools() },
        calls(askWeather("Boston")),
        textAnswer("21."),
      );
      const { contents } = await agent.run(question);
      expect(contents).toEqual([
        user(question),
        { role: "model", parts: [{ functionCall: askWeather("Boston") }] },
        {
          role: "user",
          parts: [{ functionResponse: { name: "get_weather", response: { result: { temperature: 21 } } } }],
        },
        { role: "model", parts: [{ text: "21." }] },
      ]);
    },
  );

  item("S0-48", "It sends the next request by itself.", async (world) => {
    const { agent, service } = await world.agent(
      { tools: await weatherTools() },
      calls(askWeather("Boston")),
      calls({ name: "set_thermostat", args: { temperature: 20 } }),
      textAnswer("Set to 20."),
    );
    expect((await agent.run(question)).text).toBe("Set to 20.");
    expect(service.requests.map(({ body }) => body.contents.length)).toEqual([1, 3, 5]);
  });

  item("S0-49", "It returns the final text, hiding the middle steps.", async (world) => {
    const first = reply([{ text: "Looking." }, { functionCall: askWeather("Boston") }]);
    const { agent } = await world.agent({ tools: await weatherTools() }, first, textAnswer("21."));
    expect((await agent.run(question)).text).toBe("21.");
  });

  /** A stream of two events, each with one piece of the text. */
  const pieces = [
    { candidates: [{ content: { parts: [{ text: "21 " }], role: "model" }, index: 0 }] },
    textAnswer("degrees."),
  ];

  /**
   * Returns a fetch function that delays the last piece of a stream until the program has received the first
   * piece.
   */
  const held =
    (seen: Promise<void>): typeof fetch =>
    async (input, init) => {
      const response = await fetch(input, init);
      const events = (await response.text())
        .split(/(?<=\n\r?\n)/)
        .map((text) => new TextEncoder().encode(text));
      const body = new ReadableStream<Uint8Array>({
        async start(controller) {
          for (const [index, event] of events.entries()) {
            if (index > 0) await seen;
            controller.enqueue(event);
          }
          controller.close();
        },
      });
      return new Response(body, response);
    };

  item("S0-50", "The automatic loop works in streaming mode.", async (world) => {
    const service = await world.serve(calls(askWeather("Boston")), pieces);
    let release: () => void = () => undefined;
    const seen = new Promise<void>((resolve) => (release = resolve));
    const model = gemini({ apiKey: "KEY", model: MODEL, baseUrl: service.url, fetch: held(seen) });
    const stream = createAgent({ tools: await weatherTools(), model }).stream(question);
    const deltas: string[] = [];
    for await (const event of stream) {
      if (event.type !== "text_delta") continue;
      deltas.push(event.text);
      release();
    }
    expect(deltas).toEqual(["21 ", "degrees."]);
    expect(await stream.result).toMatchObject({ status: "done", text: "21 degrees." });
  });

  item(
    "S0-51",
    "In streaming it handles the call, executes, then streams the text of the next answer.",
    async (world) => {
      const { agent, service } = await world.agent(
        { tools: await weatherTools() },
        calls(askWeather("Boston")),
        pieces,
      );
      const seen: string[] = [];
      for await (const { type } of agent.stream(question)) seen.push(type);
      expect(seen.filter((type) => /^(tool_call|tool_end|text_delta|run_end)$/.test(type))).toEqual([
        "tool_call",
        "tool_end",
        "text_delta",
        "text_delta",
        "run_end",
      ]);
      expect(service.requests.map(({ path }) => path)).toEqual(
        Array(2).fill(`/v1beta/models/${MODEL}:streamGenerateContent?alt=sse`),
      );
    },
  );

  item("S0-52", "Automatic mode can be switched on and off.", async (world) => {
    const ran: string[] = [];
    const tools = await weatherTools({ get_weather: () => ran.push("weather") });
    const { agent } = await world.agent({ tools }, calls(askWeather("Boston")), textAnswer("Rainy."));
    const paused = await agent.run(question, { automatic: false });
    if (paused.status !== "paused") throw new Error(paused.status);
    expect(ran).toEqual([]);
    const decisions = { [paused.pending[0]?.callId ?? ""]: { output: "rain" } };
    expect(await agent.resume(paused.state, { decisions })).toMatchObject({ status: "done", text: "Rainy." });
    expect(ran).toEqual([]);
  });
});
