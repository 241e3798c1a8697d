import type { Schema, SchemaObject } from "../../generator/ir.js";
import type { Random } from "../validators/random.js";
import type { RealTool } from "./real-tools.js";

// Mistakes that models make in calls. Each is a function that changes a valid call.

type Args = Record<string, unknown>;

/** A valid call in the wire form, and the parts of the call that may be changed. */
interface Subject {
  readonly args: Args;
  readonly fields: readonly Field[];
  readonly tool: RealTool;
  readonly random: Random;
}

/** An argument of the tool, with its wire name. */
interface Field {
  readonly name: string;
  readonly isRenamed: boolean;
  readonly isRequired: boolean;
  readonly schema: SchemaObject;
}

/** Returns wrong arguments, or undefined if the tool has no argument for this mistake. */
type Mistake = (subject: Subject) => unknown;

export const mistakes: Readonly<Record<string, Mistake>> = {
  missing: (subject) =>
    changeOne(
      subject,
      ({ isRequired }) => isRequired,
      () => undefined,
    ),
  misspelt: ({ args, random }) => {
    const name = pick(
      Object.keys(args).filter(({ length }) => length > 3),
      random,
    );
    if (name === undefined) return undefined;
    const at = 1 + random.below(name.length - 2);
    const wrong = random.pick([
      name.slice(0, at) + name.slice(at + 1),
      name.slice(0, at) + name[at + 1]! + name[at]! + name.slice(at + 2),
      name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    ]);
    return wrong === name ? undefined : rename(args, name, wrong);
  },
  "wrong type": (subject) =>
    changeOne(
      subject,
      ({ schema }) => schema.enum === undefined,
      (schema, { random }) =>
        schema.type === "string" && random.chance(0.5) ? ["one", "two"] : ofOtherType(schema),
    ),
  "wrong value": (subject) =>
    changeOne(
      subject,
      ({ schema }) => schema.enum !== undefined,
      ({ enum: values = [] }, { random }) => random.pick(["other", "default", `${String(values[0])}s`]),
    ),
  unknown: ({ args, random }) => ({
    ...args,
    [random.pick(["verbose", "locale", "max_results", "options"])]: true,
  }),
  wrapped: ({ args, tool, random }) => {
    if (Object.keys(args).length === 0) return undefined;
    const name = random.pick(["arguments", "args", "input", "params", "parameters", tool.entry.name]);
    return random.chance(0.25) ? { name: tool.entry.name, arguments: args } : { [name]: args };
  },
  null: (subject) =>
    changeOne(
      subject,
      ({ isRequired }) => isRequired,
      () => null,
    ),
  "broken JSON text": (subject) =>
    changeOne(
      subject,
      ({ schema }) => schema.type === "array" || schema.type === "object",
      (_, { random }, value) => {
        const text = typeof value === "string" ? value : JSON.stringify(value);
        return random.pick([text.slice(0, -1), text.replaceAll('"', "'"), `${text.slice(0, -1)},}`]);
      },
    ),
  "in a list": (subject) =>
    changeOne(subject, isListOfObjects, (schema, { random, tool }, value) => {
      const items = objectOf(schema.items, tool)!;
      const name = random.pick(Object.keys(items.properties!));
      const inner = objectOf(items.properties![name], tool);
      const [first = {}, ...rest] = Array.isArray(value) ? (value as Args[]) : [];
      if (typeof first !== "object") return value;
      return [...rest, { ...first, [name]: random.chance(0.5) ? undefined : ofOtherType(inner ?? {}) }];
    }),
  "in a map": (subject) =>
    changeOne(subject, isMap, (schema, { tool }) => {
      const inner = objectOf(schema.additionalProperties, tool) ?? {};
      return [{ key: "first", value: ofOtherType(inner) }];
    }),
  "out of range": (subject) =>
    changeOne(
      subject,
      ({ schema }) => schema.minimum !== undefined || schema.maximum !== undefined,
      ({ minimum, maximum }) => (maximum === undefined ? minimum! - 1 : maximum * 10 + 1),
    ),
  "too long": (subject) =>
    changeOne(
      subject,
      ({ schema }) => (schema.maxLength ?? schema.maxItems ?? Infinity) < 300,
      ({ maxLength, maxItems }) =>
        maxLength === undefined
          ? Array.from({ length: maxItems! + 2 }, () => "a")
          : "long ".repeat(maxLength),
    ),
  "no branch of a union": (subject) =>
    changeOne(
      subject,
      ({ schema }) => branchesOf(schema).length > 1,
      (_, { random }) => random.pick([{ kind: "other" }, [[]], { value: 1 }]),
    ),
  "renamed on the wire": (subject) =>
    changeOne(
      subject,
      ({ isRenamed }) => isRenamed,
      (schema, { random }) => (random.chance(0.5) ? undefined : ofOtherType(schema)),
    ),
};

