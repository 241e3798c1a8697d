import { parseExact } from "../base/exact-json.js";
import { isObject } from "../base/is-object.js";
import type { NamedCall } from "../tool.js";

// Models write the arguments of `call_tool` in many ways: as JSON text or as an object, beside the name, one
// level too deep, with the prefix of a namespace. Each of these forms has only one meaning, so all forms are
// accepted.

/** The call of a tool that the model makes through `call_tool`. */
export interface MeantCall {
  readonly name: string;
  /** Undefined if the arguments are not a JSON object. */
  readonly args: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The fields in which models write the name of the tool (`nameFields`) and the arguments (`argumentFields`).
 */
const nameFields = ["name", "tool", "tool_name", "toolName", "function"];
const argumentFields = ["arguments", "args", "parameters", "params", "input"];

/** The largest number of times that a call may be nested inside of its own arguments. */
const deepest = 3;

/** Reads the arguments of `call_tool`. `accepts` returns whether a tool has an argument. */
export function readCall(
  sent: unknown,
  accepts: (tool: string, argument: string) => boolean,
  callTool: string,
): MeantCall {
  let fields = asObject(sent) ?? {};
  for (let depth = 0; ; depth += 1) {
    const nameField = nameFields.find((field) => typeof fields[field] === "string");
    const name = bareName(nameField === undefined ? "" : String(fields[nameField]));
    const field = argumentFields.find((one) => fields[one] !== undefined && one !== nameField);
    const inner = field === undefined ? {} : asObject(fields[field]);
    // Without a tool name at this level, the complete call is inside of the arguments.
    const isInside = name === "" || name === callTool;
    if (isInside && inner !== undefined && field !== undefined && depth < deepest) {
      fields = inner;
      continue;
    }
    if (inner === undefined) return { name, args: undefined };
    const beside = Object.entries(fields).filter(([key]) => key !== nameField && key !== field);
    return { name, args: { ...Object.fromEntries(beside), ...unwrap(name, inner, accepts) } };
  }
}

/**
 * Removes a wrapper around the arguments, as in `{arguments: {city: "Rome"}}`, unless the tool has an
 * argument with the name of the wrapper.
 */
function unwrap(
  tool: string,
  args: Readonly<Record<string, unknown>>,
  accepts: (tool: string, argument: string) => boolean,
): Readonly<Record<string, unknown>> {
  const keys = Object.keys(args);
  const wrapper = argumentFields.find((field) => keys.includes(field) && !accepts(tool, field));
  const others = keys.filter((key) => key !== wrapper);
  const repeatsName = others.every(
    (key) => nameFields.includes(key) && args[key] === tool && !accepts(tool, key),
  );
  const inner = wrapper !== undefined && repeatsName ? asObject(args[wrapper]) : undefined;
  return inner === undefined ? args : unwrap(tool, inner, accepts);
}

/** Returns a name without the namespace that models add to functions. */
export function bareName(name: string): string {
  return name.trim().replace(/^(?:default_api|functions|tools|call_tool)[.:/]/, "");
}

/**
 * Returns an object, or the object that a JSON text contains. The text may be in a code block or be encoded
 * twice.
 */
function asObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  let found = value;
  for (let times = 0; typeof found === "string" && times < 2; times += 1) found = parseText(found);
  return isObject(found) ? found : undefined;
}

function parseText(text: string): unknown {
  const bare = text.trim().replace(/^```(?:json)?\s*|\s*```$/g, "");
  if (bare === "") return {};
  try {
    return parseExact(bare);
  } catch {
    return undefined;
  }
}

/** Returns the call of a tool that the model called by its own name, without `call_tool`. */
export function ownCall({ name = "", args }: NamedCall): MeantCall {
  return { name: bareName(name), args: asObject(args ?? {}) };
}
