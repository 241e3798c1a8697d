import { describe, expect, expectTypeOf, it } from "vitest";
import { combine } from "../../runtime/start/combine.js";
import { createAgent } from "../../runtime/start/agent.js";
import type { Toolset } from "../../runtime/tool.js";
import { call, scriptedModel } from "../../testing/index.js";
import { handMade } from "./hand-made-tools.js";

const set = (name: string, tools: readonly string[], parts: Partial<Toolset> = {}): Toolset =>
  handMade(
    tools.map((tool) => ({ name: tool, run: () => `${tool} of ${name}` })),
    { name, ...parts },
  );

describe("sets that are combined", () => {
  it("are one set for an agent, in their order", async () => {
    const tools = combine(set("shop", ["find", "order"]), set("mail", ["send"]));
    expect([...tools.tools.keys()]).toEqual(["find", "order", "send"]);
    const model = scriptedModel([[call("order"), call("send")], "Done."]);
    const result = await createAgent({ tools, model }).run("go");
    expect(result.turns[0]?.calls.map(({ response }) => response["result"])).toEqual([
      "order of shop",
      "send of mail",
    ]);
  });

  it("keep their groups, and built-in tools once", () => {
    const search = { googleSearch: {} };
    const tools = combine(
      set("shop", ["find"], { groups: { reading: ["find"] }, builtins: [search, { codeExecution: {} }] }),
      set("mail", ["send"], { groups: { writing: ["send"] }, builtins: [{ googleSearch: {} }] }),
    );
    expect(tools.groups).toEqual({ reading: ["find"], writing: ["send"] });
    expect(tools.builtins).toEqual([search, { codeExecution: {} }]);
  });

  it("keep a group with a name of Object.prototype", () => {
    const groups = JSON.parse('{ "__proto__": ["find"] }') as Toolset["groups"];
    const tools = combine(set("shop", ["find"], { groups }), set("mail", ["send"]));
    expect(Object.entries(tools.groups)).toEqual([["__proto__", ["find"]]]);
  });

  it("keep their own limits: allowed names of one set do not forbid the tools of another", () => {
    const limited = { toolConfig: { functionCallingConfig: { allowedFunctionNames: ["find"] } } };
    const tools = combine(set("shop", ["find", "order"], limited), set("mail", ["send"]));
    expect(tools.toolConfig?.functionCallingConfig).toEqual({ allowedFunctionNames: ["find", "send"] });
  });

  it("have one mode, which must be equal in all sets that have one", () => {
    const mode = (mode: "ANY" | "AUTO"): Partial<Toolset> => ({
      toolConfig: { functionCallingConfig: { mode } },
    });
    const tools = combine(set("a", ["x"], mode("ANY")), set("b", ["y"]), set("c", ["z"], mode("ANY")));
    expect(tools.toolConfig).toEqual({ functionCallingConfig: { mode: "ANY" } });
    expect(() => combine(set("a", ["x"], mode("ANY")), set("b", ["y"], mode("AUTO")))).toThrow(
      "combine(): the sets have different values of `functionCallingConfig.mode`; make them the same in their specs",
    );
  });

  it("cannot have a tool and a group with the same name", () => {
    expect(() => combine(set("shop", ["find"]), set("mail", ["find"]))).toThrow(
      'combine(): "shop" and "mail" both have the tool "find"; rename one of them in its spec',
    );
    const grouped = { groups: { all: [] } };
    expect(() => combine(set("shop", ["a"], grouped), set("mail", ["b"], grouped))).toThrow(
      'combine(): "shop" and "mail" both have the group "all"; rename one of them in its spec',
    );
  });

  it("have a hash that changes with each of them, for paused runs", () => {
    const one = combine(set("shop", ["find"]), set("mail", ["send"]));
    expect(one.hash).toBe(combine(set("shop", ["find"]), set("mail", ["send"])).hash);
    expect(one.hash).not.toBe(combine(set("shop", ["find"]), set("mail", ["read"])).hash);
  });

  it("have the environment that the sets agree on", () => {
    const env = (): string => "value";
    expect(combine(set("a", ["x"], { env }), set("b", ["y"])).env).toBe(env);
    expect(() => combine(set("a", ["x"], { env }), set("b", ["y"], { env: () => "other" }))).toThrow("`env`");
  });

  it("need the contexts of all of them", () => {
    const one = set("a", ["x"]) as Toolset<{ user: string }>;
    const other = set("b", ["y"]) as Toolset<{ tenant: number }>;
    const none = set("c", ["z"]);
    expectTypeOf(combine(one, other, none)).toExtend<Toolset<{ user: string } & { tenant: number }>>();
    const agent = createAgent({ tools: combine(one, none), model: scriptedModel([]) });
    // @ts-expect-error the context of the first set is missing
    void (() => agent.run("go"));
  });
});
