import type { Inheritance } from "./inheritance.js";
import { keyOf, type Node, own, ownString } from "../node.js";
import type { References } from "./references.js";
import { subschemas } from "./subschemas.js";
import type { Direction, Visibility } from "./visibility.js";

/** Facts about one schema, or about it and every schema to which it refers. */
interface Facts {
  /**
   * Whether the model's side of the call sees something else than the schema describes: a property is hidden, or a
   * variant gets its tag.
   */
  readonly input: boolean;
  readonly output: boolean;
}

/** Facts about a schema and every schema to which it refers. Computed once per schema. */
export class SchemaGraph {
  readonly #references: References;
  readonly #inheritance: Inheritance;
  readonly #visibility: Visibility;
  readonly #single = new Map<string, Facts & { readonly targets: readonly Node[] }>();
  readonly #whole = new Map<string, Facts>();

  constructor(references: References, inheritance: Inheritance, visibility: Visibility) {
    this.#references = references;
    this.#inheritance = inheritance;
    this.#visibility = visibility;
  }

  /** Whether this side of the call sees something else than the schema describes. */
  hides(target: Node, direction: Direction): boolean {
    return this.#factsOf(target)[direction];
  }

  #factsOf(target: Node): Facts {
    const start = keyOf(target);
    const known = this.#whole.get(start);
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
    this.#whole.set(start, found);
    return found;
  }

  #ownFactsOf(target: Node, key: string): Facts & { readonly targets: readonly Node[] } {
    const known = this.#single.get(key);
    if (known !== undefined) return known;
    const targets: Node[] = [];
    let [input, output] = [false, false];
    const open: Node[] = [target];
    for (let written = open.pop(); written !== undefined; written = open.pop()) {
      const node = this.#references.whole(written);
      const reference = ownString(node.value, "$ref");
      if (reference !== undefined) {
        const found = this.#references.target(reference, node);
        if (typeof found !== "string") targets.push(found);
      }
      // Variants of an input get their tags. See `copy-schema.ts`.
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
