import type { IncomingCall } from "./answer.js";
import { dispatch, type DispatchOptions } from "./dispatch.js";
import { createLimiter } from "./limiter.js";
import type { Toolset } from "./tool.js";
import type { FunctionResponse } from "./wire.js";

/** `toolCall` of a Live API server message. */
export interface LiveToolCall {
  readonly functionCalls?: readonly IncomingCall[];
}

export interface LiveOptions<Context = unknown> extends Omit<DispatchOptions<Context>, "onProgress"> {
  /** When the model hears of the answer of a non-blocking tool; the service's own choice where left out. */
  readonly scheduling?: NonNullable<FunctionResponse["scheduling"]>;
  /** Gets what a non-blocking tool says on its way, as responses that will continue. */
  readonly onPartial?: (response: FunctionResponse) => void;
  /** Tools that run at the same time: 8. */
  readonly concurrency?: number;
}

/** Answers a tool call of the Live API; the result is what `session.sendToolResponse` takes. Never rejects. */
export async function answerToolCall<Context>(
  tools: Toolset<Context>,
  toolCall: LiveToolCall,
  options: LiveOptions<Context> = {},
): Promise<{ functionResponses: FunctionResponse[] }> {
  const { scheduling, onPartial, concurrency = 8, ...rest } = options;
  const limit = createLimiter(concurrency);
  const answer = async (call: IncomingCall): Promise<FunctionResponse> => {
    const free = tools.tools.get(call.name ?? "")?.entry.policy.nonBlocking ?? false;
    const partial = (value: unknown): FunctionResponse => ({
      ...(call.id !== undefined && { id: call.id }),
      name: call.name ?? "",
      response: { [options.resultKey ?? "result"]: value },
      willContinue: true,
    });
    const onProgress = free && onPartial && { onProgress: (value: unknown) => onPartial(partial(value)) };
    const response = await dispatch(tools, call, { ...rest, ...onProgress });
    // Blocking tools are refused with these fields.
    return { ...(free && scheduling && { scheduling }), ...response };
  };
  const calls = toolCall.functionCalls ?? [];
  return { functionResponses: await Promise.all(calls.map((call) => limit(() => answer(call)))) };
}
