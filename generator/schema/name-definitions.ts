import type { Definition } from "./definitions.js";
import { pointerOf } from "../base/pointer.js";
import { typeName } from "./type-name.js";

/**
 * Returns the preferred name of a definition: the last word of the path to the definition. Inside a shared
 * schema, the name of the shared schema comes first.
 */
function wantedName(definition: Definition): string {
  const { owner, origin: root } = definition.resource;
  const { path, document } = definition.origin;
  const last = nameInPath(path.slice(root.path.length));
  if (owner.kind === "shared") return last === undefined ? owner.name : `${owner.name} ${last}`;
  if (owner.kind === "document") return nameInPath(path) ?? stemOf(document.file);
  return last ?? (owner.part === "input" ? "Input" : "Output");
}

/**
 * Returns the last word of a path that can be a name. Numbers and keywords are skipped, so
 * `Pet/properties/tag/items` gives `tag`.
 */
function nameInPath(path: readonly (string | number)[]): string | undefined {
  const structural = new Set(["items", "allOf", "anyOf", "oneOf", "additionalProperties", "schema", "not"]);
  for (let index = path.length - 1; index >= 0; index -= 1) {
    const key = path[index]!;
    if (typeof key === "string" && !structural.has(key)) return key;
  }
  return undefined;
}

function stemOf(file: string): string {
  const name = file.slice(file.lastIndexOf("/") + 1);
  return name.replace(/(\.(tools|schema|openapi))?\.(ya?ml|json|ts|js)$/i, "");
}

/**
 * Assigns a unique type name to every definition. A name depends only on the definition and on definitions
 * with the same preferred name, never on the order of tools. If two definitions prefer the same name, both
 * names get an addition: the name of the file in front, or `Def` or `Result` at the end if the definition belongs
 * to a tool. If the names are still equal, a number is added.
 */
export function nameAll(
  definitions: readonly Definition[],
  fixed: ReadonlyMap<string, string>,
  prefixOf: (definition: Definition) => string,
  reserved: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const names = new Map(fixed);
  const used = new Set([...reserved, ...fixed.values()]);
  const others = [...definitions].filter(({ id }) => !fixed.has(id)).sort(byLocation);
  const groups = new Map<string, Definition[]>();
  for (const definition of others) {
    const name = prefixed(prefixOf(definition), typeName(wantedName(definition)));
    groups.set(name, [...(groups.get(name) ?? []), definition]);
  }
  for (const [name, group] of groups) {
    const alone = group.length === 1 && !used.has(name);
    for (const definition of group) {
      const wanted = alone ? name : qualified(name, definition);
      names.set(definition.id, claim(wanted, used));
    }
  }
  return names;
}

/**
 * Adds a prefix to a name, except if the name already begins with the prefix. A spec that toolpress exported
 * already has such names.
 */
function prefixed(prefix: string, name: string): string {
  const has = prefix !== "" && name.startsWith(prefix) && /^[A-Z]/.test(name.slice(prefix.length));
  return has ? name : prefix + name;
}

function qualified(name: string, { resource, origin }: Definition): string {
  if (resource.owner.kind === "tool") return resource.owner.part === "input" ? `${name}Def` : `${name}Result`;
  return typeName(`${stemOf(origin.document.file)} ${name}`);
}

export function claim(wanted: string, used: Set<string>): string {
  let name = wanted;
  for (let number = 2; used.has(name); number += 1) name = `${wanted}${number}`;
  used.add(name);
  return name;
}

function byLocation(a: Definition, b: Definition): number {
  const [left, right] = [keyOf(a), keyOf(b)];
  return left < right ? -1 : left > right ? 1 : Number(a.id) - Number(b.id);
}

function keyOf({ origin }: Definition): string {
  return `${origin.document.file}#${pointerOf(origin.path)}`;
}
