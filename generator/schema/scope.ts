import type { Documents } from "../base/documents.js";
import type { Details, Report } from "../diagnostics/report.js";
import type { CatalogueCode, Parameters } from "../diagnostics/catalogue/index.js";
import type { At } from "../diagnostics/report.js";
import { type Origin, origin, within } from "../base/origin.js";
import type { Definitions } from "./definitions.js";
import type { Draft } from "./drafts.js";
import { type DynamicScope, enter } from "./dynamic-scope.js";
import type { Mapping } from "../base/mapping.js";
import type { Resource, Resources } from "./resources.js";

/** The state that all schemas of a run share. */
export interface Session {
  readonly resources: Resources;
  readonly definitions: Definitions;
  readonly documents: Documents;
  readonly report: Report;
}

/** The context in which a schema is read. */
export interface Scope {
  readonly session: Session;
  readonly resource: Resource;
  readonly draft: Draft;
  readonly dynamic: DynamicScope;
  readonly origin: Origin;
  readonly depth: number;
  /** The definition or root that is being read. An error in the schema sets `failed`. */
  readonly outcome: { failed: boolean };
}

/**
 * Returns the origin of a node. An importer may have set the origin, if it built a schema from several
 * locations.
 */
export function originOf(node: Mapping, computed: Origin): Origin {
  return (node as { readonly [origin]?: Origin })[origin] ?? computed;
}

export function child(scope: Scope, ...path: (string | number)[]): Scope {
  return { ...scope, origin: within(scope.origin, ...path), depth: scope.depth + 1 };
}

/** The scope inside a node. If the node begins a new resource, the scope changes to that resource. */
export function enterNode(node: Mapping, scope: Scope): Scope {
  const here = originOf(node, scope.origin);
  const resource = scope.session.resources.nested(node, here, scope.resource);
  if (resource === undefined || resource === scope.resource)
    return here === scope.origin ? scope : { ...scope, origin: here };
  return { ...scope, origin: here, resource, draft: resource.draft, dynamic: enter(scope.dynamic, resource) };
}

export function add<C extends CatalogueCode>(
  scope: Scope,
  code: C,
  at: At,
  parameters: Parameters<C>,
  details?: Details,
): void {
  if (scope.session.report.add(code, at, parameters, details) === "error") scope.outcome.failed = true;
}
