import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type ExitCode, exitCodes, type Given, type Terminal, UsageError } from "../commands/command.js";
import { createReport, type Report } from "../../diagnostics/report.js";
import { completeSpec } from "../../export/complete-spec.js";
import { toolpressYaml } from "../../export/toolpress-yaml.js";
import type { ToolSet } from "../../ir.js";
import { prepare, type Prepared, type Source } from "../../pipeline/prepare.js";
import { fromRoot, isOutside, isReallyInside } from "../../base/paths.js";
import { createLoader, decodeText, encodingProblem } from "../../read/load-file.js";
import { renderText } from "../../diagnostics/render.js";
import { sourceKinds } from "../../sources/index.js";
import { paletteFor } from "../terminal/colour.js";
import { printable } from "../terminal/printable.js";
import { folderName } from "../../base/words.js";
import { specsFolder } from "./find-specs.js";
import { isTaken, putFile, refuseLinks } from "./put-file.js";

/** Runs `toolpress import`, which converts tools of another system into a toolpress spec. */
export async function runImport(given: Given, terminal: Terminal): Promise<ExitCode> {
  const [word] = given.words;
  if (word === undefined) throw new UsageError("name the file to import", "Usage: toolpress import <file>");
  const { cwd, stdout, stderr, env } = terminal;
  const report = createReport();
  const source = await open(word, given, terminal, report);
  const outside = source !== undefined && isOutside(source.path) ? [dirname(source.path)] : [];
  const prepared =
    source &&
    prepare(
      source,
      createLoader(cwd, () => {}, outside),
      report,
    );
  if (source?.flags?.["remote"] !== undefined && prepared?.dialect.settings.includes("remote") === false)
    throw new UsageError(
      `${prepared.dialect.title} documents have no remote: their tools get handlers`,
      "Remove --remote.",
    );
  const files = prepared === undefined ? [] : render(prepared, word, report);
  stderr.write(renderText(report.sorted(), { palette: paletteFor(stderr, env) }));
  if (given.text("out") === "-") for (const { text } of files) stdout.write(text);
  else for (const line of writeAll(files, given, cwd)) stdout.write(`${printable(line)}\n`);
  return report.hasErrors || files.length === 0 ? exitCodes.problems : exitCodes.ok;
}

async function open(
  word: string,
  given: Given,
  { cwd, env }: Terminal,
  report: Report,
): Promise<Source | undefined> {
  const remote = given.text("remote");
  const kind = sourceKinds.find((candidate) => candidate.accepts(word, cwd));
  if (kind !== undefined)
    return kind.open(word, {
      cwd,
      specFolder: specFolder(given.text("out"), cwd),
      remote,
      env,
      inheritEnv: given.list("env"),
      report,
    });
  const path = resolve(cwd, word);
  if (!existsSync(path)) throw new UsageError(`there is no file ${JSON.stringify(word)}`);
  const bytes = readFileSync(path);
  const text = decodeText(bytes);
  if (text === undefined)
    throw new UsageError(`cannot read ${JSON.stringify(word)}: ${encodingProblem(bytes)}`);
  return {
    path: fromRoot(cwd, path),
    text,
    isOutside: !isReallyInside(cwd, path),
    from: given.text("from"),
    // The values are passed as flags: each dialect reads only the flags that it knows, and unknown flags are not an
    // error.
    flags: { all: true, remote },
  };
}

interface Rendered {
  readonly set: ToolSet;
  readonly text: string;
}

function render({ sets }: Prepared, word: string, report: Report): readonly Rendered[] {
  const origin = basename(word);
  return sets
    .filter(({ tools }) => tools.length > 0)
    .map((set) => {
      const named = { ...set, name: folderName(set.name) };
      return { set: named, text: toolpressYaml(named, origin, report.sorted(), report) };
    });
}

function writeAll(files: readonly Rendered[], given: Given, cwd: string): readonly string[] {
  const out = given.text("out");
  if (out !== undefined && /\.ya?ml$/i.test(out) && files.length > 1)
    throw new UsageError(
      `${JSON.stringify(out)} is one file, but there are ${String(files.length)} sets`,
      "Use a folder.",
    );
  const targets = files.map(({ set }) => ({ set, path: resolve(cwd, pathOf(set, out)) }));
  for (const { path } of targets) refuseLinks(cwd, path);
  const taken = targets.find(({ path }) => isTaken(path));
  if (taken !== undefined && !given.has("force") && !given.has("merge"))
    throw new UsageError(
      `${fromRoot(cwd, taken.path)} already exists`,
      "Use another --out, --merge to complete it, or --force to replace it.",
    );
  // Either all files are written or none. The first file is written only after all files were checked.
  const planned = files.map(({ text, set }, index) => {
    const path = targets[index]?.path ?? "";
    if (given.has("merge") && isTaken(path)) return { path, ...merge(path, text, cwd) };
    const count = `${String(set.tools.length)} ${set.tools.length === 1 ? "tool" : "tools"}`;
    return { path, text, told: `${fromRoot(cwd, path)}: ${count}. Review it, then run toolpress gen.` };
  });
  return planned.map(({ path, text, told }) => {
    putFile(cwd, path, text);
    return told;
  });
}

function merge(path: string, text: string, cwd: string): { readonly text: string; readonly told: string } {
  const completed = completeSpec(readFileSync(path, "utf8"), text);
  if (!completed.ok) {
    const { problem, line, column } = completed;
    throw new UsageError(
      `${fromRoot(cwd, path)}:${String(line)}:${String(column)} cannot be completed: ${problem}`,
      "Correct it there first; nothing was written.",
    );
  }
  const changes = [
    ...(completed.added.length > 0 ? [`added ${completed.added.join(", ")}`] : []),
    ...(completed.changed.length > 0 ? [`changed with its signature: ${completed.changed.join(", ")}`] : []),
    ...(completed.completed.length > 0 ? [`completed ${completed.completed.join(", ")}`] : []),
    ...(completed.gone.length > 0 ? [`no longer offered: ${completed.gone.join(", ")}`] : []),
  ];
  const what = changes.length > 0 ? changes.join("; ") : "nothing has changed";
  const rest = completed.changed.length > 0 ? "The rest of its text stays" : "Its text stays";
  const told = `${fromRoot(cwd, path)}: ${what}. ${rest}. Review it, then run toolpress gen.`;
  return { text: completed.text, told };
}

/** Returns the folder of the new spec. Paths of modules in the spec are relative to this folder. */
function specFolder(out: string | undefined, cwd: string): string {
  if (out === undefined || out === "-") return resolve(cwd, specsFolder);
  return resolve(cwd, /\.ya?ml$/i.test(out) ? dirname(out) : out);
}

function pathOf({ name }: ToolSet, out: string | undefined): string {
  if (out !== undefined && /\.ya?ml$/i.test(out)) return out;
  return join(out ?? specsFolder, `${name}.tools.yaml`);
}
