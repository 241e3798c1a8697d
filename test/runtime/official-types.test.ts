import type {
  Content as TheirContent,
  FunctionCall,
  LiveSendToolResponseParameters,
  LiveServerToolCall,
} from "@google/genai";
import { describe, expectTypeOf, it } from "vitest";
import type { answerToolCall, Agent, dispatch, RunOptions } from "../../runtime/index.js";

// Checked by `npm run types`; nothing runs.

describe("types of the official client fit", () => {
  it("as input and as a conversation so far", () => {
    expectTypeOf<TheirContent[]>().toExtend<Parameters<Agent["run"]>[0]>();
    expectTypeOf<{ contents: TheirContent[] }>().toExtend<RunOptions>();
  });

  it("as calls to dispatch", () => {
    expectTypeOf<FunctionCall>().toExtend<Parameters<typeof dispatch>[1]>();
    expectTypeOf<LiveServerToolCall>().toExtend<Parameters<typeof answerToolCall>[1]>();
  });

  it("for what goes back into a live session", () => {
    expectTypeOf<Awaited<ReturnType<typeof answerToolCall>>>().toExtend<LiveSendToolResponseParameters>();
  });
});

describe("options of a run", () => {
  it("may be undefined, as options of options often are", () => {
    expectTypeOf<{ signal: AbortSignal | undefined; maxTurns: number | undefined }>().toExtend<RunOptions>();
  });
});
