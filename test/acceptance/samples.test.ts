import { readFileSync } from "node:fs";
import { Type } from "@google/genai";
import { describe, expect, it } from "vitest";
import { toFunctionDeclaration } from "@toolpress/runtime/amazon-q";
import { createAgent, createToolset, gemini, type Toolset } from "@toolpress/runtime";
import { calls, MODEL, textAnswer } from "./item.js";
import { judges } from "./judges.js";
import { toolsOf } from "./sent.js";

// Compares requests with the JSON samples of the founding documents. They may only differ as
// docs/founding-documents.md lists.

type Json = unknown;

/** Changes every object inside of a value. Inner objects are changed before outer ones. */
function each(value: Json, change: (object: Record<string, Json>) => Json): Json {
  if (Array.isArray(value)) return value.map((one) => each(one, change));
  if (typeof value !== "object" || value === null) return value;
  return change(Object.fromEntries(Object.entries(value).map(([key, child]) => [key, each(child, change)])));
}

const without = (key: string) => (value: Json) => each(value, ({ [key]: _gone, ...rest }) => rest);

interface Difference {
  /** Returns the request without this difference. */
  readonly sent?: (value: Json) => Json;
  /** Returns the sample without this difference. */
  readonly sample?: (value: Json) => Json;
}

/** The differences, one entry for each row of the table in docs/founding-documents.md. */
const differences = {
  types: {
    sent: (value) =>
      each(value, (object) =>
        typeof object["type"] === "string" ? { ...object, type: object["type"].toLowerCase() } : object,
      ),
  },
  propertyOrdering: { sent: without("propertyOrdering") },
  formatEnum: {
    sent: (value) =>
      each(value, ({ format, ...rest }) =>
        format === "enum" ? rest : { ...rest, ...(format !== undefined && { format }) },
      ),
  },
  camelCase: {
    sample: (value) =>
      each(value, (object) =>
        Object.fromEntries(
          Object.entries(object).map(([key, child]) => [
            key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
            child,
          ]),
        ),
      ),
  },
  functionsFirst: {
    sample: (value) => {
      const { tools, ...rest } = value as { tools: object[] };
      const isFunctions = (tool: object): boolean => "functionDeclarations" in tool;
      return {
        tools: [...tools.filter(isFunctions), ...tools.filter((tool) => !isFunctions(tool))],
        ...rest,
      };
    },
  },
  serverInvocations: {
    sent: (value) => {
      const { toolConfig, ...rest } = without("includeServerSideToolInvocations")(value) as {
        toolConfig?: object;
      };
      return Object.keys(toolConfig ?? {}).length === 0 ? rest : { toolConfig, ...rest };
    },
  },
  jsonSchemaDialect: { sample: without("$schema") },
} satisfies Record<string, Difference>;

type Name = keyof typeof differences;

function reconciled(sent: Json, sample: Json, names: readonly Name[]): readonly [Json, Json] {
  const listed: readonly Difference[] = names.map((name) => differences[name]);
  return [
    listed.reduce((value, { sent: undo }) => undo?.(value) ?? value, sent),
    listed.reduce((value, { sample: undo }) => undo?.(value) ?? value, sample),
  ];
}

interface Sample {
  readonly title: string;
  /** The sample in the form of the document. */
  readonly sample: object;
  readonly differences: readonly Name[];
  /** Returns the part of a request that corresponds to the sample. */
  readonly sent: (start: Start) => Promise<Json>;
}

type Start = (typeof judges)[string];

/** Returns the requests of a run with these tools. */
async function requests(
  start: Start,
  text: string,
  tools: Toolset,
  replies: readonly object[] = [textAnswer("Hi.")],
  options: { readonly model?: string; readonly toolConfig?: object } = {},
): Promise<readonly Readonly<Record<string, Json>>[]> {
  const { model: name = MODEL, ...rest } = options;
  const service = await start(replies);
  const model = gemini({ apiKey: "KEY", model: name, baseUrl: service.url });
  await createAgent({ tools, model }).run(text, rest);
  service.assertDone();
  await service.close();
  return service.requests.map(({ body }) => body as unknown as Record<string, Json>);
}

const stringProperty = (description: string) => ({ type: "string", description });
const scheduleMeeting = {
  name: "schedule_meeting",
  description: "Schedules a meeting with specified attendees at a given time and date.",
  parameters: {
    type: "object",
    properties: {
      attendees: {
        type: "array",
        items: { type: "string" },
        description: "List of people attending the meeting.",
      },
      date: stringProperty("Date of the meeting (e.g., '2024-07-29')"),
      time: stringProperty("Time of the meeting (e.g., '15:00')"),
      topic: stringProperty("The subject or topic of the meeting."),
    },
    required: ["attendees", "date", "time", "topic"],
  },
};

/** Converts a declaration of the documents to a spec file. */
function specOf({ name, ...tool }: { readonly name: string }): string {
  return `tools: { ${name}: ${JSON.stringify(tool)} }`;
}

