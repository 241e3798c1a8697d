import { typeOfWord } from "../base/type-words.js";
import { child, entries, isMapping, own, type Mapping, type Node } from "./node.js";
import type { Findings } from "./findings.js";

// This file reads one parameter of a snakepit registration. The type of the parameter is the name of a Python
// class, and its constraints are JSON text.

type Property = Record<string, unknown>;

export function readParameter(tool: string, parameter: string, node: Node, findings: Findings): Property {
  const type = typeSchema(own(node.value, "type"));
  if (type.doubt !== undefined)
    findings.report.add("TP712", child(node, "type").origin, {
      tool,
      parameter,
      type: String(own(node.value, "type") ?? ""),
      meaning: type.doubt,
    });
  const description = own(node.value, "description");
  const constraints = constraintsOf(tool, parameter, child(node, "validation_json"), findings);
  const fallback = "default" in constraints ? {} : defaultOf(own(node.value, "default_value"));
  return {
    ...type.schema,
    ...(typeof description === "string" && description !== "" ? { description } : {}),
    ...fallback,
    ...constraints,
  };
}

interface ReadType {
  readonly schema: Property;
  /** The assumed type in the words of a message, if the registration does not contain the real type. */
  readonly doubt?: string;
}

/**
 * Reads the name of a Python type, such as `str`, `list[int]`, `int | none`, `optional[str]` or `point`.
 * snakepit registers `annotation.__name__` or `str(annotation)`.
 */
function typeSchema(type: unknown): ReadType {
  const text =
    typeof type === "string"
      ? type
          .trim()
          .toLowerCase()
          .replace(/^typing\./, "")
      : "";
  if (text === "any" || text === "") return { schema: {}, doubt: "any value" };
  if (text === "bytes" || text === "binary") return { schema: { type: "string", contentEncoding: "base64" } };
  const optional = /^optional\[(.+)\]$/.exec(text)?.[1];
  const branches =
    optional === undefined ? text.split("|").map((branch) => branch.trim()) : [optional, "none"];
  const inner = branches.filter((branch) => typeOfWord(branch) !== "null");
  if (inner.length < branches.length)
    return nullable(inner.length === 1 ? typeSchema(inner[0]) : unknownType);
  if (text === "optional") return nullable({ schema: { type: "string" }, doubt: "a text or null" });
  const known = typeOfWord(/^([a-z0-9_.]+)\[/.exec(text)?.[1] ?? text);
  return known === undefined || known === "any" ? unknownType : { schema: { type: known } };
}

const unknownType: ReadType = { schema: {}, doubt: "any value" };

function nullable({ schema, doubt }: ReadType): ReadType {
  const type = typeof schema.type === "string" ? { type: [schema.type, "null"] } : {};
  return { schema: { ...schema, ...type }, ...(doubt === undefined ? {} : { doubt }) };
}

const keywords: Readonly<Record<string, string>> = {
  default: "default",
  min: "minimum",
  max: "maximum",
  min_length: "minLength",
  max_length: "maxLength",
  choices: "enum",
};

function constraintsOf(tool: string, parameter: string, text: Node, findings: Findings): Property {
  if (text.value === undefined || text.value === null || text.value === "") return {};
  const read = parsed(text.value);
  if (!isMapping(read)) {
    findings.report.add(
      "TP717",
      text.origin,
      {
        dialect: findings.dialect,
        field: "validation_json",
        problem: `parameter ${JSON.stringify(parameter)} of tool ${JSON.stringify(tool)} is not a JSON object`,
      },
      { help: 'Register it as JSON text such as {"min": 1}, or write the bounds into a spec of your own.' },
    );
    return {};
  }
  const result: Property = {};
  for (const [key, { value }] of entries({ ...text, value: read })) {
    const keyword = Object.hasOwn(keywords, key) ? keywords[key] : undefined;
    if (keyword === undefined || !fits(keyword, value))
      findings.lost(`validation_json.${key}`, tool, text.origin);
    else result[keyword] = value;
  }
  return result;
}

function fits(keyword: string, value: unknown): boolean {
  if (keyword === "default") return true;
  return keyword === "enum" ? Array.isArray(value) && value.length > 0 : typeof value === "number";
}

/**
 * Parses JSON text. A value that is not text is returned unchanged, because a host may write the decoded
 * value.
 */
function parsed(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Reads the default of a parameter. The worker never sets a default. A host may set plain data, or an `Any` message
 * whose bytes are JSON.
 */
function defaultOf(value: unknown): Property {
  if (value === undefined || value === null) return {};
  const bytes = own(value, "value");
  if (!has(value as Mapping)) return { default: value };
  const decoded =
    typeof bytes === "string" ? parsed(Buffer.from(bytes, "base64").toString("utf8")) : undefined;
  return decoded === undefined ? {} : { default: decoded };
}

function has(value: Mapping): boolean {
  return own(value, "type_url") !== undefined || own(value, "typeUrl") !== undefined;
}
