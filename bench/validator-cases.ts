import type { SchemaObject } from "../generator/ir.js";

/** A schema with a valid and an invalid value. */
export interface ValidatorCase {
  readonly name: string;
  readonly schema: SchemaObject;
  readonly valid: unknown;
  readonly invalid: unknown;
}

const small: SchemaObject = {
  type: "object",
  properties: {
    city: { type: "string", minLength: 1, maxLength: 80 },
    days: { type: "integer", minimum: 1, maximum: 16 },
    unit: { type: "string", enum: ["metric", "imperial"] },
  },
  required: ["city"],
  additionalProperties: false,
};

const attendee: SchemaObject = {
  type: "object",
  properties: {
    email: { type: "string", minLength: 3, maxLength: 254, pattern: "^[^@\\s]+@[^@\\s]+$" },
    name: { type: "string", maxLength: 120 },
    optional: { type: "boolean" },
    role: { type: "string", enum: ["chair", "speaker", "guest"] },
  },
  required: ["email"],
  additionalProperties: false,
};

const medium: SchemaObject = {
  type: "object",
  properties: {
    title: { type: "string", minLength: 1, maxLength: 200 },
    start: { type: "string", format: "date-time" },
    minutes: { type: "integer", minimum: 5, maximum: 480 },
    attendees: { type: "array", items: attendee, minItems: 1, maxItems: 50 },
    room: {
      type: "object",
      properties: {
        building: { type: "string", minLength: 1 },
        floor: { type: "integer", minimum: -5, maximum: 120 },
        equipment: { type: "array", items: { type: "string", enum: ["screen", "camera", "whiteboard"] } },
      },
      required: ["building"],
      additionalProperties: false,
    },
    repeat: { type: "string", enum: ["none", "daily", "weekly", "monthly"] },
    reminder: { type: ["integer", "null"], minimum: 0 },
  },
  required: ["title", "start", "attendees"],
  additionalProperties: false,
};

const line: SchemaObject = {
  type: "object",
  properties: {
    sku: { type: "string", minLength: 1, maxLength: 32 },
    quantity: { type: "integer", minimum: 1, maximum: 999 },
    price: { type: "number", minimum: 0 },
    currency: { type: "string", enum: ["EUR", "USD", "GBP", "CHF"] },
    tags: { type: "array", items: { type: "string" }, maxItems: 8 },
    shipped: { type: "string", format: "date-time" },
    gift: { type: "boolean" },
  },
  required: ["sku", "quantity", "price"],
  additionalProperties: false,
};

const large: SchemaObject = {
  type: "object",
  properties: {
    customer: {
      type: "object",
      properties: {
        id: { type: "string", minLength: 1 },
        address: {
          type: "object",
          properties: {
            street: { type: "string" },
            city: { type: "string" },
            zip: { type: "string", maxLength: 12 },
          },
          required: ["street", "city"],
          additionalProperties: false,
        },
      },
      required: ["id"],
      additionalProperties: false,
    },
    lines: { type: "array", items: line, minItems: 1, maxItems: 1_000 },
  },
  required: ["customer", "lines"],
  additionalProperties: false,
};

const lines = Array.from({ length: 200 }, (_, index) => ({
  sku: `SKU-${index}`,
  quantity: 1 + (index % 9),
  price: 9.5 + index,
  currency: index % 2 === 0 ? "EUR" : "USD",
  tags: ["new", "blue"],
  shipped: "2026-01-31T09:30:00Z",
  gift: index % 3 === 0,
}));

export const cases: readonly ValidatorCase[] = [
  {
    name: "small",
    schema: small,
    valid: { city: "Berlin", days: 3, unit: "metric" },
    invalid: { city: "Berlin", days: "three", units: "metric" },
  },
  {
    name: "medium",
    schema: medium,
    valid: {
      title: "Planning",
      start: "2026-01-31T09:30:00Z",
      minutes: 45,
      attendees: [
        { email: "ann@example.com", name: "Ann", role: "chair" },
        { email: "bob@example.com", optional: true },
        { email: "cem@example.com", name: "Cem", role: "guest", optional: false },
      ],
      room: { building: "North", floor: 2, equipment: ["screen", "camera"] },
      repeat: "weekly",
      reminder: null,
    },
    invalid: {
      title: "Planning",
      start: "tomorrow at nine",
      minutes: 45,
      attendees: [
        { email: "ann@example.com", name: "Ann", role: "chair" },
        { name: "Bob", optional: true },
      ],
      room: { building: "North", floor: "2", equipment: ["screen", "camera"] },
      repeat: "weekly",
    },
  },
  {
    name: "large",
    schema: large,
    valid: { customer: { id: "c1", address: { street: "Main 1", city: "Rome", zip: "00100" } }, lines },
    invalid: {
      customer: { id: "c1", address: { street: "Main 1" } },
      lines: lines.map((one, index) => (index % 20 === 0 ? { ...one, quantity: "2", price: -1 } : one)),
    },
  },
];
