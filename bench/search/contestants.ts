import { pathToFileURL } from "node:url";
import { rank } from "../../runtime/search/rank.js";
import { readIndex } from "../../runtime/search/read-index.js";
import { installPeers, peerVersion } from "../install-peers.js";
import type { SearchSet } from "./sets.js";

/** Answers a query with names of tools, best first. */
export type Search = (query: string) => Promise<readonly string[]> | readonly string[];

export interface Contestant {
  readonly name: string;
  open(set: SearchSet): Search;
}

/** The most names that count. */
export const most = 10;

export const toolpress: Contestant = {
  name: "toolpress",
  open({ lines }) {
    const index = readIndex(lines);
    return (query) => rank(index, query, most).map(({ number }) => index.tools[number]!.name);
  },
};

/** The parts of AI SDK 7 that the bench uses. */
interface AiSdk {
  generateText(options: object): Promise<{ readonly steps: readonly Step[] }>;
  toolSearch(options: object): object;
  tool(options: object): object;
  jsonSchema(schema: object): unknown;
}

interface Step {
  readonly toolResults: readonly {
    readonly output: { readonly tools: readonly { readonly name: string }[] };
  }[];
}

/** No tool of a set has this name. */
const searchName = "find_deferred_tools";

type MockModel = new (options: object) => object;

/** The search of AI SDK 7 through its public functions: a scripted model searches once. */
export async function aiSdk(): Promise<Contestant> {
  const require = installPeers(["ai@7"]);
  const load = (name: string): Promise<unknown> => import(pathToFileURL(require.resolve(name)).href);
  const ai = (await load("ai")) as AiSdk;
  const mocks = (await load("ai/test")) as Readonly<Record<string, MockModel>>;
  const Mock = mocks["MockLanguageModelV4"]!;
  return {
    name: `AI SDK ${peerVersion("ai")}`,
    open({ tools }) {
      const inputSchema = ai.jsonSchema({ type: "object", properties: {} });
      const deferred = tools.map(({ name, description }) => [
        name,
        { ...ai.tool({ description, inputSchema }), deferLoading: true },
      ]);
      const all = {
        ...(Object.fromEntries(deferred) as object),
        [searchName]: ai.toolSearch({ maxResults: most }),
      };
      return async (query) => {
        const call = {
          type: "tool-call",
          toolCallId: "1",
          toolName: searchName,
          input: JSON.stringify({ query }),
        };
        const usage = {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 },
        };
        const doGenerate = (): Promise<object> =>
          Promise.resolve({
            content: [call],
            finishReason: { unified: "tool-calls", raw: "tool_calls" },
            ...{ usage, warnings: [] },
          });
        const { steps } = await ai.generateText({
          ...{ model: new Mock({ doGenerate }), prompt: query, tools: all, maxRetries: 0 },
        });
        return steps[0]!.toolResults[0]!.output.tools.map(({ name }) => name);
      };
    },
  };
}

interface MiniSearch {
  addAll(documents: readonly object[]): void;
  search(query: string): readonly { readonly id: string }[];
}

/** minisearch with its defaults, over the same names and descriptions. */
export function miniSearch(): Contestant {
  const loaded = installPeers(["minisearch@7.2.0"])("minisearch") as
    | (new (options: object) => MiniSearch)
    | { readonly default: new (options: object) => MiniSearch };
  const MiniSearch = "default" in loaded ? loaded.default : loaded;
  return {
    name: `minisearch ${peerVersion("minisearch")}`,
    open({ tools }) {
      const index = new MiniSearch({ fields: ["words", "description"], idField: "name" });
      index.addAll(
        tools.map(({ name, description }) => ({ name, words: name.replaceAll("_", " "), description })),
      );
      return (query) =>
        index
          .search(query)
          .slice(0, most)
          .map(({ id }) => id);
    },
  };
}
