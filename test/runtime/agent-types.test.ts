import { describe, expectTypeOf, it } from "vitest";
import {
  answerToolCall,
  createAgent,
  createEffects,
  dispatch,
  type Agent,
  type Decision,
  type Model,
  type RunResult,
  type State,
  type Toolset,
} from "@toolpress/runtime";
import { asCallableTool } from "@toolpress/runtime/google-genai";

declare const model: Model;
declare const plain: Toolset;
declare const tenanted: Toolset<{ tenant: string }>;
declare const maybe: Toolset<{ tenant: string } | undefined>;
declare const state: State;

describe("the types of an agent", () => {
  it("require a context only if handlers need one", () => {
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

  it("require it of all other functions that run handlers", () => {
    const context = { tenant: "acme" };
    const use = (): void => {
      void createAgent({ tools: tenanted, model }).resume(state, { decisions: {}, context });
      // @ts-expect-error the handlers need a tenant
      void createAgent({ tools: tenanted, model }).resume(state, { decisions: {} });
      void createAgent({ tools: plain, model }).resume(state, { decisions: {} });
      void dispatch(tenanted, { name: "pay" }, { context });
      // @ts-expect-error the handlers need a tenant
      void dispatch(tenanted, { name: "pay" });
      // @ts-expect-error the handlers need a tenant
      void dispatch(tenanted, { name: "pay" }, { turn: 1 });
      void dispatch(plain, { name: "pay" });
      void dispatch(maybe, { name: "pay" });
      void answerToolCall(tenanted, {}, { context });
      // @ts-expect-error the handlers need a tenant
      void answerToolCall(tenanted, {});
      void answerToolCall(plain, {});
      void asCallableTool(tenanted, { context });
      // @ts-expect-error the handlers need a tenant
      void asCallableTool(tenanted);
      void asCallableTool(plain);
      void createEffects({ tools: tenanted, model, context });
      // @ts-expect-error the handlers need a tenant
      void createEffects({ tools: tenanted, model });
      void createEffects({ tools: plain, model });
    };
    expectTypeOf(use).returns.toBeVoid();
  });

  it("accept the four decisions only", () => {
    expectTypeOf<{ approve: { args: { amount: number } } }>().toExtend<Decision>();
    expectTypeOf<{ approve: true }>().not.toExtend<Decision>();
  });

  it("distinguish the endings by status", () => {
    expectTypeOf<Extract<RunResult, { status: "paused" }>>().toHaveProperty("state");
    expectTypeOf<Extract<RunResult, { status: "error" }>>().toHaveProperty("error");
    expectTypeOf<RunResult>().toHaveProperty("contents");
    expectTypeOf<RunResult["text"]>().toBeString();
  });
});
