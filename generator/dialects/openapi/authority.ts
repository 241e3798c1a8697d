import type { BoundValue } from "../../ir.js";
import type { AgentHints } from "./extensions.js";
import type { OpenApiSettings } from "./settings.js";

// Who may decide what about a tool: the config first, then an overlay that the config names, then the document. A document comes from
// somebody else. It may add an approval, never remove one. It may bind constants, never the environment or the context of a run.

/** What a document says of an operation, and what overlays have changed about that. */
export interface Hints {
  /** As the document stands after its overlays. */
  readonly whole: AgentHints;
  /** As the vendor wrote it. */
  readonly document: AgentHints;
}

/** The source of a bound argument. */
export function boundValueOf(
  name: string,
  { bind }: OpenApiSettings,
  { whole, document }: Hints,
): BoundValue | undefined {
  const configured = bind.get(name);
  if (configured !== undefined) return configured;
  const hinted = whole.bind.get(name);
  return hinted !== undefined && mayBind(name, hinted, document) ? hinted : undefined;
}

/** Names that the document alone would bind to the environment or the context. */
export function forbiddenBinds({ bind }: OpenApiSettings, { whole, document }: Hints): readonly string[] {
  return [...whole.bind]
    .filter(([name, bound]) => !bind.has(name) && !mayBind(name, bound, document))
    .map(([name]) => name);
}

/** A constant may come from anyone; anything else must not be the document's own. */
function mayBind(name: string, bound: BoundValue, document: AgentHints): boolean {
  return bound.from === "value" || JSON.stringify(document.bind.get(name)) !== JSON.stringify(bound);
}

/** Whether a person has to agree. Any word of the document for it counts, and none against what the config asks for. */
export function needsApproval(
  writes: boolean,
  { approval }: OpenApiSettings,
  { whole, document }: Hints,
): boolean {
  if (approval === "writes" && writes) return true;
  const isOverlaid = JSON.stringify(whole.approvals) !== JSON.stringify(document.approvals);
  return isOverlaid ? whole.approvals[0] === true : document.approvals.includes(true);
}
