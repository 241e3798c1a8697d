import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { createWeather } from "../../generated/weather/index.js";
import { dispatch } from "../../runtime/call/dispatch.js";
import { createDesk } from "../golden/writes-json-schemas-for-other-systems/expected/desk/index.js";

const handlers = { find_tickets: () => [], close_ticket: () => undefined };

describe("the JSON Schemas of a tool at run time", () => {
  const tools = createDesk({ handlers });
  const find = tools.tools.get("find_tickets")!.entry;

  it("compile in Ajv on their own, and accept what the tool accepts", async () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const accepts = ajv.compile((await find.schemas!()).input as object);
    const samples = [
      { customer: "ada" },
      { customer: "ada", labels: { a: "b" }, parent: { id: 1, parent: { id: 2 } } },
      { customer: "Ada" },
      { customer: "ada", labels: { a: [] } },
      { customer: "ada", parent: { id: 1, parent: {} } },
      {},
    ];
    for (const args of samples) {
      const { response } = await dispatch(tools, { name: "find_tickets", args }, {
        context: { tenant: "t" },
      } as never);
      expect([args, accepts(args)]).toEqual([args, !("error" in response)]);
    }
  });

  it("have no bound argument, and nothing that was made for Gemini", async () => {
    const { input, output } = await find.schemas!();
    expect(input).toMatchObject({ required: ["customer"], properties: { labels: { type: "object" } } });
    expect(JSON.stringify(input)).not.toContain("tenant");
    expect(output).toMatchObject({ type: "array", items: { $ref: "#/$defs/Ticket" } });
    const close = await tools.tools.get("close_ticket")!.entry.schemas!();
    expect(close).not.toHaveProperty("output");
  });

  it("are written only if the config has them", () => {
    const set = createWeather({ handlers: { get_current_weather: () => "" } as never });
    expect(set.tools.get("get_current_weather")!.entry.schemas).toBeUndefined();
  });
});
