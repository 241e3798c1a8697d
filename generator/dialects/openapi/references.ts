import type { Report } from "../../diagnostics/report.js";
import type { Documents, SourceDocument } from "../../base/documents.js";
import { child, withoutExtensions, isMapping, keyOf, type Node, own, ownString } from "../node.js";
import { schemaMaps } from "../../base/schema-children.js";

/**
 * The fields beside a `$ref` that override fields of its target. With "texts", these are `summary` and
 * `description`, as OpenAPI defines for references. With "all", these are all fields. OpenAPI has no rule for
 * some objects, such as path items, so "all" is used there.
 */
export type Siblings = "texts" | "all";

const longestChain = 64;
const itself = "it refers to itself";
const tooLong = `it leads through more than ${longestChain} references`;

/** Follows each `$ref` in the document and into local files. */
export class References {
  readonly #root: Node;
  readonly #documents: Documents;
  readonly #report: Report;
  readonly #locate = remembered((reference, from) => this.#locateOnce(reference, from));
  readonly #target = remembered((reference, from) => this.#passAliases(reference, from));
  readonly #containers = new Map<string, Node | BrokenReference>();
  #nested = 0;
  #aliases: ReadonlyMap<string, string> | undefined;

  constructor(root: Node, documents: Documents, report: Report) {
    this.#root = root;
    this.#documents = documents;
    this.#report = report;
  }

  /** Returns the end of a chain of references. A broken reference is reported, and the result is undefined. */
  follow(node: Node, siblings: Siblings = "texts"): Node | undefined {
    const end = this.#endOf(node, siblings);
    if (!("problem" in end)) return end;
    this.#report.add("TP605", end.node.origin, { reference: end.reference, problem: end.problem });
    return undefined;
  }

  /** Like `follow`, but does not report a broken reference, because `copy-schema.ts` reports the reference. */
  followSchema(node: Node): Node | undefined {
    const end = this.#endOf(node, "texts");
    return "problem" in end ? undefined : end;
  }

  /** The reason why a chain of references does not end. Undefined if the chain ends. */
  endless(node: Node): string | undefined {
    const end = this.#endOf(node, "texts");
    return "problem" in end && (end.problem === itself || end.problem === tooLong) ? end.problem : undefined;
  }

  /**
   * Returns the node at a path below another node. References on this path are followed. A broken reference
   * is reported, and the result is undefined.
   */
  at(start: Node, ...path: string[]): Node | undefined {
    let node: Node | undefined = start;
    for (const step of path) node = node && this.follow(child(node, step), "all");
    return node;
  }

  /**
   * Returns the target of a reference in a schema. `from` is a node in the same document as the reference. If the
   * target is itself only a reference, the target of that reference is returned. If the target cannot be found, the
   * result is a text with the reason. This reason is not reported.
   */
  target(reference: string, from: Node): Node | string {
    return this.#target(reference, documentOf(from));
  }

  /**
   * Replaces a reference that stands for a map of schemas, such as `properties: { $ref: file }`. JSON Schema does not
   * define this notation, but other programs read such references. If the reference is broken, the map is empty.
   */
  withSchemaMaps(schema: Node, onBroken: (broken: BrokenReference) => void = () => {}): Node {
    const fields = new Map<string, Node>();
    for (const word of schemaMaps) {
      if (ownString(own(schema.value, word), "$ref") === undefined) continue;
      const map = this.#endOf(child(schema, word), "all");
      if ("problem" in map) onBroken(map);
      fields.set(word, "problem" in map ? { value: {}, origin: map.node.origin } : map);
    }
    return withFields(schema, fields);
  }

  /** Returns the schema for a value in a `mapping`. The value is a schema name or a reference. */
  mapped(value: string, from: Node): Node | string {
    const isName = /^[A-Za-z0-9._-]+$/.test(value) && !/\.(json|ya?ml)$/.test(value);
    if (!isName) return this.target(value, from);
    const path = `#/components/schemas/${value}`;
    const named = this.target(path, this.#root);
    return typeof named === "string" ? this.target(path, from) : named;
  }

  /**
   * Returns the name of a schema. The name in the main document is preferred. Otherwise the last key of its
   * path is its name. A schema that is a complete file has the name of the file.
   */
  nameOf(schema: Node): string {
    const { document, path } = schema.origin;
    return this.aliasOf(schema) ?? String(path.at(-1) ?? baseName(document.file));
  }

  /**
   * Returns the tag of a member of a union without a `mapping`. The tag is the last name in the reference. If
   * the reference leads to a complete file, the tag is the name of the schema.
   */
  tagOf(reference: string, target: Node): string {
    const hash = reference.indexOf("#");
    const path = hash === -1 ? undefined : pointerPath(reference.slice(hash + 1));
    return path?.at(-1) ?? this.nameOf(target);
  }

  /** Returns the name by which the main document refers to a schema of another file. */
  aliasOf(schema: Node): string | undefined {
    this.#aliases ??= this.#findAliases();
    return this.#aliases.get(keyOf(schema));
  }

  #findAliases(): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    const holders = [this.at(this.#root, "components", "schemas"), this.at(this.#root, "definitions")];
    for (const [name, schema] of holders.flatMap((holder) =>
      holder === undefined ? [] : withoutExtensions(holder),
    )) {
      const reference = ownString(schema.value, "$ref");
      const end = reference === undefined ? "" : this.target(reference, schema);
      if (typeof end === "string" || documentOf(end) === documentOf(this.#root)) continue;
      if (!found.has(keyOf(end))) found.set(keyOf(end), name);
    }
    return found;
  }

  /** Returns the target of one reference. The target may be a reference itself. */
  #locateOnce(reference: string, from: SourceDocument): Node | string {
    // The path of a reference may lead through further references. This limit stops an endless chain of
    // references.
    if (this.#nested === longestChain) return tooLong;
    this.#nested += 1;
    const document = this.#open(reference, from);
    const found = typeof document === "string" ? document : this.#locateIn(document, reference);
    this.#nested -= 1;
    return found;
  }

  #open(reference: string, from: SourceDocument): SourceDocument | string {
    const [file = ""] = reference.split("#", 1);
    const opened = file === "" ? from : this.#documents.open(file, from);
    if ("refused" in opened) return refusals[opened.refused];
    // A reference from another file back to the main document means the main document with its overlays.
    const main = documentOf(this.#root);
    return opened.file === main.file ? main : opened;
  }

  #locateIn(document: SourceDocument, reference: string): Node | string {
    const hash = reference.indexOf("#");
    const path = pointerPath(hash === -1 ? "" : reference.slice(hash + 1));
    if (path === undefined) return "the fragment is not a JSON pointer";
    let node: Node = { value: document.value, origin: { document, path: [] } };
    for (const step of path) {
      const behind = child(node, step).value === undefined ? this.#behind(node) : node;
      if ("problem" in behind) return behind.problem;
      node = child(behind, Array.isArray(behind.value) && /^\d+$/.test(step) ? Number(step) : step);
      if (node.value === undefined) return `there is no ${JSON.stringify(step)}`;
    }
    return node;
  }

  /**
   * If a map or list on the path is a reference, returns its target. The target is stored, because many
   * references may use the same map.
   */
  #behind(node: Node): Node | BrokenReference {
    if (ownString(node.value, "$ref") === undefined) return node;
    const key = keyOf(node);
    const found = this.#containers.get(key) ?? this.#endOf(node, "all");
    this.#containers.set(key, found);
    return found;
  }

