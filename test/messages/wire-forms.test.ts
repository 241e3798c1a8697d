import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as combined from "./combined-calls.js";
import { answerTo, compileTools } from "./refuse.js";
import * as wireForms from "./wire-form-calls.js";

// The texts that a model reads after an argument in the wrong form, or after arguments that exclude each
// other. They are in the text files in this folder. `UPDATE=1` rewrites these files.

async function answers({ tools, calls }: typeof wireForms | typeof combined): Promise<string> {
  const compiled = new Map(compileTools({ tools }).map((one) => [one.entry.name, one]));
  const texts: string[] = [];
  for (const { what, tool, args } of calls)
    texts.push(
      `## ${what}\n${tool}(${JSON.stringify(args)})\n\n${await answerTo(compiled.get(tool)!, args)}\n`,
    );
  return texts.join("\n");
}

describe("the answer to a call", () => {
  it.each([
    ["in the wrong form speaks of names and forms as the model writes them", "wire-forms", wireForms],
    ["with arguments that do not go together says which to add or to remove", "combined", combined],
  ])("%s", async (_, file, cases) => {
    const golden = new URL(`./${file}.txt`, import.meta.url);
    const found = await answers(cases);
    if (process.env["UPDATE"] === "1") writeFileSync(golden, found);
    expect(found).toBe(readFileSync(golden, "utf8").replaceAll("\r\n", "\n"));
  });
});
