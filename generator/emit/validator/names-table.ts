import { eachChild } from "../../base/schema-children.js";
import { code, ident, join, json, num, str, type Code } from "../../base/code.js";
import type { Schema, SchemaObject } from "../../ir.js";
import { closesHere } from "./closing.js";
import type { TablePlace } from "./check-module.js";
import { hoistPattern, longestName } from "./patterns.js";
import { mostPatterns } from "./plan-further-properties.js";
import { needsFunction } from "./plan-value.js";
import { Pointer } from "./pointer.js";
import type { Scope } from "./scope.js";

// Prints large names-only schemas as a table. A names-only schema asserts only which names the properties of a value
// may have. A small names-only schema becomes straight-line code. If many parts of a spec describe the same objects,
// such code could be larger than the rest of the tool. So these names become data, which `declareNames` of the runtime
// interprets.

/**
 * Prints the body of a function that checks names with a table. Returns undefined if the schema is not printed as a
 * table.
 */
export function bodyByTable(schema: Schema, scope: Scope): readonly Code[] | undefined {
  const { nameChecks, isOpen, hidden } = scope;
  const isPlain = nameChecks.onlyNames === true && !isOpen && hidden.size === 0;
  if (typeof schema === "boolean" || !isPlain) return undefined;
  const place = scope.module.placeOf(schema) ?? writeTable(schema, scope);
  return place && [code`${place.table}(${num(place.index)}).check(value, issues);`];
}

/**
 * Writes a table for a names-only schema and all schemas that it contains. Schemas that are in another table are
 * excluded. Returns undefined if there are too few names.
 */
function writeTable(schema: SchemaObject, scope: Scope): TablePlace | undefined {
  const { module, nameChecks } = scope;
  const own = placesFrom(schema, scope);
  const names = own.reduce((sum, { properties = {} }) => sum + Object.keys(properties).length, 0);
  if (names < module.options.tableFrom) return undefined;
  const table = module.nameFor(scope.constantName("places"));
  own.forEach((one, index) => {
    module.addPlace(one, { table, index });
  });
  const writer = new TableWriter(table, scope);
  const places = own.map((one) => writer.place(one));
  const fields = [
    ...(nameChecks.unknown === "strip" ? [code`drops: true`] : []),
    ...(nameChecks.safeKeys ? [] : [code`anyKey: true`]),
    ...(writer.links.length > 0 ? [code`links: () => [${join(writer.links, ", ")}]`] : []),
    code`places: [${join(places, ", ")}]`,
  ];
  const value = code`${module.use("declareNames")}({ ${join(fields, ", ")} })`;
  module.constants.push({ name: table, code: code`const ${table} = ${value};` });
  return { table, index: 0 };
}

/**
 * Returns a schema, and all schemas of objects and arrays that it contains. Schemas that are already in a table are
 * excluded.
 */
function placesFrom(schema: SchemaObject, { module }: Scope): readonly SchemaObject[] {
  const found = new Set([schema]);
  // The set grows during the iteration.
  for (const one of found)
    eachChild(one, (child) => {
      if (typeof child === "object" && isPlace(child) && module.placeOf(child) === undefined)
        found.add(child);
    });
  return [...found];
}

function isPlace({ properties, items, prefixItems }: SchemaObject): boolean {
  return (properties ?? items ?? prefixItems) !== undefined;
}

class TableWriter {
  /** The other tables to which this table refers. */
  readonly links: Code[] = [];
  readonly #table: Code;
  readonly #scope: Scope;

  constructor(table: Code, scope: Scope) {
    this.#table = table;
    this.#scope = scope;
  }

  place(schema: SchemaObject): Code {
    const fields = [...this.#object(schema), ...this.#list(schema)];
    const [only, ...others] = fields;
    if (only?.[0] === "names" && others.length === 0) return only[1];
    return code`{ ${join(
      fields.map(([name, value]) => code`${ident(name)}: ${value}`),
      ", ",
    )} }`;
  }

  #object(schema: SchemaObject): readonly (readonly [string, Code])[] {
    const { properties, patternProperties = {}, additionalProperties = true } = schema;
    if (properties === undefined) return [];
    const names = Object.entries(properties).map(([name, inner]) => this.#name(name, inner));
    const isClosed = closesHere(schema, this.#scope) !== undefined;
    const further = isClosed ? [] : [["further", str(this.#reference(additionalProperties))] as const];
    return [
      ["names", str(names.join(" "))],
      ...this.#patterns(patternProperties, schema, isClosed),
      ...further,
    ];
  }

  #name(name: string, schema: Schema): string {
    const reference = this.#reference(schema);
    const encoded = name.replace(/[%: ]/g, (found) => encodeURIComponent(found));
    return reference === "none" && name !== "" ? encoded : `${encoded}:${reference}`;
  }

  #patterns(
    patterns: Readonly<Record<string, Schema>>,
    schema: SchemaObject,
    isClosed: boolean,
  ): readonly (readonly [string, Code])[] {
    const listed = Object.keys(patterns);
    if (listed.length === 0) return [];
    const site = { scope: this.#scope, value: ident("value"), pointer: Pointer.root, name: [] };
    const pairs = Object.entries(patterns).map(
      ([pattern, inner]) =>
        code`[${hoistPattern(site, pattern, schema, "names")}, ${str(this.#reference(inner))}]`,
    );
    return [
      ["patterns", code`[${join(pairs, ", ")}]`],
      ...(isClosed ? [["shown", json(listed.slice(0, mostPatterns))] as const] : []),
      ["longest", num(longestName(listed, this.#scope.module.options))],
    ];
  }

  #list(schema: SchemaObject): readonly (readonly [string, Code])[] {
    const { items, prefixItems = [] } = schema;
    const item = typeof items === "object" ? this.#reference(items) : "none";
    return [
      ...(item === "none" ? [] : [["items", str(item)] as const]),
      ...(prefixItems.length === 0
        ? []
        : [["prefix", json(prefixItems.map((one) => this.#reference(one)))] as const]),
      ...(needsFunction(schema, this.#scope) ? [] : [["inline", code`true`] as const]),
    ];
  }

  #reference(schema: Schema): string {
    if (typeof schema === "boolean") return schema && this.#scope.nameChecks.safeKeys ? "free" : "none";
    const place = this.#scope.module.placeOf(schema);
    if (place === undefined) return "none";
    const { table, index } = place;
    if (table.toString() === this.#table.toString()) return String(index);
    const known = this.links.findIndex((link) => link.toString() === table.toString());
    return `${index}.${known < 0 ? this.links.push(table) - 1 : known}`;
  }
}
