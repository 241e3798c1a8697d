import { describe, expect, it } from "vitest";
import type { AgentOptions } from "../../runtime/start/agent.js";
import {
  assertReplayable,
  call,
  responsesOf,
  type FakeGemini,
  type ScriptEntry,
} from "../../testing/index.js";
import { agentOnFake, sentContents } from "./agent-on-fake.js";
import { handMade } from "./hand-made-tools.js";

const names = ["alpha", "beta", "gamma"];
const tools = (parts: Parameters<typeof handMade>[1] = {}) =>
  handMade(
    names.map((name) => ({ name, run: () => name })),
    { groups: { greek: ["alpha", "beta"] }, ...parts },
  );

async function requests(
  script: readonly ScriptEntry[],
  options: Partial<AgentOptions> = {},
): Promise<{ configs: unknown[]; declared: unknown[]; fake: FakeGemini; codes: unknown[] }> {
  const { agent, fake } = await agentOnFake(script, { tools: tools(), ...options });
  const result = await agent.run("go");
  assertReplayable(result.contents);
  fake.assertDone();
  return {
    configs: fake.requests.map(({ body }) => body.toolConfig),
    declared: fake.requests.map(({ body }) =>
      body.tools?.flatMap(
        (tool) =>
          (tool.functionDeclarations as { name: string }[] | undefined)?.map(({ name }) => name) ?? [],
      ),
    ),
    codes: result.turns.flatMap(({ calls }) => calls.map(({ code }) => code)),
    fake,
  };
}

describe("toolConfig", () => {
  it("is not sent if it is empty, because AUTO is the default", async () => {
    expect((await requests(["hi"])).configs).toEqual([undefined]);
  });

  it.each(["AUTO", "ANY", "NONE", "VALIDATED"] as const)("carries the mode %s", async (mode) => {
    const script = mode === "ANY" ? [call("alpha"), "hi"] : ["hi"];
    const { configs } = await requests(script, { toolConfig: { functionCallingConfig: { mode } } });
    expect(configs[0]).toEqual({ functionCallingConfig: { mode } });
  });

  it("relaxes ANY after the first round and keeps the names, on the wire and in dispatch", async () => {
    const { configs, codes } = await requests([call("beta"), call("alpha"), "hi"], {
      toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["beta"] } },
    });
    expect(configs).toEqual([
      { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["beta"] } },
      { functionCallingConfig: { mode: "VALIDATED", allowedFunctionNames: ["beta"] } },
      { functionCallingConfig: { mode: "VALIDATED", allowedFunctionNames: ["beta"] } },
    ]);
    expect(codes).toEqual([undefined, "NOT_ALLOWED"]);
  });

  it("is also a limit in `request`, as in a Gemini request", async () => {
    const functionCallingConfig = { mode: "ANY", allowedFunctionNames: ["beta"] };
    const { configs, codes } = await requests([call("beta"), call("alpha"), "hi"], {
      request: { toolConfig: { functionCallingConfig } },
    });
    expect(configs[0]).toEqual({ functionCallingConfig });
    expect(configs[1]).toEqual({ functionCallingConfig: { ...functionCallingConfig, mode: "VALIDATED" } });
    expect(codes).toEqual([undefined, "NOT_ALLOWED"]);
  });

  it("relaxes ANY to AUTO if every tool is allowed", async () => {
    const { configs } = await requests([call("beta"), "hi"], {
      toolConfig: { functionCallingConfig: { mode: "ANY" } },
    });
    expect(configs[1]).toEqual({ functionCallingConfig: { mode: "AUTO" } });
  });

  it("is widened only by prepareTurn, which is code of the caller", async () => {
    const { codes } = await requests([call("beta"), call("alpha"), call("gamma"), "hi"], {
      toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["beta"] } },
      prepareTurn: ({ turn }) => (turn === 1 ? { allowed: ["alpha"] } : undefined),
    });
    expect(codes).toEqual([undefined, undefined, "NOT_ALLOWED"]);
  });

  it("keeps ANY until a call was made", async () => {
    const { configs } = await requests([call("nope"), call("alpha"), "hi"], {
      toolConfig: { functionCallingConfig: { mode: "ANY" } },
    });
    expect(
      configs.map(
        (config) => (config as { functionCallingConfig: { mode: string } }).functionCallingConfig.mode,
      ),
    ).toEqual(["ANY", "ANY", "AUTO"]);
  });

  it("keeps ANY for the complete run on demand", async () => {
    const { configs } = await requests([call("alpha"), call("alpha")], {
      toolConfig: { functionCallingConfig: { mode: "ANY" } },
      keepMode: true,
      maxTurns: 2,
    });
    expect(configs[1]).toEqual({ functionCallingConfig: { mode: "ANY" } });
  });

  it("limits the choice with ANY, and a call outside of it is refused", async () => {
    const { codes } = await requests([call("alpha"), call("beta"), "hi"], {
      toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["beta"] } },
    });
    expect(codes).toEqual(["NOT_ALLOWED", undefined]);
  });

  it("accepts groups among the names, and expands them to their tools", async () => {
    const toolConfig = { functionCallingConfig: { mode: "ANY" as const, allowedFunctionNames: ["greek"] } };
    expect((await requests([call("alpha"), "hi"], { toolConfig })).configs[0]).toEqual({
      functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["alpha", "beta"] },
    });
  });

  it("with ANY of tools that are not active is an error of the programmer", async () => {
    const toolConfig = { functionCallingConfig: { mode: "ANY" as const, allowedFunctionNames: ["alpha"] } };
    await expect(requests([], { toolConfig, activeTools: ["gamma"] })).rejects.toThrow(
      'mode ANY: none of the allowed tools of "hand-made" is active',
    );
  });

  it("with an empty list allows no tool, which ANY cannot express", async () => {
    const functionCallingConfig = { allowedFunctionNames: [] } as const;
    const { configs } = await requests(["hi"], { toolConfig: { functionCallingConfig } });
    expect(configs).toEqual([{ functionCallingConfig: { mode: "NONE" } }]);
    const any = { functionCallingConfig: { mode: "ANY", ...functionCallingConfig } } as const;
    await expect(requests([], { toolConfig: any })).rejects.toThrow(TypeError);
  });

  it("limits the choice without ANY by VALIDATED, because AUTO accepts no names", async () => {
    const { configs } = await requests(["hi"], {
      toolConfig: { functionCallingConfig: { allowedFunctionNames: ["beta"] } },
    });
    expect(configs).toEqual([
      { functionCallingConfig: { mode: "VALIDATED", allowedFunctionNames: ["beta"] } },
    ]);
  });

  it("comes from the toolset unless the run has its own", async () => {
    const set = tools({ toolConfig: { functionCallingConfig: { mode: "VALIDATED" } } });
    expect((await requests(["hi"], { tools: set })).configs).toEqual([
      { functionCallingConfig: { mode: "VALIDATED" } },
    ]);
    const own = { toolConfig: { functionCallingConfig: { mode: "NONE" as const } } };
    expect((await requests(["hi"], { tools: set, ...own })).configs).toEqual([own.toolConfig]);
  });

  it("omits fields that only Vertex accepts", async () => {
    const { configs } = await requests(["hi"], {
      toolConfig: { functionCallingConfig: { mode: "AUTO", streamFunctionCallArguments: true } },
    });
    expect(configs).toEqual([{ functionCallingConfig: { mode: "AUTO" } }]);
  });

  it("is not sent without functions", async () => {
    const { configs, fake } = await requests(["hi"], {
      tools: handMade([]),
      toolConfig: { functionCallingConfig: { mode: "ANY" } },
    });
    expect(configs).toEqual([undefined]);
    expect(fake.requests[0]?.body.tools).toBeUndefined();
  });

  it("in mode NONE refuses calls that the model still sends", async () => {
    const { codes } = await requests([call("alpha"), "hi"], {
      toolConfig: { functionCallingConfig: { mode: "NONE" } },
    });
    expect(codes).toEqual(["NOT_ALLOWED"]);
  });
});

