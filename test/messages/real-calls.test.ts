import { readFileSync, writeFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Json } from "../../generator/ir.js";
import { encode } from "../../generator/lower/codec.js";
import { accepts } from "../../generator/check/values/accepts.js";
import { Random } from "../validators/random.js";
import { mistakes, wrongCall } from "./mistakes.js";
import { realTools, type RealTool } from "./real-tools.js";
import { answerTo } from "./refuse.js";
import { sample } from "./sample.js";

// The texts that a model reads after a wrong call of a published tool. They are in real-calls.txt. `UPDATE=1`
// rewrites that file.

const golden = new URL("./real-calls.txt", import.meta.url);
const seed = 7;
/** The number of calls for each kind of mistake. If few tools allow a mistake, there are fewer. */
const perKind = 5;
const tools = realTools(seed);

interface Answer {
  readonly kind: string;
  readonly tool: RealTool;
  readonly args: unknown;
  readonly text: string;
}

/** A valid call in the wire form. */
function rightCall({ tool, lowered, recorded }: RealTool): Record<string, unknown> | undefined {
  if (recorded !== undefined) return recorded;
  const resolve = (def: string) => tool.defs.get(def);
  const value = sample(tool.input, resolve);
  if (value === undefined) return undefined;
  const wire = encode(lowered.codec, value, (schema, item) => accepts(schema, item, { resolve }));
  return wire as Record<string, Json>;
}

async function answersOf(all: readonly RealTool[]): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const used = new Set<RealTool>();
  const random = new Random(seed);
  for (const kind of Object.keys(mistakes)) {
    let found = 0;
    for (const tool of all) {
      if (found === perKind) break;
      const right = used.has(tool) ? undefined : rightCall(tool);
      if (right === undefined || !(await answerTo(tool, right)).startsWith("accepted")) continue;
      const args = wrongCall(kind, tool, right, random);
      const text = args === undefined ? "accepted" : await answerTo(tool, args);
      if (text.startsWith("accepted")) continue;
      used.add(tool);
      found += 1;
      answers.push({ kind, tool, args, text });
    }
  }
  return answers;
}

/**
 * Returns the messages of other validators about the same call. A message is undefined if the validator
 * accepts the call or cannot read the schema.
 */
function othersOf({ tool, args }: Answer): { readonly zod?: string; readonly ajv?: string } {
  // The other validators do not know the wire form of encoded arguments.
  if (tool.lowered.codec !== undefined) return {};
  const schema = { ...tool.tool.input, $defs: Object.fromEntries(tool.tool.defs) };
  const messages: { zod?: string; ajv?: string } = {};
  try {
    const verdict = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(args);
    if (!verdict.success) messages.zod = z.prettifyError(verdict.error);
  } catch {
    // This validator cannot read the schema.
  }
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  const validate = ajv.compile(schema);
  if (!validate(args)) messages.ajv = ajv.errorsText(validate.errors);
  return messages;
}

function meansOf(pairs: readonly (readonly [ours: string, theirs: string])[]) {
  const mean = (texts: readonly string[]): number =>
    texts.reduce((sum, { length }) => sum + length, 0) / texts.length;
  return { ours: mean(pairs.map(([ours]) => ours)), theirs: mean(pairs.map(([, theirs]) => theirs)) };
}

function excerpt(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 600 ? `${text.slice(0, 599)}…` : text;
}

describe.runIf(tools !== undefined)("the answer to a wrong call of a real tool", async () => {
  const answers = tools === undefined ? [] : await answersOf(tools);

  it("equals the reviewed text for each of 60 calls", () => {
    const found = answers
      .map(
        ({ kind, tool, args, text }) =>
          `## ${kind} (${tool.from})\n${tool.entry.name}(${excerpt(args)})\n\n${text}\n`,
      )
      .join("\n");
    if (process.env["UPDATE"] === "1") writeFileSync(golden, found);
    expect(found).toBe(readFileSync(golden, "utf8").replaceAll("\r\n", "\n"));
    expect(answers.length).toBeGreaterThanOrEqual(60);
  });

  it("is at most 1.6 times as long as the message of zod, on average", () => {
    const compared = answers.map((answer) => ({ ...answer, ...othersOf(answer) }));
    const zod = meansOf(
      compared.flatMap(({ text, zod }) => (zod === undefined ? [] : [[text, zod] as const])),
    );
    const ajv = meansOf(
      compared.flatMap(({ text, ajv }) => (ajv === undefined ? [] : [[text, ajv] as const])),
    );
    const ratio = ({ ours, theirs }: typeof zod): string =>
      `${ours.toFixed(0)}/${theirs.toFixed(0)} = ${(ours / theirs).toFixed(2)}`;
    console.log(`characters of a refusal, ours/zod ${ratio(zod)}, ours/Ajv ${ratio(ajv)}`);
    if (process.env["SHOW"])
      for (const one of compared)
        console.log(`${one.text.length} ${one.zod?.length} ${one.text}\n-- ${one.zod}`);
    expect(zod.ours / zod.theirs).toBeLessThanOrEqual(1.6);
  });
});
