import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { assertReplayable } from "toolpress/testing";
import { examples, runExample } from "../../examples/demo/run-example.js";

async function transcriptOf(name: string): Promise<string> {
  let text = "";
  const result = await runExample(name, (piece) => (text += piece));
  assertReplayable(result.contents);
  return text.replace(/\d+ tokens/, "N tokens");
}

/** The expected output of `npm run demo`, by example. */
const transcripts: Readonly<Record<string, string>> = {
  weather: `
Weather: one question, one call

  user   What's the weather in Boston?
  model  → get_current_weather({"location":"Boston, MA"})
  tool   ← {"temperature":7.5,"unit":"celsius","conditions":"drizzle"}
  model  It is 7.5 °C in Boston, with a light drizzle. Take a jacket.
         done · 2 turns · 1 call · N tokens
`,
  thermostat: `
Thermostat: calls that depend on each other, and a mistake corrected

  user   If it's warmer than 20 °C in London, set the thermostat to 20 °C, otherwise to 18 °C.
  model  → get_weather_forecast({"location":"London"})
  tool   ← {"temperature":25,"unit":"celsius"}
  model  → set_thermostat_temperature({"temperature":"twenty degrees"})
  tool   ✗ INVALID_ARGUMENTS: set_thermostat_temperature: change temperature: expected integer 5–30, got string "twenty degrees".
  model  → set_thermostat_temperature({"temperature":20})
  tool   ← {"status":"success"}
  model  London is at 25 °C, so I set your thermostat to 20 °C.
         done · 4 turns · 3 calls · N tokens
`,
  "three cities": `
Three cities: parallel calls

  user   Where is it warmest right now: Paris, London or Rome?
  model  → get_current_weather({"location":"Paris"})
  model  → get_current_weather({"location":"London"})
  model  → get_current_weather({"location":"Rome"})
  tool   ← {"temperature":16,"unit":"celsius","conditions":"sunny"}
  tool   ← {"temperature":12,"unit":"celsius","conditions":"drizzle"}
  tool   ← {"temperature":21,"unit":"celsius","conditions":"sunny"}
  model  Rome is the warmest at 21 °C, ahead of Paris (16 °C) and London (12 °C).
         done · 2 turns · 3 calls · N tokens
`,
  router: `
Router: the model must choose (mode ANY)

  user   I was charged twice in October.
  model  → route_to_billing({"reason":"The customer reports a double charge."})
  tool   ← {"queue":"billing","reason":"The customer reports a double charge."}
         stopped by route_to_billing · 1 turn · 1 call · N tokens
`,
  approval: `
Approval: a run that pauses and continues

  user   Schedule a meeting with Bob and Alice for 2025-03-14 at 10:00 about the Q3 planning.
  model  → schedule_meeting({"attendees":["Bob","Alice"],"date":"2025-03-14","time":"10:00","topic":"Q3 planning"})
  paused schedule_meeting waits for approval
  tool   ← {"id":"2025-03-14-10:00-2","link":"https://meet.example/planning%2F0%2F0"}
  model  Done: Bob and Alice are invited for 14 March at 10:00.
         done · 2 turns · 1 call · N tokens
`,
  bookings: `
Bookings: an OpenAPI document, called over HTTP

  user   Book the cheapest room with a sea view for Ada Lovelace, two nights from 2026-05-01.
  model  → search_rooms({"from":"2026-05-01","nights":2,"features":["sea view"]})
  tool   ← [{"number":"12","price":85,"features":["desk","sea view"]},{"number":"14","price":110,"features":["balcony","bath","sea view"]}]
  model  → book_room({"room":"12","guest":{"name":"Ada Lovelace"},"from":"2026-05-01","nights":2})
  paused book_room waits for approval
  tool   ← {"guest":{"name":"Ada Lovelace"},"from":"2026-05-01","nights":2,"id":"b1","room":"12"}
  model  Room 12 is booked for Ada Lovelace, two nights from 1 May, at 85 euros a night.
         done · 3 turns · 2 calls · N tokens
`,
  streaming: `
Streaming: thoughts, a call, and text while the model writes it

  user   What is 57 times 23? Use the tool, then explain it in two sentences.
  thinks The user wants a product. I have a tool for that.
  model  → multiply({"a":57,"b":23})
  tool   ← 1311
  model  57 times 23 is 1311. It is 57 times 20, which is 1140, plus 57 times 3, which is 171.
         done · 2 turns · 1 call · N tokens
`,
  "code execution": `
Code execution beside functions

  user   Compute the 10th prime number with code, then set the kitchen light to that percentage.
  model  → set_light_values({"room":"kitchen","brightness":29})
  tool   ← {"room":"kitchen","brightness":29,"color_temp":"warm"}
  model  The 10th prime is 29, so the kitchen light is at 29 percent now.
  ran    import sympy; print(sympy.prime(10))
         done · 2 turns · 1 call · N tokens
`,
  interactions: `
Interactions: the same tools on Google's newer API

  user   How much warmer is Rome than Paris?
  thinks Two cities, two calls.
  model  → get_current_weather({"location":"Paris"})
  model  → get_current_weather({"location":"Rome"})
  tool   ← {"temperature":16,"unit":"celsius","conditions":"sunny"}
  tool   ← {"temperature":21,"unit":"celsius","conditions":"sunny"}
  model  Rome is 5 °C warmer than Paris.
         done · 2 turns · 2 calls · N tokens
`,
  "official SDK": `
Google's own client with our tools

  user   Is it warm in Rome?
  model  → get_current_weather({"location":"Rome"})
  tool   ← {"temperature":21,"unit":"celsius","conditions":"sunny"}
  model  Rome has 21 °C and sunshine.
`,
};

describe("the examples", () => {
  it("are all listed here", () => {
    expect(Object.keys(transcripts)).toEqual(Object.keys(examples));
  });

  it.each(Object.entries(transcripts))("%s: prints the expected conversation", async (name, expected) => {
    expect(await transcriptOf(name)).toBe(expected);
  });

  it("run as programs: the demo against the fake, and the live test only with a key", async () => {
    const run = async (file: string): Promise<string> => {
      const { GEMINI_API_KEY: _key, ...env } = process.env;
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ["--import", "tsx", `examples/${file}`],
        {
          cwd: fileURLToPath(new URL("../..", import.meta.url)),
          env,
        },
      );
      return stdout;
    };
    const [demo, live] = await Promise.all([run("demo.ts"), run("live.ts")]);
    expect(live).toBe("skipped: the live test needs GEMINI_API_KEY\n");
    expect(demo).toMatch(/^No GEMINI_API_KEY: the examples talk to the embedded fake/);
    for (const { title } of Object.values(examples)) expect(demo).toContain(title);
  });

  it("are refused by name if they do not exist", async () => {
    await expect(runExample("nothing", () => undefined)).rejects.toThrow('no example is called "nothing"');
  });
});
