import { isMap, type JsonMap, type JudgedApi, listOf, mapOf } from "./read-document.js";
import type { RequestSchemas } from "./request-schemas.js";

/**
 * Returns a value without the parts that a tool need not offer: read-only parts, optional parts that are
 * deprecated or internal, and properties of examples that the document does not describe. Everything else in
 * a sample must arrive.
 */
export function visibleParts(
  schema: unknown,
  value: unknown,
  api: JudgedApi,
  schemas: RequestSchemas,
): unknown {
  if (Array.isArray(value)) {
    const described = facts(schema, value, api, schemas);
    return value.map((item: unknown) =>
      described.items.reduce((part: unknown, one) => visibleParts(one, part, api, schemas), item),
    );
  }
  if (!isMap(value)) return value;
  const described = facts(schema, value, api, schemas);
  const entries = Object.entries(value).flatMap(([name, item]): readonly (readonly [string, unknown])[] => {
    const named = described.properties.get(name);
    if (named?.some((one) => isHidden(one, described.required.has(name), api)) === true) return [];
    if (named === undefined && described.properties.size > 0 && !described.isOpen) return [];
    const ways = named ?? described.further;
    return [[name, ways.reduce((part: unknown, one) => visibleParts(one, part, api, schemas), item)]];
  });
  return Object.fromEntries(entries);
}

interface Facts {
  readonly properties: Map<string, unknown[]>;
  readonly required: Set<string>;
  readonly further: unknown[];
  readonly items: unknown[];
  /** Whether a schema allows properties that it does not name. */
  isOpen: boolean;
}

/** The facts that were found so far, and the number of schemas around the current one. */
interface Search {
  readonly found: Facts;
  readonly depth: number;
}

/** Returns the visible parts of a value. All schemas that apply to the value are considered. */
function facts(
  schema: unknown,
  value: unknown,
  api: JudgedApi,
  schemas: RequestSchemas,
  { found, depth }: Search = {
    found: { properties: new Map(), required: new Set(), further: [], items: [], isOpen: false },
    depth: 0,
  },
): Facts {
  const node = mapOf(api.resolve(schema));
  if (depth > 16) return found;
  for (const [name, property] of Object.entries(mapOf(node["properties"])))
    found.properties.set(name, [...(found.properties.get(name) ?? []), property]);
  for (const name of listOf(node["required"])) {
    found.required.add(String(name));
    // A required name counts as described, even if the document contains only the name.
    if (!found.properties.has(String(name))) found.properties.set(String(name), []);
  }
  if ((node["additionalProperties"] ?? false) !== false || isMap(node["patternProperties"]))
    found.isOpen = true;
  if (isMap(node["additionalProperties"])) found.further.push(node["additionalProperties"]);
  if (isMap(node["items"])) found.items.push(node["items"]);
  for (const part of partsFor(node, value, schemas))
    facts(part, value, api, schemas, { found, depth: depth + 1 });
  return found;
}

/** For a union, returns the first alternative that accepts the value. */
function partsFor(node: JsonMap, value: unknown, schemas: RequestSchemas): readonly unknown[] {
  const chosen = [node["oneOf"], node["anyOf"]].flatMap((union) => {
    const branch = listOf(union).find((one) => schemas.fault(one, value) === undefined);
    return branch === undefined ? [] : [branch];
  });
  return [...listOf(node["allOf"]), ...chosen];
}

function isHidden(schema: unknown, required: boolean, api: JudgedApi): boolean {
  const holders = [mapOf(schema), mapOf(api.resolve(schema))];
  const isMarked = (word: string): boolean => holders.some((holder) => holder[word] === true);
  return isMarked("readOnly") || (!required && (isMarked("deprecated") || isMarked("x-internal")));
}
