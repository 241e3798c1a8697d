import { describe, expect, it } from "vitest";
import { completeSpec } from "../../generator/export/complete-spec.js";

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
  it("keeps what a person wrote, field by field, and takes what is new", () => {
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

  it("is unchanged by an import that says nothing new", () => {
    const once = completeSpec(imported, imported).text;
    expect(completeSpec(once, imported)).toEqual({ text: once, added: [], gone: [] });
  });

  it("tells which tools are no longer offered, and keeps them for a person to decide", () => {
    const { text, gone } = completeSpec(imported, imported.slice(0, imported.indexOf("  get_tides")));
    expect(gone).toEqual(["get_tides"]);
    expect(text).toContain("get_tides");
  });
});
