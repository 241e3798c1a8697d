import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { SchemaDialect } from "../../generator/ir.js";
import { validate } from "../../runtime/validate/validate.js";
import type { Check } from "../../runtime/validate/issues.js";
import { corpus } from "../helpers/corpora.js";
import { compileCheck } from "./compile-checks.js";
import { DeclaredOracle } from "./declared-oracle.js";
import { meets } from "./reference.js";
import { normalisedGroup, readGroups, readRemotes, type SuiteGroup } from "./suite.js";

const suite = corpus("json-schema-test-suite");

interface Counts {
  decided: number;
  undeclared: number;
  refused: number;
  different: string[];
}

describe.runIf(suite !== undefined)(
  "the official test suite, with unknown properties refused and dropped",
  () => {
    const remotes = suite === undefined ? new Map<string, unknown>() : readRemotes(suite);

    it.each<[string, SchemaDialect, number, number]>([
      ["draft4", "draft-04", 928, 137],
      ["draft7", "draft-07", 1_346, 174],
      ["draft2020-12", "2020-12", 1_913, 362],
    ])("%s: every verdict equals that of the oracle", (folder, dialect, decided, undeclared) => {
      const counts: Counts = { decided: 0, undeclared: 0, refused: 0, different: [] };
      for (const group of readGroups(join(suite!, "tests", folder))) judge(group, dialect, remotes, counts);
      const { different, ...numbers } = counts;
      console.log(`${folder}: ${JSON.stringify(numbers)}, ${different.length} different`);
      expect(different).toEqual([]);
      expect(counts.decided).toBeGreaterThanOrEqual(decided);
      expect(counts.undeclared).toBeGreaterThanOrEqual(undeclared);
    });
  },
);

function judge(
  group: SuiteGroup,
  dialect: SchemaDialect,
  remotes: ReadonlyMap<string, unknown>,
  counts: Counts,
): void {
  const normalised = normalisedGroup(group, dialect, remotes);
  if ("refused" in normalised) {
    counts.refused += group.tests.length;
    return;
  }
  const { schema, defs } = normalised;
  const combined = JSON.parse(JSON.stringify({ allOf: [schema], $defs: defs })) as Record<string, unknown>;
  const oracle = new DeclaredOracle(combined, combined);
  const [refuse, strip, allow] = (["refuse", "strip", "allow"] as const).map((unknown) =>
    compileCheck(schema, { defs, unknown, safeKeys: false, formats: "annotate" }),
  ) as [Check, Check, Check];
  const isValid = (value: unknown): boolean => meets(combined, value, "annotate");
  for (const { description, data, valid } of group.tests) {
    const name = `${group.file} ${group.description}: ${description}`;
    // The reference must give the correct verdict for all values of the suite. It also judges values that are
    // not in the suite.
    if (isValid({ v: data }) !== valid) counts.different.push(`${name}: the reference says ${!valid}`);
    for (const value of [{ v: data }, ...withOneMore(data).map((more) => ({ v: more }))]) {
      const [undeclared, stripped] = [oracle.undeclared(value), oracle.stripped(value)];
      const [asItIs, isLeftValid] = [isValid(value), isValid(stripped)];
      const found = {
        refuse: validate(refuse, value).ok,
        strip: validate(strip, value),
        allow: validate(allow, value).ok,
      };
      const isRight =
        found.allow === asItIs &&
        found.refuse === (asItIs && undeclared.length === 0) &&
        found.strip.ok === isLeftValid &&
        (!found.strip.ok || JSON.stringify(found.strip.value) === JSON.stringify(stripped));
      counts.decided += 1;
      if (undeclared.length > 0) counts.undeclared += 1;
      if (!isRight)
        counts.different.push(
          `${name}: ${JSON.stringify({ value, asItIs, undeclared, isLeftValid, found })}`,
        );
    }
  }
}

/**
 * Returns copies of the value. Each copy has an additional property, unknown to the suite, in another object.
 */
function withOneMore(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.keys(value).flatMap((key) =>
    withOneMore((value as Record<string, unknown>)[key]).map((member) =>
      Array.isArray(value) ? value.with(Number(key), member) : entriesWith(value, key, member),
    ),
  );
  return Array.isArray(value) ? inside : [entriesWith(value, "nobodyDeclaresIt", 1), ...inside];
}

/** Copies an object with one changed entry. A spread would read `__proto__` as the prototype. */
function entriesWith(value: object, name: string, member: unknown): unknown {
  const entries = Object.entries(value).map(([key, one]) => [key, key === name ? member : one] as const);
  return Object.fromEntries(Object.hasOwn(value, name) ? entries : [...entries, [name, member]]);
}
