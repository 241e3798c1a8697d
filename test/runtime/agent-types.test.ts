import { describe, expectTypeOf, it } from "vitest";
import { createAgent, type Agent, type Model, type RunResult, type Toolset } from "toolpress/runtime";

declare const model: Model;
declare const plain: Toolset;
declare const tenanted: Toolset<{ tenant: string }>;

describe("the types of an agent", () => {
  it("demand a context where handlers need one, and only there", () => {
    const use = (): void => {
      void createAgent({ tools: plain, model }).run("go");
      void createAgent({ tools: tenanted, model }).run("go", { context: { tenant: "acme" } });
      // @ts-expect-error the handlers need a tenant
      void createAgent({ tools: tenanted, model }).run("go");
      // @ts-expect-error a tenant is a text
      void createAgent({ tools: tenanted, model }).stream("go", { context: { tenant: 5 } });
    };
    expectTypeOf(use).returns.toBeVoid();
    expectTypeOf<Agent<{ tenant: string }>["run"]>().parameter(1).toHaveProperty("context");
  });

  it("tell the endings apart by status", () => {
    expectTypeOf<Extract<RunResult, { status: "paused" }>>().toHaveProperty("state");
    expectTypeOf<Extract<RunResult, { status: "error" }>>().toHaveProperty("error");
    expectTypeOf<RunResult>().toHaveProperty("contents");
    expectTypeOf<RunResult["text"]>().toBeString();
  });
});
