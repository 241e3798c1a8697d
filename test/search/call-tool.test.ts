import { createAgent, dispatch, type RunEvent } from "@toolpress/runtime";
import { call, scriptedModel } from "toolpress/testing";
import { describe, expect, it } from "vitest";
import { library } from "./library.js";

const viaCallTool = (name: string, args: unknown): ReturnType<typeof call> =>
  call("call_tool", { name, arguments: JSON.stringify(args) });

describe("call_tool", () => {
  it.each([
    ["JSON text", { name: "get_book", arguments: '{"book_id": 7}' }],
    ["an object", { name: "get_book", arguments: { book_id: 7 } }],
    ["arguments beside the name", { name: "get_book", book_id: 7 }],
    ["some arguments beside the name", { name: "get_book", arguments: "{}", book_id: 7 }],
    ["one level too deep", { name: "get_book", arguments: { arguments: { book_id: 7 } } }],
    ["one level too deep as text", { name: "get_book", arguments: '{"arguments": {"book_id": 7}}' }],
    ["the name inside of the arguments", { arguments: { name: "get_book", arguments: { book_id: 7 } } }],
    [
      "the call inside of itself",
      { name: "call_tool", arguments: { name: "get_book", arguments: { book_id: 7 } } },
    ],
    ["the name twice", { name: "get_book", arguments: { name: "get_book", arguments: { book_id: 7 } } }],
    ["other names of the fields", { tool: "get_book", parameters: { book_id: 7 } }],
    ["the prefix of a namespace", { name: "default_api.get_book", arguments: '{"book_id": 7}' }],
    ["text in a code block", { name: "get_book", arguments: '```json\n{"book_id": 7}\n```' }],
    ["text that was written as text", { name: "get_book", arguments: JSON.stringify('{"book_id":7}') }],
  ])("takes %s", async (_form, args) => {
    const { tools, calls } = library();
    const answer = await dispatch(tools, { name: "call_tool", args, id: "1" });
    expect(calls).toEqual([["get_book", { book_id: 7 }]]);
    expect(answer).toEqual({ id: "1", name: "call_tool", response: { result: { id: 7, shelf: "B2" } } });
  });

  it("keeps an argument that has the name of a wrapper", async () => {
    const { tools, calls } = library();
    await dispatch(tools, { name: "call_tool", args: { name: "find_members", arguments: { name: "Ada" } } });
    expect(calls).toEqual([["find_members", { name: "Ada" }]]);
  });

  it("keeps every digit of a large integer", async () => {
    const { tools } = library();
    const args = { name: "get_book", arguments: '{"book_id": 9007199254740993}' };
    const { response } = await dispatch(tools, { name: "call_tool", args });
    expect(JSON.stringify(response)).not.toContain("9007199254740992");
  });

  it("also runs a found tool that the model calls by its own name", async () => {
    const { tools, calls } = library();
    const answer = await dispatch(tools, { name: "get_book", args: { book_id: 7 } });
    expect(calls).toEqual([["get_book", { book_id: 7 }]]);
    expect(answer.name).toBe("get_book");
  });

  it("validates the arguments of the real tool", async () => {
    const { tools, calls } = library();
    const { response } = await dispatch(tools, {
      name: "call_tool",
      args: { name: "get_book", arguments: '{"book": 7}' },
    });
    expect(calls).toEqual([]);
    expect(response).toEqual({
      error: { code: "INVALID_ARGUMENTS", message: 'get_book: rename book to "book_id".' },
    });
  });

  it.each([
    [
      "an unknown name",
      { name: "get_books", arguments: "{}" },
      /no tool "get_books".*get_book \{book_id: integer\}/,
    ],
    ["a made-up name", { name: "borrow", arguments: "{}" }, /There is no tool "borrow"/],
    ["no name", { arguments: "{}" }, /add `name`/],
    ["text that is no JSON", { name: "get_book", arguments: "book_id=7" }, /JSON text.*\{book_id: integer\}/],
    ["a list", { name: "get_book", arguments: "[7]" }, /JSON text/],
  ])("explains %s", async (_what, args, message) => {
    const { tools, calls } = library();
    const { response } = await dispatch(tools, { name: "call_tool", args });
    expect(calls).toEqual([]);
    expect(response["error"]).toMatchObject({ message: expect.stringMatching(message) as string });
  });

  it("names the nearest tools for an unknown name that the model calls itself", async () => {
    const { tools } = library();
    const { response, name } = await dispatch(tools, { name: "getBook", args: { id: 1 } });
    expect(name).toBe("getBook");
    expect(response["error"]).toMatchObject({
      code: "UNKNOWN_TOOL",
      message: expect.stringContaining("get_book {book_id: integer}") as string,
    });
  });
});

