// A second implementation of the rule for declared properties in docs/validators.md. It applies the rule to
// one value. It shares no code with the generator. Ajv checks everything except the names of properties.
import { isDeepStrictEqual } from "node:util";

type Loose = Record<string, unknown>;
type Schema = Loose | boolean;

/** A schema that describes a value. `sure` is false if the schema applies only in some branches. */
interface AppliedSchema {
  readonly schema: Schema;
  readonly sure: boolean;
}

/** The names and indexes on the path to a property. */
type Path = readonly (string | number)[];

export class DeclaredOracle {
  readonly #root: Loose;
  readonly #schema: Schema;
  readonly #allClosed: boolean;

  /**
   * `root` contains the definitions for `#/$defs/<name>` and `#`. With `allClosed`, every object counts as
   * closed, so that only names decide. Schemas that `allOf` and `$ref` combine then count as one.
   */
  constructor(schema: Schema, root: Loose, allClosed = false) {
    this.#schema = schema;
    this.#root = root;
    this.#allClosed = allClosed;
  }

  /** Returns every property of the value that no part of the schema declares, if its object is closed. */
  undeclared(value: unknown): Path[] {
    return this.#look([{ schema: this.#schema, sure: true }], value, []);
  }

  /** Returns the value without its undeclared properties. */
  stripped(value: unknown): unknown {
    const copy = structuredClone(value);
    for (const path of this.undeclared(value)) {
      const owner = path.slice(0, -1).reduce<unknown>((at, step) => (at as Loose)[step], copy);
      delete (owner as Loose)[path.at(-1)!];
    }
    return copy;
  }

