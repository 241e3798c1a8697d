import { searchWords } from "../base/words.js";
import type { ResponseLink, Schema, Tool } from "../ir.js";
import { eachChild } from "../base/schema-children.js";
import { namesAndTexts } from "./schema-words.js";

/** A tool that reads something, and may find a value for an argument of another tool. */
export interface Producer {
  readonly tool: Tool;
  readonly path: string | undefined;
  /** Words of its name and path, in the singular. */
  readonly words: ReadonlySet<string>;
  readonly isSearch: boolean;
  /** Whether it returns the account that is signed in. */
  readonly isAccount: boolean;
  /** Whether its result is or contains a list. */
  readonly isList: boolean;
  /** Kinds of things that an argument selects, such as the values of `type` of a search. */
  readonly kinds: ReadonlySet<string>;
  /** Names of the properties of its result. */
  readonly fields: ReadonlySet<string>;
  readonly links: readonly ResponseLink[];
}

const readingVerbs = new Set(
  "get list search find query fetch read retrieve lookup show discover browse view".split(" "),
);
const smallWords = new Set("a an and by for in of on the to with".split(" "));
const searchVerbs = new Set(["search", "find", "query", "lookup", "discover"]);

export function producersOf(
  tools: readonly Tool[],
  shared: (name: string) => Schema | undefined,
): readonly Producer[] {
  return tools.filter(isReader).map((tool) => {
    const path = tool.binding.kind === "http" ? tool.binding.operation.path : undefined;
    const resolve = (name: string): Schema | undefined => tool.defs.get(name) ?? shared(name);
    const words = new Set(searchWords(`${tool.name} ${(path ?? "").replace(/\{[^{}]*\}/g, " ")}`));
    const first = searchWords(path ?? tool.name);
    return {
      tool,
      path,
      words: new Set([...words].filter((word) => !readingVerbs.has(word) && !smallWords.has(word))),
      isSearch:
        [...words].some((word) => searchVerbs.has(word)) || first.some((word) => searchVerbs.has(word)),
      isAccount: (tool.input.required ?? []).length === 0 && isAboutAccount(tool, path),
      isList: holdsList(tool.output ?? true, resolve) ?? /list|search|find|all/.test(tool.name),
      kinds: kindsOf(tool),
      fields: new Set(namesAndTexts(tool.output ?? true, resolve).names),
      links: tool.search?.links ?? [],
    };
  });
}

/** `GET /me`, `GET /user`, or a name such as `get_current_user`. */
function isAboutAccount({ name }: Tool, path: string | undefined): boolean {
  if (path !== undefined) return /^(?:\/v\d+)?\/(?:me|self|whoami|user|account|profile)$/.test(path);
  const words = searchWords(name);
  return words.includes("whoami") || (words.includes("current") && words.at(-1) === "user");
}

function isReader({ binding, name }: Tool): boolean {
  if (binding.kind === "http") return binding.operation.method === "GET";
  return searchWords(name).some((word) => readingVerbs.has(word));
}

/** Whether a result has a list near its root; undefined if the result is not described. */
function holdsList(root: Schema, resolve: (name: string) => Schema | undefined): boolean | undefined {
  if (typeof root === "boolean") return undefined;
  const visit = (schema: Schema, depth: number): boolean => {
    if (typeof schema === "boolean" || depth > 2) return false;
    if (schema.$ref !== undefined)
      return visit(resolve(schema.$ref.slice("#/$defs/".length)) ?? true, depth + 0.5);
    if (schema.items !== undefined || [schema.type].flat().includes("array")) return true;
    let found = false;
    eachChild(schema, (child) => void (found ||= visit(child, depth + 1)));
    return found;
  };
  return visit(root, 0);
}

/** The fixed values of arguments, for a search that takes the kind of its results. */
function kindsOf({ input }: Tool): ReadonlySet<string> {
  const values = Object.entries(input.properties ?? {}).flatMap(([name, schema]) => {
    if (typeof schema === "boolean" || !/type|kind/i.test(name)) return [];
    const items = typeof schema.items === "object" ? (schema.items.enum ?? []) : [];
    return [...(schema.enum ?? []), ...items];
  });
  return new Set(values.flatMap((value) => (typeof value === "string" ? searchWords(value) : [])));
}
