import type { Schema, SchemaObject } from "../../ir.js";
import { callStatement, code, ident, join, json, num, str, type Code } from "../../base/code.js";
import { describe } from "../describe.js";
import { checkFunction, functionCode, sharedFunction } from "./check-function.js";
import type { CommonFields } from "./common-fields.js";
import { furtherProperties } from "./plan-further-properties.js";
import { binding, isInherited, readProperty } from "./read-property.js";
import { type Guard, isEmpty, print, type Plan } from "./plan.js";
import { planValue } from "./plan-value.js";
import { Pointer } from "./pointer.js";
import { passing, report, type Site } from "./scope.js";

/** Plans the assertions for a value that is known to be an object. */
export function planObject(schema: SchemaObject, site: Site): Plan {
  const properties = new PropertyReader(site);
  const { properties: declared = {}, required = [] } = schema;
  const undeclared = required.filter((name) => !Object.hasOwn(declared, name));
  const fields = [
    ...planFields(schema, properties),
    ...[...new Set(undeclared)].flatMap((name) => planField(name, true, true, properties)),
    ...dependencies(schema, properties),
  ];
  const rest = [
    ...properties.declarations(),
    ...fields,
    ...counts(schema, site),
    ...nameChecks(schema, site),
    ...furtherProperties(schema, site),
  ];
  return { only: [], guards: [], rest };
}

/**
 * Prints the statements for the declared properties. One call checks the properties that several objects have in
 * common.
 */
function planFields(schema: SchemaObject, properties: PropertyReader): readonly Code[] {
  const { properties: declared = {}, required = [] } = schema;
  const { site } = properties;
  const common = site.pointer.isRoot ? site.scope.module.shared.commonIn(schema) : [];
  const firsts = new Map(common.map((run) => [run.fields[0]![0], run]));
  const others = new Set(common.flatMap(({ fields }) => fields.map(([name]) => name)));
  return Object.entries(declared).flatMap(([name, field]) => {
    const run = firsts.get(name);
    if (run !== undefined) return [callStatement(code`${commonFunction(run, site)}(${site.value}, issues)`)];
    return others.has(name) ? [] : planField(name, field, required.includes(name), properties);
  });
}

/** Returns the function that checks the fields that several objects have in common. */
function commonFunction(common: CommonFields, { scope, name }: Site): Code {
  const stem = scope.innerStem(...name, "common");
  return sharedFunction(common, stem, scope, scope.isOpen, (own, inner) => {
    const { functions } = scope.module;
    const place = functions.push({ name: own, code: code`` }) - 1;
    const site = { scope: inner, value: ident("value"), pointer: Pointer.root, name: [] };
    const properties = new PropertyReader(site);
    const fields = common.fields.flatMap(([field, schema]) =>
      planField(field, schema, common.required.has(field), properties),
    );
    const body = [...properties.declarations(), ...fields];
    const type = code`Readonly<Record<string, unknown>>`;
    functions[place] = { name: own, code: functionCode(own, type, body) };
  });
}

/** Reads each property of an object once, into a constant with the name of the property. */
class PropertyReader {
  readonly site: Site;
  readonly #named = new Map<string, Code>();
  readonly #read = new Set<string>();

  constructor(site: Site) {
    this.site = site;
  }

  at(name: string): Site {
    const value = this.#named.get(name) ?? this.site.scope.local(name);
    this.#named.set(name, value);
    return {
      ...this.site,
      value,
      pointer: this.site.pointer.property(name),
      name: [...this.site.name, name],
    };
  }

  /** Returns the `Site` of a property, and records that the code uses the constant of this property. */
  read(name: string): Site {
    this.#read.add(name);
    return this.at(name);
  }

