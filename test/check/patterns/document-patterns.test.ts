import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { generate } from "../../../generator/generate.js";
import { defaultOptions } from "../../../generator/options.js";
import { DocumentPatterns } from "../../../generator/check/patterns/document-patterns.js";
import { longestMatched } from "../../../generator/check/patterns/longest-text.js";
import { writeRunnable } from "../../helpers/import-generated.js";

/** Returns a pattern whose analysis takes long. Each index gives another pattern. */
function hostile(index: number): string {
  return `^(?:${"\\p{L}\\P{Lu}".repeat(100)}${index}){2}$`;
}

const many = Array.from({ length: 40 }, (_, index) => hostile(index));

describe("a document of many slow patterns", () => {
  it("is checked with bounded effort, and plain patterns are accepted to the end", () => {
    const patterns = new DocumentPatterns();
    const verdicts = many.map((pattern) => patterns.isUnjudged(pattern));
    expect(verdicts[0]).toBe(false);
    expect(verdicts.at(-1)).toBe(true);
    expect(patterns.longestText(many.at(-1)!)).toBe(0);
    for (const plain of ["^[a-z]{2,5}$", "^[0-9a-f]{8}-[0-9a-f]{4}$", "^https://.*$"])
      expect(patterns.longestText(plain), plain).toBeGreaterThanOrEqual(longestMatched);
  });

  it("gets the same verdicts, independent of earlier checks", () => {
    const [first, second] = [new DocumentPatterns(), new DocumentPatterns()];
    const verdicts = (patterns: DocumentPatterns): readonly boolean[] =>
      many.map((pattern) => patterns.isUnjudged(pattern));
    expect(verdicts(second)).toEqual(verdicts(first));
  });
});

interface Compiled {
  /** The diagnostics, such as `TP407 warning`. */
  readonly problems: readonly string[];
  readonly tools: number;
  /** The text of all files of the set. */
  readonly code: string;
  check(args: unknown): Promise<boolean>;
}

async function compile(part: object): Promise<Compiled> {
  const inputSchema = { type: "object", properties: { part: { description: "A part of it.", ...part } } };
  const tool = { name: "find", description: "Finds a part of the thing.", inputSchema };
  const specs = [{ path: "specs/a.mcp.json", text: JSON.stringify({ tools: [tool] }) }];
  const inputs = { specs, load: () => undefined, out: "generated" };
  const { sets, diagnostics } = await generate(inputs, { file: () => undefined }, defaultOptions);
  const folder = mkdtempSync(join(tmpdir(), "patterns-"));
  const moduleUrl = writeRunnable(sets[0]!, folder);
  return {
    problems: diagnostics.map(({ code, severity }) => `${code} ${severity}`),
    tools: sets[0]!.lock.tools.length,
    code: sets[0]!.files.map(({ text }) => text).join("\n"),
    async check(args) {
      const found = (await import(/* @vite-ignore */ moduleUrl("tools/find"))) as {
        findChecks: { validate(value: unknown): { ok: boolean } };
      };
      return found.findChecks.validate(args).ok;
    },
  };
}

describe("a foreign document", () => {
  // These patterns are from AWS. They are safe only for short texts.
  const arn = "^arn:.+:.+:.+:.+:.+";
  const long = `arn:${"a:".repeat(300)}b`;

  it("accepts every valid text, and refuses invalid ones where that is safe", async () => {
    const { problems, tools, check } = await compile({ type: "string", pattern: arn, maxLength: 1_011 });
    expect(tools).toBe(1);
    expect(problems).toContain("TP439 note");
    expect(await check({ part: long })).toBe(true);
    expect(await check({ part: "arn:aws:iam:eu:1:user" })).toBe(true);
    expect(await check({ part: "urn:aws" })).toBe(false);
  });

  it("does not let a model avoid a plain pattern with a long text", async () => {
    const { problems, check } = await compile({ type: "string", pattern: "^/tmp/[a-z]+$" });
    expect(problems.filter((line) => line.startsWith("TP43"))).toEqual([]);
    expect(await check({ part: `/tmp/${"a".repeat(50_000)}` })).toBe(true);
    expect(await check({ part: `/etc/passwd${" ".repeat(50_000)}` })).toBe(false);
  });

  it("has patterns that are never executed, but the model still reads them", async () => {
    const { problems, tools, code, check } = await compile({ type: "string", pattern: "^(a+)+$" });
    expect(tools).toBe(1);
    expect(problems).toContain("TP407 warning");
    expect(await check({ part: `${"a".repeat(60)}!` })).toBe(true);
    expect(code).toContain('"^(a+)+$"');
    expect(code).not.toContain("/^(a+)+$/");
  });

  it("may have names that are too long for a slow pattern", async () => {
    const { check } = await compile({ type: "object", patternProperties: { [arn]: { type: "string" } } });
    expect(await check({ part: { [long]: "a" } })).toBe(true);
  });

  it("keeps its tools if its patterns are not checked", async () => {
    const properties = Object.fromEntries(
      many.map((pattern, index) => [`p${index}`, { type: "string", pattern }]),
    );
    const { problems, tools } = await compile({ type: "object", properties });
    expect(tools).toBe(1);
    expect(problems).toContain("TP438 warning");
    expect(problems.filter((line) => line.endsWith("error"))).toEqual([]);
  });
});
