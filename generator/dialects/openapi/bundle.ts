import type { SourceDocument } from "../../base/documents.js";
import type { Origin, SourceLocation } from "../../base/origin.js";
import type { Report } from "../../diagnostics/report.js";
import { copySchema, type Dropped } from "./copy-schema.js";
import { hashText, snakeCase } from "./names.js";
import type { Family, Inheritance } from "./inheritance.js";
import { isMapping, keyOf, type Node, own } from "../node.js";
import { baseName, type References } from "./references.js";
import type { SchemaGraph } from "./schema-graph.js";
import type { PruneSettings } from "./settings.js";
import type { Direction, Visibility } from "./visibility.js";

/** A schema that was copied into the bundle. */
export interface Grafted {
  readonly value: unknown;
  /** The properties that were left out of this schema and of the schemas to which it refers. */
  readonly dropped: readonly Dropped[];
}

interface Component {
  readonly name: string;
  readonly dropped: Dropped[];
  readonly uses: Set<Component>;
}

/** The objects that a bundle needs. */
export interface BundleParts {
  readonly graph: SchemaGraph;
  readonly references: References;
  readonly inheritance: Inheritance;
  readonly visibility: Visibility;
  readonly prune: PruneSettings;
  readonly report: Report;
}

/**
 * The schemas of one set, as a document that exists only in memory. All references point to
 * `#/components/schemas/<name>` in this document. The nodes keep their locations in the source files.
 * If some properties are hidden from arguments or from results, a schema has an additional copy, such as
 * `PetInput` or `PetOutput`.
 */
export class Bundle {
  readonly document: SourceDocument;
  readonly #parts: BundleParts;
  readonly #schemas: Record<string, unknown> = {};
  readonly #value: Record<string, unknown> = { components: { schemas: this.#schemas } };
  readonly #origins = new Map<string, Origin>();
  /** Functions that each copy one component. A component waits here after the first reference to it. */
  readonly #waiting: (() => void)[] = [];
  readonly #components = new Map<string, Component>();
  readonly #names = new Map<string, string>();

  constructor(root: Node, parts: BundleParts) {
    this.#parts = parts;
    const source = root.origin.document as SourceDocument;
    this.document = {
      file: source.file,
      text: source.text,
      ...(source.lineText && { lineText: source.lineText }),
      isOutside: source.isOutside === true,
      format: source.format,
      value: this.#value,
      location: (path, on) => this.#placeOf(path, on) ?? source.location([], on),
    };
  }

  /** Copies a schema of the source into the bundle. */
  graft(path: readonly string[], node: Node, direction: Direction): Grafted {
    const user: Component = { name: "", dropped: [], uses: new Set() };
    const place = { at: "", path, isArgument: direction === "input" };
    const value = this.#copy(node, direction, user, place);
    // Components are copied in a loop instead of recursively, because a chain of thousands of references
    // would overflow the stack.
    for (let copyNext = this.#waiting.pop(); copyNext !== undefined; copyNext = this.#waiting.pop())
      copyNext();
    this.locate(path, node.origin);
    return { value, dropped: allDropped(user) };
  }

  /** Adds a value that the source does not contain. Its problems are shown at the given origin. */
  place(path: readonly string[], value: unknown, origin: Origin): void {
    this.locate(path, origin);
    let holder = this.#value;
    for (const step of path.slice(0, -1)) {
      if (!isMapping(own(holder, step))) define(holder, step, {});
      holder = own(holder, step) as Record<string, unknown>;
    }
    define(holder, path.at(-1) ?? "", value);
  }

  /** Sets the location at which problems of a path are shown. */
  locate(path: readonly string[], origin: Origin): void {
    this.#origins.set(JSON.stringify(path), origin);
  }

  #placeOf(path: Origin["path"], on: "key" | "value" | undefined): SourceLocation | undefined {
    for (let length = path.length; length > 0; length -= 1) {
      const origin = this.#origins.get(JSON.stringify(path.slice(0, length)));
      if (origin !== undefined) return origin.document.location([...origin.path, ...path.slice(length)], on);
    }
    return undefined;
  }

  /**
   * Returns the component for the target of a reference. If `direction` is set, properties that are hidden
   * from this direction are left out.
   */
  #componentOf(target: Node, direction: Direction | undefined, isBase: boolean): Component {
    const view = this.#viewOf(target, direction);
    const family = view.direction === "input" ? this.#parts.inheritance.familyOf(target) : undefined;
    const chosen = isBase ? undefined : family;
    const base = isBase && family !== undefined ? "Base" : "";
    const key = `${keyOf(target)} ${view.key}${base}`;
    const known = this.#components.get(key);
    if (known !== undefined) return known;
    const plain = componentName(target, this.#parts.references.aliasOf(target));
    const name = unusedName(`${plain}${view.suffix}${base}`, key, this.#names);
    const component: Component = { name, dropped: [], uses: new Set() };
    this.#components.set(key, component);
    const path = ["components", "schemas", name];
    this.locate(path, target.origin);
    const place = { at: name, path, isArgument: false, family: chosen };
    this.#waiting.push(() =>
      define(this.#schemas, name, this.#copy(target, view.direction, component, place)),
    );
    return component;
  }

  #viewOf(target: Node, direction: Direction | undefined): View {
    if (direction === undefined || !this.#parts.graph.hides(target, direction))
      return { key: "plain", suffix: "", direction: undefined };
    return { key: direction, suffix: direction === "input" ? "Input" : "Output", direction };
  }

  #copy(node: Node, direction: Direction | undefined, user: Component, place: CopyPlace): unknown {
    const { graph, references, inheritance, visibility, prune, report } = this.#parts;
    const { at, isArgument, family } = place;
    const context = {
      family,
      isInherited: (part: Node, target: Node) => inheritance.isInherited(part, target),
      direction,
      prune,
      references,
      visibility,
      hides: (inner: Node) => direction !== undefined && graph.hides(inner, direction),
      reportBroken: (inner: Node, reference: string, problem: string) => {
        // The path of the error is inside the copy, so the error belongs to all tools that use the copy. The
        // error is shown at the reference.
        const at = [...place.path, "$ref", JSON.stringify(inner.origin.path)];
        this.locate(at, inner.origin);
        report.add("TP641", { document: this.document, path: at }, { reference, problem });
      },
      drop: (path: readonly string[], reason: Dropped["reason"]) =>
        user.dropped.push({ path: [at, ...path].filter((step) => step !== "").join("."), reason }),
      refer: (target: Node, isBase = false) => {
        const component = this.#componentOf(target, direction, isBase);
        user.uses.add(component);
        return `#/components/schemas/${component.name}`;
      },
    };
    return copySchema(node, context, isArgument);
  }
}

interface CopyPlace {
  /** The name of the component, or an empty text for an argument. */
  readonly at: string;
  /** The path of the copy in the bundle. */
  readonly path: readonly string[];
  readonly isArgument: boolean;
  readonly family?: Family | undefined;
}

interface View {
  readonly key: string;
  readonly suffix: string;
  readonly direction: Direction | undefined;
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

/**
 * Returns the name for a component, such as `Pet` for `#/components/schemas/Pet`. For other paths, the name
 * consists of the last keys of the path. For a complete file, it is the name of the file.
 */
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

/**
 * Makes a name that differs from all other names even if case is ignored. Some programs treat names that
 * differ only in case as the same file or type.
 */
function unusedName(name: string, key: string, names: Map<string, string>): string {
  const free = names.has(name.toLowerCase()) ? `${name}_${hashText(key)}` : name;
  names.set(free.toLowerCase(), key);
  return free;
}
