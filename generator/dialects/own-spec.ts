import type { Report } from "../diagnostics/report.js";
import type { ImportedSet, ImportedTool } from "../ir.js";
import { type Origin, within } from "../base/origin.js";

// A toolpress spec can name modules and remotes to run, and environment variables to read. A vendor could
// publish a document in our dialect, which would then have the same powers. So the content of a file is not
// enough: its name or a setting must mark it as a spec of the project.

/** Matches file names that mark a spec as a file of the project. */
const ownName = /\.tools\.(?:ya?ml|json|[cm]?[tj]s)$/i;

/** Whether the user declared that the spec belongs to the project, by the name of the file or with `from`. */
function isNamedAsOurs(file: string, from: string | undefined): boolean {
  return from === "toolpress" || ownName.test(file);
}

/** Reports the parts of a set that are allowed only in a spec that belongs to the project. */
export function reportPowers(set: ImportedSet, from: string | undefined, report: Report): void {
  if (isNamedAsOurs(set.source, from)) return;
  for (const { what, at } of powersOf(set)) report.add("TP221", { key: at }, { what, file: set.source });
}

interface Power {
  readonly what: string;
  readonly at: Origin;
}

function powersOf({ tools, builtins, origin }: ImportedSet): readonly Power[] {
  const own = builtins.length > 0 ? [{ what: "names built-in tools", at: within(origin, "builtins") }] : [];
  return [...tools.flatMap(powersOfTool), ...own];
}

function powersOfTool({ sourceName, binding, policy, origin }: ImportedTool): readonly Power[] {
  const tool = JSON.stringify(sourceName);
  const read = [...policy.bind].filter(([, { from }]) => from !== "value");
  return [
    ...(binding.kind === "handler"
      ? []
      : [{ what: `sets what runs ${tool}`, at: within(origin, "binding") }]),
    ...read.map(([name]) => ({
      what: `binds ${JSON.stringify(name)} of ${tool} to the environment or the context of a run`,
      at: within(origin, "bind", name),
    })),
  ];
}