const basic = {
  name: "function_name",
  description: "Function description",
  parameters: {
    type: "object",
    properties: { param_name: stringProperty("Parameter description") },
    required: ["param_name"],
  },
};
const meeting = "Schedule a meeting with Bob and Alice for 03/27/2025 at 10:00 AM about the Q3 planning.";
const asUser = (text: string) => [{ role: "user", parts: [{ text }] }];
const forecast = "Gets the current weather temperature for a given location.";

const samples: readonly Sample[] = [
  {
    title: "guide: basic structure",
    sample: { contents: asUser("User message"), tools: [{ functionDeclarations: [basic] }] },
    differences: ["types", "propertyOrdering"],
    sent: async (start) => (await requests(start, "User message", await toolsOf(specOf(basic))))[0],
  },
  {
    title: "guide: parameters",
    sample: {
      type: "object",
      properties: {
        location: stringProperty("The city and state, e.g. San Francisco, CA"),
        unit: { type: "string", enum: ["celsius", "fahrenheit"], description: "The temperature unit" },
      },
      required: ["location"],
    },
    differences: ["types", "propertyOrdering", "formatEnum"],
    sent: async (start) => {
      const parameters = {
        type: "object",
        properties: {
          location: stringProperty("The city and state, e.g. San Francisco, CA"),
          unit: { type: "string", enum: ["celsius", "fahrenheit"], description: "The temperature unit" },
        },
        required: ["location"],
      };
      const tools = await toolsOf(specOf({ ...basic, parameters } as never));
      const [request] = await requests(start, "Hello", tools);
      const [{ functionDeclarations }] = request?.["tools"] as [
        { functionDeclarations: [{ parameters: object }] },
      ];
      return functionDeclarations[0].parameters;
    },
  },
  {
    title: "guide: toolConfig",
    sample: { functionCallingConfig: { mode: "ANY" } },
    differences: [],
    sent: async (start) => {
      const replies = [calls({ name: "function_name", args: { param_name: "a" } }), textAnswer("Done.")];
      const toolConfig = { functionCallingConfig: { mode: "ANY" } };
      const tools = await toolsOf(specOf(basic));
      return (await requests(start, "Hello", tools, replies, { toolConfig }))[0]?.["toolConfig"];
    },
  },
  {
    title: "guide: the result of a function",
    sample: [
      ...asUser("Original user query"),
      { role: "model", parts: [{ functionCall: { name: "get_weather", args: { location: "London" } } }] },
      {
        role: "user",
        parts: [
          {
            functionResponse: {
              name: "get_weather",
              response: { result: { temperature: 25, unit: "celsius" } },
            },
          },
        ],
      },
    ],
    differences: [],
    sent: async (start) => {
      const spec =
        "tools: { get_weather: { description: Gets the weather., parameters: [{ name: location, type: string }] } }";
      const tools = await toolsOf(spec, { get_weather: () => ({ temperature: 25, unit: "celsius" }) });
      const replies = [calls({ name: "get_weather", args: { location: "London" } }), textAnswer("25.")];
      return (await requests(start, "Original user query", tools, replies))[1]?.["contents"];
    },
  },
  {
    title: "guide: the body of cURL",
    sample: { contents: asUser(meeting), tools: [{ functionDeclarations: [scheduleMeeting] }] },
    differences: ["types", "propertyOrdering"],
    sent: async (start) => (await requests(start, meeting, await toolsOf(specOf(scheduleMeeting))))[0],
  },
  {
    title: "guide: the dictionary of Python, as a declaration",
    sample: { tools: [{ function_declarations: [scheduleMeeting] }] },
    differences: ["camelCase"],
    sent: async (start) => {
      const spec = `tools: { schedule_meeting: { declaration: ${JSON.stringify(scheduleMeeting)} } }`;
      const [request] = await requests(start, meeting, await toolsOf(spec));
      return { tools: request?.["tools"] };
    },
  },
  {
    title: "guide: JavaScript with the constants of Type",
    sample: [
      {
        functionDeclarations: [
          {
            name: "get_weather_forecast",
            description: forecast,
            parameters: {
              type: Type.OBJECT,
              properties: { location: { type: Type.STRING } },
              required: ["location"],
            },
          },
        ],
      },
    ],
    differences: ["propertyOrdering"],
    sent: async (start) => {
      const parameters = "[{ name: location, type: string, required: true }]";
      const spec = `tools: { get_weather_forecast: { description: ${forecast}, parameters: ${parameters} } }`;
      return (await requests(start, "What's the weather in London?", await toolsOf(spec)))[0]?.["tools"];
    },
  },
  {
    title: "guide: code execution",
    sample: {
      tools: [
        { code_execution: {} },
        {
          function_declarations: [
            { name: "turn_on_lights", description: "Turns the lights on." },
            { name: "turn_off_lights", description: "Turns the lights off." },
          ],
        },
      ],
    },
    differences: ["camelCase", "functionsFirst", "serverInvocations"],
    sent: async (start) => {
      const spec = `
builtins: [codeExecution]
tools:
  turn_on_lights: { description: Turns the lights on. }
  turn_off_lights: { description: Turns the lights off. }`;
      const options = { model: "gemini-3.5-flash" };
      const [request] = await requests(start, "Hello", await toolsOf(spec), undefined, options);
      const { contents: _contents, ...rest } = request ?? {};
      return rest;
    },
  },
  {
    title: "analysis: a function declaration",
    sample: {
      tools: [
        {
          functionDeclarations: [
            {
              name: "function_name",
              description: "Function description",
              parameters: {
                type: "object",
                properties: { param1: stringProperty("Parameter description") },
                required: ["param1"],
              },
            },
          ],
        },
      ],
    },
    differences: ["types", "propertyOrdering"],
    sent: async (start) => {
      const properties = { param1: stringProperty("Parameter description") };
      const parameters = { type: "object", properties, required: ["param1"] };
      const [request] = await requests(
        start,
        "Hello",
        await toolsOf(specOf({ ...basic, parameters } as never)),
      );
      return { tools: request?.["tools"] };
    },
  },
  {
    title: "analysis: a function response",
    sample: {
      contents: [
        {
          role: "user",
          parts: [{ functionResponse: { name: "function_name", response: { result: "function result" } } }],
        },
      ],
    },
    differences: [],
    sent: async (start) => {
      const replies = [calls({ name: "function_name", args: { param_name: "value1" } }), textAnswer("Done.")];
      const tools = await toolsOf(specOf(basic), { function_name: () => "function result" });
      const contents = (await requests(start, "Hello", tools, replies))[1]?.["contents"] as object[];
      return { contents: contents.slice(-1) };
    },
  },
  {
    title: "analysis: the schema of a tool of Amazon Q",
    sample: {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: {
        parameter1: stringProperty("Description of parameter1"),
        parameter2: { type: "number", description: "Description of parameter2" },
      },
      required: ["parameter1"],
    },
    differences: ["types", "propertyOrdering", "jsonSchemaDialect"],
    sent: async (start) => {
      const schema = samples.find(({ title }) => title.includes("schema of a tool"))?.sample;
      const given = { ToolSpecification: { name: "f", description: "Does it.", input_schema: { schema } } };
      const declaration = toFunctionDeclaration(given);
      const entry = { name: "f", declaration, policy: {}, checks: () => ({}) as never };
      const tools = createToolset({ name: "q", tools: [{ entry, run: () => "ok" }] });
      const [request] = await requests(start, "Hello", tools);
      const [tool] = request?.["tools"] as [{ functionDeclarations: [{ parameters: object }] }];
      return tool.functionDeclarations[0].parameters;
    },
  },
  {
    title: "reference: an enum",
    sample: { type: "STRING", format: "enum", enum: ["EAST", "NORTH", "SOUTH", "WEST"] },
    differences: [],
    sent: async (start) => {
      const direction = { type: "string", enum: ["EAST", "NORTH", "SOUTH", "WEST"] };
      const parameters = { type: "object", properties: { direction } };
      const [request] = await requests(
        start,
        "Hello",
        await toolsOf(specOf({ ...basic, parameters } as never)),
      );
      const [tool] = request?.["tools"] as [
        { functionDeclarations: [{ parameters: { properties: { direction: object } } }] },
      ];
      return tool.functionDeclarations[0].parameters.properties.direction;
    },
  },
];

