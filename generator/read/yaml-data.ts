import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Document,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
} from "yaml";
import type { Details, Report } from "../diagnostics/report.js";
import type { CatalogueCode, Parameters } from "../diagnostics/catalogue/index.js";
import { showValue } from "../base/show-value.js";
import { isMapping } from "../base/mapping.js";
import type { Origin } from "../base/origin.js";
import type { Limits } from "./read.js";
import { type Lines, pointAt } from "./lines.js";

/** The node to which each alias refers. */
export type AliasTargets = ReadonlyMap<Alias, Node>;

interface Anchored {
  readonly node: Node;
  /**
   * The data of the node. Undefined while the node is being read. An alias to such a node is refused, because
   * the node would contain itself.
   */
  built: Built | undefined;
}

interface Built {
  readonly value: unknown;
  /** The number of nodes in the data. Nodes that aliases and merge keys add are counted, too. */
  readonly size: number;
  readonly depth: number;
}

const mergeKey = Symbol("merge key");
const nothing: Built = { value: null, size: 1, depth: 0 };

const raiseLimit = "Share the value with $ref instead, or raise limits.aliasedNodes in the config.";

/** The largest number of problems that are reported for a file. More messages could exhaust the memory. */
const mostProblems = 100;

/** Converts a YAML document into plain JSON data. Values that JSON cannot represent are reported. */
export function dataOf(
  document: Document.Parsed,
  lines: Lines,
  report: Report,
  limits: Limits,
): { readonly value: unknown; readonly targets: AliasTargets } {
  const reader = new DataReader(lines, report, limits);
  return { value: reader.build(document.contents).value, targets: reader.targets };
}

/**
 * Whether a key is the merge key `<<` of YAML 1.1, which adds the keys of another mapping. In quotes, `"<<"`
 * is an ordinary key.
 */
export function isMergeKey(key: unknown): boolean {
  return isScalar(key) && key.value === "<<" && key.type === "PLAIN" && key.tag === undefined;
}

class DataReader {
  readonly targets = new Map<Alias, Node>();
  readonly #anchors = new Map<string, Anchored>();
  readonly #lines: Lines;
  readonly #report: Report;
  readonly #limits: Limits;
  #addedNodes = 0;
  #problems = 0;

  constructor(lines: Lines, report: Report, limits: Limits) {
    this.#lines = lines;
    this.#report = report;
    this.#limits = limits;
  }

  build(node: unknown): Built {
    if (isAlias(node)) return this.#alias(node);
    if (!isMap(node) && !isSeq(node) && !isScalar(node)) return nothing;
    const anchored: Anchored | undefined = node.anchor === undefined ? undefined : { node, built: undefined };
    if (anchored !== undefined && node.anchor !== undefined) this.#anchors.set(node.anchor, anchored);
    const built = isMap(node)
      ? this.#mapping(node)
      : isSeq(node)
        ? this.#sequence(node.items)
        : this.#scalar(node);
    if (built.depth === this.#limits.depth + 1) this.#add("TP104", node, { limit: this.#limits.depth });
    if (anchored !== undefined) anchored.built = built;
    return built;
  }

  #mapping(map: YAMLMap): Built {
    const value: Record<string, unknown> = {};
    const keys = new Map<string | typeof mergeKey, Node>();
    let size = 1;
    let depth = 0;
    for (const pair of map.items) {
      const name = this.#key(pair.key);
      if (name === undefined) continue;
      const isMerge = isMergeKey(pair.key);
      // The merge key and the ordinary key `"<<"` are two different keys.
      const id = isMerge ? mergeKey : name;
      const first = keys.get(id);
      if (first !== undefined) this.#duplicate(name, first, pair.key as Node);
      keys.set(id, pair.key as Node);
      const item = isMerge ? this.#merge(pair, value) : this.build(pair.value);
      size += item.size;
      // A merged mapping is one level deeper, but its keys are added on this level.
      depth = Math.max(depth, isMerge ? item.depth - 1 : item.depth);
      if (!isMerge) define(value, name, item.value);
    }
    return { value, size, depth: depth + 1 };
  }