describe("active tools", () => {
  it("are the only ones in a session, by name or by group", async () => {
    expect((await requests(["hi"], { activeTools: ["gamma"] })).declared).toEqual([["gamma"]]);
    expect((await requests(["hi"], { activeTools: ["greek"] })).declared).toEqual([["alpha", "beta"]]);
  });

  it("hide the others even from a model that guesses their names", async () => {
    const { fake } = await requests([call("alpha"), "hi"], { activeTools: ["gamma"] });
    expect(responsesOf(sentContents(fake, 1))[0]?.response).toEqual({
      error: { code: "UNKNOWN_TOOL", message: 'There is no tool "alpha". Available tools: gamma.' },
    });
  });

  it.each(["delta", "constructor", "toString"])(
    "that do not exist (%s) are an error of the programmer",
    async (name) => {
      const { agent } = await agentOnFake(["hi"], { tools: tools() });
      await expect(agent.run("go", { activeTools: [name] })).rejects.toThrow(
        `has no tool or group "${name}"`,
      );
    },
  );

  it("stay declared if the history calls others, which are declared but not allowed", async () => {
    const { agent, fake } = await agentOnFake([call("alpha"), "hi", call("alpha"), "ok"], { tools: tools() });
    const first = await agent.run("go");
    const second = await agent.run("again", { contents: first.contents, activeTools: ["gamma"] });
    expect(fake.requests[2]?.body).toMatchObject({
      tools: [{ functionDeclarations: [{ name: "alpha" }, { name: "gamma" }] }],
      toolConfig: { functionCallingConfig: { mode: "VALIDATED", allowedFunctionNames: ["gamma"] } },
    });
    expect(second.turns[0]?.calls[0]?.code).toBe("UNKNOWN_TOOL");
    fake.assertDone();
  });
});

