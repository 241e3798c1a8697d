import { isObject } from "../../base/is-object.js";
import type { Issue, IssueCode, Parsed } from "../../issue.js";
import type { Kind, Property } from "./declare.js";

type Values = Readonly<Record<string, unknown>>;

/** Parses and validates the arguments that the model sent for a tool of a running worker. */
export function parse(wire: unknown, properties: readonly Property[]): Parsed<Values> {
  const args = (typeof wire === "object" && wire !== null ? wire : {}) as Values;
  const issues: Issue[] = [];
  const add = (name: string, code: IssueCode, expected: string, value: unknown): void =>
    void issues.push({
      pointer: `/${name.replace(/~/g, "~0").replace(/\//g, "~1")}`,
      code,
      expected,
      received: received(value),
    });
  const values: [string, unknown][] = [];
  for (const property of properties) {
    const { name, required, kind = "any value" } = property;
    if (!Object.hasOwn(args, name)) {
      if (required) add(name, "required", kind, undefined);
      continue;
    }
    const value = read(args[name], property);
    const problem = problemOf(value, property);
    if (problem !== undefined) add(name, ...problem, args[name]);
    values.push([name, value]);
  }
  for (const name of Object.keys(args))
    if (properties.every((property) => property.name !== name))
      add(name, "unknown", "no such argument", args[name]);
  return issues.length > 0 ? { ok: false, issues } : { ok: true, value: Object.fromEntries(values) };
}

/** Parses a value that was declared as JSON text, or a number that the model sent as text. */
function read(value: unknown, { kind }: Property): unknown {
  if (typeof value !== "string" || kind === "string") return value;
  try {
    const parsed: unknown = JSON.parse(value);
    return kind === undefined || hasKind(parsed, kind) ? parsed : value;
  } catch {
    return value;
  }
}

function problemOf(value: unknown, property: Property): readonly [IssueCode, string] | undefined {
  const { kind, nullable, choices, bytes } = property;
  if (value === null && nullable) return undefined;
  if (kind !== undefined && !hasKind(value, kind)) return ["type", kind];
  if (bytes && !isBase64(value as string)) return ["format", "base64 text"];
  if (choices !== undefined && !choices.some((choice) => choice === value))
    return ["enum", choices.map((choice) => JSON.stringify(choice)).join(" | ")];
  return typeof value === "number" ? rangeProblem(value, property) : lengthProblem(value, property);
}

function rangeProblem(
  value: number,
  { minimum, maximum }: Property,
): readonly [IssueCode, string] | undefined {
  if (minimum !== undefined && value < minimum) return ["minimum", `at least ${minimum}`];
  if (maximum !== undefined && value > maximum) return ["maximum", `at most ${maximum}`];
  return undefined;
}

function lengthProblem(
  value: unknown,
  { minLength, maxLength, bytes }: Property,
): readonly [IssueCode, string] | undefined {
  if (bytes || (typeof value !== "string" && !Array.isArray(value))) return undefined;
  const length = typeof value === "string" ? [...value].length : value.length;
  if (minLength !== undefined && length < minLength) return ["minLength", `length of at least ${minLength}`];
  if (maxLength !== undefined && length > maxLength) return ["maxLength", `length of at most ${maxLength}`];
  return undefined;
}

function hasKind(value: unknown, kind: Kind): boolean {
  if (kind === "array") return Array.isArray(value);
  if (kind === "object") return isObject(value);
  if (kind === "integer") return Number.isSafeInteger(value) || typeof value === "bigint";
  return kind === "number" ? Number.isFinite(value) : typeof value === kind;
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

const maxExcerpt = 40;

function received(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = typeof value === "bigint" ? String(value) : (JSON.stringify(value) ?? "");
  const kind = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  return `${kind} ${text.length > maxExcerpt ? `${text.slice(0, maxExcerpt)}…` : text}`;
}
