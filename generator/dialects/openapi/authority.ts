import type { BoundValue } from "../../ir.js";
import type { AgentHints } from "./extensions.js";
import { own } from "../node.js";
import { type OpenApiSettings, readBind } from "./settings.js";

// The authority over a tool: first the config, then an overlay that the config names, then the document. A document
// comes from another author. It may add an approval, but never remove one. It may bind constants, but never the
// environment or the context of a run.

/** The hints of a document about an operation, and the changes that overlays made to them. */
export interface Hints {
  /** In the document after its overlays. */
  readonly whole: AgentHints;
  /** In the document of the vendor. */
  readonly document: AgentHints;
  /** The sources of bound arguments in the text of the overlays, as JSON. */
  readonly named: ReadonlySet<string>;
}

/** The source of a bound argument. Undefined if the argument is not bound. */
export function boundValueOf(name: string, { bind }: OpenApiSettings, hints: Hints): BoundValue | undefined {
  const configured = bind.get(name);
  if (configured !== undefined) return configured;
  const hinted = hints.whole.bind.get(name);
  return hinted !== undefined && mayBind(name, hinted, hints) ? hinted : undefined;
}

/** The name under which a header is bound. Case does not count. */
export function boundHeaderOf(header: string, settings: OpenApiSettings, hints: Hints): string | undefined {
  const bound = [...settings.bind.keys(), ...hints.whole.bind.keys()];
  const isThis = (name: string): boolean => name.toLowerCase() === header.toLowerCase();
  return bound.find((name) => name === header) ?? bound.find(isThis);
}

/** Names that the user binds, in the config or in an overlay. */
export function personalNames({ bind }: OpenApiSettings, { whole, document }: Hints): readonly string[] {
  const isOverlays = ([name, bound]: readonly [string, BoundValue]): boolean =>
    JSON.stringify(document.bind.get(name)) !== JSON.stringify(bound);
  return [...bind.keys(), ...[...whole.bind].filter(isOverlays).map(([name]) => name)];
}

/** Names that only the document binds to the environment or the context. */
export function forbiddenBinds({ bind }: OpenApiSettings, hints: Hints): readonly string[] {
  return [...hints.whole.bind]
    .filter(([name, bound]) => !bind.has(name) && !mayBind(name, bound, hints))
    .map(([name]) => name);
}

/**
 * A constant may come from any author. Any other source must be in the text of an overlay, and must not be the
 * document's own, because overlays can copy and move values.
 */
function mayBind(name: string, bound: BoundValue, { document, named }: Hints): boolean {
  if (bound.from === "value") return true;
  const source = JSON.stringify(bound);
  return named.has(source) && JSON.stringify(document.bind.get(name)) !== source;
}

/** Whether a person must approve the call. If the config requires an approval, no hint removes it. */
export function needsApproval(writes: boolean, { approval }: OpenApiSettings, { whole }: Hints): boolean {
  return (approval === "writes" && writes) || whole.approval;
}

/** Every value in these overlays that could be the source of a bound argument. */
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
