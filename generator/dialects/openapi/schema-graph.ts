import { type Node, own, ownString } from "./node.js";
import type { References } from "./references.js";
import { subschemas } from "./schema-words.js";

/** What can be known about a schema and everything it refers to. Computed once per schema. */
export interface SchemaGraph {
  /** One name per target, whatever file refers to it. */
  keyOf(target: Node): string;
  /** This side of the call sees something else than the schema says: some property on the way is hidden, or gets its tag. */
  hides(target: Node, direction: Direction): boolean;
  /** How many objects stand inside each other; Infinity for recursion. */
  nesting(target: Node): number;
  /** The references on the way that lead nowhere. */
  broken(target: Node): readonly BrokenReference[];
}

export type Direction = "input" | "output";

export interface BrokenReference {
  readonly node: Node;
  readonly reference: string;
  readonly problem: string;
}

interface Facts {
  readonly input: boolean;
  readonly output: boolean;
  readonly broken: readonly BrokenReference[];
  readonly targets: readonly Node[];
}

export function createSchemaGraph(
  references: References,
  hiddenByRule: (property: unknown) => boolean,
): SchemaGraph {
  const keyOf = (target: Node): string =>
    `${target.origin.document.file}#${JSON.stringify(target.origin.path)}`;
  const facts = new Map<string, Facts>();
  const closures = new Map<string, readonly Facts[]>();
  const nestings = new Map<string, number>();

  function factsOf(target: Node): Facts {
    const key = keyOf(target);
    const known = facts.get(key);
    if (known !== undefined) return known;
    const targets: Node[] = [];
    const broken: BrokenReference[] = [];
    let [input, output] = [false, false];
    const open: Node[] = [target];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      const reference = ownString(node.value, "$ref");
      if (reference !== undefined) {
        const found = references.target(reference, node);
        if (typeof found === "string") broken.push({ node, reference, problem: found });
        else targets.push(found);
      }
      // Variants of an input get their tags, see `copy-schema.ts`.
      input ||= own(own(node.value, "discriminator"), "propertyName") !== undefined;
      for (const property of Object.values(own(node.value, "properties") ?? {})) {
        input ||= own(property, "readOnly") === true || hiddenByRule(property);
        output ||= own(property, "writeOnly") === true;
      }
      open.push(...subschemas(node));
    }
    const found = { input, output, broken, targets };
    facts.set(key, found);
    return found;
  }

  function closureOf(target: Node): readonly Facts[] {
    const start = keyOf(target);
    const known = closures.get(start);
    if (known !== undefined) return known;
    const seen = new Map<string, Facts>();
    const open = [target];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (seen.has(keyOf(node))) continue;
      const found = factsOf(node);
      seen.set(keyOf(node), found);
      open.push(...found.targets);
    }
    const closure = [...seen.values()];
    closures.set(start, closure);
    return closure;
  }

  function nesting(target: Node): number {
    const key = keyOf(target);
    const known = nestings.get(key);
    if (known !== undefined) return known;
    // Whoever asks again before the answer is known asks about itself.
    nestings.set(key, Infinity);
    const found = nestingInside(target);
    nestings.set(key, found);
    return found;
  }

  function nestingInside(node: Node): number {
    const reference = ownString(node.value, "$ref");
    const target = reference === undefined ? "" : references.target(reference, node);
    let deepest = typeof target === "string" ? 0 : nesting(target);
    for (const inner of subschemas(node)) {
      const isProperty = inner.origin.path.at(-2) === "properties";
      deepest = Math.max(deepest, nestingInside(inner) + (isProperty ? 1 : 0));
    }
    // An object whose properties are not told is an object all the same.
    return own(node.value, "type") === "object" ? Math.max(1, deepest) : deepest;
  }

  return {
    keyOf,
    hides: (target, direction) => closureOf(target).some((found) => found[direction]),
    nesting,
    broken: (target) => closureOf(target).flatMap((found) => found.broken),
  };
}
