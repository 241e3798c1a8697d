import type { Issue } from "../issue.js";
import { isObject } from "../base/is-object.js";
import { parseText } from "./json-values.js";
import { argumentsOf } from "./sketch.js";

import type { FunctionDeclaration } from "../wire.js";

/**
 * One unknown argument that contains all arguments of the tool, such as `{"input": {…}}`. Some models write
 * their calls in this form.
 */
export interface Wrapper {
  readonly content: Readonly<Record<string, unknown>>;
  readonly issues: readonly Issue[];
}

const usualNames = /^(?:arguments?|args|input|params|parameters|kwargs|function_args|tool_input)$/i;

/**
 * Finds the argument that contains all other arguments. Returns undefined if the call already has an argument
 * of the tool at its top level.
 */
export function findWrapper(sent: unknown, declaration: FunctionDeclaration): Wrapper | undefined {
  const wire = parseText(sent);
  const { properties } = argumentsOf(declaration);
  if (!isObject(wire) || !isObject(properties)) return undefined;
  const names = Object.keys(wire);
  const isDeclared = (name: string): boolean => Object.hasOwn(properties, name);
  if (names.some(isDeclared)) return undefined;
  for (const name of names) {
    const content = parseText(wire[name]);
    if (!isObject(content)) continue;
    const isWrapper =
      usualNames.test(name) || name === declaration.name || Object.keys(content).some(isDeclared);
    if (!isWrapper) continue;
    const others = names.filter((other) => other !== name);
    const issues = [issueAbout("wrapped", name), ...others.map((other) => issueAbout("unknown", other))];
    return { content, issues };
  }
  return undefined;
}

function issueAbout(code: "wrapped" | "unknown", name: string): Issue {
  const expected = code === "wrapped" ? "its content one level up" : "no such property";
  // This line repeats the function `segment`, because importing `segment` would load the code of the checks.
  const part = name.replaceAll("~", "~0").replaceAll("/", "~1");
  return { pointer: "/" + part, code, expected, received: JSON.stringify(name) };
}
