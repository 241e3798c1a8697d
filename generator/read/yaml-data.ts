import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Document,
  type Node,
  type Scalar,
  type YAMLMap,
} from "yaml";
import type { Report } from "../diagnostics.js";
import type { Origin } from "../origin.js";
import type { Limits } from "../read.js";
import { type Lines, pointAt } from "./lines.js";

/** The node that each alias stands for. */
export type AliasTargets = ReadonlyMap<Alias, Node>;

interface Anchored {
  readonly node: Node;
  /** Undefined while the node is still being read: an alias to it would contain itself. */
  built: Built | undefined;
}

interface Built {
  readonly value: unknown;
  /** Nodes, aliases followed. */
  readonly size: number;
  readonly depth: number;
}

const nothing: Built = { value: null, size: 1, depth: 0 };

/** Plain JSON data of a composed document. What JSON cannot hold is reported. */
export function dataOf(
  document: Document.Parsed,
  lines: Lines,
  report: Report,
  limits: Limits,
): { readonly value: unknown; readonly targets: AliasTargets } {
  const reader = new DataReader(lines, report, limits);
  return { value: reader.build(document.contents).value, targets: reader.targets };
}

class DataReader {
  readonly targets = new Map<Alias, Node>();
  readonly #anchors = new Map<string, Anchored>();
  readonly #lines: Lines;
  readonly #report: Report;
  readonly #limits: Limits;
  #aliasedNodes = 0;

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
    if (built.depth === this.#limits.depth + 1)
      this.#report.add("TP104", this.#origin(node), { limit: this.#limits.depth });
    if (anchored !== undefined) anchored.built = built;
    return built;
  }

  #mapping(map: YAMLMap): Built {
    const value: Record<string, unknown> = {};
    const keys = new Map<string, Node>();
    let size = 1;
    let depth = 0;
    for (const pair of map.items) {
      const name = this.#key(pair.key, pair.value);
      if (name === undefined) continue;
      const first = keys.get(name);
      if (first !== undefined) this.#duplicate(name, first, pair.key as Node);
      keys.set(name, pair.key as Node);
      const item = this.build(pair.value);
      size += item.size;
      depth = Math.max(depth, item.depth);
      // Not an assignment, which would set the prototype for "__proto__".
      Object.defineProperty(value, name, {
        value: item.value,
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
    return { value, size, depth: depth + 1 };
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
      this.#report.add("TP108", this.#origin(scalar), { value: scalar.source ?? String(value) });
    return { value: value ?? null, size: 1, depth: 0 };
  }

  #alias(alias: Alias): Built {
    const anchored = this.#anchors.get(alias.source);
    if (anchored?.built === undefined) {
      const reason =
        anchored === undefined ? "there is no anchor of this name before it" : "it would contain itself";
      this.#report.add("TP105", this.#origin(alias), { alias: alias.source, reason });
      return nothing;
    }
    this.targets.set(alias, anchored.node);
    const before = this.#aliasedNodes;
    this.#aliasedNodes += anchored.built.size;
    const limit = this.#limits.aliasedNodes;
    if (before <= limit && this.#aliasedNodes > limit) {
      const reason = `the aliases of this file add more than ${limit} nodes`;
      this.#report.add("TP105", this.#origin(alias), { alias: alias.source, reason });
    }
    return anchored.built;
  }

  /** The text of a key; numbers and the like are what was written, `200` is "200". */
  #key(key: unknown, value: unknown): string | undefined {
    const node = isAlias(key) ? this.#follow(key) : key;
    if (!isScalar(node)) {
      this.#report.add("TP109", this.#origin(key), {});
      return undefined;
    }
    const name = typeof node.value === "string" ? node.value : (node.source ?? String(node.value));
    if (name === "<<" && node.type === "PLAIN" && !isScalar(value)) {
      this.#report.add("TP107", this.#origin(key), {});
      return undefined;
    }
    return name;
  }

  #follow(alias: Alias): Node | undefined {
    this.#alias(alias);
    return this.targets.get(alias);
  }

  #duplicate(name: string, first: Node, second: Node): void {
    const related = [{ message: "first here", at: this.#origin(first) }];
    this.#report.add("TP102", this.#origin(second), { key: name }, { related });
  }

  #origin(node: unknown): Origin {
    const [start, end] = rangeOf(node);
    return pointAt(this.#lines, start, end - start);
  }
}

/** Start and end of a node in the text. */
export function rangeOf(node: unknown): readonly [number, number] {
  const range = (node as { range?: readonly [number, number, number] } | null)?.range;
  return range === undefined || range === null ? [0, 0] : [range[0], range[1]];
}
