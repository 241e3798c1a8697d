import {
  isMap,
  isNode,
  isScalar,
  isSeq,
  parseDocument,
  type Document,
  type Pair,
  type Scalar,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { withVisibleTexts } from "./visible-yaml.js";

export interface Completed {
  readonly text: string;
  readonly added: readonly string[];
  /** The tools of the spec that the import does not contain. */
  readonly gone: readonly string[];
  /**
   * The arguments that were changed to match a new signature, as `tool.argument`. Without this change, every call of
   * the tool would fail.
   */
  readonly changed: readonly string[];
  /** The paths of the fields of existing tools that were added or replaced. */
  readonly completed: readonly string[];
}

/** The reason why a spec cannot be completed, with its position in the text. */
export interface Incompletable {
  readonly problem: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Adds the tools and fields of a newer import to a spec that users maintain. Existing fields and comments stay.
 * `binding` is replaced, because it contains the signature by which changes are detected. If the signature changed,
 * arguments that no longer exist are removed, and arguments of another type are replaced.
 */
export function completeSpec(existing: string, imported: string): Completed | Incompletable {
  const spec = parseDocument(existing, { customTags: withVisibleTexts });
  const problem = problemOf(spec, existing);
  if (problem !== undefined) return problem;
  const update = parseDocument(imported, { customTags: withVisibleTexts });
  const [schemas, tools] = ["schemas", "tools"].map((section) => update.get(section, true));
  const shared = isMap(schemas) ? completeSchemas(spec, schemas) : [];
  const found = isMap(tools)
    ? completeTools(spec, tools)
    : { added: [], gone: [], changed: [], completed: [] };
  const completed = [...shared.map((path) => `schemas.${path}`), ...found.completed];
  return { text: spec.toString({ lineWidth: 0 }), ...found, completed };
}

function problemOf(spec: Document.Parsed, text: string): Incompletable | undefined {
  const [error] = spec.errors;
  if (error !== undefined) return at(text, error.pos[0], error.message.split("\n")[0] ?? "");
  const { contents } = spec;
  if (contents !== null && !isMap(contents) && !isEmpty(contents))
    return at(text, contents.range[0], "expected a mapping");
  for (const [section, isRight] of [["schemas", isMap] as const, ["tools", isToolList] as const]) {
    const node = spec.get(section, true);
    if (isNode(node) && !isEmpty(node) && !isRight(node))
      return at(text, node.range?.[0] ?? 0, `expected ${JSON.stringify(section)} to be written out here`);
  }
  // A key of the spec overrides the same key of a merge key (`<<`). So keys must not be added beside a merge key.
  const merge = mergeKeyOf(spec);
  return (
    merge && at(text, merge.range?.[0] ?? 0, "expected the keys to be written out here, found a merge key")
  );
}

function mergeKeyOf(spec: Document.Parsed): Scalar | undefined {
  let found: Scalar | undefined;
  visit(spec, {
    Pair(_, { key }: Pair) {
      if (!isScalar(key) || key.value !== "<<" || key.type !== "PLAIN") return undefined;
      found = key;
      return visit.BREAK;
    },
  });
  return found;
}

function at(text: string, offset: number, problem: string): Incompletable {
  const before = text.slice(0, offset).split("\n");
  return { problem, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function isEmpty(node: unknown): boolean {
  return node === undefined || node === null || (isScalar(node) && node.value === null);
}

function isToolList(node: unknown): node is YAMLMap | YAMLSeq {
  return isMap(node) || isSeq(node);
}

function completeSchemas(spec: Document.Parsed, schemas: YAMLMap): readonly string[] {
  const present = spec.get("schemas", true);
  if (isMap(present)) return addMissing(present, schemas);
  spec.set("schemas", schemas);
  return names(schemas);
}

/** Completes the tools of a spec. `tools` is a mapping by name, or a list of tools with a field `name`. */
function completeTools(spec: Document.Parsed, tools: YAMLMap): Omit<Completed, "text"> {
  const target = spec.get("tools", true);
  if (!isToolList(target)) {
    spec.set("tools", tools);
    return { added: names(tools), gone: [], changed: [], completed: [] };
  }
  const [changed, completed]: [string[], string[]] = [[], []];
  const present = new Map<string, unknown>(
    isMap(target)
      ? target.items.map(({ key, value }) => [String(key), value])
      : target.items.map((tool) => [isMap(tool) ? String(tool.get("name")) : "", tool]),
  );
  for (const { key, value } of tools.items) {
    const tool = present.get(String(key));
    if (!present.has(String(key))) add(spec, target, String(key), value);
    // A tool with `declaration` stays unchanged, because no imported field may occur beside `declaration`.
    else if (isMap(tool) && isMap(value) && !tool.has("declaration")) {
      const done = completeTool(tool, value);
      changed.push(...done.changed.map((argument) => `${String(key)}.${argument}`));
      completed.push(...done.completed.map((path) => `${String(key)}.${path}`));
    }
  }
  const offered = names(tools);
  return {
    added: offered.filter((name) => !present.has(name)),
    gone: [...present.keys()].filter((name) => name !== "" && !offered.includes(name)),
    changed,
    completed,
  };
}

function add(spec: Document.Parsed, target: YAMLMap | YAMLSeq, name: string, tool: unknown): void {
  if (isMap(target)) target.set(name, tool);
  else if (isMap(tool)) {
    tool.items.unshift(spec.createPair("name", name));
    target.items.push(tool);
  }
}

function completeTool(tool: YAMLMap, update: YAMLMap): Pick<Completed, "changed" | "completed"> {
  const before = tool.getIn(["binding", "signature"]);
  const after = update.getIn(["binding", "signature"]);
  const isNew = before !== undefined && before !== after;
  const changed = isNew ? followSignature(tool, update) : [];
  const binding = update.get("binding", true);
  const isRebound =
    binding !== undefined && JSON.stringify(tool.get("binding", true)) !== JSON.stringify(binding);
  if (isRebound) tool.set("binding", binding);
  return { changed, completed: [...(isRebound ? ["binding"] : []), ...addMissing(tool, update)] };
}

/**
 * Removes arguments that no longer exist, and replaces arguments whose type changed. A replaced argument keeps its
 * description.
 */
function followSignature(tool: YAMLMap, update: YAMLMap): readonly string[] {
  const path = ["parameters", "properties"];
  const [present, offered] = [tool.getIn(path, true), update.getIn(path, true)];
  if (!isMap(present)) return [];
  const changed: string[] = [];
  for (const name of names(present)) {
    const [old, now] = [present.get(name, true), isMap(offered) ? offered.get(name, true) : undefined];
    if (now === undefined) present.delete(name);
    else if (isMap(old) && isMap(now) && String(old.get("type")) !== String(now.get("type"))) {
      const words = old.get("description", true);
      present.set(name, now);
      if (words !== undefined) now.set("description", words);
    } else continue;
    changed.push(name);
  }
  const required = update.getIn(["parameters", "required"], true);
  if (required === undefined) tool.deleteIn(["parameters", "required"]);
  else tool.setIn(["parameters", "required"], required);
  return changed;
}

/** Adds the fields that are missing in the target. Returns the paths of these fields. */
function addMissing(target: YAMLMap, source: YAMLMap): readonly string[] {
  return source.items.flatMap(({ key, value }) => {
    const present = target.get(key, true);
    if (present === undefined) {
      target.set(key, value);
      return [String(key)];
    }
    if (!isMap(present) || !isMap(value)) return [];
    return addMissing(present, value).map((path) => `${String(key)}.${path}`);
  });
}

function names(map: YAMLMap): string[] {
  return map.items.map(({ key }) => String(key));
}
