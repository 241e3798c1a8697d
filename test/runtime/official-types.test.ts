import type {
  Blob as TheirBlob,
  Content as TheirContent,
  FunctionCall,
  LiveSendToolResponseParameters,
  LiveServerToolCall,
  Part as TheirPart,
} from "@google/genai";
import { describe, expectTypeOf, it } from "vitest";
import type {
  answerToolCall,
  Agent,
  Blob,
  Candidate,
  dispatch,
  functionCall,
  functionResponse,
  GeminiSchema,
  RunOptions,
  RunResult,
  Schema,
  Tool,
} from "../../runtime/index.js";

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

describe("what goes back to the official client fits its types without a cast (A-F10)", () => {
  it("from dispatch, as a part of the next request (S3-25 to S3-30)", () => {
    expectTypeOf<{ functionResponse: Awaited<ReturnType<typeof dispatch>> }>().toExtend<TheirPart>();
  });

  it("from the helpers for parts (S1-26, S1-27)", () => {
    expectTypeOf<ReturnType<typeof functionCall>>().toExtend<TheirPart>();
    expectTypeOf<ReturnType<typeof functionResponse>>().toExtend<TheirPart>();
  });

  it("from a run, as the history of the next request", () => {
    expectTypeOf<RunResult["contents"]>().toExtend<readonly TheirContent[]>();
  });
});

describe("the types of the wire are exported (S1-53)", () => {
  it("by the names of the documents", () => {
    expectTypeOf<Schema>().toEqualTypeOf<GeminiSchema>();
    expectTypeOf<Tool>().toHaveProperty("functionDeclarations");
    expectTypeOf<Blob>().toExtend<TheirBlob>();
    expectTypeOf<Candidate>().toHaveProperty("finishReason");
  });
});

describe("options of a run", () => {
  it("may be undefined, as options of options often are", () => {
    expectTypeOf<{ signal: AbortSignal | undefined; maxTurns: number | undefined }>().toExtend<RunOptions>();
  });
});
