import type { ExitCode, Given, Terminal } from "../commands/command.js";
import { readBuildId } from "../../base/package-files.js";
import { listen, remember } from "../cache/remember.js";
import type { Format } from "../../diagnostics/render.js";
import { paletteFor } from "../terminal/colour.js";
import { printable } from "../terminal/printable.js";
import { createProgress } from "../terminal/progress.js";
import { isOfProject } from "./find-specs.js";
import { selectionOf } from "./project.js";
import { type Outcome, runGen } from "./run-gen.js";
import { suggestRuntime } from "./suggest-runtime.js";
import { costOf, showOutcome, thousands } from "./show-outcome.js";

/** `toolpress gen`, once. */
export async function genOnce(
  given: Given,
  process: Terminal,
  build = readBuildId(),
): Promise<{ readonly outcome: Outcome; readonly exitCode: ExitCode }> {
  const start = Date.now();
  const { terminal, said } = listen(process);
  const mode = given.has("check") ? "check" : "write";
  if (given.has("all") && mode === "write") await showBill(given, terminal);
  const progress = createProgress(process.stderr);
  const outcome = await runGen(given, terminal, mode, { onProgress: progress.at, build }).finally(
    progress.done,
  );
  const format = (given.text("format") ?? "text") as Format;
  const exitCode = await showOutcome(outcome, terminal, { format, mode, everything: false });
  if (format === "text") {
    await suggestSelection(outcome, terminal);
    suggestConfig(given, outcome, terminal);
    showRuntimeSuggestion(outcome, terminal);
  }
  if (build !== undefined) remember(given, terminal, build, { outcome, exitCode, said, start });
  return { outcome, exitCode };
}

/** What all operations of a document cost, before anything is written. */
async function showBill(given: Given, terminal: Terminal): Promise<void> {
  const { sets } = await runGen(given, terminal, "dry");
  const { tools, tokens } = costOf(sets.map(({ set }) => set));
  terminal.stderr.write(
    `all operations: ${tools} ${tools === 1 ? "tool" : "tools"}, about ${thousands(tokens)} tokens in every request; --include takes a part\n`,
  );
}

/** What a document that is too large to be taken as a whole can be divided into. */
async function suggestSelection({ project, diagnostics }: Outcome, terminal: Terminal): Promise<void> {
  const files = diagnostics.filter(({ code }) => code === "TP603").map(({ place }) => place?.file);
  const specs = project?.specs.filter(({ path }) => files.includes(path)) ?? [];
  if (project === undefined || specs.length === 0) return;
  const { showSelections } = await import("./show-selections.js");
  for (const spec of specs) showSelections(spec, project, terminal);
}

/** Arguments and flags are forgotten, a config is not. */
function suggestConfig(given: Given, { project, sets }: Outcome, { stderr, env }: Terminal): void {
  const selection = selectionOf(given);
  const [spec] = project?.specs ?? [];
  if (project === undefined || spec === undefined || given.words.length === 0) return;
  // A config cannot name what is outside the project.
  if (spec.isOutside === true) return;
  const isSelection = Object.keys(selection).length > 0;
  const isForgotten = isHttp(sets) && !isOfProject(project.root, spec.path, project.config);
  if (!isSelection && !isForgotten) return;
  if (sets.every(({ isNew }) => !isNew)) return;
  const line = `specs: { ${JSON.stringify(spec.path)}: ${JSON.stringify(selection)} }`;
  const purpose = isSelection ? "selects the same" : `finds ${spec.path}`;
  const { dim } = paletteFor(stderr, env);
  stderr.write(
    `\n${dim(`So that the next toolpress gen ${printable(purpose)}, put this into toolpress.config.yaml:`)}\n`,
  );
  stderr.write(`  ${printable(line)}\n`);
}

function showRuntimeSuggestion({ project, sets }: Outcome, { stderr }: Terminal): void {
  if (project === undefined || sets.length === 0) return;
  const suggestion = suggestRuntime(project.root);
  if (suggestion !== undefined) stderr.write(`\n${suggestion}\n`);
}

function isHttp(sets: Outcome["sets"]): boolean {
  return sets.some(({ set }) => set.lock.tools.some(({ binding }) => binding.kind === "http"));
}
