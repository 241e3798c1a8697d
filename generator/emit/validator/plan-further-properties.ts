import type { Schema, SchemaObject } from "../../ir.js";
import { callStatement, code, ident, join, json, str, type Code } from "../../base/code.js";
import { closesHere, type Declared, declaredBy } from "./closing.js";
import { hoistPattern, refuseLongNames } from "./patterns.js";
import { block, print } from "./plan.js";
import { matches } from "./places.js";
import { planValue } from "./plan-value.js";
import { freeStatement, type Site } from "./scope.js";
import { typesOf } from "./type-tests.js";

/** From this number of names on, a set is faster and shorter than comparisons. */
const setFrom = 9;

/**
 * Prints the statements for `patternProperties`, for `additionalProperties`, and for properties that no part of the
 * schema declares.
 */
export function furtherProperties(schema: SchemaObject, site: Site): Code[] {
  const { nameChecks } = site.scope;
  const closing = closesHere(schema, site.scope);
  const further = closing ? false : schema.additionalProperties;
  const patterns = Object.entries(schema.patternProperties ?? {});
  const known = knownTo(schema, closing, site);
  const refuse = (): Code =>
    closing === undefined
      ? refusal("additional", known, site)
      : nameChecks.unknown === "strip"
        ? drop(schema, known, site)
        : refusal("unknown", known, site);
  if (patterns.length === 0 && typeof further !== "object") {
    if (further !== false) return isSafe(schema, site) ? allowFurther(known, schema, site) : [];
    const refused = callStatement(refuse());
    return [eachName(known, site, guarded(isUnknown(known, schema, site), [refused]))];
  }
  return entriesLoop(schema, patterns, further, refuse, { known, site });
}

/**
 * Returns the declared names and patterns for the loop over the properties of an object. If the loop must refuse
 * other properties or forbidden names, all parts of the schema contribute their declarations.
 */
function knownTo(schema: SchemaObject, closing: Declared | undefined, site: Site): Known {
  const { properties = {}, patternProperties = {}, additionalProperties } = schema;
  const declared =
    closing ??
    (isSafe(schema, site) && additionalProperties === undefined ? declaredBy(schema, site.scope) : undefined);
  return {
    names: [...new Set([...Object.keys(properties), ...(declared?.names ?? [])])],
    patterns: declared?.patterns ?? Object.keys(patternProperties),
  };
}

/**
 * Returns whether this function refuses forbidden names such as `__proto__`. Only one function does so: the function
 * that knows all properties of the object.
 */
function isSafe(schema: SchemaObject, { scope }: Site): boolean {
  const { safeKeys, onlyNames } = scope.nameChecks;
  const isWanted = onlyNames === true ? schema.properties !== undefined : typesOf(schema)?.includes("object");
  return safeKeys && !scope.isOpen && isWanted === true;
}

interface Known {
  readonly names: readonly string[];
  readonly patterns: readonly string[];
}

function entriesLoop(
  schema: SchemaObject,
  patterns: readonly (readonly [string, Schema])[],
  further: Schema | undefined,
  refuse: () => Code,
  { known, site }: { readonly known: Known; readonly site: Site },
): Code[] {
  const { scope } = site;
  const entry = scope.local("entry");
  const matched = patterns.flatMap(([pattern, inner]) => {
    const statements = entryStatements(inner, entry, site, "match");
    const test = hoistPattern(site, pattern, schema, "names");
    const applies = join([...exceptNames(pattern, known, site), code`${test}.test(key)`], " && ");
    return statements.length === 0 ? [] : [code`if (${applies}) { ${join(statements, "\n")} }`];
  });
  const isClosed = further === false;
  const others = isClosed
    ? [callStatement(refuse())]
    : entryStatements(further ?? true, entry, site, "entry");
  const safe = isSafe(schema, site) && !isClosed ? [forbiddenKey(known, site)] : [];
  const rest = others.length === 0 ? [] : [guarded(isUnknown(known, schema, site), others)];
  const all = [...safe, ...matched, ...rest];
  if (all.length === 0) return [];
  const read = [...matched, ...others].some((statement) =>
    new RegExp(`\\b${entry.toString()}\\b`).test(statement.toString()),
  );
  return [
    code`for (const key of Object.keys(${site.value})) {
    ${join([...refuseLongNames(known.patterns, site), ...(read ? [code`const ${entry} = ${site.value}[key];`] : []), ...all], "\n")}
  }`,
  ];
}

