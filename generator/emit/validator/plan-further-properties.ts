import type { Schema, SchemaObject } from "../../ir.js";
import { code, ident, join, json, str, type Code } from "../code.js";
import { closesHere, declaredBy } from "./closing.js";
import { hoistPattern, refuseLongNames } from "./patterns.js";
import { block, print } from "./plan.js";
import { planValue } from "./plan-value.js";
import { freeStatement, type Site } from "./scope.js";
import { typesOf } from "./type-tests.js";

/** From this many names on, a set is faster and shorter than comparisons. */
const setFrom = 9;

/** `patternProperties`, `additionalProperties`, and what becomes of properties that nobody speaks of. */
export function furtherProperties(schema: SchemaObject, site: Site): Code[] {
  const { rules } = site.scope;
  const closes = closesHere(schema, site.scope);
  const further = closes ? false : schema.additionalProperties;
  const patterns = Object.entries(schema.patternProperties ?? {});
  const declared = closes ? declaredBy(schema, site.scope.module) : undefined;
  const names = [...new Set([...Object.keys(schema.properties ?? {}), ...(declared?.names ?? [])])];
  const known: Known = {
    names,
    patterns: [...(declared?.patterns ?? Object.keys(schema.patternProperties ?? {}))],
  };
  if (patterns.length === 0 && typeof further !== "object") {
    if (further !== false) return isSafe(schema, site) ? welcome(known, schema, site) : [];
    const refuse = closes && rules.unknown === "strip" ? drop(site) : refusal(known, site);
    return [eachName(known, site, guarded(isUnknown(known, schema, site), [code`${refuse};`]))];
  }
  return entriesLoop(schema, patterns, further, known, closes, site);
}

/** Only where an object is wanted, and by the function that knows all its properties. */
function isSafe(schema: SchemaObject, { scope }: Site): boolean {
  return scope.rules.safeKeys && !scope.isOpen && typesOf(schema)?.includes("object") === true;
}

interface Known {
  readonly names: readonly string[];
  readonly patterns: readonly string[];
}

function entriesLoop(
  schema: SchemaObject,
  patterns: readonly (readonly [string, Schema])[],
  further: Schema | undefined,
  known: Known,
  closes: boolean,
  site: Site,
): Code[] {
  const { scope } = site;
  const entry = scope.local("entry");
  const matched = patterns.flatMap(([pattern, inner]) => {
    const statements = entryStatements(inner, entry, site, "match");
    const test = hoistPattern(site, pattern, schema, "names");
    return statements.length === 0 ? [] : [code`if (${test}.test(key)) { ${join(statements, "\n")} }`];
  });
  const others =
    further === false
      ? [code`${closes && scope.rules.unknown === "strip" ? drop(site) : refusal(known, site)};`]
      : further === undefined || further === true
        ? []
        : entryStatements(further, entry, site, "entry");
  const safe = isSafe(schema, site) && further !== false ? [forbiddenKey(known, site)] : [];
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

function entryStatements(schema: Schema, entry: Code, site: Site, name: string): readonly Code[] {
  const pointer = site.pointer.computed(code`${site.scope.module.use("segment")}(key)`);
  return print(planValue(schema, { ...site, value: entry, pointer, name: [...site.name, name] }));
}

function guarded(condition: Code, statements: readonly Code[]): Code {
  return condition.toString() === "" ? join(statements, "\n") : code`if (${condition}) ${block(statements)}`;
}

/** True for a key that no name and no pattern covers. */
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

function refusal({ names }: Known, site: Site): Code {
  const { hidden } = site.scope;
  const told = names.filter((name) => !hidden.has(name));
  const near =
    names.length < setFrom
      ? json(told)
      : told.length === names.length
        ? nameSet(names, site)
        : site.scope.module.hoist(site.scope.constantName(...site.name, "suggestions"), json(told));
  return code`issues.unknown(key, ${site.value}, ${near})`;
}

function drop(site: Site): Code {
  return code`${site.scope.module.use("drop")}(key, ${site.value}, issues)`;
}

/** Further properties are welcome, but for keys that reach a prototype: they have no business in arguments. */
function welcome(known: Known, schema: SchemaObject, site: Site): Code[] {
  if (known.names.length === 0) return [freeStatement(site)];
  const statement = code`${site.scope.module.use("further")}(key, ${site.value}, issues);`;
  return [eachName(known, site, guarded(isUnknown(known, schema, site), [statement]))];
}

function forbiddenKey({ names }: Known, site: Site): Code {
  const declared = names.filter((name) => ["__proto__", "constructor", "prototype"].includes(name));
  const except = declared.map((name) => code`key !== ${str(name)}`);
  const test = code`${site.scope.module.use("isForbidden")}(${ident("key")})`;
  return code`if (${join([test, ...except], " && ")}) issues.unknown(key, ${site.value}, []);`;
}
