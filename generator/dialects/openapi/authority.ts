import type { BoundValue } from "../../ir.js";
import type { AgentHints } from "./extensions.js";
import { own } from "../node.js";
import { type OpenApiSettings, readBind } from "./settings.js";

// The config has the most authority over a tool, then an overlay that the config names, then the document.
// Another author wrote the document: it may add an approval but never remove one. It may bind constants, but
// never values of the environment or of the context of a run.

/** The hints about one operation, before and after the overlays. */
export interface Hints {
  /** The hints in the document after its overlays. */
  readonly effective: AgentHints;
  /** The hints in the vendor's document, before its overlays. */
  readonly document: AgentHints;
  /** The sources of bound arguments that occur in the text of the overlays, each as JSON. */
  readonly named: ReadonlySet<string>;
}

/** The source of a bound argument. Undefined if the argument is not bound. */
export function boundValueOf(name: string, { bind }: OpenApiSettings, hints: Hints): BoundValue | undefined {
  const configured = bind.get(name);
  if (configured !== undefined) return configured;
  const hinted = hints.effective.bind.get(name);
  return hinted !== undefined && mayBind(name, hinted, hints) ? hinted : undefined;
}

/** The name under which the settings or hints bind a header. Case is ignored. */
export function boundHeaderOf(header: string, settings: OpenApiSettings, hints: Hints): string | undefined {
  const bound = [...settings.bind.keys(), ...hints.effective.bind.keys()];
  const isThis = (name: string): boolean => name.toLowerCase() === header.toLowerCase();
  return bound.find((name) => name === header) ?? bound.find(isThis);
}

/** The names of arguments that the user binds, in the config or in an overlay. */
export function namesBoundByUser(
  { bind }: OpenApiSettings,
  { effective, document }: Hints,
): readonly string[] {
  const isFromOverlay = ([name, bound]: readonly [string, BoundValue]): boolean =>
    JSON.stringify(document.bind.get(name)) !== JSON.stringify(bound);
  return [...bind.keys(), ...[...effective.bind].filter(isFromOverlay).map(([name]) => name)];
}

/**
 * The names of arguments that the document alone binds to the environment or the context, which is not
 * allowed.
 */
export function forbiddenBinds({ bind }: OpenApiSettings, hints: Hints): readonly string[] {
  return [...hints.effective.bind]
    .filter(([name, bound]) => !bind.has(name) && !mayBind(name, bound, hints))
    .map(([name]) => name);
}

/**
 * Whether a hint may bind an argument. Every author may bind a constant. Any other source must occur in the
 * text of an overlay and must differ from the source in the vendor's document, because overlays can copy
 * values of the document.
 */
function mayBind(name: string, bound: BoundValue, { document, named }: Hints): boolean {
  if (bound.from === "value") return true;
  const source = JSON.stringify(bound);
  return named.has(source) && JSON.stringify(document.bind.get(name)) !== source;
}

/** Whether a person must approve the call. A hint cannot remove an approval that the config requires. */
export function needsApproval(writes: boolean, { approval }: OpenApiSettings, { effective }: Hints): boolean {
  return (approval === "writes" && writes) || effective.approval;
}

/** Every value in the overlays that could be the source of a bound argument, as JSON. */
export function sourcesIn(overlays: readonly unknown[]): ReadonlySet<string> {
  const sources = new Set<string>();
  const open = [...overlays];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== "object" || value === null) continue;
    for (const key of ["context", "env"])
      for (const source of readBind({ "": { [key]: own(value, key) } }, () => undefined).values())
        sources.add(JSON.stringify(source));
    open.push(...Object.values(value));
  }
  return sources;
}
