import type { ExitCode, Given, Terminal } from "../commands/command.js";
import { readBuildId } from "../../base/package-files.js";
import { writeRun } from "../cache/write-run.js";
import type { Format } from "../../diagnostics/render.js";
import { paletteFor } from "../terminal/colour.js";
import { printable } from "../terminal/printable.js";
import { createProgress } from "../terminal/progress.js";
import { isOfProject } from "./find-specs.js";
import { selectionOf } from "./project.js";
import { type Outcome, runGen } from "./run-gen.js";
import type { Cost } from "./run-report.js";
import { showBill, showOutcome, showSuggestion } from "./show-outcome.js";
import { suggestRuntime } from "./suggest-runtime.js";

/** Runs `toolpress gen` once. */
export async function genOnce(
  given: Given,
  terminal: Terminal,
  build = readBuildId(),
): Promise<{ readonly outcome: Outcome; readonly exitCode: ExitCode }> {
  const start = Date.now();
  const mode = given.has("check") ? "check" : "write";
  const progress = createProgress(terminal.stderr);
  const onCompiled = (cost: readonly Cost[]): void => {
    progress.done();
    if (given.has("all") && mode === "write") showBill(cost, terminal);
  };
  const running = runGen(given, terminal, mode, { onProgress: progress.at, onCompiled, build });
  const finished = await running.finally(progress.done);
  const suggestion = finished.sets.length > 0 ? suggestRuntime(terminal.cwd) : undefined;
  const outcome = { ...finished, suggestion };
  const format = (given.text("format") ?? "text") as Format;
  const exitCode = await showOutcome(outcome, terminal, { format, mode, everything: false });
  if (format === "text") {
    await suggestSelection(outcome, terminal);
    suggestConfig(given, outcome, terminal);
    showSuggestion(outcome, terminal);
  }
  if (build !== undefined) writeRun(given, build, outcome, start);
  return { outcome, exitCode };
}

/** Suggests tags to select if a document exceeds the budget. */
async function suggestSelection({ project, diagnostics }: Outcome, terminal: Terminal): Promise<void> {
  const files = diagnostics.filter(({ code }) => code === "TP603").map(({ location }) => location?.file);
  const specs = project?.specs.filter(({ path }) => files.includes(path)) ?? [];
  if (project === undefined || specs.length === 0) return;
  const { showSelections } = await import("./show-selections.js");
  for (const spec of specs) showSelections(spec, project, terminal);
}

/**
 * Suggests the lines for the config that replace flags such as `--include`, because the next run may not have these
 * flags.
 */
function suggestConfig(given: Given, { project, sets }: Outcome, { stderr, env }: Terminal): void {
  const selection = selectionOf(given);
  const [spec] = project?.specs ?? [];
  if (project === undefined || spec === undefined || given.words.length === 0) return;
  // A config cannot contain paths outside of the project.
  if (spec.isOutside === true) return;
  const isSelection = Object.keys(selection).length > 0;
  const isForgotten = isHttp(sets) && !isOfProject(project.root, spec.path, project.config);
  if (!isSelection && !isForgotten) return;
  if (sets.every(({ isNew }) => !isNew)) return;
  const line = `specs: { ${JSON.stringify(spec.path)}: ${JSON.stringify(selection)} }`;
  const purpose = isSelection ? "selects the same" : `finds ${spec.path}`;
  const { dim } = paletteFor(stderr, env);
  stderr.write(
    `\n${dim(`So that the next toolpress gen ${printable(purpose)}, add this to toolpress.config.yaml:`)}\n`,
  );
  stderr.write(`  ${printable(line)}\n`);
}

function isHttp(sets: Outcome["sets"]): boolean {
  return sets.some(({ set }) => set.lock.tools.some(({ binding }) => binding.kind === "http"));
}
