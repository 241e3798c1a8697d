// One document per dialect, each with the difficult parts of its dialect. Exporters and `import` are tested
// with all of them.

const point = {
  type: "object",
  properties: { x: { type: "number" }, y: { type: "number" } },
  required: ["x", "y"],
  additionalProperties: false,
};

export const samples: Readonly<Record<string, unknown>> = {
  toolpress: {
    name: "kitchen",
    tools: {
      cook: {
        description: "Cooks a dish.\nTakes its time.",
        parameters: {
          type: "object",
          properties: {
            dish: { type: "string", enum: ["soup", "pie"] },
            at: { $ref: "#/schemas/Point" },
            tenant: { type: "string" },
          },
          required: ["dish", "tenant"],
        },
        response: { $ref: "#/schemas/Point" },
        examples: [
          { args: { dish: "soup", tenant: "t" }, result: { x: 1, y: 2 }, description: "The usual." },
        ],
        approval: true,
        timeout: "5s",
        serial: true,
        longRunning: true,
        nonBlocking: true,
        bind: { tenant: { context: "user.tenant" } },
        result: { pick: ["x"], maxItems: 3, maxChars: 100 },
      },
      walk: {
        description: "Walks a tree and counts its leaves.",
        parameters: {
          type: "object",
          properties: { root: { $ref: "#/$defs/Tree" } },
          required: ["root"],
          $defs: {
            Tree: {
              type: "object",
              properties: { children: { type: "array", items: { $ref: "#/$defs/Tree" } } },
            },
          },
        },
        target: "parametersJsonSchema",
        binding: { module: "./trees.js", export: "walk", call: "positional", parameters: ["root"] },
      },
      "speak-up": { rename: "speak_up", description: "Says a text aloud.", binding: { mcp: "voice" } },
      idle: { description: "Waits for a moment and does nothing." },
    },
    schemas: { Point: point },
    toolConfig: { mode: "ANY", allowedFunctionNames: ["cook", "idle"] },
    groups: { quiet: ["idle"] },
    builtins: ["googleSearch"],
  },
  mcp: {
    tools: [
      {
        name: "get-sum",
        description: "Adds a positive number to the running sum.",
        inputSchema: {
          $schema: "http://json-schema.org/draft-07/schema#",
          type: "object",
          properties: { a: { type: "number", exclusiveMinimum: 0 } },
          required: ["a"],
        },
        outputSchema: { type: "object", properties: { sum: { type: "number" } } },
        annotations: { destructiveHint: true },
      },
      {
        name: "map",
        description: "Stores a number under each of the given names.",
        inputSchema: { type: "object", additionalProperties: { type: "integer" } },
      },
      { name: "nothing", inputSchema: { type: "object", properties: {} } },
    ],
  },
  openai: {
    tools: [
      {
        type: "function",
        function: {
          name: "book",
          description: "Books a seat on the next flight.",
          strict: true,
          parameters: {
            type: "object",
            additionalProperties: false,
            properties: {
              seat: { type: ["string", "null"], enum: ["A", "B", null] },
              to: { $ref: "#/$defs/place" },
            },
            required: ["seat", "to"],
            $defs: { place: { anyOf: [{ type: "string" }, { type: "integer" }] } },
          },
        },
      },
    ],
    tool_choice: "required",
  },
  "openai-legacy": {
    functions: [
      {
        name: "a.b",
        description: "Resizes the picture by a factor.",
        parameters: { type: "dict", properties: { size: { type: "float", default: 1.5 } } },
      },
    ],
    function_call: { name: "a.b" },
  },
  anthropic: [
    {
      name: "note",
      description: "Keeps a note under some tags.",
      input_schema: {
        type: "object",
        properties: { tags: { type: "array", items: { type: "string", minLength: 1 }, uniqueItems: true } },
      },
      input_examples: [{ tags: ["x"] }],
    },
  ],
  bedrock: {
    tools: [
      {
        toolSpec: {
          name: "look",
          description: "Turns the camera to look up or down.",
          inputSchema: {
            json: { type: "object", properties: { at: { oneOf: [{ const: "up" }, { const: "down" }] } } },
          },
        },
      },
    ],
    toolChoice: { tool: { name: "look" } },
  },
  "bedrock-agents": {
    functions: [
      {
        name: "rent",
        description: "Rents a car for some days.",
        parameters: { days: { type: "integer", required: true }, tags: { type: "array", required: false } },
        requireConfirmation: "ENABLED",
      },
    ],
  },
  "amazon-q": {
    delegate: {
      name: "delegate",
      description: "Starts a task in the background.",
      input_schema: {
        type: "object",
        properties: {
          operation: { description: "What to do.", $ref: "#/$defs/Operation" },
          agent: { type: ["string", "null"], default: null },
        },
        required: ["operation"],
        $defs: {
          Operation: {
            oneOf: [
              { type: "string", const: "launch" },
              {
                type: "object",
                properties: { status: { type: ["string", "null"] } },
                required: ["status"],
                additionalProperties: false,
              },
            ],
          },
        },
      },
    },
  },
  gemini: {
    tools: [
      {
        functionDeclarations: [
          {
            name: "weather",
            description: "Tells the weather of a city.",
            parameters: {
              type: "OBJECT",
              properties: {
                days: { type: "INTEGER", nullable: true, minimum: 1 },
                city: { type: "STRING", minLength: "2" },
              },
              required: ["city"],
              propertyOrdering: ["city", "days"],
            },
            response: { type: "STRING" },
            behavior: "NON_BLOCKING",
          },
        ],
      },
      { urlContext: {} },
    ],
    toolConfig: { functionCallingConfig: { mode: "VALIDATED" }, includeServerSideToolInvocations: true },
  },
  altar: {
    contracts: [
      {
        name: "c",
        function_declarations: [
          {
            name: "ping",
            description: "Asks each host whether it is there.",
            parameters: {
              type: "OBJECT",
              properties: { hosts: { type: "ARRAY", min_items: 1, items: { type: "STRING" } } },
            },
          },
        ],
      },
    ],
  },
  snakepit: {
    session_id: "s",
    tools: [
      {
        name: "weather.v2",
        description: "Tells the weather of a city.",
        parameters: [
          {
            name: "location",
            type: "str",
            description: "",
            required: true,
            default_value: null,
            validation_json: "",
          },
          { name: "unit", type: "optional[str]", required: false, validation_json: '{"default": "celsius"}' },
        ],
        supports_streaming: false,
      },
    ],
  },
  "json-schema": {
    title: "GetWeather",
    description: "Tells the weather of a city.",
    type: "object",
    properties: { city: { type: "string", pattern: "^[A-Z]" } },
    required: ["city"],
  },
};
