import type { HttpOperation } from "../ir.js";

/** Words that the method and the shape of a path add to the name of an operation. */
export interface PathWords {
  /** Usual verbs for the operation: `POST /customers` creates, `POST /customers/{customer}` changes. */
  readonly verbs: readonly string[];
  /** The last name in the path: the thing that the operation is about. */
  readonly resource: readonly string[];
}

const verbsOf: Readonly<Record<string, { readonly collection: string; readonly item: string }>> = {
  GET: { collection: "list show", item: "get show" },
  POST: { collection: "create add new", item: "update change" },
  PUT: { collection: "update set replace", item: "update set replace" },
  PATCH: { collection: "update change edit", item: "update change edit" },
  DELETE: { collection: "delete remove", item: "delete remove" },
};

export function pathWords({ method, path }: HttpOperation): PathWords {
  const segments = path.split("/").filter((segment) => segment !== "");
  const isItem = segments.at(-1)?.startsWith("{") === true;
  const verbs = verbsOf[method]?.[isItem ? "item" : "collection"];
  const resource = segments.findLast((segment) => !segment.startsWith("{"));
  return { verbs: verbs?.split(" ") ?? [], resource: resource === undefined ? [] : [resource] };
}