/**
 * Prints conditions that exclude declared names from the test of a pattern. In a names-only schema, the schema of a
 * declared name already includes the patterns that match the name.
 */
function exceptNames(pattern: string, { names }: Known, { scope }: Site): readonly Code[] {
  if (scope.nameChecks.onlyNames !== true) return [];
  return names.filter((name) => matches(pattern, name)).map((name) => code`key !== ${str(name)}`);
}

function entryStatements(schema: Schema, entry: Code, site: Site, name: string): readonly Code[] {
  const pointer = site.pointer.computed(code`${site.scope.module.use("segment")}(key)`);
  return print(planValue(schema, { ...site, value: entry, pointer, name: [...site.name, name] }));
}

function guarded(condition: Code, statements: readonly Code[]): Code {
  return condition.toString() === "" ? join(statements, "\n") : code`if (${condition}) ${block(statements)}`;
}

/** Prints a condition that is true if a property matches no declared name and no pattern. */
function isUnknown(known: Known, schema: SchemaObject, site: Site): Code {
  const { names, patterns } = known;
  const tests = [
    ...(names.length >= setFrom
      ? [code`!${nameSet(names, site)}.has(key)`]
      : names.map((name) => code`key !== ${str(name)}`)),
    ...patterns.map((pattern) => code`!${hoistPattern(site, pattern, schema, "names")}.test(key)`),
  ];
  return join(tests, " && ");
}

function eachName({ patterns }: Known, site: Site, statement: Code): Code {
  const statements = join([...refuseLongNames(patterns, site), statement], "\n");
  return code`for (const key in ${site.value}) { ${statements} }`;
}

function nameSet(names: readonly string[], site: Site): Code {
  return site.scope.module.hoist(
    site.scope.constantName(...site.name, "names"),
    code`new Set(${json(names)})`,
  );
}

/**
 * Prints the report of a property that is not allowed. The method "additional" is used if the schema refuses the
 * property. The method "unknown" is used if only the settings for unknown properties refuse it.
 */
function refusal(method: "additional" | "unknown", known: Known, site: Site): Code {
  const report = { additional: code`issues.additional`, unknown: code`issues.unknown` }[method];
  const shown = known.patterns.slice(0, mostPatterns);
  const beside = [suggestions(known, site), ...(shown[0] === undefined ? [] : [json(shown)])];
  return code`${report}(key, ${site.value}, ${join(beside, ", ")})`;
}

/** The maximum number of patterns that a report contains. */
export const mostPatterns = 4;

/** Prints the names that the report of an unknown property suggests. */
function suggestions({ names }: Known, site: Site): Code {
  const { hidden } = site.scope;
  const visible = names.filter((name) => !hidden.has(name));
  if (names.length < setFrom) return json(visible);
  if (visible.length === names.length) return nameSet(names, site);
  return site.scope.module.hoist(site.scope.constantName(...site.name, "suggestions"), json(visible));
}

/**
 * Prints the call that drops an unknown property. If the schema itself refuses the property, the call also gets the
 * declared names: while `issues.ignoresNames` is set, `drop` reports the property instead.
 */
function drop({ additionalProperties }: SchemaObject, known: Known, site: Site): Code {
  const beside = additionalProperties === false ? code`, ${suggestions(known, site)}` : code``;
  return code`${site.scope.module.use("drop")}(key, ${site.value}, issues${beside})`;
}

/**
 * Prints the statements for an object that allows further properties. The statements search these properties for
 * forbidden names such as `__proto__`, which arguments must not contain.
 */
function allowFurther(known: Known, schema: SchemaObject, site: Site): Code[] {
  if (known.names.length === 0) return [freeStatement(site)];
  const statement = callStatement(code`${site.scope.module.use("further")}(key, ${site.value}, issues)`);
  return [eachName(known, site, guarded(isUnknown(known, schema, site), [statement]))];
}

function forbiddenKey({ names }: Known, site: Site): Code {
  const declared = names.filter((name) => ["__proto__", "constructor", "prototype"].includes(name));
  const except = declared.map((name) => code`key !== ${str(name)}`);
  const test = code`${site.scope.module.use("isForbidden")}(${ident("key")})`;
  return code`if (${join([test, ...except], " && ")}) issues.unknown(key, ${site.value}, []);`;
}
