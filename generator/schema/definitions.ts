import type { Schema } from "../ir.js";
import type { Origin } from "../base/origin.js";
import type { DynamicScope } from "./dynamic-scope.js";
import type { Resource } from "./resources.js";

/**
 * A schema to which references lead. At first, the `$ref` of a reference contains the id of the definition.
 * `link.ts` later replaces the id with a name.
 */
export interface Definition {
  readonly id: string;
  readonly node: object;
  readonly origin: Origin;
  readonly resource: Resource;
  readonly dynamic: DynamicScope;
  /** The schema before `allOf` is merged. Undefined until it is read. */
  schema: Schema | undefined;
  /** True if the definition has an error. Tools that refer to the definition are left out. */
  failed: boolean;
}

/**
 * All definitions of a run. A node has one definition for each dynamic scope, because dynamic references in
 * the node depend on the scope.
 */
export class Definitions {
  readonly #byNode = new Map<object, Map<string, Definition>>();
  readonly #byId = new Map<string, Definition>();
  readonly #waiting: Definition[] = [];

  of(node: object, origin: Origin, resource: Resource, dynamic: DynamicScope): Definition {
    let variants = this.#byNode.get(node);
    if (variants === undefined) this.#byNode.set(node, (variants = new Map()));
    let definition = variants.get(dynamic.signature);
    if (definition === undefined) {
      const id = String(this.#byId.size);
      definition = { id, node, origin, resource, dynamic, schema: undefined, failed: false };
      variants.set(dynamic.signature, definition);
      this.#byId.set(id, definition);
      this.#waiting.push(definition);
    }
    return definition;
  }

  get(id: string): Definition {
    return this.#byId.get(id)!;
  }

  all(): Iterable<Definition> {
    return this.#byId.values();
  }

  /**
   * Returns the next definition to read. Definitions wait in a queue, so that a long chain of references
   * needs little stack space.
   */
  next(): Definition | undefined {
    return this.#waiting.shift();
  }
}
