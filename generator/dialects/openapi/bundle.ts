import type { SourceDocument } from "../../documents.js";
import type { Origin, Place } from "../../origin.js";
import { argumentLevel, closeEmptied, copySchema, type CopyRules, type Dropped } from "./copy-schema.js";
import { hashText, snakeCase } from "./names.js";
import type { Family, Inheritance } from "./inheritance.js";
import { isMapping, keyOf, type Node, own } from "./node.js";
import { baseName, type BrokenReference, type References } from "./references.js";
import type { Direction, SchemaGraph } from "./schema-graph.js";

export interface Grafted {
  readonly value: unknown;
  /** What was left out of this schema and of those it refers to. */
  readonly dropped: readonly Dropped[];
}

interface Component {
  readonly name: string;
  readonly dropped: Dropped[];
  readonly uses: Set<Component>;
}

/**
 * The schemas of one set, brought together: every reference points to `#/components/schemas/<name>` of one document that
 * exists only in memory and sends questions about places to the files the schemas came from. A schema is there once as it
 * stands, and once more (`PetInput`, `PetOutput`) where one side of a call sees less of it.
 */
export class Bundle {
  readonly document: SourceDocument;
  readonly #graph: SchemaGraph;
  readonly #references: References;
  readonly #inheritance: Inheritance;
  readonly #rules: CopyRules;
  readonly #schemas: Record<string, unknown> = {};
  readonly #value: Record<string, unknown> = { components: { schemas: this.#schemas } };
  readonly #origins = new Map<string, Origin>();
  readonly #components = new Map<string, Component>();
  readonly #names = new Map<string, string>();

  constructor(
    root: Node,
    graph: SchemaGraph,
    references: References,
    inheritance: Inheritance,
    rules: CopyRules,
  ) {
    this.#graph = graph;
    this.#references = references;
    this.#inheritance = inheritance;
    this.#rules = rules;
    const source = root.origin.document as SourceDocument;
    this.document = {
      file: source.file,
      text: source.text,
      ...(source.lineText && { lineText: source.lineText }),
      format: source.format,
      value: this.#value,
      place: (path, on) => this.#placeOf(path, on) ?? source.place([], on),
    };
  }

  /** Puts a schema of the source in at this path, or tells which references in it lead nowhere. */
  graft(path: readonly string[], node: Node, direction: Direction): Grafted | readonly BrokenReference[] {
    const broken = this.#graph.broken(node);
    if (broken.length > 0) return broken;
    const user: Component = { name: "", dropped: [], uses: new Set() };
    const level = direction === "input" ? argumentLevel : Infinity;
    const grafted = this.#copy(node, direction, level, user, "");
    this.locate(path, node.origin);
    return { value: closeEmptied(grafted, node), dropped: allDropped(user) };
  }

  /** Puts a value of our own in, whose problems are shown at the origin. */
  place(path: readonly string[], value: unknown, origin: Origin): void {
    this.locate(path, origin);
    let holder = this.#value;
    for (const step of path.slice(0, -1)) {
      if (!isMapping(own(holder, step))) define(holder, step, {});
      holder = own(holder, step) as Record<string, unknown>;
    }
    define(holder, path.at(-1) ?? "", value);
  }

  /** Says where problems at this path are shown. */
  locate(path: readonly string[], origin: Origin): void {
    this.#origins.set(JSON.stringify(path), origin);
  }

