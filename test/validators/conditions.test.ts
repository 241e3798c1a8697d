import { describe, expect, it } from "vitest";
import type { Schema } from "../../generator/ir.js";
import { validate } from "../../runtime/validate/validate.js";
import { answerTo, compileTools } from "../messages/refuse.js";
import { compileCheck } from "./compile-checks.js";

const string: Schema = { type: "string" };

const payment: Schema = {
  type: "object",
  properties: {
    kind: { type: "string", enum: ["card", "cash"] },
    number: string,
    currency: string,
    level: { type: "object", properties: { size: { type: "integer" } } },
  },
  required: ["kind"],
  allOf: [
    {
      if: { properties: { kind: { const: "card" } } },
      then: { required: ["number"] },
      else: { required: ["currency"] },
    },
    {
      if: { required: ["level"], not: { properties: { level: { properties: { size: { maximum: 5 } } } } } },
      then: { required: ["currency"] },
    },
  ],
};

function pointersOf(schema: Schema, value: unknown): readonly string[] {
  const found = validate(compileCheck(schema), value);
  return found.ok ? [] : found.issues.map(({ pointer }) => pointer);
}

describe("what a condition needs", () => {
  it.each([
    [{}, ["/kind"]],
    [{ kind: "cards" }, ["/kind"]],
    [{ kind: null }, ["/kind"]],
    [{ Kind: "card" }, ["/kind", "/Kind"]],
    [{ kind: "card" }, ["/number"]],
    [{ kind: "card", number: 5 }, ["/number"]],
    [{ kind: "cash", number: 5 }, ["/number", "/currency"]],
    [{ kind: "cash", level: { size: "7" } }, ["/level/size", "/currency"]],
    [{ kind: "card", number: "1", level: { size: "7" } }, ["/level/size"]],
    [{ kind: "card", number: "1", level: { size: 7 } }, ["/currency"]],
  ])("is left out of the issues of %j while its property is missing or wrong", (value, pointers) => {
    expect(pointersOf(payment, value)).toEqual(pointers);
    const nested: Schema = { type: "object", properties: { list: { type: "array", items: payment } } };
    expect(pointersOf(nested, { list: [{ kind: "card", number: "1" }, value] })).toEqual(
      pointers.map((pointer) => `/list/1${pointer}`),
    );
  });

  it("does not depend on a property of another object", () => {
    const other: Schema = {
      type: "object",
      properties: { kind: { type: "string" }, inner: payment },
      required: ["kind"],
    };
    expect(pointersOf(other, { inner: { kind: "card" } })).toEqual(["/kind", "/inner/number"]);
  });

  it("is not in what the model reads", async () => {
    const [tool] = compileTools({ tools: [{ name: "pay", description: "Pays.", inputSchema: payment }] });
    const answer = await answerTo(tool!, { kind: "check" });
    expect(answer).toContain("change kind");
    expect(answer).not.toMatch(/add (?:number|currency)/);
    expect(await answerTo(tool!, { kind: "Card" })).not.toMatch(/add currency/);
  });
});
