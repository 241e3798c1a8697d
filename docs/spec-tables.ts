import { readFileSync } from "node:fs";

// Makes tables of the fields of a spec from `schema/tools.schema.json`.

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
}

/**
 * Fills the tables of fields in a text. The table between `<!-- fields: #/pointer -->` and `<!-- end -->` shows the
 * fields of the schema at this pointer.
 */
export function fillFieldTables(text: string): string {
  const source = readFileSync(new URL("../schema/tools.schema.json", import.meta.url), "utf8");
  const root = JSON.parse(source) as Schema;
  return text.replace(
    /(<!-- fields: (\S+) -->\n)[^]*?(<!-- end -->)/g,
    (_all, start: string, pointer: string, end: string) => {
      const fields = fieldsOf(at(root, pointer), root);
      if (fields === undefined) throw new Error(`${pointer} has no fields`);
      return `${start}\n${fieldTable(fields, root)}\n${end}`;
    },
  );
}

type Fields = Readonly<Record<string, Schema>>;

/**
 * Returns the fields of a mapping. For a list, a map or a union, the fields of its items, entries or alternatives are
 * returned.
 */
function fieldsOf(schema: Schema, root: Schema): Fields | undefined {
  if (schema.properties !== undefined) return schema.properties;
  const { $ref, items, additionalProperties, oneOf = [], anyOf = [] } = schema;
  const inner = [
    ...($ref === undefined ? [] : [at(root, $ref)]),
    ...(items === undefined ? [] : [items]),
    ...(typeof additionalProperties === "object" ? [additionalProperties] : []),
    ...oneOf,
    ...anyOf,
  ];
  const found = inner.flatMap((part) => fieldsOf(part, root) ?? []);
  return found.length === 0 ? undefined : (Object.assign({}, ...found) as Fields);
}

function fieldTable(fields: Fields, root: Schema): string {
  const rows = Object.entries(fields).map(([name, field]) => {
    const target = field.$ref === undefined ? undefined : at(root, field.$ref);
    const meaning = field.description ?? target?.description ?? "";
    return `| \`${name}\` | ${typeOf(field)} | ${meaning.replaceAll("|", "\\|")} |`;
  });
  return ["| field | value | meaning |", "| --- | --- | --- |", ...rows, ""].join("\n");
}

function at(root: Schema, pointer: string): Schema {
  const steps = pointer.split("/").slice(1);
  return steps.reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], root) as Schema;
}

/**
 * The headings of some definitions in the document, as anchors. For all other definitions, the anchor is the name of
 * the definition.
 */
const sections: Readonly<Record<string, string>> = {
  parameter: "arguments",
  geminiArguments: "arguments",
  builtin: "built-in-tools",
  binding: "bindings",
  declaration: "declarations-of-your-own",
};

function typeOf(schema: Schema): string {
  const reference = schema.$ref?.split("/").at(-1);
  if (reference !== undefined) return `[${reference}](#${sections[reference] ?? reference})`;
  if (schema.const !== undefined) return `\`${String(schema.const)}\``;
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${String(value)}\``).join(", ");
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives !== undefined) return [...new Set(alternatives.map(typeOf))].join(" or ");
  if (schema.type === undefined) return "any value";
  if (schema.type === "array") return schema.items === undefined ? "list" : `list of ${typeOf(schema.items)}`;
  if (schema.type === "boolean") return "`true`, `false`";
  if (schema.type !== "object") return String(schema.type);
  const entries = schema.additionalProperties;
  return typeof entries === "object" ? `mapping from name to ${typeOf(entries)}` : "mapping";
}