  #placeOf(path: Origin["path"], on: "key" | "value" | undefined): Place | undefined {
    for (let length = path.length; length > 0; length -= 1) {
      const origin = this.#origins.get(JSON.stringify(path.slice(0, length)));
      if (origin !== undefined) return origin.document.place([...origin.path, ...path.slice(length)], on);
    }
    return undefined;
  }

  /** The component a reference means for this side of the call, at this depth. */
  #componentOf(target: Node, direction: Direction | undefined, level: number, isBase: boolean): Component {
    const view = this.#viewOf(target, direction, level);
    const family = view.direction === "input" ? this.#familyOf(target) : undefined;
    const chosen = isBase ? undefined : family;
    const base = isBase && family !== undefined ? "Base" : "";
    const key = `${keyOf(target)} ${view.key}${base}`;
    const known = this.#components.get(key);
    if (known !== undefined) return known;
    const plain = componentName(target, this.#references.aliasOf(target));
    const name = unusedName(`${plain}${view.suffix}${base}`, key, this.#names);
    const component: Component = { name, dropped: [], uses: new Set() };
    this.#components.set(key, component);
    this.locate(["components", "schemas", name], target.origin);
    define(this.#schemas, name, this.#copy(target, view.direction, view.level, component, name, chosen));
    return component;
  }

  /** A family with a member that cannot be had stays one schema, which can. */
  #familyOf(target: Node): Family | undefined {
    const family = this.#inheritance.familyOf(target);
    return family?.variants.every(({ node }) => this.#graph.broken(node).length === 0) ? family : undefined;
  }

  #viewOf(target: Node, direction: Direction | undefined, level: number): View {
    const depth = direction === "input" && this.#rules.depth !== false ? this.#rules.depth : 0;
    if (level <= depth && level + this.#graph.nesting(target) - 1 > depth) {
      const suffix = level === argumentLevel ? "Input" : `Input${level}`;
      return { key: `input ${level}`, suffix, direction, level };
    }
    if (direction === undefined || !this.#graph.hides(target, direction)) {
      return { key: "plain", suffix: "", direction: undefined, level: Infinity };
    }
    return direction === "input"
      ? { key: "input", suffix: "Input", direction, level: Infinity }
      : { key: "output", suffix: "Output", direction, level: Infinity };
  }

  #copy(
    node: Node,
    direction: Direction | undefined,
    level: number,
    user: Component,
    at: string,
    family?: Family,
  ): unknown {
    return copySchema(node, {
      family,
      isInherited: (part, target) => this.#inheritance.isInherited(part, target),
      direction,
      level,
      rules: this.#rules,
      references: this.#references,
      nesting: (inner) => this.#graph.nesting(inner),
      drop: (path, rule) =>
        user.dropped.push({ path: [at, ...path].filter((step) => step !== "").join("."), rule }),
      refer: (target, there, isBase = false) => {
        const component = this.#componentOf(target, direction, there, isBase);
        user.uses.add(component);
        return `#/components/schemas/${component.name}`;
      },
    });
  }
}

interface View {
  readonly key: string;
  readonly suffix: string;
  readonly direction: Direction | undefined;
  readonly level: number;
}

function define(holder: object, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, writable: true, configurable: true });
}

function allDropped(user: Component): readonly Dropped[] {
  const seen = new Set<Component>([user]);
  for (const component of seen) for (const next of component.uses) seen.add(next);
  return [...seen].flatMap((component) => component.dropped);
}

const skeleton = new Set([
  "components",
  "schemas",
  "definitions",
  "properties",
  "items",
  "content",
  "schema",
  "$defs",
  "paths",
]);

/** `#/components/schemas/Pet` → Pet; deeper targets get the names on their way, whole files their own. */
function componentName(target: Node, alias: string | undefined): string {
  const steps = target.origin.path.filter((step) => typeof step === "string" && !skeleton.has(step));
  const parent = target.origin.path.at(-2);
  const own = String(steps.at(-1) ?? baseName(target.origin.document.file));
  const isNamed = parent === "schemas" || parent === "definitions" || steps.length === 0;
  const text = alias ?? (isNamed ? own : steps.slice(-3).join("_"));
  if (/^[A-Za-z_][A-Za-z0-9_]{0,99}$/.test(text) && !(text in {})) return text;
  const words = snakeCase(text)
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const name = words.join("").slice(0, 80) || "Schema";
  return /^[A-Za-z]/.test(name) ? name : `Schema${name}`;
}

/** Names that differ only by case would be one file or type for some readers. */
function unusedName(name: string, key: string, names: Map<string, string>): string {
  const free = names.has(name.toLowerCase()) ? `${name}_${hashText(key)}` : name;
  names.set(free.toLowerCase(), key);
  return free;
}
