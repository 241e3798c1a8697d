import type { BoundTool, Toolset, ToolSearch } from "../tool.js";
import type { FunctionDeclaration } from "../wire.js";
import { CALL_TOOL, declareSearch, SEARCH_TOOLS } from "./declarations.js";
import { foundIn } from "./found-in.js";

/**
 * The tools of a set with a search. Its entries are the declared tools, which is what adapters declare; `get` and `has`
 * also know the tools that the model finds.
 */
export class DeclaredTools<Context> extends Map<string, BoundTool<Context>> {
  readonly #complete: Toolset<Context>;

  constructor(complete: Toolset<Context>, always: Iterable<string>) {
    super();
    this.#complete = complete;
    for (const name of always) this.set(name, complete.tools.get(name)!);
  }

  override get(name: string): BoundTool<Context> | undefined {
    return super.get(name) ?? this.#complete.tools.get(name);
  }

  override has(name: string): boolean {
    return super.has(name) || this.#complete.tools.has(name);
  }

  /** Whether a tool is declared from the start. */
  lists(name: string): boolean {
    return super.has(name);
  }
}

/** The most found tools that are declared in a run. */
const mostActive = 20;

/**
 * Makes the declarations of requests: the declared tools, then found ones in the order of discovery. The same names
 * always give the same object, so that encoders can cache its text.
 */
export function createDeclarations(
  tools: DeclaredTools<never>,
  complete: Toolset<never>,
  options: { readonly mode?: "call" | "activate"; readonly mostActive?: number },
): ToolSearch["declare"] {
  const { mode = "call", mostActive: most = mostActive } = options;
  const known = new Map<string, { readonly functionDeclarations: readonly FunctionDeclaration[] }>();
  return (active, contents, startedWith) => {
    const listed = [...tools.keys()].filter((name) => active.has(name) || name === CALL_TOOL);
    const isReachable = active.has(SEARCH_TOOLS);
    const found =
      mode === "call"
        ? []
        : foundIn(contents, startedWith)
            .filter((name) => complete.tools.has(name) && !tools.lists(name) && active.has(name))
            .slice(0, most);
    const names = [...listed.filter((name) => isReachable || name !== CALL_TOOL), ...found];
    const groups = activeGroups(complete, active);
    const key = JSON.stringify([names, groups]);
    const declarationOf = (name: string): FunctionDeclaration =>
      name === SEARCH_TOOLS ? declareSearch(groups, mode) : tools.get(name)!.entry.declaration;
    const tool = known.get(key) ?? { functionDeclarations: names.map(declarationOf) };
    if (known.size > mostKnown) known.clear();
    known.set(key, tool);
    return tool;
  };
}

/** Runs with other active tools have other declarations. */
const mostKnown = 100;

/** Groups without an active tool are not named. */
function activeGroups({ groups }: Toolset<never>, active: ReadonlySet<string>): readonly string[] {
  return Object.keys(groups).filter((group) => groups[group]!.some((name) => active.has(name)));
}
