import { createAgent, type FunctionDeclaration } from "@toolpress/runtime";
import { withSearch } from "@toolpress/runtime/search";
import { call, scriptedModel, type ScriptedModel } from "toolpress/testing";
import { describe, expect, it } from "vitest";
import { createWeather } from "../../generated/weather/index.js";
import { library } from "./library.js";

function declaredIn(model: ScriptedModel): readonly (readonly string[])[] {
  return model.requests.map(({ body }) => {
    const [tool] = (body["tools"] ?? []) as [{ functionDeclarations: FunctionDeclaration[] }];
    return tool.functionDeclarations.map(({ name }) => name);
  });
}

describe("the mode activate", () => {
  const always = ["opening_hours", "search_tools"];

  it("declares found tools from the next turn on, in the order of discovery", async () => {
    const { tools, calls } = library();
    const model = scriptedModel([
      call("search_tools", { queries: ["shelf"] }),
      call("get_book", { book_id: 7 }),
      call("search_tools", { queries: ["members"] }),
      "Done.",
    ]);
    const result = await createAgent({ tools: withSearch(tools, { mode: "activate" }), model }).run("Go.");
    expect(result.status).toBe("done");
    const [first, second, third, last] = declaredIn(model);
    expect(first).toEqual(always);
    expect(second).toEqual([...always, "get_book", "find_books"]);
    expect(third).toEqual(second);
    expect(last?.slice(0, 4)).toEqual(second);
    expect(last).toContain("find_members");
    expect(calls).toEqual([["get_book", { book_id: 7 }]]);
  });

  it("declares at most the given number", async () => {
    const { tools } = library();
    const model = scriptedModel([call("search_tools", { queries: ["book member"] }), "Done."]);
    const limited = withSearch(tools, { mode: "activate", mostActive: 2 });
    await createAgent({ tools: limited, model }).run("Go.");
    expect(declaredIn(model)[1]).toHaveLength(always.length + 2);
  });

  it("keeps used tools in the next run, and leaves out those that were only found", async () => {
    const { tools } = library();
    const model = scriptedModel([
      call("search_tools", { queries: ["shelf"] }),
      call("get_book", { book_id: 7 }),
      "Done.",
      "Again.",
    ]);
    const agent = createAgent({ tools: withSearch(tools, { mode: "activate" }), model });
    const { contents } = await agent.run("Go.");
    await agent.run("And now?", { contents });
    expect(declaredIn(model).at(-1)).toEqual([...always, "get_book"]);
  });

  it("explains an unknown name with the nearest tools", async () => {
    const { tools } = library();
    const model = scriptedModel([call("get_the_book", { id: 7 }), "Done."]);
    const { turns } = await createAgent({ tools: withSearch(tools, { mode: "activate" }), model }).run("Go.");
    expect(turns[0]?.calls[0]?.code).toBe("UNKNOWN_TOOL");
    expect(JSON.stringify(turns[0]?.calls[0]?.response)).toContain("get_book {book_id: integer}");
  });

  it("declares no found tool that is not active", async () => {
    const { tools } = library();
    const model = scriptedModel([call("search_tools", { queries: ["book", "member"] }), "Done."]);
    const activating = withSearch(tools, { mode: "activate" });
    await createAgent({ tools: activating, model, activeTools: ["members"] }).run("Go.");
    expect(declaredIn(model).flat().join()).not.toContain("book");
  });
});

describe("activeTools of prepareTurn", () => {
  it("replace the active tools for one turn", async () => {
    const handlers = { get_current_weather: () => ({ temperature: 7, unit: "celsius" }) } as never;
    const tools = createWeather({ handlers });
    const [name = "", ...others] = tools.tools.keys();
    const model = scriptedModel([call(name, { location: "Boston" }), "Done."]);
    const result = await createAgent({
      tools,
      model,
      prepareTurn: ({ turn }) => (turn === 0 ? { activeTools: [name] } : {}),
    }).run("Go.");
    expect(result.status).toBe("done");
    expect(declaredIn(model)).toEqual([[name], [name, ...others]]);
  });

  it("forbid calls of other tools in that turn", async () => {
    const { tools, calls } = library();
    const model = scriptedModel([
      call("get_member", { member_id: 3 }),
      call("get_member", { member_id: 3 }),
      "Done.",
    ]);
    const agent = createAgent({
      tools,
      model,
      prepareTurn: ({ turn }) => (turn === 0 ? { activeTools: ["books"] } : {}),
    });
    const { turns } = await agent.run("Go.");
    expect(turns.flatMap(({ calls: made }) => made.map(({ code }) => code))).toEqual([
      "UNKNOWN_TOOL",
      undefined,
    ]);
    expect(calls).toHaveLength(1);
  });
});
