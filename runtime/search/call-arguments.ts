import { parseExact } from "../base/exact-json.js";
import { isObject } from "../base/is-object.js";
import type { NamedCall } from "../tool.js";

// Models write the arguments of `call_tool` in many ways: as JSON text or as an object, beside the name, one level too deep, with the
// prefix of a namespace. Each of these forms has one meaning, so it is accepted.

/** The call that a call of `call_tool` means. */
export interface MeantCall {
  readonly name: string;
  /** Undefined if the arguments are not a JSON object. */
  readonly args: Readonly<Record<string, unknown>> | undefined;
}

/** Names under which models write the name of the tool, and its arguments. */
const nameFields = ["name", "tool", "tool_name", "toolName", "function"];
const argumentFields = ["arguments", "args", "parameters", "params", "input"];

/** Models nest the call inside of itself at most this often. */
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
    // The complete call is inside of its arguments.
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

/** Arguments without a wrapper that the tool does not have as an argument: `{arguments: {city: "Rome"}}`. */
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

/** A name without the namespace that models add to functions. */
export function bareName(name: string): string {
  return name.trim().replace(/^(?:default_api|functions|tools|call_tool)[.:/]/, "");
}

/** An object, or the object in a JSON text, also in a code block or written as text twice. */
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

/** The call of a tool by the name that the model wrote. */
export function ownCall({ name = "", args }: NamedCall): MeantCall {
  return { name: bareName(name), args: asObject(args ?? {}) };
}