describe("in a run, call_tool", () => {
  it("is the real tool for events, keys, limits and records", async () => {
    const { tools, keys } = library();
    const events: RunEvent[] = [];
    const model = scriptedModel([viaCallTool("get_book", { book_id: 7 }), "Shelf B2."]);
    const result = await createAgent({ tools, model, onEvent: (event) => void events.push(event) }).run(
      "Where?",
      {
        runId: "run",
      },
    );
    expect(result.status).toBe("done");
    expect(keys).toEqual(["run/0/0"]);
    const tool = events.flatMap((event) => ("tool" in event ? [`${event.type} ${event.tool}`] : []));
    expect(tool).toEqual(["tool_call get_book", "tool_start get_book", "tool_end get_book"]);
    expect(result.turns[0]?.calls[0]).toMatchObject({ tool: "get_book", args: { book_id: 7 } });
    // The answer has the name of the call, as the service demands.
    expect(result.contents[2]?.parts?.[0]?.functionResponse?.name).toBe("call_tool");
  });

  it("pauses for the approval of the real tool, with the real arguments", async () => {
    const { tools, calls } = library();
    const args = { book_id: 7, member_id: 3 };
    const model = scriptedModel([viaCallTool("reserve_book", args), "Done."]);
    const agent = createAgent({ tools, model });
    const paused = await agent.run("Reserve it.");
    if (paused.status !== "paused") throw new Error(paused.status);
    expect(calls).toEqual([]);
    expect(paused.pending).toMatchObject([{ tool: "reserve_book", args, reason: "approval" }]);
    const [{ callId }] = paused.pending as unknown as [{ callId: string }];
    const state = JSON.parse(JSON.stringify(paused.state)) as typeof paused.state;
    const done = await agent.resume(state, { decisions: { [callId]: "approve" } });
    expect(done.status).toBe("done");
    expect(calls).toEqual([["reserve_book", args]]);
  });

  it("ends a run with stopOnTool by the name of the real tool", async () => {
    const { tools } = library();
    const model = scriptedModel([viaCallTool("get_book", { book_id: 7 })]);
    const result = await createAgent({ tools, model, stopOnTool: ["get_book"] }).run("Where?");
    expect(result).toMatchObject({ status: "stopped", by: "get_book" });
  });

  it("says that a call fails in the same way as before", async () => {
    const { tools } = library();
    const wrong = viaCallTool("get_book", { book_id: "seven" });
    const model = scriptedModel([wrong, wrong, viaCallTool("get_book", { book_id: "eight" }), "Sorry."]);
    const { turns } = await createAgent({ tools, model }).run("Where?");
    const messages = turns.map(({ calls: [one] }) => JSON.stringify(one?.response));
    expect(messages[0]).not.toContain("same call");
    expect(messages[1]).toContain("The same call failed in the same way before");
    expect(messages[2]).not.toContain("same call");
  });

  it("keeps the declarations of every request byte for byte over twenty searches", async () => {
    const { tools } = library();
    const searches = Array.from({ length: 20 }, (_, at) =>
      call("search_tools", { queries: [`find book ${at}`] }),
    );
    const model = scriptedModel([...searches, viaCallTool("get_book", { book_id: 7 }), "Done."]);
    const result = await createAgent({ tools, model, maxTurns: 40 }).run("Where?");
    expect(result.status).toBe("done");
    const declared = new Set(model.requests.map(({ body }) => JSON.stringify(body["tools"])));
    expect(declared.size).toBe(1);
    expect(model.requests).toHaveLength(22);
  });
});
