import type { Flag } from "./command.js";

/** The flags of all commands that compile specs. */
export const specFlags = {
  strict: { type: "boolean", summary: "treat every warning as an error" },
  from: {
    type: "string",
    value: "dialect",
    summary: "set the dialect of the specs instead of recognising it",
  },
  include: {
    type: "string",
    value: "operation",
    repeats: true,
    summary: 'OpenAPI: select these operations, e.g. getPet, tag:orders, "GET /pets/*" (repeat)',
  },
  all: { type: "boolean", summary: "OpenAPI: select all operations; prints their cost first" },
} as const satisfies Readonly<Record<string, Flag>>;