describe.each(Object.entries(judges))("what the %s gets", (_judge, start) => {
  it.each(samples)("equals the sample up to what is listed: $title", async (one) => {
    const sent = await one.sent(start);
    const [ours, theirs] = reconciled(sent, one.sample, one.differences);
    expect(ours).toEqual(theirs);
    // Each listed difference must exist: without its entry, the request and the sample are not equal.
    for (const name of one.differences) {
      const others = one.differences.filter((other) => other !== name);
      const [left, right] = reconciled(sent, one.sample, others);
      expect([name, left]).not.toEqual([name, right]);
    }
  });
});

describe("docs/founding-documents.md", () => {
  const text = readFileSync(new URL("../../docs/founding-documents.md", import.meta.url), "utf8");

  it("has one row for each difference, and the other way round", () => {
    const [, table = ""] = text.split("## Differences to their samples");
    const rows = [...(table.split("\n## ")[0] ?? "").matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
    expect(rows).toEqual(Object.keys(differences));
    expect(new Set(samples.flatMap((one) => one.differences))).toEqual(new Set(Object.keys(differences)));
  });

  it("gives a reason for each", () => {
    const [, table = ""] = text.split("## Differences to their samples");
    const reasons = [...(table.split("\n## ")[0] ?? "").matchAll(/^\| `\w+`.*\|([^|]+)\|$/gm)];
    expect(reasons.length).toBe(Object.keys(differences).length);
    for (const [, reason = ""] of reasons) expect(reason.trim().length).toBeGreaterThan(20);
  });
});