describe("prepareTurn", () => {
  it("may change tools, mode, system and model of each turn", async () => {
    const { fake, codes } = await requests([call("alpha"), call("alpha"), "hi"], {
      system: "usual",
      prepareTurn: ({ turn, turns }) =>
        turn === 0
          ? { mode: "ANY", system: "first" }
          : turn === 1
            ? { allowed: ["beta"], model: "gemini-3.8-flash" }
            : { mode: turns.length === 2 ? "NONE" : "AUTO" },
    });
    expect(fake.requests.map(({ body, model }) => [body.toolConfig, body.systemInstruction, model])).toEqual([
      [{ functionCallingConfig: { mode: "ANY" } }, { parts: [{ text: "first" }] }, "gemini-3.5-flash"],
      [
        { functionCallingConfig: { mode: "VALIDATED", allowedFunctionNames: ["beta"] } },
        { parts: [{ text: "usual" }] },
        "gemini-3.8-flash",
      ],
      [{ functionCallingConfig: { mode: "NONE" } }, { parts: [{ text: "usual" }] }, "gemini-3.5-flash"],
    ]);
    expect(codes).toEqual([undefined, "NOT_ALLOWED"]);
  });

  it("may send other contents without changing the history", async () => {
    const { agent, fake } = await agentOnFake(["hi"], {
      tools: tools(),
      prepareTurn: () => ({ contents: [{ role: "user", parts: [{ text: "short" }] }] }),
    });
    const result = await agent.run("a long story");
    expect(sentContents(fake, 0)).toEqual([{ role: "user", parts: [{ text: "short" }] }]);
    expect(result.contents[0]?.parts?.[0]?.text).toBe("a long story");
  });

  it("may stop the run", async () => {
    const { agent, fake } = await agentOnFake([call("alpha")], {
      tools: tools(),
      prepareTurn: ({ turn }) => ({ stop: turn === 1 }),
    });
    const result = await agent.run("go");
    expect(result).toMatchObject({ status: "stopped", by: "prepareTurn" });
    assertReplayable(result.contents);
    fake.assertDone();
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("broken");
      },
    ],
    ["allows a tool that does not exist", () => ({ allowed: ["delta"] })],
  ])("fails closed when it %s", async (_what, prepareTurn) => {
    const { agent, fake } = await agentOnFake(["never"], { tools: tools(), prepareTurn });
    expect(await agent.run("go")).toMatchObject({ status: "error", error: { kind: "policy" } });
    expect(fake.requests).toEqual([]);
  });
});

describe("built-in tools together with functions", () => {
  const builtins = [{ googleSearch: {} }, { codeExecution: {} }];

  it("are in separate elements, with the flag that the Gemini API demands", async () => {
    const { fake, configs } = await requests([call("alpha"), "hi"], { tools: tools({ builtins }) });
    expect(fake.requests[0]?.body.tools?.slice(1)).toEqual(builtins);
    expect(configs).toEqual([
      { includeServerSideToolInvocations: true },
      { includeServerSideToolInvocations: true },
    ]);
  });

  it("turn AUTO into VALIDATED, which the service demands with them", async () => {
    const { configs } = await requests(["hi"], {
      tools: tools({ builtins }),
      toolConfig: { functionCallingConfig: { mode: "AUTO" } },
    });
    expect(configs).toEqual([
      { functionCallingConfig: { mode: "VALIDATED" }, includeServerSideToolInvocations: true },
    ]);
  });

  it("need no flag alone", async () => {
    const { configs, fake } = await requests(["hi"], { tools: handMade([], { builtins }) });
    expect(configs).toEqual([undefined]);
    expect(fake.requests[0]?.body.tools).toEqual(builtins);
  });

  it("leave server-side parts in the history, unexecuted and verbatim", async () => {
    const parts = [
      { functionCall: { id: "c1", name: "alpha" }, thoughtSignature: "YQ==" },
      {
        toolCall: { id: "s1", toolType: "GOOGLE_SEARCH_WEB", args: { queries: ["x"] } },
        thoughtSignature: "Yg==",
      },
      { toolResponse: { id: "s1", toolType: "GOOGLE_SEARCH_WEB", response: {} }, thoughtSignature: "Yw==" },
    ];
    const { fake } = await requests(
      [
        {
          kind: "raw",
          events: [{ candidates: [{ content: { role: "model", parts }, finishReason: "STOP" }] }],
        },
        "hi",
      ],
      { tools: tools({ builtins }) },
    );
    expect(sentContents(fake, 1)[1]?.parts).toEqual(parts);
    expect(responsesOf(sentContents(fake, 1)).length).toBe(1);
  });

  it("are in the cache if there is one, like functions and system", async () => {
    const { agent, fake } = await agentOnFake(["hi"], { tools: tools({ builtins }), system: "x" });
    await agent.run("go", { request: { cachedContent: "cachedContents/1" } });
    expect(Object.keys(fake.requests[0]?.body ?? {}).sort()).toEqual(["cachedContent", "contents"]);
  });
});
