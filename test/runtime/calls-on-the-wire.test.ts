import { describe, expect, it } from "vitest";
import { fileComment, placeOrder } from "../../generated/kitchen-sink/entries.js";
import { fileCommentChecks } from "../../generated/kitchen-sink/tools/file-comment.js";
import { placeOrderChecks } from "../../generated/kitchen-sink/tools/place-order.js";
import { setPreferencesChecks } from "../../generated/kitchen-sink/tools/set-preferences.js";
import type { Json } from "../../generator/ir.js";
import type { GeminiSchema } from "../../runtime/wire.js";
import { geminiAccepts } from "../helpers/gemini-accepts.js";

// Tests the committed generated code: calls that follow the declaration, and the arguments that the handler
// gets.

const bound = { tenant: "acme", channel: "web", api_version: 3 };
const address = { street: "Main St 1", city: "Berlin" };
const item = { sku: "ABC-1234" };

const order = {
  items: [{ ...item, quantity: 2, options: [{ key: "colour", value: "red" }] }],
  ship_to: address,
  priority: "1",
  window: [9, 12],
  loyalty_number: "9007199254740991",
};

describe("a call that follows the declaration", () => {
  it("reaches the handler in the shapes of the spec", () => {
    expect(geminiAccepts(placeOrder.declaration.parameters as GeminiSchema, order as Json)).toBe(true);
    expect(placeOrderChecks.parse(order, { bound })).toEqual({
      ok: true,
      value: {
        ...bound,
        items: [{ ...item, quantity: 2, options: { colour: "red" } }],
        ship_to: { ...address, country: "DE" },
        priority: 1,
        gift: false,
        window: [9, 12],
        loyalty_number: 9007199254740991,
      },
    });
  });

  it("may nest a recursive value deeper than the declaration unrolls it", () => {
    const inner = { text: "c", answers: [{ text: "d" }] };
    const comment = { text: "a", answers: [{ text: "b", answers: [JSON.stringify(inner)] }] };
    expect(geminiAccepts(fileComment.declaration.parameters as GeminiSchema, { comment })).toBe(true);
    expect(fileCommentChecks.parse({ comment })).toMatchObject({
      ok: true,
      value: { comment: { text: "a", answers: [{ text: "b", answers: [inner] }] } },
    });
  });

  it("may have additional properties in the argument for them", () => {
    const wire = {
      channel: { kind: "sms", number: "+491701234567" },
      extra: { theme: "dark", more: [{ key: "font", value: "large" }] },
    };
    expect(setPreferencesChecks.parse(wire)).toMatchObject({
      ok: true,
      value: { extra: { theme: "dark", font: "large" } },
    });
  });
});

describe("a call in the shapes of the spec instead of the wire form", () => {
  it("is accepted too", () => {
    const plain = {
      ...order,
      items: [{ ...item, options: { colour: "red" } }],
      priority: 1,
      loyalty_number: 42,
    };
    expect(placeOrderChecks.parse(plain, { bound })).toMatchObject({
      ok: true,
      value: { items: [{ options: { colour: "red" } }], priority: 1, loyalty_number: 42 },
    });
  });
});

describe("a call whose decoded value is unexpected", () => {
  it.each([
    [
      "a key that comes twice",
      {
        items: [
          {
            ...item,
            options: [
              { key: "a", value: "1" },
              { key: "a", value: "2" },
            ],
          },
        ],
      },
      "/items/0/options/a",
    ],
    ["an entry without value", { items: [{ ...item, options: [{ key: "a" }] }] }, "/items/0/options/0"],
    ["an integer beyond 2^53", { loyalty_number: "9007199254740993" }, "/loyalty_number"],
  ])("is refused for %s, with its location", (_, change, pointer) => {
    expect(placeOrderChecks.parse({ ...order, ...change }, { bound })).toMatchObject({
      ok: false,
      issues: [{ pointer, code: "decode" }],
    });
  });

  it.each([
    ["a word that is none of the words", { priority: "4" }, "/priority", "enum"],
    ["text where digits belong", { loyalty_number: "many" }, "/loyalty_number", "type"],
    ["text where entries belong", { items: [{ ...item, options: "red" }] }, "/items/0/options", "type"],
  ])("is refused by the check for %s", (_, change, pointer, code) => {
    expect(placeOrderChecks.parse({ ...order, ...change }, { bound })).toMatchObject({
      ok: false,
      issues: [{ pointer, code }],
    });
  });

  it("cannot contain a bound argument, nor the name of a known property among the additional ones", () => {
    expect(placeOrderChecks.parse({ ...order, tenant: "evil" }, { bound }).ok).toBe(false);
    const wire = {
      channel: { kind: "sms", number: "+491701234567" },
      extra: { theme: "dark", more: [{ key: "theme", value: "light" }] },
    };
    expect(setPreferencesChecks.parse(wire)).toMatchObject({
      ok: false,
      issues: [{ pointer: "/extra/theme", code: "decode" }],
    });
  });

  it("cannot reach a prototype through the key of an entry", () => {
    const options = [{ key: "__proto__", value: "polluted" }];
    const parsed = placeOrderChecks.parse({ ...order, items: [{ ...item, options }] }, { bound });
    expect(parsed.ok).toBe(false);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});
