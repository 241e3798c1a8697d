import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { createBookings } from "../../generated/bookings/index.js";
import { createWeather } from "../../generated/weather/index.js";
import { withOutput, type OutputSchema } from "../../runtime/adapters/output.js";
import type { Agent } from "../../runtime/start/agent.js";
import { call, type Scripted } from "../../testing/index.js";
import { agentOnInteractions } from "../interactions/interactions-on-fake.js";
import { agentOnFake } from "./agent-on-fake.js";

const tools = createWeather({
  handlers: { get_current_weather: () => ({ temperature: 21, unit: "celsius", conditions: "sunny" }) },
});
const place = z.object({ city: z.string(), celsius: z.number().int() });
const rome = JSON.stringify({ city: "Rome", celsius: 21 });

/** The agents of both APIs, with the bodies that they sent. */
const apis: readonly [
  string,
  (script: readonly Scripted[]) => Promise<{ agent: Agent; bodies: () => unknown[] }>,
][] = [
  [
    "generateContent",
    async (script) => {
      const { agent, fake } = await agentOnFake(script, { tools });
      return { agent, bodies: () => fake.requests.map(({ body }) => body) };
    },
  ],
  [
    "interactions",
    async (script) => {
      const { agent, fake } = await agentOnInteractions(script, { tools });
      return { agent, bodies: () => fake.requests.map(({ body }) => body) };
    },
  ],
];

describe.each(apis)("a typed answer with %s", (api, open) => {
  it("is requested, validated and typed, after calls of tools", async () => {
    const { agent, bodies } = await open([call("get_current_weather", { location: "Rome" }), rome]);
    const result = await withOutput(agent, place).run("Weather in Rome?");
    if (result.status !== "done") throw new Error(result.status);
    expectTypeOf(result.output).toEqualTypeOf<{ city: string; celsius: number }>();
    expect(result.output).toEqual({ city: "Rome", celsius: 21 });
    const schema = { type: "object", required: ["city", "celsius"] };
    expect(bodies()).toHaveLength(2);
    for (const body of bodies())
      expect(body).toMatchObject(
        api === "interactions"
          ? { response_format: { type: "text", mime_type: "application/json", schema } }
          : { generationConfig: { responseMimeType: "application/json", responseJsonSchema: schema } },
      );
  });

  it("that does not match is corrected in one more turn", async () => {
    const wrong = JSON.stringify({ city: "Rome", celsius: "warm" });
    const { agent, bodies } = await open([wrong, `\`\`\`json\n${rome}\n\`\`\``]);
    const result = await withOutput(agent, place).run("Weather in Rome?");
    expect(result).toMatchObject({ status: "done", output: { city: "Rome", celsius: 21 } });
    expect(result.turns).toHaveLength(2);
    expect(result.usage.requests).toBe(2);
    expect(JSON.stringify(bodies()[1])).toMatch(/required form: \/celsius: .*expected number/);
  });

  it("that never matches is an error", async () => {
    const { agent } = await open(["Warm.", "Hot.", "Very hot."]);
    const result = await withOutput(agent, place, { repairs: 2 }).run("Weather in Rome?");
    expect(result).toMatchObject({
      status: "error",
      error: { code: "OUTPUT_MISMATCH", message: "it is not JSON." },
    });
  });

  it("may have the form of a tool of a spec, lowered and decoded by the generated code", async () => {
    const { entry } = createBookings({ http: {} as never }).tools.get("book_room")!;
    const room = { room: "12", guest: { name: "Ada" }, from: "2026-05-01", nights: 2 };
    const { agent, bodies } = await open([JSON.stringify({ ...room, nights: "many" }), JSON.stringify(room)]);
    const result = await withOutput(agent, entry).run("Which room?");
    expect(result).toMatchObject({ status: "done", output: room });
    expect(JSON.stringify(bodies()[1])).toContain("book_room: change nights");
    expect(JSON.stringify(bodies()[0])).toContain(
      api === "interactions" ? '"type":"object"' : '"type":"OBJECT"',
    );
  });

  it("may have a JSON Schema with a function that validates", async () => {
    const checked: OutputSchema<number> = {
      schema: { type: "integer", minimum: 1 },
      parse: (value) => {
        if (typeof value !== "number" || value < 1) throw new Error("expected an integer from 1.");
        return value;
      },
    };
    const { agent } = await open(["0", "3"]);
    expect(await withOutput(agent, checked).run("How many?")).toMatchObject({ status: "done", output: 3 });
  });

  it("may follow a pause", async () => {
    const { agent } = await open([call("get_current_weather", { location: "Rome" }), rome]);
    const typed = withOutput(agent, place);
    const paused = await typed.run("Weather in Rome?", { automatic: false });
    if (paused.status !== "paused") throw new Error(paused.status);
    const decisions = Object.fromEntries(paused.pending.map(({ callId }) => [callId, "approve" as const]));
    const result = await typed.resume(paused.state, { decisions, automatic: true });
    expect(result).toMatchObject({ status: "done", output: { city: "Rome", celsius: 21 } });
  });

  it("is not expected of a run that ends in another way", async () => {
    const { agent } = await open([call("get_current_weather", { location: "Rome" })]);
    const result = await withOutput(agent, place).run("Weather in Rome?", { maxTurns: 1 });
    expect(result.status).toBe("max_turns");
    expect(result).not.toHaveProperty("output", expect.anything());
  });
});

it("needs a library that can write JSON Schema", async () => {
  const { agent } = await agentOnFake([], { tools });
  const schema = { "~standard": { validate: (value: unknown) => ({ value }) } };
  expect(() => withOutput(agent, schema)).toThrow("cannot write it as JSON Schema");
});
