import type { Documents } from "../base/documents.js";
import type { Report } from "../diagnostics/report.js";
import type { ForeignSchema, Schema, SchemaObject } from "../ir.js";
import { type Definition, Definitions } from "./definitions.js";
import { drafts } from "./drafts.js";
import { emptyScope, enter } from "./dynamic-scope.js";
import { AllOfMerger } from "./all-of-merger.js";
import { onCycles, referencesOf } from "./graph.js";
import { originOf, type Scope, type Session } from "./scope.js";
import { type Owner, Resources } from "./resources.js";
import { readSchema } from "./read-schema.js";
import { isMapping } from "../base/mapping.js";
import { eachChild } from "../base/schema-children.js";
import { origin } from "../base/origin.js";

/** A schema of a tool after reading. Its references contain ids instead of names. */
export interface Root {
  readonly schema: Schema;
  readonly failed: boolean;
}

/** A schema that is only `true` or `false`. */
export interface PlainRoot {
  readonly kind: "plain";
  readonly plain: Schema;
  readonly failed: boolean;
}

/**
 * Reads schemas and the definitions to which they refer, and then merges each `allOf`. `link.ts` assigns the
 * names.
 */
export class SchemaReader {
  readonly #session: Session;
  readonly definitions = new Definitions();
  /**
   * The ids of definitions that refer to themselves, directly or indirectly. The set is empty until `finish`
   * is called.
   */
  recursive: ReadonlySet<string> = new Set();

  constructor(documents: Documents, report: Report) {
    this.#session = { resources: new Resources(), definitions: this.definitions, documents, report };
  }

  /**
   * Registers a schema as a definition, so that references to its location lead to it. `true` and `false`
   * need no definition.
   */
  define(foreign: ForeignSchema, owner: Owner): Definition | PlainRoot {
    const scope = this.#scopeOf(foreign, owner, { failed: false });
    if (isMapping(foreign.value)) {
      const at = originOf(foreign.value, foreign.origin);
      return this.definitions.of(foreign.value, at, scope.resource, scope.dynamic);
    }
    return { kind: "plain", plain: readSchema(foreign.value, scope), failed: scope.outcome.failed };
  }

  read(foreign: ForeignSchema, owner: Owner): Root {
    const outcome = { failed: false };
    const schema = readSchema(foreign.value, this.#scopeOf(foreign, owner, outcome));
    return { schema, failed: outcome.failed };
  }

  #scopeOf(foreign: ForeignSchema, owner: Owner, outcome: { failed: boolean }): Scope {
    const draft = drafts[foreign.dialect];
    const resource = this.#session.resources.ofSchema(foreign.value, foreign.origin, draft, owner);
    return {
      session: this.#session,
      resource,
      draft: resource.draft,
      dynamic: enter(emptyScope, resource),
      origin: foreign.origin,
      depth: 0,
      outcome,
    };
  }

  /** Reads all definitions to which the schemas refer, directly or indirectly. */
  finish(): AllOfMerger {
    for (let next = this.definitions.next(); next !== undefined; next = this.definitions.next()) {
      const { resource, dynamic, origin: at } = next;
      const scope: Scope = {
        session: this.#session,
        resource,
        draft: resource.draft,
        dynamic,
        origin: at,
        depth: 0,
        outcome: next,
      };
      next.schema = readSchema(next.node, scope);
    }
    const ids = [...this.definitions.all()].map(({ id }) => id);
    const schemaOf = (id: string): Schema => this.definitions.get(id).schema!;
    this.#refuseLoops(ids, schemaOf);
    this.recursive = onCycles(ids, (id) => referencesOf(schemaOf(id)));
    return new AllOfMerger(this.definitions, this.recursive, this.#session.report);
  }

  /**
   * Refuses references that lead back to themselves without entering a part of the value. The check of a
   * value would otherwise never end.
   */
  #refuseLoops(ids: readonly string[], schemaOf: (id: string) => Schema): void {
    const loops = onCycles(ids, (id) => referencesOf(schemaOf(id), true));
    for (const id of loops) {
      const definition = this.definitions.get(id);
      const loop = loopOrigin(schemaOf(id), loops);
      const ref = writtenReference(definition.node);
      if (this.#session.report.add("TP311", loop ?? definition.origin, { ref }) === "error")
        definition.failed = true;
      else definition.schema = true;
    }
  }
}

function loopOrigin(schema: Schema, loops: ReadonlySet<string>): SchemaObject[typeof origin] {
  if (typeof schema === "boolean") return undefined;
  if (schema.$ref !== undefined && loops.has(schema.$ref)) return schema[origin];
  let found: SchemaObject[typeof origin];
  eachChild(schema, (child, part) => {
    if (part === "value") found ??= loopOrigin(child, loops);
  });
  return found;
}

function writtenReference(node: object): string {
  const ref = (node as { readonly $ref?: unknown }).$ref;
  return typeof ref === "string" ? ref : "#";
}
