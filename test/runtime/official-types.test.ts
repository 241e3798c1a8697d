import type {
  Blob as TheirBlob,
  CallableTool as TheirCallableTool,
  Content as TheirContent,
  FunctionCall,
  FunctionDeclaration as TheirDeclaration,
  FunctionResponse as TheirResponse,
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
  DeclaredSchema,
  dispatch,
  functionCall,
  FunctionDeclaration,
  functionResponse,
  GeminiSchema,
  RunOptions,
  RunResult,
  Schema,
  Tool,
} from "../../runtime/index.js";

import type { asCallableTool } from "../../runtime/adapters/google-genai.js";
import type {
  NamedDeclarations,
  toFunctionDeclaration,
  toolResultsOf,
  ToolRound,
  ToolUses,
  toolUsesOf,
  toTools,
  toToolSpecification,
  withToolRound,
} from "../../runtime/adapters/amazon-q/index.js";

// `npm run types` checks this code. It never runs.

describe("types of the official client fit", () => {
  it("as input and as a conversation so far", () => {
    expectTypeOf<TheirContent[]>().toExtend<Parameters<Agent["run"]>[0]>();
    expectTypeOf<{ contents: TheirContent[] }>().toExtend<RunOptions>();
  });

  it("as calls to dispatch", () => {
    expectTypeOf<FunctionCall>().toExtend<Parameters<typeof dispatch>[1]>();
    expectTypeOf<LiveServerToolCall>().toExtend<Parameters<typeof answerToolCall>[1]>();
  });

  it("for responses of a live session", () => {
    expectTypeOf<Awaited<ReturnType<typeof answerToolCall>>>().toExtend<LiveSendToolResponseParameters>();
  });
});

describe("output for the official client has its types without a cast", () => {
  it("from dispatch, as a part of the next request", () => {
    expectTypeOf<{ functionResponse: Awaited<ReturnType<typeof dispatch>> }>().toExtend<TheirPart>();
  });

  it("from the helpers for parts", () => {
    expectTypeOf<ReturnType<typeof functionCall>>().toExtend<TheirPart>();
    expectTypeOf<ReturnType<typeof functionResponse>>().toExtend<TheirPart>();
  });

  it("from a run, as the history of the next request", () => {
    expectTypeOf<RunResult["contents"]>().toExtend<readonly TheirContent[]>();
  });
});

describe("declarations fit the official client in both directions", () => {
  it("our declarations have the type of the client, alone and in a list", () => {
    expectTypeOf<FunctionDeclaration>().toExtend<TheirDeclaration>();
    expectTypeOf<NamedDeclarations["declarations"]>().toExtend<TheirDeclaration[]>();
    expectTypeOf<ReturnType<typeof toFunctionDeclaration>>().toExtend<TheirDeclaration>();
  });

  it("a toolset is a callable tool of the client", () => {
    expectTypeOf<ReturnType<typeof asCallableTool>>().toExtend<TheirCallableTool>();
  });

  it("declarations of the client are tools for Amazon Q", () => {
    expectTypeOf<TheirDeclaration[]>().toExtend<Parameters<typeof toTools>[0]>();
    expectTypeOf<TheirDeclaration>().toExtend<Parameters<typeof toToolSpecification>[0]>();
  });

  it("a schema of the client is valid in our declaration, and as a GeminiSchema", () => {
    expectTypeOf<NonNullable<TheirDeclaration["parameters"]>>().toExtend<DeclaredSchema>();
    expectTypeOf<GeminiSchema>().toExtend<DeclaredSchema>();
    expectTypeOf<DeclaredSchema>().toExtend<GeminiSchema>();
  });
});

describe("turns of the official client are converted for Amazon Q", () => {
  it("as turns, calls and responses", () => {
    expectTypeOf<TheirContent>().toExtend<Parameters<typeof toolUsesOf>[0]>();
    expectTypeOf<TheirContent>().toExtend<Parameters<typeof toolResultsOf>[0]>();
    expectTypeOf<TheirContent>().toExtend<ToolRound["model"]>();
    expectTypeOf<TheirContent[]>().toExtend<Parameters<typeof withToolRound>[0]>();
    expectTypeOf<FunctionCall>().toExtend<Parameters<ToolUses["toToolUse"]>[0]>();
    expectTypeOf<TheirResponse>().toExtend<Parameters<ToolUses["toToolResult"]>[0]>();
  });

  it("and back", () => {
    expectTypeOf<ReturnType<typeof withToolRound>>().toExtend<TheirContent[]>();
    expectTypeOf<ReturnType<ToolUses["toFunctionCall"]>>().toExtend<FunctionCall>();
    expectTypeOf<NonNullable<ReturnType<ToolUses["toFunctionResponse"]>>>().toExtend<TheirResponse>();
  });
});

describe("the types of the wire form are exported", () => {
  it("with the names of the documents", () => {
    expectTypeOf<Schema>().toEqualTypeOf<GeminiSchema>();
    expectTypeOf<Tool>().toHaveProperty("functionDeclarations");
    expectTypeOf<Blob>().toExtend<TheirBlob>();
    expectTypeOf<Candidate>().toHaveProperty("finishReason");
  });
});

describe("options of a run", () => {
  it("may be constants", () => {
    const toolConfig = { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["a"] } } as const;
    expectTypeOf(toolConfig).toExtend<NonNullable<RunOptions["toolConfig"]>>();
  });

  it("may be undefined, as optional fields of options often are", () => {
    expectTypeOf<{ signal: AbortSignal | undefined; maxTurns: number | undefined }>().toExtend<RunOptions>();
  });
});
