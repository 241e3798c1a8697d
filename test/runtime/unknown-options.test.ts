import { describe, expect, it } from "vitest";
import { connectBookings } from "../../generated/bookings/client.js";
import { createBookings } from "../../generated/bookings/index.js";
import { createPythonWeather } from "../../generated/python-weather/index.js";
import { createWeather } from "../../generated/weather/index.js";
import { createAgent, dispatch, gemini, vertexAI } from "../../runtime/index.js";
import { fakeGemini, scriptedModel } from "../../testing/index.js";
import { handMade } from "./hand-made-tools.js";

// Misspelt options that the types would report. A JavaScript program gets a TypeError.

const handlers = {
  get_current_weather: () => ({ location: "Boston", temperature: 7, unit: "celsius" as const }),
};
const tools = handMade([{ name: "tool", run: () => 1 }]);
const credentials = { apiKey: "secret" };
const model = "gemini-3.5-flash";

describe("an unknown option is refused", () => {
  const geminiOptions = "model, apiKey, vertex, baseUrl, apiVersion, headers, fetch, retry, maxResponseBytes";
  it.each<[string, () => unknown, string]>([
    [
      "of gemini",
      () => gemini({ apiKey: "k", model, baseURL: "https://proxy.example.com" } as never),
      `gemini(): there is no option "baseURL", only ${geminiOptions}`,
    ],
    [
      "of retry",
      () => gemini({ apiKey: "k", model, retry: { attempt: 1 } } as never),
      'gemini(): retry: there is no option "attempt", only attempts, baseMs, maxMs, random, sleep',
    ],
    [
      "of vertexAI",
      () => vertexAI({ region: "us" } as never),
      'vertexAI(): there is no option "region", only project, location, accessToken',
    ],
    [
      "of a connection",
      () => connectBookings({ credentials, baseURL: "https://x.example.com" } as never),
      'connect…(): there is no option "baseURL"; did you mean "baseUrl"?',
    ],
    [
      "of a connection, with its unit missing",
      () => connectBookings({ credentials, timeout: 5 } as never),
      'connect…(): there is no option "timeout"; did you mean "timeoutMs"?',
    ],
    [
      "of the credentials",
      () => connectBookings({ credentials: { ...credentials, apiKye: "x" } } as never),
      'connect…(): credentials: there is no option "apiKye"; did you mean "apiKey"?',
    ],
    [
      "of a scripted model",
      () => scriptedModel([], { signature: "any" } as never),
      'scriptedModel(): there is no option "signature", only model, flavor, ids, checks, signatures, seed, maxRequests',
    ],
    [
      "of a set",
      () => createWeather({ handlers, hanlders: 1 } as never),
      'createWeather(): there is no option "hanlders", only handlers',
    ],
    [
      "in the handlers",
      () => createWeather({ handlers: { ...handlers, get_wether: () => 1 } } as never),
      'handlers: "weather" has no tool "get_wether"',
    ],
  ])("%s", (_, create, message) => {
    expect(create).toThrow(new TypeError(message));
  });

  it("of a fake", async () => {
    await expect(fakeGemini({ scrpt: [] } as never)).rejects.toThrow(
      'fakeGemini(): there is no option "scrpt", only script, apiKey, ',
    );
  });

  it("of a dispatch", async () => {
    await expect(dispatch(tools, { name: "tool" }, { contxt: 1 } as never)).rejects.toThrow(
      new TypeError('dispatch(): there is no option "contxt"; did you mean "context"?'),
    );
  });
});

describe("accepted are", () => {
  it("options that are undefined", () => {
    expect(() => gemini({ apiKey: "k", model, baseURL: undefined } as never)).not.toThrow();
  });

  it("other functions of an instance, and other values of an object", () => {
    class House {
      get_current_weather = handlers.get_current_weather;
      helper = (): number => 1;
    }
    expect(() => createWeather({ handlers: new House() })).not.toThrow();
    expect(() => createWeather({ handlers: { ...handlers, cache: new Map() } as never })).not.toThrow();
  });
});

describe("a missing argument is a clear error", () => {
  it.each<[string, (options: never) => unknown, string]>([
    ["createWeather", createWeather, "createWeather() needs an object with handlers"],
    ["createPythonWeather", createPythonWeather, "createPythonWeather() needs an object with remotes"],
    ["createBookings", createBookings, "createBookings() needs an object with http"],
    [
      "connectBookings",
      connectBookings,
      "connect…() needs an object with its options, such as `credentials`",
    ],
    ["gemini", gemini, "gemini() needs an object with model, apiKey, "],
  ])("of %s", (_, create, message) => {
    for (const nothing of [undefined, null]) expect(() => create(nothing as never)).toThrow(TypeError);
    expect(() => create(undefined as never)).toThrow(message);
  });
});

describe("an option that must be a number", () => {
  const scripted = scriptedModel(["done"]);
  it.each<[object, object, string]>([
    [{ maxTurns: "3" }, {}, 'createAgent(): `maxTurns` must be a number of at least 0, found "3"'],
    [
      {},
      { deadlineMs: "1s" },
      'the options of a run: `deadlineMs` must be a number of at least 0, found "1s"',
    ],
    [
      {},
      { concurrency: Number.NaN },
      "the options of a run: `concurrency` must be a number of at least 0, found NaN",
    ],
    [{ maxToolCalls: -1 }, {}, "createAgent(): `maxToolCalls` must be a number of at least 0, found -1"],
  ])("refuses %j and %j", async (agent, run, message) => {
    const created = createAgent({ tools, model: scripted, ...agent } as never);
    await expect(created.run("go", run as never)).rejects.toThrow(new TypeError(message));
    expect(scripted.requests).toHaveLength(0);
  });

  it("accepts Infinity", async () => {
    const result = await createAgent({ tools, model: scripted, maxTotalTokens: Infinity }).run("go");
    expect(result.status).toBe("done");
  });
});
