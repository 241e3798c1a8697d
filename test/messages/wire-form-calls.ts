// Tools whose arguments have another form on the wire than in the spec, or that models often call in a wrong
// form, and wrong calls of these tools.

export interface WrongCall {
  readonly what: string;
  readonly tool: string;
  readonly args: unknown;
}

const point = {
  type: "object",
  properties: { lat: { type: "number", minimum: -90, maximum: 90 }, lon: { type: "number" } },
  required: ["lat", "lon"],
};

export const tools = [
  {
    name: "list_users",
    inputSchema: {
      type: "object",
      properties: {
        $filter: { type: "string" },
        "x-id": { type: "integer" },
        $orderby: { type: "string", enum: ["name", "age"] },
      },
      required: ["$filter", "x-id"],
    },
  },
  {
    name: "find_homes",
    inputSchema: {
      type: "object",
      properties: {
        city: { type: "string" },
        province_id: { type: "integer", enum: [1, 2, 3] },
        rooms: { type: "array", items: { type: "integer", enum: [1, 2, 3, 4] } },
        verified: { type: "string", enum: ["True", "False", "dontcare"] },
        stars: { type: "string", enum: ["1", "2", "3"] },
      },
      required: ["city"],
    },
  },
  {
    name: "set_limits",
    inputSchema: {
      type: "object",
      properties: {
        limits: { type: "object", additionalProperties: { type: "integer", minimum: 0 } },
        places: { type: "object", additionalProperties: point },
      },
      required: ["limits"],
    },
  },
  {
    name: "store",
    inputSchema: {
      type: "object",
      properties: {
        id: { type: "integer", format: "int64" },
        o: { type: "object", additionalProperties: true },
        data: { type: "array", items: { type: "object", additionalProperties: true } },
        count: { type: "integer", format: "int32" },
        ratio: { type: "number", format: "int32" },
      },
      required: ["id", "data"],
    },
  },
  {
    name: "send_mail",
    inputSchema: {
      type: "object",
      properties: {
        to: { type: "array", items: { type: "string" }, minItems: 1 },
        subject: { type: "string" },
        window: {
          type: "array",
          prefixItems: [
            { type: "integer", minimum: 0, maximum: 23 },
            { type: "integer", minimum: 0, maximum: 23 },
          ],
          items: false,
          minItems: 2,
        },
        arr: { type: "array", items: { type: "string" } },
        email: { type: "string" },
        place: point,
      },
      required: ["to", "subject"],
      not: { required: ["arr", "email"] },
    },
  },
  {
    name: "run_query",
    inputSchema: { type: "object", properties: { input: { type: "string" } }, required: ["input"] },
  },
].map((tool) => ({ description: "A tool.", ...tool }));

const mail = { to: ["ann@example.com"], subject: "Plan" };

