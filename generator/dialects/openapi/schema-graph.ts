import type { Inheritance } from "./inheritance.js";
import { keyOf, type Node, own, ownString } from "./node.js";
import type { BrokenReference, References } from "./references.js";
import { subschemas } from "./schema-words.js";

export type Direction = "input" | "output";

/** What one schema says, or it and everything it refers to. */
interface Facts {
  /** The model's side sees something else than the schema says: a property is hidden, or a variant gets its tag. */
  readonly input: boolean;
  readonly output: boolean;
  readonly broken: readonly BrokenReference[];
}

/** What can be known about a schema and everything it refers to. Computed once per schema. */
export class SchemaGraph {
  readonly #references: References;
  readonly #inheritance: Inheritance;
  readonly #hiddenByRule: (property: unknown) => boolean;
  readonly #single = new Map<string, Facts & { readonly targets: readonly Node[] }>();
  readonly #whole = new Map<string, Facts>();
  readonly #nestings = new Map<string, number>();

  constructor(
    references: References,
    inheritance: Inheritance,
    hiddenByRule: (property: unknown) => boolean,
  ) {
    this.#references = references;
    this.#inheritance = inheritance;
    this.#hiddenByRule = hiddenByRule;
  }

  /** This side of the call sees something else than the schema says. */
  hides(target: Node, direction: Direction): boolean {
    return this.#factsOf(target)[direction];
  }

  /** The references on the way that lead nowhere. */
  broken(target: Node): readonly BrokenReference[] {
    return this.#factsOf(target).broken;
  }

  /** How many objects stand inside each other; Infinity for recursion. */
  nesting(target: Node): number {
    const key = keyOf(target);
    const known = this.#nestings.get(key);
    if (known !== undefined) return known;
    // Whoever asks again before the answer is known asks about itself.
    this.#nestings.set(key, Infinity);
    const found = this.#nestingInside(target);
    this.#nestings.set(key, found);
    return found;
  }

  #nestingInside(written: Node): number {
    const node = this.#references.whole(written);
    const reference = ownString(node.value, "$ref");
    const target = reference === undefined ? "" : this.#references.target(reference, node);
    let deepest = typeof target === "string" ? 0 : this.nesting(target);
    for (const { node: variant } of this.#inheritance.familyOf(node)?.variants ?? []) {
      deepest = Math.max(deepest, this.nesting(variant));
    }
    for (const inner of subschemas(node)) {
      const isProperty = inner.origin.path.at(-2) === "properties";
      deepest = Math.max(deepest, this.#nestingInside(inner) + (isProperty ? 1 : 0));
    }
    // An object whose properties are not told is an object all the same.
    return own(node.value, "type") === "object" ? Math.max(1, deepest) : deepest;
  }

  #factsOf(target: Node): Facts {
    const start = keyOf(target);
    const known = this.#whole.get(start);
    if (known !== undefined) return known;
    const seen = new Set<string>();
    const broken: BrokenReference[] = [];
    let [input, output] = [false, false];
    const open = [target];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      const key = keyOf(node);
      if (seen.has(key)) continue;
      seen.add(key);
      const facts = this.#ownFactsOf(node, key);
      input ||= facts.input;
      output ||= facts.output;
      broken.push(...facts.broken);
      open.push(...facts.targets);
    }
    const found = { input, output, broken };
    this.#whole.set(start, found);
    return found;
  }

  #ownFactsOf(target: Node, key: string): Facts & { readonly targets: readonly Node[] } {
    const known = this.#single.get(key);
    if (known !== undefined) return known;
    const targets: Node[] = [];
    const broken: BrokenReference[] = [];
    let [input, output] = [false, false];
    const open: Node[] = [target];
    for (let written = open.pop(); written !== undefined; written = open.pop()) {
      const node = this.#references.whole(written, (reference) => broken.push(reference));
      const reference = ownString(node.value, "$ref");
      if (reference !== undefined) {
        const found = this.#references.target(reference, node);
        if (typeof found === "string") broken.push({ node, reference, problem: found });
        else targets.push(found);
      }
      // Variants of an input get their tags, see `copy-schema.ts`.
      input ||=
        own(own(node.value, "discriminator"), "propertyName") !== undefined ||
        this.#inheritance.familyOf(node) !== undefined;
      for (const property of Object.values(own(node.value, "properties") ?? {})) {
        input ||= own(property, "readOnly") === true || this.#hiddenByRule(property);
        output ||= own(property, "writeOnly") === true;
      }
      open.push(...subschemas(node));
    }
    const found = { input, output, broken, targets };
    this.#single.set(key, found);
    return found;
  }
}
