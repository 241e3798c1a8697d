import { isObject } from "../message.js";
import type { InteractionRules } from "./interaction-rules.js";
import { firstRefusal } from "./step.js";
import { refused, type Refused } from "./texts.js";

const mapsOfSchemas = ["properties", "$defs", "definitions", "patternProperties", "dependentSchemas"];
const listsOfSchemas = ["anyOf", "oneOf", "allOf", "prefixItems"];
const singleSchemas = ["items", "additionalProperties", "not", "if", "then", "else", "contains"];

/** Checks `parameters` of a function. The service accepts any JSON Schema but for a few mistakes. */
export function checkParameters(parameters: unknown, rules: InteractionRules): Refused | undefined {
  if (!isObject(parameters) && typeof parameters !== "boolean") return refused("parametersNotSchema");
  return checkSchema(parameters, "top-level", rules);
}

function checkSchema(schema: unknown, at: string, rules: InteractionRules): Refused | undefined {
  if (!isObject(schema)) return undefined;
  // The service answers the tuple form of older drafts with an error about the payload.
  if (Array.isArray(schema.items)) return refused("notJson");
  const { required, properties } = schema;
  if (Array.isArray(required)) {
    if (required.length === 0 && rules.refusesEmptyRequired) return refused("requiredEmpty", at);
    const unknown = required.find(
      (name) => !isObject(properties) || !Object.hasOwn(properties, String(name)),
    );
    if (unknown !== undefined) return refused("requiredUnknown", at, String(unknown));
  }
  return firstRefusal(childrenOf(schema), ([name, child]) =>
    checkSchema(child, at === "top-level" ? name : `${at}.${name}`, rules),
  );
}

function childrenOf(schema: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  const inMaps = mapsOfSchemas.flatMap((keyword) => {
    const map = schema[keyword];
    return isObject(map)
      ? Object.entries(map).map(([name, child]) => [`${keyword}.${name}`, child] as const)
      : [];
  });
  const inLists = listsOfSchemas.flatMap((keyword) => {
    const list = schema[keyword];
    return Array.isArray(list) ? list.map((child, index) => [`${keyword}.${index}`, child] as const) : [];
  });
  return [...inMaps, ...inLists, ...singleSchemas.map((keyword) => [keyword, schema[keyword]] as const)];
}
