import type { SourceDocument } from "../../documents.js";
import type { Origin } from "../../origin.js";
import { argumentLevel, closeEmptied, copySchema, type CopyRules, type Dropped } from "./copy-schema.js";
import { hashText, snakeCase } from "./names.js";
import { isMapping, type Node, own } from "./node.js";
import type { References } from "./references.js";
import type { BrokenReference, Direction, SchemaGraph } from "./schema-graph.js";

/**
 * The schemas of one set, brought together: every reference points to `#/components/schemas/<name>` of one document that
 * exists only in memory and sends questions about places to the files the schemas came from. A schema is there once as it
 * stands, and once more (`PetInput`, `PetOutput`) where one side of a call sees less of it.
 */
export interface Bundle {
  readonly document: SourceDocument;
  /** Puts a schema of the source in at this path, or tells which references in it lead nowhere. */
  graft(path: readonly string[], node: Node, direction: Direction): Grafted | readonly BrokenReference[];
  /** Puts a value of our own in, whose problems are shown at the origin. */
  place(path: readonly string[], value: unknown, origin: Origin): void;
  /** Says where problems at this path are shown. */
  locate(path: readonly string[], origin: Origin): void;
}

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

export function createBundle(
  root: Node,
  graph: SchemaGraph,
  references: References,
  rules: CopyRules,
): Bundle {
  const source = root.origin.document as SourceDocument;
  const schemas: Record<string, unknown> = {};
  const value: Record<string, unknown> = { components: { schemas }, tools: {} };
  const origins = new Map<string, Origin>();
  const components = new Map<string, Component>();
  const names = new Map<string, string>();

  /** The component a reference means for this side of the call, at this depth. */
  function componentOf(target: Node, direction: Direction | undefined, level: number): Component {
    const view = viewOf(target, direction, level);
    const key = `${graph.keyOf(target)} ${view.key}`;
    const known = components.get(key);
    if (known !== undefined) return known;
    const name = unusedName(`${componentName(target)}${view.suffix}`, key, names);
    const component: Component = { name, dropped: [], uses: new Set() };
    components.set(key, component);
    origins.set(JSON.stringify(["components", "schemas", name]), target.origin);
    define(schemas, name, copy(target, view.direction, view.level, component, name));
    return component;
  }

  function viewOf(target: Node, direction: Direction | undefined, level: number): View {
    const depth = direction === "input" && rules.depth !== false ? rules.depth : 0;
    if (level <= depth && level + graph.nesting(target) - 1 > depth) {
      return {
        key: `input ${level}`,
        suffix: level === argumentLevel ? "Input" : `Input${level}`,
        direction,
        level,
      };
    }
    if (direction === undefined || !graph.hides(target, direction)) {
      return { key: "plain", suffix: "", direction: undefined, level: Infinity };
    }
    return direction === "input"
      ? { key: "input", suffix: "Input", direction, level: Infinity }
      : { key: "output", suffix: "Output", direction, level: Infinity };
  }

  function copy(
    node: Node,
    direction: Direction | undefined,
    level: number,
    user: Component,
    at: string,
  ): unknown {
    return copySchema(node, {
      direction,
      level,
      rules,
      references,
      nesting: (inner) => graph.nesting(inner),
      drop: (path, rule) =>
        user.dropped.push({ path: [at, ...path].filter((step) => step !== "").join("."), rule }),
      refer(target, there) {
        const component = componentOf(target, direction, there);
        user.uses.add(component);
        return `#/components/schemas/${component.name}`;
      },
    });
  }

  const document: SourceDocument = {
    file: source.file,
    text: source.text,
    ...(source.lineText && { lineText: source.lineText }),
    format: source.format,
    value,
    place(path, on) {
      for (let length = path.length; length > 0; length -= 1) {
        const origin = origins.get(JSON.stringify(path.slice(0, length)));
        if (origin !== undefined) return origin.document.place([...origin.path, ...path.slice(length)], on);
      }
      return source.place([], on);
    },
  };

  return {
    document,
    graft(path, node, direction) {
      const broken = graph.broken(node);
      if (broken.length > 0) return broken;
      const user: Component = { name: "", dropped: [], uses: new Set() };
      const grafted = copy(node, direction, direction === "input" ? argumentLevel : Infinity, user, "");
      origins.set(JSON.stringify(path), node.origin);
      return { value: closeEmptied(grafted, node), dropped: allDropped(user) };
    },
    locate: (path, origin) => void origins.set(JSON.stringify(path), origin),
    place(path, inner, origin) {
      origins.set(JSON.stringify(path), origin);
      let holder: Record<string, unknown> = value;
      for (const step of path.slice(0, -1)) {
        const next = own(holder, step);
        if (isMapping(next)) holder = next as Record<string, unknown>;
        else {
          const made = {};
          define(holder, step, made);
          holder = made;
        }
      }
      define(holder, path.at(-1) ?? "", inner);
    },
  };
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

/** `#/components/schemas/Pet` → Pet; deeper targets get the names on their way. */
function componentName(target: Node): string {
  const steps = target.origin.path.filter((step) => typeof step === "string" && !skeleton.has(step));
  const parent = target.origin.path.at(-2);
  const own = String(
    steps.at(-1) ?? target.origin.document.file.split("/").at(-1)?.split(".")[0] ?? "Schema",
  );
  const text =
    parent === "schemas" || parent === "definitions" || steps.length === 0 ? own : steps.slice(-3).join("_");
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
