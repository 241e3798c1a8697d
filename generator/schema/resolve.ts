import { posix } from "node:path";
import type { Documents, Refused } from "../base/documents.js";
import { type Origin, within } from "../base/origin.js";
import { nearest } from "../base/nearest.js";
import { isMapping } from "../base/mapping.js";
import { decodeFragment, parsePointer, pointerOf, step } from "../base/pointer.js";
import { isLocal, join, localUri, type Resource, type Resources } from "./resources.js";

/** The target of a reference: the node, its location, and the resource that contains it. */
export interface Target {
  readonly node: unknown;
  readonly origin: Origin;
  readonly resource: Resource;
  /** The anchor that led to the target, if it is a `$dynamicAnchor`. */
  readonly dynamicAnchor: string | undefined;
}

/** The reason why a reference has no target. */
export type Unresolved =
  | Refused
  | { readonly refused: "malformed"; readonly reference: string }
  /** `near` is a similar reference that has a target. */
  | { readonly refused: "nothing there"; readonly reference: string; readonly near: string | undefined };

/** Resolves a reference that a resource contains. Nothing is fetched from the network. */
export function resolve(
  reference: string,
  resource: Resource,
  resources: Resources,
  documents: Documents,
): Target | Unresolved {
  const hash = reference.indexOf("#");
  const uri = hash === -1 ? reference : reference.slice(0, hash);
  const fragment = hash === -1 ? "" : reference.slice(hash + 1);
  const home = uri === "" ? resource : findResource(uri, resource, resources, documents);
  if ("refused" in home) return home;
  const found = findFragment(fragment, home, resources);
  if (found !== undefined) return found;
  const steps = fragment.startsWith("/") ? parsePointer(fragment) : [];
  if (steps === undefined) return { refused: "malformed", reference };
  const near = suggest(steps, home.root) ?? (home.document && suggest(steps, home.document.root));
  return { refused: "nothing there", reference, near: near && `${uri}#${near}` };
}

/**
 * Replaces the first wrong key of a path with a similar key, and returns the new path. The result is undefined
 * if there is no similar key, or if the new path does not exist.
 */
function suggest(steps: readonly string[], root: unknown): string | undefined {
  let node = root;
  for (const [index, key] of steps.entries()) {
    const next = step(node, key);
    if (next !== undefined) {
      node = next.value;
      continue;
    }
    const near = isMapping(node) ? nearest(key, Object.keys(node)) : undefined;
    const path = near === undefined ? [] : [...steps.slice(0, index), near, ...steps.slice(index + 1)];
    return path.length > 0 && exists(path, root) ? pointerOf(path) : undefined;
  }
  return undefined;
}

function exists(path: readonly string[], root: unknown): boolean {
  let node = root;
  for (const key of path) {
    const next = step(node, key);
    if (next === undefined) return false;
    node = next.value;
  }
  return true;
}

function findResource(
  uri: string,
  from: Resource,
  resources: Resources,
  documents: Documents,
): Resource | Unresolved {
  const absolute = join(from.base, uri);
  if (absolute === undefined) return { refused: "malformed", reference: uri };
  const known = resources.find(absolute, from.owner);
  if (known !== undefined) return known;
  const here = from.origin.document;
  const opened = documents.open(requestFor(uri, absolute, from), here);
  return "refused" in opened
    ? opened
    : resources.ofDocument(opened, from.draft, isLocal(absolute) ? localUri(opened) : absolute);
}

/**
 * Returns the reference with which a local file is opened. A `..` of the author is kept, so that the loader
 * can refuse a path out of the project.
 */
function requestFor(uri: string, absolute: string, from: Resource): string {
  const document = localUri(from.origin.document);
  if (from.base === document) return decodeFragment(uri) ?? uri;
  if (!isLocal(absolute)) return absolute;
  const path = decodeFragment(absolute.slice("local:///".length)) ?? absolute;
  return posix.relative(posix.dirname(from.origin.document.file), path);
}

function findFragment(fragment: string, home: Resource, resources: Resources): Target | undefined {
  if (fragment === "")
    return { node: home.root, origin: home.origin, resource: home, dynamicAnchor: undefined };
  if (!fragment.startsWith("/")) {
    const name = decodeFragment(fragment);
    const anchor = name === undefined ? undefined : home.anchors.get(name);
    if (anchor === undefined) return undefined;
    const { node, origin, dynamic } = anchor;
    return { node, origin, resource: home, dynamicAnchor: dynamic ? name : undefined };
  }
  const steps = parsePointer(fragment);
  if (steps === undefined) return undefined;
  const [first, second] =
    home.document !== undefined && home.draft.documentFirst ? [home.document, home] : [home, home.document];
  return walk(steps, first, resources) ?? (second === undefined ? undefined : walk(steps, second, resources));
}

function walk(steps: readonly string[], from: Resource, resources: Resources): Target | undefined {
  let { root: node, origin } = from;
  let resource = from;
  for (const key of steps) {
    const next = step(node, key);
    if (next === undefined) return undefined;
    node = next.value;
    origin = within(origin, next.key);
    if (typeof node === "object" && node !== null) resource = resources.at(node) ?? resource;
  }
  return { node, origin, resource, dynamicAnchor: undefined };
}