  declarations(): Code[] {
    const { value } = this.site;
    const names = [...this.#named].filter(([name]) => this.#read.has(name));
    const plain = names.filter(([name]) => !isInherited(name));
    const bindings = plain.map(([name, local]) => binding(name, local));
    return [
      ...(plain.length === 0 ? [] : [code`const { ${join(bindings, ", ")} } = ${value};`]),
      ...names
        .filter(([name]) => isInherited(name))
        .map(([name, local]) => readProperty(name, local, this.site)),
    ];
  }
}

function planField(
  name: string,
  schema: Schema,
  isRequired: boolean,
  properties: PropertyReader,
): readonly Code[] {
  const { scope } = properties.site;
  const site = properties.at(name);
  const plan = planValue(schema, site);
  if (isRequired || !isEmpty(plan)) properties.read(name);
  if (!isRequired)
    return isEmpty(plan) ? [] : print({ ...plan, only: [code`${site.value} !== undefined`, ...plan.only] });
  if (refusesAbsence(schema, scope.module.resolve.bind(scope.module))) return print(plan);
  const expected = describe(described(name, schema, properties.site), scope.module.options.resolve);
  const absent: Guard = {
    site,
    when: code`${site.value} === undefined`,
    then: (text) => report(site, "required", expected, text),
  };
  return plan.only.length === 0
    ? print({ ...plan, guards: [absent, ...plan.guards] })
    : print({ only: [], guards: [absent], rest: print(plan) });
}

/**
 * Returns the schema that describes a property in the report of its absence. If a schema only requires the property,
 * another part of the schema may describe it.
 */
function described(name: string, schema: Schema, { scope, pointer }: Site): Schema {
  const { beside } = scope;
  return schema === true && pointer.isRoot && Object.hasOwn(beside, name) ? beside[name]! : schema;
}

/** Returns whether the check of a schema already refuses a missing value. */
function refusesAbsence(schema: Schema, resolve: (ref: string) => Schema, depth = 0): boolean {
  if (typeof schema === "boolean" || depth > 8) return false;
  if (schema.$ref !== undefined) return refusesAbsence(resolve(schema.$ref), resolve, depth + 1);
  return schema.type !== undefined || schema.const !== undefined || schema.enum !== undefined;
}

function dependencies(schema: SchemaObject, properties: PropertyReader): Code[] {
  const { scope } = properties.site;
  const required = Object.entries(schema.dependentRequired ?? {}).flatMap(([name, needed]) =>
    needed.map((other) => {
      const [present, missing] = [properties.read(name), properties.read(other)];
      const wantedSchema = described(other, schema.properties?.[other] ?? true, properties.site);
      const wanted = { expected: describe(wantedSchema, scope.module.options.resolve), because: name };
      const then = code`issues.put("dependency", ${missing.pointer.toCode()}, ${missing.value}, ${json(wanted)})`;
      return code`if (${present.value} !== undefined && ${missing.value} === undefined) ${then};`;
    }),
  );
  const schemas = Object.entries(schema.dependentSchemas ?? {}).map(([name, inner]) => {
    const { site } = properties;
    const check = checkFunction(inner, { ...site, name: [...site.name, "with", name] }, true);
    return code`if (${properties.read(name).value} !== undefined) ${check}(${site.value}, issues);`;
  });
  return [...required, ...schemas];
}

function counts(schema: SchemaObject, site: Site): Code[] {
  const { minProperties: least = 0, maxProperties: most } = schema;
  const count = (): Code => code`${site.scope.module.use("keys")}(${site.value}).length`;
  // The declaration may show a map as a list of entries. So the issue calls the properties of a map entries.
  const words = schema.properties === undefined ? ["entry", "entries"] : ["property", "properties"];
  const amount = (size: number): string => `${size} ${words[size === 1 ? 0 : 1]}`;
  const fewer = report(site, "minProperties", `at least ${amount(least)}`);
  const more = report(site, "maxProperties", `at most ${amount(most ?? 0)}`);
  return [
    ...(least > 0 ? [code`if (${count()} < ${num(least)}) ${fewer};`] : []),
    ...(most !== undefined ? [code`if (${count()} > ${num(most)}) ${more};`] : []),
  ];
}

function nameChecks(schema: SchemaObject, site: Site): Code[] {
  const { propertyNames } = schema;
  if (propertyNames === undefined || propertyNames === true) return [];
  const { module } = site.scope;
  const check = checkFunction(propertyNames, { ...site, name: [...site.name, "name"] });
  const pointer = site.pointer.computed(code`${module.use("segment")}(key)`).toCode();
  const expected = describe(propertyNames, module.options.resolve);
  const then = code`issues.add("propertyName", ${pointer}, ${str(expected)}, ${ident("key")})`;
  return [
    code`for (const key of Object.keys(${site.value})) { if (!${passing(check, ident("key"), site)}) ${then}; }`,
  ];
}
