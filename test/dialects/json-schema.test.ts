import { describe, expect, it } from "vitest";
import { importDocument, plain, withoutPlaces } from "./import-document.js";

describe("importing a JSON Schema with a title", () => {
  it("uses the title as the tool name and the rest as its arguments", () => {
    const schema = {
      title: "GetWeather",
      description: "Tells the weather.",
      type: "object",
      properties: { title: { type: "string", title: "Title" } },
      required: ["title"],
    };
    const { tools, problems } = importDocument(schema);
    expect(tools[0]).toMatchObject({ sourceName: "GetWeather", description: "Tells the weather." });
    expect(plain(tools[0]?.input.value)).toEqual({
      type: "object",
      properties: { title: { type: "string", title: "Title" } },
      required: ["title"],
    });
    expect(problems).toEqual([]);
  });

  it("detects the draft by keywords that only an older one has", () => {
    const tuple = { title: "f", properties: { pair: { type: "array", items: [{ type: "string" }] } } };
    const bound = { title: "g", properties: { n: { type: "number", minimum: 0, exclusiveMinimum: true } } };
    const data = { title: "h", properties: { n: { default: { items: [1] } } } };
    expect(importDocument([tuple, bound, data]).tools.map(({ input }) => input.dialect)).toEqual([
      "draft-07",
      "draft-04",
      "2020-12",
    ]);
  });

  it("leaves out a schema without a title and keeps the others", () => {
    const { tools, problems } = importDocument([{ title: "f", properties: {} }, { properties: {} }, 3]);
    expect(tools).toHaveLength(1);
    expect(withoutPlaces(problems)).toEqual([
      'error TP702 tool "#1" is left out: expected a name, found nothing',
      'error TP702 tool "#2" is left out: expected a mapping, found 3',
    ]);
  });
});