  #look(appliedSchemas: readonly AppliedSchema[], value: unknown, path: Path): Path[] {
    if (Array.isArray(value)) {
      const all = this.#all(appliedSchemas, "array");
      const bound = this.#lists(appliedSchemas, "array");
      return value.flatMap((item, index) =>
        this.#look(this.#itemSchemas(all, bound, index), item, [...path, index]),
      );
    }
    if (typeof value !== "object" || value === null) return [];
    const all = this.#all(appliedSchemas, "object");
    const closed = this.#isClosed(appliedSchemas, all);
    const names = new Set(all.flatMap((part) => namesIn(part)));
    const patterns = all.flatMap(({ schema }) => Object.keys(map(schema["patternProperties"])));
    return Object.entries(value).flatMap(([name, member]) => {
      if (closed && !names.has(name) && !patterns.some((pattern) => new RegExp(pattern, "u").test(name)))
        return [[...path, name]];
      const inner = names.has(name) ? this.#namedSchemas(all, name) : this.#undeclaredNameSchemas(all, name);
      const bound = closed || inner.length === 0;
      return this.#look(bound ? inner : [...inner, anything], member, [...path, name]);
    });
  }

  #isClosed(appliedSchemas: readonly AppliedSchema[], all: readonly ListedSchema[]): boolean {
    if (this.#allClosed) return true;
    const additional = all.flatMap(({ schema }) => [
      schema["additionalProperties"],
      schema["unevaluatedProperties"],
    ]);
    if (additional.some((one) => one !== undefined && one !== false)) return false;
    return this.#lists(appliedSchemas, "object") && all.some(({ schema }) => listsProperties(schema));
  }

  #namedSchemas(all: readonly ListedSchema[], name: string): AppliedSchema[] {
    return all.flatMap(({ schema, sure, listed }) => {
      const properties = map(schema["properties"]);
      const found: Schema[] = Object.hasOwn(properties, name) ? [properties[name]!] : [];
      for (const [pattern, inner] of Object.entries(map(schema["patternProperties"])))
        if (new RegExp(pattern, "u").test(name)) found.push(inner);
      for (const constant of listed)
        if (isObject(constant) && Object.hasOwn(constant, name)) found.push({ const: constant[name] });
      if (found.length > 0) return found.map((inner) => ({ schema: inner, sure }));
      return this.#rest(schema, name).map((applied) => ({ ...applied, sure: sure && applied.sure }));
    });
  }

  /**
   * Returns the schemas of a property whose name is not declared: the patterns that match the name, and the
   * other rules if no pattern matches.
   */
  #undeclaredNameSchemas(all: readonly ListedSchema[], name: string): AppliedSchema[] {
    const isMatch = (pattern: string): boolean => new RegExp(pattern, "u").test(name);
    const patternsIn = (schema: Loose): string[] => Object.keys(map(schema["patternProperties"]));
    const isMatched = all.some(({ schema }) => patternsIn(schema).some(isMatch));
    return all.flatMap(({ schema, sure }): AppliedSchema[] => {
      const rest = this.#rest(schema, undefined).map((applied) => ({
        ...applied,
        sure: sure && applied.sure,
      }));
      if (!isMatched) return rest;
      const patterns = Object.entries(map(schema["patternProperties"])).map(([pattern, inner]) => ({
        schema: inner,
        sure: sure && isMatch(pattern),
      }));
      if (patternsIn(schema).some(isMatch)) return patterns;
      return [
        ...patterns,
        ...rest.map((applied) => ({ ...applied, sure: applied.sure && patterns.length === 0 })),
      ];
    });
  }

  #rest(schema: Loose, name: string | undefined): AppliedSchema[] {
    const { additionalProperties: additional, unevaluatedProperties: unevaluated } = schema as Record<
      string,
      Schema
    >;
    if (additional !== undefined) return additional === false ? [] : [{ schema: additional, sure: true }];
    if (unevaluated === undefined || unevaluated === false) return [];
    const others = this.#all([{ schema, sure: true }], "object").filter((one) => one.schema !== schema);
    const mayKnow = others.some(
      (other) =>
        name === undefined ||
        namesIn(other).includes(name) ||
        other.schema["patternProperties"] !== undefined ||
        (other.schema["additionalProperties"] ?? false) !== false ||
        (other.schema["unevaluatedProperties"] ?? false) !== false,
    );
    return [{ schema: unevaluated, sure: !mayKnow }];
  }

  #itemSchemas(all: readonly ListedSchema[], bound: boolean, index: number): AppliedSchema[] {
    const found = all.flatMap(({ schema, sure, listed }): AppliedSchema[] => {
      const prefix = (schema["prefixItems"] as Schema[] | undefined)?.[index];
      const own = prefix ?? (schema["items"] as Schema | undefined);
      const unevaluated = schema["unevaluatedItems"] as Schema | undefined;
      const contains = schema["contains"] as Schema | undefined;
      return [
        ...(own === undefined ? [] : [{ schema: own, sure }]),
        ...(own === undefined && unevaluated !== undefined ? [{ schema: unevaluated, sure: false }] : []),
        ...listed.flatMap((constant) =>
          Array.isArray(constant) && index < constant.length
            ? [{ schema: { const: constant[index] as unknown }, sure }]
            : [],
        ),
        ...(contains === undefined ? [] : [{ schema: contains, sure: false }, anything]),
      ];
    });
    return bound || found.length === 0 ? found : [...found, anything];
  }

  /** Returns every schema that describes the same value, by any path. */
  #all(appliedSchemas: readonly AppliedSchema[], kind: Kind): ListedSchema[] {
    const found = new Map<Loose, ListedSchema>();
    const visit = ({ schema, sure }: AppliedSchema, parentValues?: readonly unknown[]): void => {
      if (typeof schema === "boolean" || !this.#canBe(schema, kind)) return;
      const left = this.#allClosed ? this.#left(schema, parentValues) : undefined;
      if (left?.some((value) => isOf(kind, value)) === false) return;
      const known = found.get(schema);
      const listed = constants(schema).filter((one) => left === undefined || includes(left, one));
      const more = listed.filter((one) => !includes(known?.listed ?? [], one));
      if (known !== undefined && more.length === 0 && (known.sure || !sure)) return;
      const isSure = sure || known?.sure === true;
      found.set(schema, { schema, sure: isSure, listed: [...(known?.listed ?? []), ...more] });
      for (const part of list(schema["allOf"])) visit({ schema: part, sure }, left);
      for (const branches of [list(schema["anyOf"]), list(schema["oneOf"])])
        for (const part of branches) visit({ schema: part, sure: sure && branches.length === 1 });
      for (const part of Object.values(map(schema["dependentSchemas"]))) visit({ schema: part, sure: false });
      if (schema["if"] !== undefined)
        for (const part of ["if", "then", "else"])
          if (schema[part] !== undefined) visit({ schema: schema[part] as Schema, sure: false });
      if (schema["$ref"] !== undefined) visit({ schema: this.#target(schema), sure }, left);
    };
    appliedSchemas.forEach((applied) => visit(applied));
    return [...found.values()];
  }

  /**
   * Returns the values that all lists (`const`, `enum`) of a schema allow. The lists of its parents, and of
   * the schemas that it combines by `allOf` and `$ref`, are included. Returns undefined if there is no list.
   */
  #left(schema: Loose, parentValues: readonly unknown[] | undefined): readonly unknown[] | undefined {
    let left = parentValues;
    const together = new Set<Schema>([schema]);
    // The loop adds schemas to this set while it iterates over the set.
    for (const part of together) {
      if (typeof part === "boolean") continue;
      const own = constants(part);
      if (isFixed(part)) left = left?.filter((value) => includes(own, value)) ?? own;
      for (const inner of list(part["allOf"])) together.add(inner);
      if (part["$ref"] !== undefined) together.add(this.#target(part));
    }
    return left;
  }

  #lists(appliedSchemas: readonly AppliedSchema[], kind: Kind): boolean {
    const able = appliedSchemas.filter(({ schema }) => this.#canBe(schema, kind));
    const certain = able.filter(({ sure }) => sure);
    const speaks = ({ schema }: AppliedSchema): boolean => this.#speaks(schema, kind, []);
    return certain.length > 0 ? certain.some(speaks) : able.length > 0 && able.every(speaks);
  }

  /** Whether a schema lists the members of a value in every branch. */
  #speaks(schema: Schema, kind: Kind, path: readonly Schema[]): boolean {
    if (typeof schema === "boolean" || path.includes(schema)) return false;
    if (isFixed(schema)) return true;
    if (kind === "object" && listsProperties(schema)) return true;
    if (kind === "array" && (schema["prefixItems"] ?? schema["items"]) !== undefined) return true;
    const speaks = (part: Schema): boolean => this.#speaks(part, kind, [...path, schema]);
    const every = (branches: readonly Schema[]): boolean => {
      const able = branches.filter((branch) => this.#canBe(branch, kind));
      return able.length > 0 && able.every(speaks);
    };
    return (
      list(schema["allOf"]).some(speaks) ||
      every(list(schema["anyOf"])) ||
      every(list(schema["oneOf"])) ||
      (["if", "then", "else"].every((part) => schema[part] !== undefined) &&
        every([schema["then"] as Schema, schema["else"] as Schema])) ||
      (schema["$ref"] !== undefined && speaks(this.#target(schema)))
    );
  }

  /** Whether the types and constants of a schema allow objects or arrays. */
  #canBe(schema: Schema, kind: Kind, path: readonly Schema[] = []): boolean {
    if (typeof schema === "boolean") return schema;
    if (schema["type"] !== undefined && ![schema["type"]].flat().includes(kind)) return false;
    if (isFixed(schema) && !constants(schema).some((value) => isOf(kind, value))) return false;
    if (path.includes(schema)) return true;
    const can = (part: Schema): boolean => this.#canBe(part, kind, [...path, schema]);
    return (
      list(schema["allOf"]).every(can) &&
      (schema["anyOf"] === undefined || list(schema["anyOf"]).some(can)) &&
      (schema["oneOf"] === undefined || list(schema["oneOf"]).some(can)) &&
      (schema["$ref"] === undefined || can(this.#target(schema)))
    );
  }

  #target(schema: Loose): Schema {
    const ref = schema["$ref"] as string;
    if (ref === "#") return this.#root;
    return (this.#root["$defs"] as Record<string, Schema>)[ref.slice("#/$defs/".length)]!;
  }
}

interface ListedSchema {
  readonly schema: Loose;
  readonly sure: boolean;
  /** The constants of the schema that no combined schema excludes. */
  readonly listed: readonly unknown[];
}

type Kind = "object" | "array";

const anything: AppliedSchema = { schema: true, sure: false };

function listsProperties(schema: Loose): boolean {
  return (
    schema["properties"] !== undefined ||
    schema["patternProperties"] !== undefined ||
    schema["additionalProperties"] === false ||
    schema["unevaluatedProperties"] === false
  );
}

function namesIn({ schema, listed }: ListedSchema): string[] {
  return [
    ...Object.keys(map(schema["properties"])),
    ...((schema["required"] as string[] | undefined) ?? []),
    ...Object.entries((schema["dependentRequired"] ?? {}) as Record<string, string[]>).flat(2),
    ...Object.keys(map(schema["dependentSchemas"])),
    ...listed.flatMap((value) => (isObject(value) ? Object.keys(value) : [])),
  ];
}

function constants(schema: Loose): unknown[] {
  if ("const" in schema) return [schema["const"]];
  return (schema["enum"] as unknown[] | undefined) ?? [];
}

function isFixed(schema: Loose): boolean {
  return "const" in schema || schema["enum"] !== undefined;
}

function includes(values: readonly unknown[], value: unknown): boolean {
  return values.some((one) => isDeepStrictEqual(one, value));
}

function isOf(kind: Kind, value: unknown): boolean {
  return kind === "array" ? Array.isArray(value) : isObject(value);
}

function isObject(value: unknown): value is Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function map(keyword: unknown): Record<string, Schema> {
  return (keyword ?? {}) as Record<string, Schema>;
}

function list(keyword: unknown): Schema[] {
  return (keyword ?? []) as Schema[];
}
