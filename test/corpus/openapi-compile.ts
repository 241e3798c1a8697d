import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { generate } from "../../generator/generate.js";
import { defaultOptions } from "../../generator/options.js";
import { compileStrictly } from "../helpers/compile.js";

const sampleSize = 60;
/** The size of the largest document in the sample, in bytes. Larger documents take minutes to format and add no new cases. */
const largest = 400_000;

/** A fixed sample from all parts of the corpus. */
export function sampleOf(files: readonly string[]): readonly string[] {
  const fitting = files.filter((file) => statSync(file).size <= largest);
  const step = Math.max(1, Math.floor(fitting.length / sampleSize));
  return fitting.filter((_, index) => index % step === 0).slice(0, sampleSize);
}

/** Generates all code for every document of the sample and compiles the code with the strictest flags. */
export async function printCompilation(files: readonly string[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "corpus-openapi-"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const sources: string[] = [];
  let tools = 0;
  for (const [index, file] of files.entries()) {
    const spec = {
      path: `specs/api-${index}.openapi.json`,
      text: readFileSync(file, "utf8"),
      settings: { all: true },
    };
    const { sets } = await generate(
      { specs: [spec], load: () => undefined, out: "generated" },
      { file: () => undefined },
      defaultOptions,
    );
    for (const set of sets) {
      tools += set.lock.tools.length;
      for (const { path, text } of set.files) {
        const target = join(folder, set.name, path);
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, text);
        if (path.endsWith(".ts")) sources.push(target);
      }
    }
    if (index % 10 === 9)
      console.log(`  generated ${index + 1} of ${files.length} documents, ${tools} tools`);
  }
  const problems = compileStrictly(sources).map((problem) => problem.slice(folder.length));
  console.log(
    `\ncompiled ${sources.length} files of ${tools} tools of ${files.length} documents: ${problems.length} problems`,
  );
  for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`);
  const names = [...new Set(problems.map((problem) => /api-(\d+)/.exec(problem)?.[1]))];
  for (const name of names.slice(0, 20)) console.log(`  api-${name} is ${files[Number(name)]}`);
  rmSync(folder, { recursive: true, force: true });
  return problems.length === 0;
}
