import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { answerTo, compileTools } from "./refuse.js";
import { calls, tools } from "./wire-form-calls.js";

// What a model reads when it got the form of an argument wrong. The texts are in wire-forms.txt; `UPDATE=1` rewrites it.

const golden = new URL("./wire-forms.txt", import.meta.url);

async function answers(): Promise<string> {
  const compiled = new Map(compileTools({ tools }).map((one) => [one.entry.name, one]));
  const texts: string[] = [];
  for (const { what, tool, args } of calls)
    texts.push(
      `## ${what}\n${tool}(${JSON.stringify(args)})\n\n${await answerTo(compiled.get(tool)!, args)}\n`,
    );
  return texts.join("\n");
}

describe("the answer to a call in the wrong form", () => {
  it("speaks of names and forms as the model writes them", async () => {
    const found = await answers();
    if (process.env["UPDATE"] === "1") writeFileSync(golden, found);
    expect(found).toBe(readFileSync(golden, "utf8").replaceAll("\r\n", "\n"));
  });
});