/** Makes one kind of mistake in a call of a tool. Returns undefined if the mistake is not possible there. */
export function wrongCall(kind: string, tool: RealTool, args: Args, random: Random): unknown {
  const wrong = mistakes[kind]!({ args, fields: fieldsOf(tool), tool, random });
  return wrong === undefined || JSON.stringify(wrong) === JSON.stringify(args)
    ? undefined
    : (JSON.parse(JSON.stringify(wrong)) as unknown);
}

function fieldsOf(tool: RealTool): readonly Field[] {
  const { input } = tool.tool;
  const { codec } = tool.lowered;
  const renamed = new Map(
    codec?.kind === "object" ? codec.fields.map(({ name, wire }) => [name, wire] as const) : [],
  );
  return Object.entries(input.properties ?? {}).flatMap(([name, property]) => {
    const schema = objectOf(property, tool);
    if (schema === undefined) return [];
    const wire = renamed.get(name) ?? name;
    const isRequired = input.required?.includes(name) === true;
    return [{ name: wire, isRenamed: wire !== name, isRequired, schema }];
  });
}

function objectOf(schema: Schema | undefined, tool: RealTool): SchemaObject | undefined {
  if (typeof schema !== "object") return undefined;
  if (schema.$ref === undefined) return schema;
  return objectOf(tool.tool.defs.get(schema.$ref.replace("#/$defs/", "")), tool);
}

function changeOne(
  subject: Subject,
  isMeant: (field: Field) => boolean,
  change: (schema: SchemaObject, subject: Subject, value: unknown) => unknown,
): unknown {
  const field = pick(subject.fields.filter(isMeant), subject.random);
  if (field === undefined) return undefined;
  return { ...subject.args, [field.name]: change(field.schema, subject, subject.args[field.name]) };
}

function ofOtherType({ type, format, enum: values }: SchemaObject): unknown {
  if (values !== undefined) return "other";
  const [first] = [type ?? []].flat();
  if (format !== undefined && first === "string") return "soon";
  switch (first) {
    case "string":
      return { value: "text" };
    case "number":
    case "integer":
      return "many";
    case "boolean":
      return "maybe";
    default:
      return "some text";
  }
}

function isListOfObjects({ schema }: Field): boolean {
  const { items } = schema;
  return typeof items === "object" && items.properties !== undefined;
}

/** Returns the branches of a union. A branch that only accepts `null` does not count. */
function branchesOf({ anyOf, oneOf = anyOf ?? [] }: SchemaObject): readonly Schema[] {
  return oneOf.filter((branch) => typeof branch === "object" && branch.type !== "null");
}

function isMap({ schema }: Field): boolean {
  const { additionalProperties: others, properties } = schema;
  return typeof others === "object" && others.type !== undefined && properties === undefined;
}

function rename(args: Args, name: string, wrong: string): Args {
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [key === name ? wrong : key, value]));
}

function pick<T>(choices: readonly T[], random: Random): T | undefined {
  return choices.length === 0 ? undefined : random.pick(choices);
}