  #endOf(start: Node, siblings: Siblings): Node | BrokenReference {
    const seen = new Set<string>();
    let node = start;
    for (let hop = 0; hop <= longestChain; hop += 1) {
      const reference = ownString(node.value, "$ref");
      if (reference === undefined) return node;
      const next = this.#locate(reference, documentOf(node));
      if (typeof next === "string") return { node, reference, problem: next };
      const key = keyOf(next);
      if (seen.has(key)) return { node: start, reference, problem: itself };
      seen.add(key);
      node = withSiblings(next, node, siblings);
    }
    return { node: start, reference: ownString(start.value, "$ref") ?? "", problem: tooLong };
  }

  #passAliases(reference: string, from: SourceDocument): Node | string {
    const seen = new Set<string>();
    let found = this.#locate(reference, from);
    while (typeof found !== "string" && isOnlyReference(found.value)) {
      const key = keyOf(found);
      if (seen.has(key)) return itself;
      if (seen.size === longestChain) return tooLong;
      seen.add(key);
      found = this.#locate(found.value.$ref, documentOf(found));
    }
    return found;
  }
}

/** A reference without a target. */
export interface BrokenReference {
  readonly node: Node;
  readonly reference: string;
  readonly problem: string;
}

type Find = (reference: string, from: SourceDocument) => Node | string;

/** Resolves each reference only once. If a reference needs its own target to be resolved, the result is `itself`. */
function remembered(find: Find): Find {
  const known = new Map<SourceDocument, Map<string, Node | string>>();
  return (reference, from) => {
    const here = known.get(from) ?? new Map<string, Node | string>();
    known.set(from, here);
    const before = here.get(reference);
    if (before !== undefined) return before;
    here.set(reference, itself);
    const found = find(reference, from);
    here.set(reference, found);
    return found;
  };
}

function documentOf(node: Node): SourceDocument {
  return node.origin.document as SourceDocument;
}

function isOnlyReference(value: unknown): value is { readonly $ref: string } {
  return ownString(value, "$ref") !== undefined && Object.keys(value as object).length === 1;
}

const texts = ["summary", "description"];

function withSiblings(target: Node, reference: Node, siblings: Siblings): Node {
  if (!isMapping(reference.value)) return target;
  const fields = new Map<string, Node>();
  for (const name of Object.keys(reference.value)) {
    const field = child(reference, name);
    const counts =
      siblings === "all" ? name !== "$ref" : texts.includes(name) && typeof field.value === "string";
    if (counts) fields.set(name, field);
  }
  return withFields(target, fields);
}

function withFields(node: Node, fields: ReadonlyMap<string, Node>): Node {
  if (fields.size === 0 || !isMapping(node.value)) return node;
  const values = [...fields].map(([name, field]) => [name, field.value] as const);
  return {
    value: { ...node.value, ...Object.fromEntries(values) },
    origin: node.origin,
    fields: new Map([...(node.fields ?? []), ...fields]),
  };
}

/** The name of a file without folder and ending: `pet` for `models/pet.yml`. */
export function baseName(file: string): string {
  return file.split("/").at(-1)?.split(".")[0] ?? file;
}

const refusals = {
  network: "nothing is fetched from the network",
  outside: "the file is outside the project",
  missing: "there is no such file",
  unreadable: "the file cannot be read",
} as const;

/** Returns the keys of a JSON pointer such as `/components/schemas/a~1b`. Percent-encoding is removed. */
function pointerPath(fragment: string): readonly string[] | undefined {
  if (fragment === "") return [];
  const decoded = decode(fragment);
  if (!decoded.startsWith("/")) return undefined;
  return decoded
    .slice(1)
    .split("/")
    .map((step) => step.replace(/~1/g, "/").replace(/~0/g, "~"));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
