import type { Json, Schema, SchemaObject } from "../ir.js";
import { code, ident, join, json, str, type Code } from "./code.js";
import type { Resolve } from "./describe.js";
import type { Emitted } from "./emitted.js";
import { defName } from "./reach.js";

export interface DefaultsInput {
  /** `completeGetForecastArgs` */
  readonly name: string;
  readonly schema: Schema;
  readonly resolve: Resolve;
  /** The function that completes a named schema. */
  readonly functionOf: (def: string) => string;
  /** Names that are taken in the file; what is declared here is added. */
  readonly taken?: Set<string>;
}

/** Prints the function that fills in the defaults of absent properties, at any depth; undefined where there are none. */
export function emitDefaults(input: DefaultsInput): Emitted | undefined {
  const { schema, resolve } = input;
  if (!hasDefaults(schema, resolve)) return undefined;
  const writer = new Writer(input);
  writer.write(input.name, schema);
  return {
    code: join([join(writer.constants, "\n"), ...writer.functions], "\n\n"),
    imports: [...writer.imports].sort(),
    declares: [input.name, ...writer.declared],
    refs: [...writer.refs].sort(),
  };
}

/** Whether a value of this schema may lack something that has a default. */
function hasDefaults(schema: Schema, resolve: Resolve, seen = new Set<Schema>()): boolean {
  if (typeof schema === "boolean" || seen.has(schema)) return false;
  seen.add(schema);
  if (schema.$ref !== undefined && hasDefaults(resolve(defName(schema.$ref)), resolve, seen)) return true;
  if (Object.values(schema.properties ?? {}).some((property) => defaultOf(property) !== undefined))
    return true;
  return filledBelow(schema).some((inner) => hasDefaults(inner, resolve, seen));
}

/** The schemas below that get their defaults filled in: not in conditions, nor in branches of a union, of which no one knows which is meant. */
export function filledBelow(schema: SchemaObject): Schema[] {
  const nullable = nullableBranch(schema);
  return [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items === undefined ? [] : [schema.items]),
    ...(schema.additionalProperties === undefined ? [] : [schema.additionalProperties]),
    ...(schema.allOf ?? []),
    ...(nullable === undefined ? [] : [nullable]),
  ];
}

/** The one branch of a union beside `null`. */
function nullableBranch(schema: SchemaObject): Schema | undefined {
  const branches = (schema.anyOf ?? schema.oneOf ?? []).filter(
    (branch) => typeof branch === "boolean" || branch.type !== "null",
  );
  return branches.length === 1 ? branches[0] : undefined;
}

function defaultOf(schema: Schema): Json | undefined {
  return typeof schema === "boolean" ? undefined : schema.default;
}

class Writer {
  readonly imports = new Set<string>();
  readonly refs = new Set<string>();
  readonly constants: Code[] = [];
  readonly functions: Code[] = [];
  readonly declared: string[] = [];
  readonly #names: Set<string>;
  readonly #input: DefaultsInput;

  constructor(input: DefaultsInput) {
    this.#input = input;
    this.#names = input.taken ?? new Set();
    this.#names.add(input.name);
  }

  write(name: string, schema: Schema): void {
    const place = this.functions.push(code``) - 1;
    const steps = typeof schema === "boolean" ? [] : this.#steps(name, schema);
    const [first = code`value`, ...rest] = steps;
    const body =
      rest.length === 0
        ? code`return ${first};`
        : code`let result = ${first}; ${join(
            rest.slice(0, -1).map((step) => code`result = ${step};`),
            "\n",
          )} return ${rest.at(-1)!};`;
    const isGuarded = steps.some((step) => /^(?:withDefaults|completeProperty)\(/.test(step.toString()));
    const guard = isGuarded ? code`if (!${this.#use("isObject")}(value)) return value;` : code``;
    this.functions[place] = code`function ${ident(name)}(value: unknown): unknown { ${guard} ${body} }`;
  }

  /** Expressions, each of which takes what the one before it made. */
  #steps(name: string, schema: SchemaObject): Code[] {
    const steps: Code[] = [];
    const subject = (): Code => (steps.length === 0 ? code`value` : code`result`);
    const properties = Object.entries(schema.properties ?? {});
    const defaults = properties.flatMap(([key, property]) => {
      const value = defaultOf(property);
      return value === undefined ? [] : [[key, value] as const];
    });
    if (defaults.length > 0) {
      const constant = this.#constant(name, Object.fromEntries(defaults));
      steps.push(code`${this.#use("withDefaults")}(${subject()}, ${constant})`);
    }
    for (const [key, property] of properties) {
      const complete = this.#functionFor(property, name, key);
      if (complete)
        steps.push(code`${this.#use("completeProperty")}(${subject()}, ${str(key)}, ${complete})`);
    }
    const items = schema.items === undefined ? undefined : this.#functionFor(schema.items, name, "item");
    if (items) steps.push(code`${this.#use("completeItems")}(${subject()}, ${items})`);
    const further = schema.additionalProperties;
    const entries = further === undefined ? undefined : this.#functionFor(further, name, "entry");
    const known = json(properties.map(([key]) => key));
    if (entries) steps.push(code`${this.#use("completeEntries")}(${subject()}, ${known}, ${entries})`);
    const nullable = nullableBranch(schema);
    const parts = [
      ...(schema.allOf ?? []),
      ...(nullable === undefined ? [] : [nullable]),
      ...(schema.$ref === undefined ? [] : [{ $ref: schema.$ref }]),
    ];
    for (const part of parts) {
      const complete = this.#functionFor(part, name, "part");
      if (complete) steps.push(code`${complete}(${subject()})`);
    }
    return steps;
  }

  #functionFor(schema: Schema, owner: string, part: string): Code | undefined {
    const { resolve, functionOf } = this.#input;
    if (typeof schema === "boolean" || !hasDefaults(schema, resolve)) return undefined;
    if (schema.$ref !== undefined && Object.keys(schema).every((key) => !asserting.has(key))) {
      this.refs.add(defName(schema.$ref));
      return ident(functionOf(defName(schema.$ref)));
    }
    const name = this.#unused(
      owner +
        part
          .split(/[^A-Za-z0-9]+/)
          .map(capital)
          .join(""),
    );
    this.write(name, schema);
    return ident(name);
  }

  #constant(owner: string, defaults: Readonly<Record<string, Json>>): Code {
    const stem = owner.replace(/^complete/, "");
    const name = ident(this.#unused(`${stem.charAt(0).toLowerCase()}${stem.slice(1)}Defaults`));
    this.constants.push(code`const ${name} = ${json(defaults)};`);
    return name;
  }

  #unused(hint: string): string {
    let name = hint;
    for (let index = 2; this.#names.has(name); index += 1) name = `${hint}${index}`;
    this.#names.add(name);
    this.declared.push(name);
    return name;
  }

  #use(name: string): Code {
    this.imports.add(name);
    return ident(name);
  }
}

const asserting = new Set(["properties", "items", "additionalProperties", "allOf", "anyOf", "oneOf"]);

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
