import type { Schema, SchemaObject } from "../../generator/ir.js";

// Tools as people write them, for the golden texts of wrong calls.

export const defs: Readonly<Record<string, Schema>> = {
  Point: {
    type: "object",
    properties: {
      lat: { type: "number", minimum: -90, maximum: 90 },
      lon: { type: "number", minimum: -180, maximum: 180 },
    },
    required: ["lat", "lon"],
  },
};

export const forecast: SchemaObject = {
  type: "object",
  properties: {
    city: { type: "string", minLength: 1, maxLength: 80 },
    days: { type: "integer", minimum: 1, maximum: 16 },
    unit: { type: "string", enum: ["metric", "imperial"] },
  },
  required: ["city"],
};

export const meeting: SchemaObject = {
  type: "object",
  properties: {
    title: { type: "string", minLength: 1 },
    start: { type: "string", format: "date-time" },
    minutes: { type: "integer", minimum: 5, maximum: 480, multipleOf: 5 },
    attendees: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        properties: { email: { type: "string", format: "email" }, optional: { type: "boolean" } },
        required: ["email"],
      },
    },
    labels: { type: "array", items: { type: "string" }, uniqueItems: true, maxItems: 3 },
  },
  required: ["title", "start", "attendees"],
};

export const payment: SchemaObject = {
  type: "object",
  properties: {
    amount: { type: "number", exclusiveMinimum: 0, multipleOf: 0.01 },
    currency: {
      type: "string",
      enum: [
        "EUR",
        "USD",
        "GBP",
        "CHF",
        "SEK",
        "NOK",
        "DKK",
        "PLN",
        "CZK",
        "HUF",
        "JPY",
        "AUD",
        "CAD",
        "NZD",
      ],
    },
    method: {
      oneOf: [
        {
          type: "object",
          properties: { kind: { const: "card" }, number: { type: "string", pattern: "^\\d{12,19}$" } },
          required: ["kind", "number"],
        },
        {
          type: "object",
          properties: { kind: { const: "iban" }, iban: { type: "string", minLength: 15, maxLength: 34 } },
          required: ["kind", "iban"],
        },
      ],
    },
  },
  required: ["amount", "currency", "method"],
};

export const route: SchemaObject = {
  type: "object",
  properties: {
    from: { anyOf: [{ type: "string" }, { $ref: "#/$defs/Point" }] },
    via: { type: "array", items: { $ref: "#/$defs/Point" } },
    avoid: { type: "object", additionalProperties: { type: "boolean" } },
    area: {
      anyOf: [
        {
          type: "object",
          properties: { center: { $ref: "#/$defs/Point" }, radius: { type: "number" } },
          required: ["center", "radius"],
        },
        {
          type: "object",
          properties: { north: { type: "number" }, south: { type: "number" } },
          required: ["north", "south"],
        },
      ],
    },
  },
  required: ["from"],
};
