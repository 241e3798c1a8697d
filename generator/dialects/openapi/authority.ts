import type { BoundValue } from "../../ir.js";
import type { AgentHints } from "./extensions.js";
import { own } from "../node.js";
import { type OpenApiSettings, readBind } from "./settings.js";

// The config has the highest authority over a tool. Next is an overlay that the config names, and last is the
// document. The document comes from another author, so the document may add an approval but never remove an
// approval. The document may bind constants, but never values of the environment or of the context of a run.

/** The hints about one operation, before and after the overlays. */
export interface Hints {
  /** The hints in the document after its overlays. */
  readonly effective: AgentHints;
  /** The hints in the vendor's document, before its overlays. */
  readonly document: AgentHints;
  /**
   * Every source in the text of the overlays to which an argument can be bound. Each source is written as
   * JSON.
   */
  readonly named: ReadonlySet<string>;
}

/** The source of a bound argument. Undefined if the argument is not bound. */
export function boundValueOf(name: string, { bind }: OpenApiSettings, hints: Hints): BoundValue | undefined {
  const configured = bind.get(name);
  if (configured !== undefined) return configured;
  const hinted = hints.effective.bind.get(name);
  return hinted !== undefined && mayBind(name, hinted, hints) ? hinted : undefined;
}

/** Returns the name under which the settings or the hints bind a header. Differences in case are ignored. */
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
 * The names of arguments that only the document binds to the environment or the context. Such a binding is
 * not allowed.
 */
export function forbiddenBinds({ bind }: OpenApiSettings, hints: Hints): readonly string[] {
  return [...hints.effective.bind]
    .filter(([name, bound]) => !bind.has(name) && !mayBind(name, bound, hints))
    .map(([name]) => name);
}

/**
 * Whether a hint may bind an argument. Any author may bind a constant. For another source, the hint must come
 * from an overlay. An overlay can copy a source from the document, so a source that the vendor's document
 * already uses for this argument is refused.
 */
function mayBind(name: string, bound: BoundValue, { document, named }: Hints): boolean {
  if (bound.from === "value") return true;
  const source = JSON.stringify(bound);
  return named.has(source) && JSON.stringify(document.bind.get(name)) !== source;
}

/** Whether a person must approve the call. A hint cannot remove an approval that the settings require. */
export function needsApproval(writes: boolean, { approval }: OpenApiSettings, { effective }: Hints): boolean {
  return (approval === "writes" && writes) || effective.approval;
}

/**
 * Finds every value in the overlays that could be the source of a bound argument. Each source is returned as
 * JSON.
 */
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
