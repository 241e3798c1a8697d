import { combine, createAgent, dispatch, type Toolset } from "@toolpress/runtime";
import { searchTools, withSearch } from "@toolpress/runtime/search";
import { call, scriptedModel } from "toolpress/testing";
import { describe, expect, it } from "vitest";
import { createWeather } from "../../generated/weather/index.js";
import { library } from "./library.js";

/** A set without a search. */
function weather(): Toolset {
  return createWeather({ handlers: { get_current_weather: () => ({ temperature: 7, unit: "celsius" }) } });
}

interface Found {
  readonly result: {
    readonly tools: readonly { readonly name: string; readonly needs?: readonly string[] }[];
    readonly note?: string;
  };
}

async function found(args: object, tools = library().tools): Promise<Found["result"]> {
  const { response } = await dispatch(tools, { name: "search_tools", args });
  return (response as unknown as Found).result;
}

const names = ({ tools }: Found["result"]): readonly string[] => tools.map(({ name }) => name);

describe("search_tools", () => {
  it("returns the skeleton of the call, one sentence and the needs", async () => {
    const { tools } = await found({ queries: ["shelf of a book"] });
    expect(tools[0]).toEqual({
      name: "get_book",
      call: "{book_id: integer}",
      about: "Returns one book with its shelf.",
      needs: ["find_books"],
    });
  });

  it("returns the tools that another needs, even if their words do not fit", async () => {
    expect(names(await found({ queries: ["shelf"] }))).toEqual(["get_book", "find_books"]);
  });

  it("interleaves the results of several queries", async () => {
    const result = names(await found({ queries: ["find members", "shelf"] }));
    expect(result.slice(0, 2)).toEqual(["find_members", "get_book"]);
  });

  it("finds a tool by its keywords and by the synonyms of the set", async () => {
    expect(names(await found({ queries: ["literature"] }))[0]).toBe("find_books");
    expect(names(await found({ queries: ["reserve the novel"] }))[0]).toBe("reserve_book");
  });

  it.each([
    ["one text", { queries: "shelf" }],
    ["another name", { query: "shelf" }],
    ["empty queries between", { queries: ["", "shelf", 7] }],
  ])("accepts %s", async (_form, args) => {
    expect(names(await found(args))).toContain("get_book");
  });

  it("searches one group, and reports a group that does not exist", async () => {
    expect(names(await found({ queries: ["find member book"], group: "members" }))).not.toContain(
      "find_books",
    );
    const { note } = await found({ queries: ["find member"], group: "member" });
    expect(note).toBe('There is no group "member"; did you mean "members"? All groups were searched.');
  });

  it("reports that nothing fits, and refuses a call without queries", async () => {
    expect(await found({ queries: ["xyzzy"] })).toEqual({
      tools: [],
      note: "Nothing fits. Use other words, without a group.",
    });
    const { response } = await dispatch(library().tools, { name: "search_tools", args: {} });
    expect(response["error"]).toMatchObject({ code: "INVALID_ARGUMENTS" });
  });
});

describe("searchTools", () => {
  it("is pure: equal queries give equal hits", () => {
    const { tools } = library();
    expect(searchTools(tools, ["find book"], 3)).toEqual(searchTools(tools, ["find book"], 3));
    expect(searchTools(tools, ["find book"], 1)).toHaveLength(1);
  });

  it("refuses a set without a search", () => {
    const tools = weather();
    expect(() => searchTools(tools, ["x"])).toThrow("search: true");
    expect(() => withSearch(tools)).toThrow("search: true");
  });
});

describe("withSearch", () => {
  it("replaces options of the spec", async () => {
    const tools = withSearch(library().tools, { always: ["books"], results: 1 });
    expect([...tools.tools.keys()]).toEqual([
      "find_books",
      "get_book",
      "reserve_book",
      "search_tools",
      "call_tool",
    ]);
    expect(names(await found({ queries: ["member"] }, tools))).toHaveLength(1);
    expect(() => withSearch(tools, { always: ["nothing"] })).toThrow('no tool or group "nothing"');
  });

  it("lets a hook order the results", async () => {
    const tools = withSearch(library().tools, {
      rank: async (_query, candidates) => [...candidates].sort((a, b) => (a.name < b.name ? 1 : -1)),
    });
    expect(names(await found({ queries: ["book"] }, tools))[0]).toBe("reserve_book");
  });
});

describe("combine", () => {
  it("declares the tools of a set without a search beside those for searching", async () => {
    const tools = combine(library().tools, weather());
    const declared = [...tools.tools.keys()];
    expect(declared).toContain("get_current_weather");
    expect(declared).toContain("opening_hours");
    expect(declared.slice(-2)).toEqual(["search_tools", "call_tool"]);
    expect(declared).not.toContain("get_book");
    const model = scriptedModel([
      call("call_tool", { name: "get_book", arguments: '{"book_id": 7}' }),
      call("get_current_weather", { location: "Boston" }),
      "Done.",
    ]);
    const { turns } = await createAgent({ tools, model }).run("Go.");
    expect(turns.flatMap(({ calls }) => calls.map(({ tool, code }) => [tool, code]))).toEqual([
      ["get_book", undefined],
      ["get_current_weather", undefined],
    ]);
  });
});
