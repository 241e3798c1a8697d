import type { SourceDocument } from "../base/documents.js";
import { type Locatable, type Origin, within } from "../base/origin.js";
import { subschemasOf } from "../base/schema-children.js";
import { type Draft, draftOfDocument, draftOfIdentifier } from "./drafts.js";
import { isMapping, type Mapping } from "../base/mapping.js";

/**
 * The owner of a definition: a schema of a tool, a shared schema of the set, or a file. The name of the
 * definition is derived from the owner.
 */
export type Owner =
  | { readonly kind: "tool"; readonly part: "input" | "output"; readonly tool: object }
  | { readonly kind: "shared"; readonly name: string }
  | { readonly kind: "document"; readonly file: string };

/** A schema with its own identity: the root of a schema, or a subschema with an `$id`. */
export interface Resource {
  /** The absolute URI of the resource, without a fragment. */
  readonly base: string;
  readonly root: unknown;
  readonly origin: Origin;
  readonly draft: Draft;
  readonly owner: Owner;
  /**
   * The document that contains the schema. A reference `#/…` is looked up in the schema and in the document.
   * `documentFirst` of the draft decides the order.
   */
  readonly document: Resource | undefined;
  /** The anchors in the resource, by name. */
  readonly anchors: ReadonlyMap<string, Anchor>;
  /** True if the root declares `$recursiveAnchor: true`. */
  readonly recursive: boolean;
}

export interface Anchor {
  readonly node: Mapping;
  readonly origin: Origin;
  readonly dynamic: boolean;
}

/** The fields of a resource before its `$id` and `$schema` are read. */
type Start = Pick<Resource, "root" | "origin" | "draft" | "owner" | "base" | "document">;

type Growing = Resource & { readonly anchors: Map<string, Anchor> };

/**
 * All resources of a run. A reference finds a resource by its URI. A reader that enters a node finds the
 * resource by the node.
 */
export class Resources {
  readonly #byUri = new Map<string, Resource>();
  readonly #byOwner = new Map<Owner, Map<string, Resource>>();
  readonly #byNode = new WeakMap<object, Resource>();
  readonly #byDocument = new Map<unknown, Resource>();

  /**
   * Finds a resource by its URI. If different tools use the same `$id`, the resource of the given owner is
   * preferred.
   */
  find(uri: string, owner: Owner): Resource | undefined {
    const [own, first] = [this.#byOwner.get(owner)?.get(uri), this.#byUri.get(uri)];
    return own?.root === first?.root ? first : (own ?? first);
  }

  /** The resource whose root is this node. */
  at(node: object): Resource | undefined {
    return this.#byNode.get(node);
  }

  /**
   * Returns the resource of a complete document, and adds it if it is not known yet. `uri` is the URI under
   * which the document was requested.
   */
  ofDocument(document: SourceDocument, draft: Draft, uri = localUri(document)): Resource {
    const known = this.#byDocument.get(document.value);
    if (known !== undefined) return known;
    const resource = this.#add({
      root: document.value,
      origin: { document, path: [] },
      draft: draftOfDocument(document.value) ?? draft,
      owner: { kind: "document", file: document.file },
      base: uri,
      document: undefined,
    });
    this.#byDocument.set(document.value, resource);
    this.#byUri.set(uri, resource);
    return resource;
  }

  /** Adds a schema that is part of a document. */
  ofSchema(root: unknown, origin: Origin, draft: Draft, owner: Owner): Resource {
    const document = isSourceDocument(origin.document) ? this.ofDocument(origin.document, draft) : undefined;
    return this.#add({ root, origin, draft, owner, base: localUri(origin.document), document });
  }

  /**
   * Returns the resource whose root is the node, and adds it if it is not known yet. The result is undefined if
   * the node does not begin a resource with an `$id`.
   */
  nested(node: Mapping, origin: Origin, parent: Resource): Resource | undefined {
    const known = this.#byNode.get(node);
    if (known !== undefined) return known;
    const id = identifierOf(node, declaredDraft(node) ?? parent.draft);
    if (id === undefined || id.uri === "") return undefined;
    const { draft, owner, base } = parent;
    return this.#add({ root: node, origin, draft, owner, base, document: undefined });
  }

  #add(start: Start): Resource {
    const resource = this.#create(start);
    this.#scan(start.root, start.origin, resource, 0);
    return resource;
  }

  #create({ root, origin, draft, owner, base, document }: Start): Growing {
    const declared = declaredDraft(root) ?? draft;
    const id = identifierOf(root, declared);
    const resource: Growing = {
      base: id === undefined || id.uri === "" ? base : (join(base, id.uri) ?? base),
      root,
      origin,
      draft: declared,
      owner,
      document,
      anchors: new Map(),
      recursive: isMapping(root) && root["$recursiveAnchor"] === true,
    };
    if (id !== undefined && id.uri !== "") {
      const own = this.#byOwner.get(owner) ?? new Map<string, Resource>();
      this.#byOwner.set(owner, own);
      for (const known of [own, this.#byUri])
        if (!known.has(resource.base)) known.set(resource.base, resource);
    }
    if (isMapping(root)) this.#byNode.set(root, resource);
    return resource;
  }

  /**
   * Finds identifiers and anchors. Only subschemas are searched, because data may contain keys such as `$id`.
   */
  #scan(node: unknown, origin: Origin, resource: Growing, depth: number): void {
    if (!isMapping(node) || depth > 500) return;
    let home = resource;
    const id = identifierOf(node, declaredDraft(node) ?? resource.draft);
    if (node !== resource.root && id !== undefined && id.uri !== "") {
      const { draft, owner, base } = resource;
      home = this.#create({ root: node, origin, draft, owner, base, document: undefined });
    }
    for (const { name, dynamic } of anchorsOf(node, home.draft, id?.anchor)) {
      if (!home.anchors.has(name)) home.anchors.set(name, { node, origin, dynamic });
    }
    for (const { value, path } of subschemasOf(node))
      this.#scan(value, within(origin, ...path), home, depth + 1);
  }
}

