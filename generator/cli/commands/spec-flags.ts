import type { Flag } from "./command.js";

/** Flags of every command that compiles specs. */
export const specFlags = {
  strict: { type: "boolean", summary: "treat every warning as an error" },
  from: {
    type: "string",
    value: "dialect",
    summary: "name the dialect of the specs instead of recognising it",
  },
  include: {
    type: "string",
    value: "operation",
    repeats: true,
    summary: 'OpenAPI: take these operations, e.g. getPet, tag:orders, "GET /pets/*" (repeat)',
  },
  all: { type: "boolean", summary: "OpenAPI: take all operations; says first what they cost" },
} as const satisfies Readonly<Record<string, Flag>>;