export const calls: readonly WrongCall[] = [
  { what: "missing arguments that the wire renames", tool: "list_users", args: {} },
  { what: "a misspelt name that the wire renames", tool: "list_users", args: { filtr: "a", x_id: 1 } },
  {
    what: "a name that is almost one that was sent",
    tool: "list_users",
    args: { filter: "a", x_id: 1, Filter: "b", order: "name" },
  },
  {
    what: "a wrong value of a renamed argument",
    tool: "list_users",
    args: { filter: "a", x_id: "many", orderby: "size" },
  },
  {
    what: "a number beside words that are numbers",
    tool: "find_homes",
    args: { city: "Rome", province_id: 7 },
  },
  {
    what: "a text beside words that are numbers",
    tool: "find_homes",
    args: { city: "Rome", province_id: "7" },
  },
  { what: "wrong words in a list", tool: "find_homes", args: { city: "Rome", rooms: ["1", "9"] } },
  { what: "no list of words", tool: "find_homes", args: { city: "Rome", rooms: "all" } },
  {
    what: "a boolean for a word that spells it: repaired",
    tool: "find_homes",
    args: { city: "Rome", verified: false },
  },
  { what: "a number for a word of digits: repaired", tool: "find_homes", args: { city: "Rome", stars: 2 } },
  {
    what: "a number for none of the words",
    tool: "find_homes",
    args: { city: "Rome", stars: 5, verified: 1 },
  },
  {
    what: "a wrong value in a map",
    tool: "set_limits",
    args: {
      limits: [
        { key: "a", value: 1 },
        { key: "b", value: "x" },
      ],
    },
  },
  { what: "a map written as an object", tool: "set_limits", args: { limits: { a: 1, b: -2 } } },
  { what: "a key that is no text", tool: "set_limits", args: { limits: [{ key: 1, value: 1 }] } },
  {
    what: "deep in a map",
    tool: "set_limits",
    args: { limits: [], places: [{ key: "home", value: { lat: 100 } }] },
  },
  { what: "no map", tool: "set_limits", args: { limits: 5 } },
  { what: "an entry without its key", tool: "set_limits", args: { limits: [{ name: "a", value: 1 }] } },
  {
    what: "a key twice",
    tool: "set_limits",
    args: {
      limits: [
        { key: "a", value: 1 },
        { key: "a", value: 2 },
      ],
    },
  },
  { what: "an item of a list in JSON text", tool: "find_homes", args: { city: "B", rooms: '["1", "9"]' } },
  { what: "a missing map", tool: "set_limits", args: {} },
  { what: "broken JSON text", tool: "store", args: { id: "1", data: [], o: '{"a":1' } },
  { what: "JSON text with single quotes", tool: "store", args: { id: "1", data: [], o: "{'a': 1}" } },
  {
    what: "JSON text with a Python literal",
    tool: "store",
    args: { id: "1", data: [], o: '{"a": True, "b": 2}' },
  },
  { what: "JSON text of another type", tool: "store", args: { id: "1", data: [], o: "[1, 2]" } },
  { what: "plain text for JSON text", tool: "store", args: { id: "1", data: [], o: "not json" } },
  { what: "no list of objects", tool: "store", args: { id: "1" } },
  { what: "a word in a list of JSON texts", tool: "store", args: { id: "1", data: ["x", '{"a":1}'] } },
  {
    what: "64 bits beyond what a number holds",
    tool: "store",
    args: { id: "1234567890123456789", data: [] },
  },
  { what: "64 bits as a word", tool: "store", args: { id: "many", data: [] } },
  { what: "32 bits exceeded", tool: "store", args: { id: "1", data: [], count: 3_000_000_000 } },
  {
    what: "a fraction where a whole number is wanted",
    tool: "store",
    args: { id: "1", data: [], count: 1.5, ratio: 1.5 },
  },
  { what: "what `not` forbids", tool: "send_mail", args: { ...mail, arr: ["a"], email: "a@example.com" } },
  { what: "one value for a pair", tool: "send_mail", args: { ...mail, window: "3" } },
  { what: "a pair that is too short", tool: "send_mail", args: { ...mail, window: [3] } },
  { what: "null for required arguments", tool: "send_mail", args: { to: null, subject: null, place: null } },
  { what: "null in an object", tool: "send_mail", args: { ...mail, place: { lat: null, lon: 1 } } },
  { what: "a list as broken JSON text", tool: "send_mail", args: { subject: "Plan", to: '["a" "b"]' } },
  { what: "arguments in a wrapper", tool: "send_mail", args: { arguments: mail } },
  { what: "arguments in a wrapper, wrong inside", tool: "send_mail", args: { args: { to: [], subject: 5 } } },
  { what: "arguments as text in a wrapper", tool: "send_mail", args: { arguments: JSON.stringify(mail) } },
  { what: "arguments below the name of the tool", tool: "send_mail", args: { send_mail: mail } },
  { what: "a whole call", tool: "send_mail", args: { name: "send_mail", arguments: mail } },
  {
    what: "a whole call as JSON text",
    tool: "send_mail",
    args: JSON.stringify({ name: "send_mail", parameters: mail }),
  },
  {
    what: "a tool that has an argument of that name",
    tool: "run_query",
    args: { input: { input: "SELECT 1" } },
  },
  { what: "broken JSON text for everything", tool: "run_query", args: '{"input": "SELECT 1"' },
];