function declaredDraft(node: unknown): Draft | undefined {
  return isMapping(node) && typeof node["$schema"] === "string"
    ? draftOfIdentifier(node["$schema"])
    : undefined;
}

/** Splits an `$id` into the URI of a resource and the name of an anchor. */
function identifierOf(
  node: unknown,
  draft: Draft,
): { readonly uri: string; readonly anchor: string | undefined } | undefined {
  if (!isMapping(node) || draft.idKeyword === undefined || !Object.hasOwn(node, draft.idKeyword))
    return undefined;
  const id = node[draft.idKeyword];
  if (typeof id !== "string" || (draft.refStandsAlone && typeof node["$ref"] === "string")) return undefined;
  const hash = id.indexOf("#");
  if (hash === -1) return { uri: id, anchor: undefined };
  const fragment = id.slice(hash + 1);
  const named = draft.age < 8 && fragment !== "" && !fragment.startsWith("/");
  return { uri: id.slice(0, hash), anchor: named ? fragment : undefined };
}

function anchorsOf(
  node: Mapping,
  draft: Draft,
  legacy: string | undefined,
): readonly { readonly name: string; readonly dynamic: boolean }[] {
  const found: { name: string; dynamic: boolean }[] = [];
  if (legacy !== undefined) found.push({ name: legacy, dynamic: false });
  if (draft.age >= 9 && typeof node["$dynamicAnchor"] === "string")
    found.push({ name: node["$dynamicAnchor"], dynamic: true });
  if (draft.age >= 8 && typeof node["$anchor"] === "string")
    found.push({ name: node["$anchor"], dynamic: false });
  return found;
}

/** A URI for a local file, so that the rules for URIs apply to it. */
export function localUri(document: Locatable): string {
  return `local:///${document.file.split("/").map(encodeURIComponent).join("/")}`;
}

export function isLocal(uri: string): boolean {
  return uri.startsWith("local:");
}

/**
 * Resolves a URI reference against a base and removes the fragment. The result is undefined if the URI is
 * invalid.
 */
export function join(base: string, reference: string): string | undefined {
  try {
    const url = new URL(reference, base);
    url.hash = "";
    return url.href.replace(/#$/, "");
  } catch {
    return undefined;
  }
}

function isSourceDocument(document: Locatable): document is SourceDocument {
  return "value" in document;
}
