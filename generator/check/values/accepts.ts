import type { Json, Schema, SchemaObject } from "../../ir.js";
import { checkArray } from "./accepts-array.js";
import { checkObject } from "./accepts-object.js";
import { checkScalar, typeOf } from "./accepts-scalar.js";
import { sameJson } from "../../base/canonical.js";
import { isMapping } from "../../base/mapping.js";
import { showJson } from "../../base/show-value.js";

/** A reason why a value is not accepted. */
export interface Fault {
  readonly path: readonly (string | number)[];
  /** The end of a sentence that begins with "The value must", for example `be at least 3`. */
  readonly must: string;
}

/** The settings of `accepts` for references, formats and patterns. */
export interface Acceptance {
  /** Returns the definition with a name in `#/$defs/<name>`. */
  readonly resolve: (name: string) => Schema | undefined;
  /** Functions that check a text, by the name of the format. A format without a function is not checked. */
  readonly formats?: ReadonlyMap<string, (text: string) => boolean>;
  /** Matches a text against a pattern. The default function has no time limit. */
  readonly matches?: Matches;
}

export type Matches = (pattern: string, text: string) => boolean;

export const matchesPattern: Matches = (pattern, text) => new RegExp(pattern, "u").test(text);

/**
 * The result of applying a schema to a value. `properties` and `items` are the parts of the value that the
 * schema has evaluated. The keywords `unevaluatedProperties` and `unevaluatedItems` apply to the other parts.
 */
export interface Verdict {
  readonly faults: readonly Fault[];
  readonly properties: ReadonlySet<string>;
  readonly items: ReadonlySet<number>;
}

/** Applies a schema to a value at a path. `checkObject` and similar functions call it for nested values. */
export type Apply = (schema: Schema, value: Json, path: Fault["path"]) => Verdict;

/**
 * Whether a normalised schema permits a value. The code follows JSON Schema 2020-12 exactly and is simple
 * rather than fast.
 */
export function accepts(schema: Schema, value: Json, acceptance: Acceptance): boolean {
  return findFaults(schema, value, acceptance).length === 0;
}

export function findFaults(schema: Schema, value: Json, acceptance: Acceptance): readonly Fault[] {
  const apply: Apply = (inner, part, path) => evaluate(inner, part, path, acceptance, apply);
  return apply(schema, value, []).faults;
}

/** Collects the result of one schema while its keywords are checked. */
export class Findings implements Verdict {
  readonly faults: Fault[] = [];
  readonly properties = new Set<string>();
  readonly items = new Set<number>();
  readonly path: Fault["path"];

  constructor(path: Fault["path"]) {
    this.path = path;
  }

  fault(must: string, ...below: (string | number)[]): void {
    this.faults.push({ path: [...this.path, ...below], must });
  }

  /** Adds the evaluated properties and items of another schema for the same value. */
  evaluated(verdict: Verdict): void {
    for (const name of verdict.properties) this.properties.add(name);
    for (const index of verdict.items) this.items.add(index);
  }

  blame(verdict: Verdict): void {
    this.faults.push(...verdict.faults);
  }
}

function evaluate(
  schema: Schema,
  value: Json,
  path: Fault["path"],
  acceptance: Acceptance,
  apply: Apply,
): Verdict {
  const findings = new Findings(path);
  if (schema === false) findings.fault("not be present");
  if (typeof schema === "boolean") return findings;
  if (schema.$ref !== undefined) {
    const target = acceptance.resolve(schema.$ref.replace(/^#\/\$defs\//, ""));
    const verdict = apply(target ?? false, value, path);
    findings.blame(verdict);
    findings.evaluated(verdict);
  }
  checkType(schema, value, findings);
  checkValues(schema, value, findings);
  checkScalar(schema, value, findings, acceptance);
  const apart = (inner: Schema): Verdict => apply(inner, value, path);
  checkCombinations(schema, findings, apart);
  if (Array.isArray(value)) checkArray(schema, value, findings, apply);
  else if (isMapping(value))
    checkObject(schema, value, findings, apply, acceptance.matches ?? matchesPattern);
  return findings.faults.length === 0
    ? findings
    : { faults: findings.faults, properties: new Set(), items: new Set() };
}

function checkType(schema: SchemaObject, value: Json, findings: Findings): void {
  if (schema.type === undefined) return;
  const types: readonly string[] = [schema.type].flat();
  const actual = typeOf(value);
  if (types.includes(actual) || (actual === "integer" && types.includes("number"))) return;
  findings.fault(`be ${types.join(" or ")}`);
}

function checkValues(schema: SchemaObject, value: Json, findings: Findings): void {
  if (Object.hasOwn(schema, "const") && !sameJson(schema.const as Json, value))
    findings.fault(`be ${showJson(schema.const as Json)}`);
  if (schema.enum !== undefined && !schema.enum.some((allowed) => sameJson(allowed, value))) {
    const listed = schema.enum.slice(0, 8).map(showJson).join(", ");
    findings.fault(
      schema.enum.length === 0
        ? "be one of the values of an empty list"
        : `be one of ${listed}${schema.enum.length > 8 ? ", …" : ""}`,
    );
  }
}

function checkCombinations(
  schema: SchemaObject,
  findings: Findings,
  apart: (inner: Schema) => Verdict,
): void {
  for (const member of schema.allOf ?? []) {
    const verdict = apart(member);
    findings.blame(verdict);
    findings.evaluated(verdict);
  }
  if (schema.anyOf !== undefined) {
    const verdicts = schema.anyOf.map(apart);
    const good = verdicts.filter(({ faults }) => faults.length === 0);
    for (const verdict of good) findings.evaluated(verdict);
    if (good.length === 0) findings.fault("match one of the alternatives");
  }
  if (schema.oneOf !== undefined) {
    const good = schema.oneOf.map(apart).filter(({ faults }) => faults.length === 0);
    for (const verdict of good) findings.evaluated(verdict);
    if (good.length === 0) findings.fault("match one of the alternatives");
    if (good.length > 1) findings.fault(`match exactly one of the alternatives, not ${good.length}`);
  }
  if (schema.not !== undefined && apart(schema.not).faults.length === 0)
    findings.fault('not match the schema of "not"');
  if (schema.if !== undefined) checkCondition(schema, findings, apart);
}

function checkCondition(schema: SchemaObject, findings: Findings, apart: (inner: Schema) => Verdict): void {
  const condition = apart(schema.if!);
  const holds = condition.faults.length === 0;
  if (holds) findings.evaluated(condition);
  const consequence = holds ? schema.then : schema.else;
  if (consequence === undefined) return;
  const verdict = apart(consequence);
  findings.blame(verdict);
  findings.evaluated(verdict);
}
