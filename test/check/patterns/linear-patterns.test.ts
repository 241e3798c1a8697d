import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import ts from "typescript";
import { describe, expect, test } from "vitest";

// The compiler reads hostile input: a long run of one character must not take time that grows with the square
// of its length. The test runs every pattern of the compiler on such texts, in a thread that can be
// terminated.

interface Pattern {
  readonly where: string;
  readonly source: string;
  readonly flags: string;
}

/** Patterns whose texts are our own or have a bounded length. */
const exceptions: readonly RegExp[] = [
  // These names were already shortened to 63 characters.
  /^generator\/(?:name\/name|dialects\/openapi\/names)\.ts _\+\$$/,
  // These patterns are parts of a document. Other tests check them.
  /^generator\/check\/patterns\/parse-pattern\.ts /,
  /^generator\/lower\/scalars\.ts \\\(\\\?\(\?:/,
  // These texts are descriptions. Other tests check their limits.
  /^generator\/dialects\/openapi\/plain-text\.ts /,
];

function patternsOf(folder: string): readonly Pattern[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  return files.flatMap((file) => {
    const path = join(folder, file);
    const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
    const found: Pattern[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf("/");
        found.push({
          where: `${path.replaceAll("\\", "/")} ${node.text.slice(1, end)}`,
          source: node.text.slice(1, end),
          flags: node.text.slice(end + 1),
        });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

const rows = [
  ...' _Aa#.\n<[-0"/*:;,({\t=\\$@|`!?é',
  ...[
    "a ",
    "a.",
    "\n ",
    " \n",
    "aA",
    "a_",
    "0.",
    "a\n",
    "import {\n",
    "![",
    "[a](",
    "**",
    "<p ",
    "#\n",
    "_a",
  ],
];
const starts = ["", '"', "[", "{", "<a", "x", "import {"];

/** Reports the current pattern to the test, so that the test knows which pattern takes too long. */
const attempt = `
const { parentPort, workerData: { patterns, texts } } = require("node:worker_threads");
for (const { where, source, flags } of patterns) {
  parentPort.postMessage(where);
  for (const text of texts) {
    const pattern = new RegExp(source, flags);
    if (flags.includes("g")) text.replace(pattern, "");
    else pattern.exec(text);
  }
}
parentPort.postMessage("");
`;

/** Returns the pattern that did not finish in time, or undefined. */
function tryAll(patterns: readonly Pattern[], texts: readonly string[], limitMs: number): Promise<string> {
  return new Promise((done, fail) => {
    const worker = new Worker(attempt, { eval: true, workerData: { patterns, texts } });
    let last = "";
    let timer = setTimeout(() => {}, 0);
    const end = (): void => void worker.terminate().then(() => done(last));
    worker.on("error", fail);
    worker.on("message", (where: string) => {
      clearTimeout(timer);
      last = where;
      if (where === "") end();
      else timer = setTimeout(end, limitMs);
    });
  });
}

const length = 200_000;

describe("an attacker cannot slow down a pattern of the compiler with a long row of", () => {
  const all = patternsOf("generator").filter(({ source }) => /[*+{]/.test(source));
  const patterns = all.filter(({ where }) => !exceptions.some((exception) => exception.test(where)));

  test.each(exceptions)("with a justified exception: %s", (exception) => {
    expect(all.some(({ where }) => exception.test(where))).toBe(true);
  });

  // A linear pattern takes milliseconds. A pattern that is not linear takes half a minute or more.
  test.each(rows)(
    "%j",
    async (row) => {
      const texts = starts.map((start) => `${start}${row.repeat(length / row.length)}\u0001`);
      expect(await tryAll(patterns, texts, 25_000)).toBe("");
    },
    120_000,
  );
});
