import { readFileSync } from "node:fs";

// Tables of the fields of a spec, made of `schema/tools.schema.json`.

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
}

const root = JSON.parse(
  readFileSync(new URL("../schema/tools.schema.json", import.meta.url), "utf8"),
) as Schema;

/** Replaces what is between `<!-- fields: #/pointer -->` and `<!-- end -->`. */
export function fillFieldTables(text: string): string {
  return text.replace(
    /(<!-- fields: (\S+) -->\n)[^]*?(<!-- end -->)/g,
    (_all, start: string, pointer: string, end: string) => `${start}\n${fieldTable(at(pointer))}\n${end}`,
  );
}

function fieldTable(schema: Schema): string {
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const meaning = field.description ?? resolved(field).description;
    if (meaning === undefined) throw new Error(`field ${name} has no description`);
    return `| \`${name}\` | ${typeOf(field)} | ${meaning.replaceAll("|", "\\|")} |`;
  });
  return ["| field | value | meaning |", "| --- | --- | --- |", ...rows, ""].join("\n");
}

function at(pointer: string): Schema {
  const steps = pointer.split("/").slice(1);
  return steps.reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], root) as Schema;
}

function resolved(schema: Schema): Schema {
  return schema.$ref === undefined ? schema : at(schema.$ref);
}

/** The headings of definitions, where they differ from the name. */
const sections: Readonly<Record<string, string>> = { parameter: "arguments", builtin: "built-in-tools" };

function typeOf(schema: Schema): string {
  const reference = schema.$ref?.split("/").at(-1);
  if (reference !== undefined) return `[${reference}](#${sections[reference] ?? reference})`;
  if (schema.const !== undefined) return `\`${String(schema.const)}\``;
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${String(value)}\``).join(", ");
  if (schema.oneOf !== undefined) return [...new Set(schema.oneOf.map(typeOf))].join(" or ");
  if (schema.type === undefined) return "any value";
  if (schema.type === "array") return schema.items === undefined ? "list" : `list of ${typeOf(schema.items)}`;
  if (schema.type === "boolean") return "`true`, `false`";
  if (schema.type !== "object") return String(schema.type);
  const entries = schema.additionalProperties;
  return typeof entries === "object" ? `mapping from name to ${typeOf(entries)}` : "mapping";
}
