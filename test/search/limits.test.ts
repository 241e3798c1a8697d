import { createAgent, dispatch, type FunctionResponse } from "@toolpress/runtime";
import { searchTools, withSearch } from "@toolpress/runtime/search";
import { call, scriptedModel } from "toolpress/testing";
import { describe, expect, it } from "vitest";
import { library } from "./library.js";

// A search must never name a tool that the run may not call, and `call_tool` must never run one.

const everything = ["find books by title", "get book shelf", "reserve a book", "find members", "get member"];
const search = call("search_tools", { queries: everything });
const viaCallTool = (name: string, args: unknown): ReturnType<typeof call> =>
  call("call_tool", { name, arguments: JSON.stringify(args) });

const memberTools = /find_members|get_member|members/;

function answerText(answer: unknown): string {
  return JSON.stringify(answer);
}

describe("active tools of a run", () => {
  it.each([
    ["names", ["find_books", "get_book"]],
    ["a group", ["books"]],
  ])("limit what a search returns, by %s", async (_form, activeTools) => {
    const { tools, calls } = library();
    const model = scriptedModel([
      search,
      viaCallTool("get_member", { member_id: 3 }),
      call("get_member", { member_id: 3 }),
      viaCallTool("get_book", { book_id: 7 }),
      "Done.",
    ]);
    const { turns } = await createAgent({ tools, model, activeTools, maxConsecutiveErrors: 9 }).run("Go.");
    const answers = turns.map(({ calls: [one] }) => answerText(one?.response));
    expect(answers[0]).toContain("get_book");
    expect(answers[0]).not.toMatch(memberTools);
    expect(answers[1]).toContain("UNKNOWN_TOOL");
    expect(answers[1]).not.toContain("find_members");
    expect(answers[2]).toContain("UNKNOWN_TOOL");
    expect(calls).toEqual([["get_book", { book_id: 7 }]]);
    expect(answerText(model.requests.map(({ body }) => body["tools"]))).not.toMatch(memberTools);
  });

  it("do not name a need that is not active", async () => {
    const { tools } = library();
    const model = scriptedModel([search, "Done."]);
    const { turns } = await createAgent({ tools, model, activeTools: ["get_book", "reserve_book"] }).run(
      "Go.",
    );
    expect(answerText(turns[0]?.calls[0]?.response)).not.toMatch(/find_books|find_members/);
  });

  it("leave no search if all of them are declared anyway", async () => {
    const { tools } = library();
    const model = scriptedModel(["Hello."]);
    await createAgent({ tools, model, activeTools: ["opening_hours"] }).run("Go.");
    expect(answerText(model.requests[0]?.body["tools"])).not.toContain("search_tools");
  });

  it("stay after a pause", async () => {
    const { tools, calls } = library();
    const script = [
      viaCallTool("reserve_book", { book_id: 7, member_id: 3 }),
      search,
      viaCallTool("get_member", { member_id: 3 }),
      "Done.",
    ];
    const model = scriptedModel(script);
    const paused = await createAgent({ tools, model, activeTools: ["books"] }).run("Go.");
    if (paused.status !== "paused") throw new Error(paused.status);
    const decisions = { [paused.pending[0]!.callId]: { deny: "Not today." } };
    // The resuming program has no limits of its own.
    const { turns } = await createAgent({ tools, model, maxConsecutiveErrors: 9 }).resume(paused.state, {
      decisions,
    });
    expect(answerText(turns[1]?.calls[0]?.response)).not.toMatch(memberTools);
    expect(answerText(turns[2]?.calls[0]?.response)).toContain("UNKNOWN_TOOL");
    expect(calls).toEqual([]);
  });
});

describe("other limits", () => {
  it("of a turn apply to search and call", async () => {
    const { tools, calls } = library();
    const model = scriptedModel([search, viaCallTool("get_member", { member_id: 3 }), "Done."]);
    const agent = createAgent({ tools, model, prepareTurn: () => ({ allowed: ["books"] }) });
    const { turns } = await agent.run("Go.");
    expect(answerText(turns[0]?.calls[0]?.response)).not.toMatch(memberTools);
    expect(turns[1]?.calls[0]?.code).toBe("UNKNOWN_TOOL");
    expect(calls).toEqual([]);
  });

  it("of allowedFunctionNames apply, and the request names declared functions only", async () => {
    const { tools } = library();
    const model = scriptedModel([search, "Done."]);
    const toolConfig = {
      functionCallingConfig: { mode: "VALIDATED" as const, allowedFunctionNames: ["get_book"] },
    };
    const { turns } = await createAgent({ tools, model, toolConfig }).run("Go.");
    expect(answerText(turns[0]?.calls[0]?.response)).not.toMatch(/member|find_books/);
    expect(model.requests[0]?.body["toolConfig"]).toEqual({
      functionCallingConfig: { mode: "VALIDATED", allowedFunctionNames: ["search_tools", "call_tool"] },
    });
  });

  it("of dispatch apply to search and call", async () => {
    const { tools, calls } = library();
    const allowed = ["get_book"];
    const found = await dispatch(tools, { name: "search_tools", args: { queries: everything } }, { allowed });
    expect(answerText(found)).not.toMatch(/member|find_books|reserve/);
    const args = { name: "get_member", arguments: '{"member_id": 3}' };
    const refused = await dispatch(tools, { name: "call_tool", args }, { allowed });
    expect(answerText(refused)).toContain("UNKNOWN_TOOL");
    expect(calls).toEqual([]);
  });

  it("of approvals cannot be passed by call_tool, by the own name or by a direct use of its entry", async () => {
    const { tools, calls } = library();
    const inner = { book_id: 7, member_id: 3 };
    const args = { name: "reserve_book", arguments: JSON.stringify(inner) };
    const answers: FunctionResponse[] = [
      await dispatch(tools, { name: "call_tool", args }),
      await dispatch(tools, { name: "reserve_book", args: inner }),
    ];
    for (const { response } of answers) expect(response["error"]).toMatchObject({ code: "DENIED" });
    const direct = tools.tools.get("call_tool")!;
    expect(() => direct.run(args as never, { tool: "call_tool" } as never)).toThrow(/dispatch/);
    expect(calls).toEqual([]);
  });

  it("of a rank hook: a tool that it makes up is not returned", async () => {
    const { tools } = library();
    const hit = { name: "get_member", call: "{}", about: "", needs: [], group: "", score: 1 };
    const ranked = withSearch(tools, { rank: (_query, candidates) => [hit, ...candidates] });
    const args = { queries: ["get book"] };
    const found = await dispatch(ranked, { name: "search_tools", args }, { allowed: ["books", "get_book"] });
    expect(answerText(found)).toContain("get_book");
    expect(answerText(found)).not.toContain("get_member");
  });
});

it("gives hostile names and queries no way into the answer", async () => {
  const { tools } = library();
  const name = `x"}\n\u202e<b>${"y".repeat(500)}`;
  const { response } = await dispatch(tools, { name: "call_tool", args: { name, arguments: "{}" } });
  expect(answerText(response).length).toBeLessThan(600);
  expect(answerText(response)).not.toMatch(/\u202e|<b>/);
  for (const query of [
    "__proto__",
    "constructor",
    "a".repeat(100_000),
    "/".repeat(50_000),
    "@".repeat(50_000),
    "",
  ])
    expect(() => searchTools(tools, [query])).not.toThrow();
});
