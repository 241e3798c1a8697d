import type { Report } from "../../diagnostics.js";
import type { Documents, SourceDocument } from "../../documents.js";
import { isMapping, type Node, own, ownString } from "./node.js";

/** Follows `$ref`s inside the document and into local files. */
export interface References {
  /** The node a chain of references ends at; undefined, and reported, where it leads nowhere. */
  follow(node: Node): Node | undefined;
  /** The same for a schema, unreported: `copy-schema.ts` reports each broken reference where it copies it. */
  followSchema(node: Node): Node | undefined;
  /** Whether a chain of references never ends. */
  isEndless(node: Node): boolean;
  /** The target of one reference, as written in the document of `from`; or, unreported, why there is none. */
  target(reference: string, from: Node): Node | string;
}

const longestChain = 64;

const endless = "it refers to itself";

export function createReferences(documents: Documents, report: Report): References {
  const cache = new Map<SourceDocument, Map<string, Node | string>>();

  function target(reference: string, from: Node): Node | string {
    const document = from.origin.document as SourceDocument;
    const known = cache.get(document) ?? new Map<string, Node | string>();
    cache.set(document, known);
    const found = known.get(reference) ?? locate(reference, document, documents);
    known.set(reference, found);
    return found;
  }

  function walk(start: Node): Node | BrokenReference {
    let node = start;
    for (let step = 0; step < longestChain; step += 1) {
      const reference = ownString(node.value, "$ref");
      if (reference === undefined) return node;
      const next = target(reference, node);
      if (typeof next === "string") return { node, reference, problem: next };
      node = withSiblings(next, node);
    }
    const reference = ownString(start.value, "$ref") ?? "";
    return { node: start, reference, problem: endless };
  }

  return {
    target,
    follow(start) {
      const end = walk(start);
      if (!("problem" in end)) return end;
      report.add("TP605", end.node.origin, { reference: end.reference, problem: end.problem });
      return undefined;
    },
    followSchema(start) {
      const end = walk(start);
      return "problem" in end ? undefined : end;
    },
    isEndless(start) {
      const end = walk(start);
      return "problem" in end && end.problem === endless;
    },
  };
}

/** A reference that leads nowhere. */
interface BrokenReference {
  readonly node: Node;
  readonly reference: string;
  readonly problem: string;
}

/** OpenAPI 3.1 lets a reference object replace the target's summary and description. */
function withSiblings(target: Node, reference: Node): Node {
  const description = ownString(reference.value, "description");
  if (description === undefined || !isMapping(target.value)) return target;
  return { value: { ...target.value, description }, origin: target.origin };
}

function locate(reference: string, from: SourceDocument, documents: Documents): Node | string {
  const hash = reference.indexOf("#");
  const file = hash === -1 ? reference : reference.slice(0, hash);
  const fragment = hash === -1 ? "" : reference.slice(hash + 1);
  const document = file === "" ? from : documents.open(file, from);
  if ("refused" in document) return refusals[document.refused];
  const path = pointerPath(fragment);
  if (path === undefined) return "the fragment is not a JSON pointer";
  let value: unknown = document.value;
  const steps: (string | number)[] = [];
  for (const step of path) {
    const isItem = Array.isArray(value) && /^\d+$/.test(step);
    value = isItem ? (value as readonly unknown[])[Number(step)] : own(value, step);
    steps.push(isItem ? Number(step) : step);
    if (value === undefined) return `there is no ${JSON.stringify(step)}`;
  }
  return { value, origin: { document, path: steps } };
}

const refusals = {
  network: "nothing is fetched from the network",
  outside: "the file is outside the project",
  missing: "there is no such file",
  unreadable: "the file cannot be read",
} as const;

/** The steps of `/components/schemas/a~1b`, percent-encoding undone. */
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