  /**
   * Adds the keys of one or several merged mappings. A key that already exists stays, so earlier mappings
   * have precedence. A key that follows the merge key in the mapping replaces a merged key.
   */
  #merge(pair: Pair, into: object): Built {
    const merged = this.build(pair.value);
    const sources: readonly unknown[] = Array.isArray(merged.value) ? merged.value : [merged.value];
    const wrong = sources.find((source) => !isMapping(source));
    if (wrong !== undefined) {
      const problem = `expected a mapping or a list of mappings, found ${showValue(wrong)}`;
      this.#add("TP107", pair.key, { problem });
      return nothing;
    }
    // The nodes of an alias have already been counted in `#alias`.
    if (!isAlias(pair.value) && this.#exceeds(merged.size))
      this.#add("TP107", pair.key, { problem: this.#tooMany() }, { help: raiseLimit });
    // A merge copies keys. After the limit was exceeded, no more keys are copied.
    if (this.#addedNodes > this.#limits.aliasedNodes) return nothing;
    for (const source of sources as readonly object[]) {
      for (const [name, item] of Object.entries(source))
        if (!Object.hasOwn(into, name)) define(into, name, item);
    }
    return merged;
  }

  #sequence(items: readonly unknown[]): Built {
    let size = 1;
    let depth = 0;
    const value = items.map((item) => {
      const built = this.build(item);
      size += built.size;
      depth = Math.max(depth, built.depth);
      return built.value;
    });
    return { value, size, depth: depth + 1 };
  }

  #scalar(scalar: Scalar): Built {
    const { value } = scalar;
    if (typeof value === "number" && !Number.isFinite(value))
      this.#add("TP108", scalar, { value: brief(scalar.source ?? String(value)) });
    return { value: value ?? null, size: 1, depth: 0 };
  }

  #alias(alias: Alias): Built {
    const anchored = this.#anchors.get(alias.source);
    if (anchored?.built === undefined) {
      const reason = anchored === undefined ? "no anchor before it has this name" : "it would contain itself";
      this.#add("TP105", alias, { alias: brief(alias.source), reason });
      return nothing;
    }
    this.targets.set(alias, anchored.node);
    if (this.#exceeds(anchored.built.size)) {
      const problem = { alias: brief(alias.source), reason: this.#tooMany() };
      this.#add("TP105", alias, problem, { help: raiseLimit });
    }
    return anchored.built;
  }

  /** Counts added nodes. Returns true when the limit is exceeded for the first time. */
  #exceeds(size: number): boolean {
    const before = this.#addedNodes;
    this.#addedNodes += size;
    const limit = this.#limits.aliasedNodes;
    return before <= limit && this.#addedNodes > limit;
  }

  #tooMany(): string {
    return `the aliases and merge keys of this file add more than ${this.#limits.aliasedNodes} nodes`;
  }

  /**
   * Returns the text of a key. For a key that is not a string, the result is its text in the source: `200`
   * becomes `"200"`.
   */
  #key(key: unknown): string | undefined {
    const node = isAlias(key) ? this.#follow(key) : key;
    if (isScalar(node))
      return typeof node.value === "string" ? node.value : (node.source ?? String(node.value));
    this.#add("TP109", key, {});
    return undefined;
  }

  #follow(alias: Alias): Node | undefined {
    this.#alias(alias);
    return this.targets.get(alias);
  }

  #duplicate(name: string, first: Node, second: Node): void {
    const related = [{ message: "first here", at: this.#origin(first) }];
    this.#add("TP102", second, { key: brief(name) }, { related });
  }

  #add<C extends CatalogueCode>(code: C, node: unknown, parameters: Parameters<C>, details?: Details): void {
    this.#problems += 1;
    if (this.#problems <= mostProblems) this.#report.add(code, this.#origin(node), parameters, details);
  }

  #origin(node: unknown): Origin {
    const [start, end] = rangeOf(node);
    return pointAt(this.#lines, start, end - start);
  }
}

/** Adds a property. An assignment would set the prototype if the name is `__proto__`. */
function define(holder: object, name: string, value: unknown): void {
  Object.defineProperty(holder, name, { value, enumerable: true, writable: true, configurable: true });
}

/** Shortens a text for a message. */
export function brief(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** Returns the start and end of a node in the text. */
export function rangeOf(node: unknown): readonly [number, number] {
  const range = (node as { range?: readonly [number, number, number] } | null)?.range;
  return range === undefined || range === null ? [0, 0] : [range[0], range[1]];
}
