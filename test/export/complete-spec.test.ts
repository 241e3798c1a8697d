import { describe, expect, it } from "vitest";
import { completeSpec as complete, type Completed } from "../../generator/export/complete-spec.js";

function completeSpec(existing: string, news: string): Completed {
  const completed = complete(existing, news);
  if (!completed.ok) throw new Error(completed.problem);
  return completed;
}

const imported = `name: weather
schemas:
  Point: { type: object, properties: { lat: { type: number } } }
tools:
  get_weather:
    description: Gets the weather.
    parameters:
      type: object
      properties:
        location: { type: string }
        unit: { type: string, default: celsius }
      required: [location]
    binding: { snakepit: weather, signature: "(location: str, unit?: str)" }
  get_tides:
    description: Gets the tides.
    binding: { snakepit: weather, signature: () }
`;

describe("a spec that is imported again", () => {
  it("keeps every field that a person wrote, and adds new ones", () => {
    const refined = `name: weather
tools:
  # The worker registers no descriptions, so they are here.
  get_weather:
    description: Gets the weather of a city right now.
    parameters:
      type: object
      properties:
        location: { type: string, description: The city }
      required: [location]
    timeout: 5s
    binding: { snakepit: weather, signature: "(location: str)" }
`;
    const { text, added, gone } = completeSpec(refined, imported);
    expect(added).toEqual(["get_tides"]);
    expect(gone).toEqual([]);
    expect(text).toBe(`name: weather
tools:
  # The worker registers no descriptions, so they are here.
  get_weather:
    description: Gets the weather of a city right now.
    parameters:
      type: object
      properties:
        location: { type: string, description: The city }
        unit: { type: string, default: celsius }
      required: [ location ]
    timeout: 5s
    binding: { snakepit: weather, signature: "(location: str, unit?: str)" }
  get_tides:
    description: Gets the tides.
    binding: { snakepit: weather, signature: () }
schemas:
  Point: { type: object, properties: { lat: { type: number } } }
`);
  });

  it("is unchanged by an import without changes", () => {
    const once = completeSpec(imported, imported).text;
    expect(completeSpec(once, imported)).toEqual({
      ok: true,
      text: once,
      added: [],
      gone: [],
      changed: [],
      completed: [],
    });
  });

  it("follows a new signature: arguments are removed, become required or change their type, and keep their descriptions", () => {
    const refined = `tools:
  mean:
    description: The mean of some values.
    parameters:
      type: object
      properties:
        values: { type: array, items: { type: number }, description: The values }
        weight: { type: number }
        digits: { type: integer, description: Digits after the point }
      required: [values]
    binding: { python: stats, signature: "(values, weight, digits)" }
`;
    const news = `tools:
  mean:
    description: mean
    parameters:
      type: object
      properties:
        values: { type: array, items: {} }
        digits: { type: string }
        power: { type: integer }
      required: [values, power]
    binding: { python: stats, signature: "(values, digits, power)" }
`;
    const { text, changed, completed } = completeSpec(refined, news) as Completed;
    expect(changed).toEqual(["mean.weight", "mean.digits"]);
    expect(completed).toEqual(["mean.binding", "mean.parameters.properties.power"]);
    expect(text).toBe(`tools:
  mean:
    description: The mean of some values.
    parameters:
      type: object
      properties:
        values: { type: array, items: { type: number }, description: The values }
        digits: { type: string, description: Digits after the point }
        power: { type: integer }
      required: [ values, power ]
    binding: { python: stats, signature: "(values, digits, power)" }
`);
  });

  it("reports tools that are no longer offered, and keeps them for a person to decide", () => {
    const { text, gone } = completeSpec(imported, imported.slice(0, imported.indexOf("  get_tides")));
    expect(gone).toEqual(["get_tides"]);
    expect(text).toContain("get_tides");
  });

  it("finds the tools of a list by their name, and adds new ones to the list", () => {
    const mine = `# my own words
tools:
  - name: get_weather
    description: My own, better words about the weather.
  # nobody else has this one
  - name: my_own_tool
    description: A tool that only this spec has.
`;
    expect(completeSpec(mine, imported.replace(/schemas:\n.*\n/, ""))).toEqual({
      ok: true,
      text: `# my own words
tools:
  - name: get_weather
    description: My own, better words about the weather.
    binding: { snakepit: weather, signature: "(location: str, unit?: str)" }
    parameters:
      type: object
      properties:
        location: { type: string }
        unit: { type: string, default: celsius }
      required: [ location ]
  # nobody else has this one
  - name: my_own_tool
    description: A tool that only this spec has.
  - name: get_tides
    description: Gets the tides.
    binding: { snakepit: weather, signature: () }
`,
      added: ["get_tides"],
      gone: ["my_own_tool"],
      changed: [],
      completed: ["get_weather.binding", "get_weather.parameters"],
    });
  });

  it("keeps a tool with a verbatim declaration unchanged", () => {
    const mine = `tools:
  get_weather:
    declaration: { name: get_weather, description: Mine. }
  get_tides: { description: Mine., binding: { snakepit: weather, signature: () } }
`;
    expect(completeSpec(mine, imported).text).toContain(mine.slice(0, mine.indexOf("  get_tides")));
    expect(completeSpec(mine, imported).text).not.toContain("location");
  });

  it.each([
    ["tools:\n  a: [\n", 3, "Flow sequence"],
    ["tools: { a: 1\n", 2, "Flow map"],
    ["just words\n", 1, "expected a mapping"],
    ["name: a\ntools: none of them\n", 2, 'expected "tools" to be written out here'],
    [
      "name: a\ntools:\n  a: &a { description: Does a. }\n  b: { <<: *a }\n",
      4,
      "expected the keys to be written out here, found a merge key",
    ],
  ])("refuses %j with its location", (text, line, problem) => {
    expect(complete(text, imported)).toMatchObject({ line, problem: expect.stringContaining(problem) });
  });
});
