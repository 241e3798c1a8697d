import type { Given, Terminal } from "../commands/command.js";
import { paletteFor } from "../terminal/colour.js";
import { printable } from "../terminal/printable.js";
import { isOfProject } from "./find-specs.js";
import { selectionOf } from "./project.js";
import type { Outcome } from "./run-gen.js";

/** Suggests tags to select if a document exceeds the budget. */
export async function suggestSelection({ project, diagnostics }: Outcome, terminal: Terminal): Promise<void> {
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
export function suggestConfig(given: Given, { project, sets }: Outcome, { stderr, env }: Terminal): void {
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
