import type { Issue } from "../issue.js";
import { isObject } from "../base/is-object.js";
import { readText } from "./json-values.js";
import { argumentsOf } from "./sketch.js";

import type { FunctionDeclaration } from "../wire.js";

/** All arguments inside of one that the tool does not have, as models write whole calls. */
export interface Wrapper {
  readonly content: Readonly<Record<string, unknown>>;
  readonly issues: readonly Issue[];
}

const usual = /^(?:arguments?|args|input|params|parameters|kwargs|function_args|tool_input)$/i;

/** Nothing where any argument of the tool is in its place. */
export function findWrapper(sent: unknown, declaration: FunctionDeclaration): Wrapper | undefined {
  const wire = readText(sent);
  const { properties } = argumentsOf(declaration);
  if (!isObject(wire) || !isObject(properties)) return undefined;
  const names = Object.keys(wire);
  const isDeclared = (name: string): boolean => Object.hasOwn(properties, name);
  if (names.some(isDeclared)) return undefined;
  for (const name of names) {
    const content = readText(wire[name]);
    if (!isObject(content)) continue;
    const isMeant = usual.test(name) || name === declaration.name || Object.keys(content).some(isDeclared);
    if (!isMeant) continue;
    const others = names.filter((other) => other !== name);
    const issues = [about("wrapped", name), ...others.map((other) => about("unknown", other))];
    return { content, issues };
  }
  return undefined;
}

function about(code: "wrapped" | "unknown", name: string): Issue {
  const expected = code === "wrapped" ? "its content one level up" : "no such property";
  // As `segment` does, which belongs to the checks.
  const part = name.replaceAll("~", "~0").replaceAll("/", "~1");
  return { pointer: "/" + part, code, expected, received: JSON.stringify(name) };
}
