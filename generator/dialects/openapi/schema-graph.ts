import type { Inheritance } from "./inheritance.js";
import { keyOf, type Node, own, ownString } from "../node.js";
import type { References } from "./references.js";
import { subschemas } from "./subschemas.js";
import type { Direction, Visibility } from "./visibility.js";

/** Whether the copies of a schema for arguments (`input`) and results (`output`) differ from the schema. */
interface Facts {
  /**
   * True if the copy for arguments leaves out a property, or if `discriminator.ts` may add the property of a
   * discriminator to a variant.
   */
  readonly input: boolean;
  readonly output: boolean;
}

/**
 * Finds out whether the copies of a schema for arguments and results differ from the schema. A difference in a
 * schema to which the schema refers counts, too. Each schema is read once.
 */
export class SchemaGraph {
  readonly #references: References;
  readonly #inheritance: Inheritance;
  readonly #visibility: Visibility;
  readonly #single = new Map<string, Facts & { readonly targets: readonly Node[] }>();
  readonly #withTargets = new Map<string, Facts>();

  constructor(references: References, inheritance: Inheritance, visibility: Visibility) {
    this.#references = references;
    this.#inheritance = inheritance;
    this.#visibility = visibility;
  }

  /** Whether the copy of a schema for arguments or results differs from the schema. */
  hides(target: Node, direction: Direction): boolean {
    return this.#factsOf(target)[direction];
  }

  #factsOf(target: Node): Facts {
    const start = keyOf(target);
    const known = this.#withTargets.get(start);
    if (known !== undefined) return known;
    const seen = new Set<string>();
    let [input, output] = [false, false];
    const open = [target];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      const key = keyOf(node);
      if (seen.has(key)) continue;
      seen.add(key);
      const facts = this.#ownFactsOf(node, key);
      input ||= facts.input;
      output ||= facts.output;
      open.push(...facts.targets);
    }
    const found = { input, output };
    this.#withTargets.set(start, found);
    return found;
  }

  #ownFactsOf(target: Node, key: string): Facts & { readonly targets: readonly Node[] } {
    const known = this.#single.get(key);
    if (known !== undefined) return known;
    const targets: Node[] = [];
    let [input, output] = [false, false];
    const open: Node[] = [target];
    for (let written = open.pop(); written !== undefined; written = open.pop()) {
      const node = this.#references.withSchemaMaps(written);
      const reference = ownString(node.value, "$ref");
      if (reference !== undefined) {
        const found = this.#references.target(reference, node);
        if (typeof found !== "string") targets.push(found);
      }
      // The copy for arguments also differs if `discriminator.ts` adds tags to variants.
      input ||=
        own(own(node.value, "discriminator"), "propertyName") !== undefined ||
        this.#inheritance.familyOf(node) !== undefined;
      input ||= this.#visibility.hiddenIn(node, "input").size > 0;
      output ||= this.#visibility.hiddenIn(node, "output").size > 0;
      open.push(...subschemas(node));
    }
    const found = { input, output, targets };
    this.#single.set(key, found);
    return found;
  }
}
