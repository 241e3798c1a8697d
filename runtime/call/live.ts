import type { IncomingCall } from "../base/address-answer.js";
import { dispatch, type DispatchOptions } from "./dispatch.js";
import { findTool } from "../base/find-tool.js";
import { createSchedule } from "../base/limiter.js";
import { createOrderedLoader } from "../base/load-checks.js";
import { toJson } from "../base/to-json.js";
import type { OptionsFor, Toolset } from "../tool.js";
import type { FunctionResponse, Scheduling } from "../wire.js";

/** `toolCall` of a Live API server message. */
export interface LiveToolCall {
  readonly functionCalls?: readonly IncomingCall[];
}

export interface LiveOptions<Context = unknown> extends Omit<DispatchOptions<Context>, "onProgress"> {
  /** When the model hears of the answer of a non-blocking tool; the service's own choice where left out. */
  readonly scheduling?: Scheduling;
  /** Gets what a non-blocking tool says on its way, as responses that will continue. */
  readonly onPartial?: (response: FunctionResponse) => void;
  /** Tools that run at the same time: 8. */
  readonly concurrency?: number;
}

/** Answers a tool call of the Live API; the result is what `session.sendToolResponse` takes. Never rejects. */
export async function answerToolCall<Context>(
  tools: Toolset<Context>,
  toolCall: LiveToolCall,
  ...[options = {}]: OptionsFor<Context, LiveOptions<Context>>
): Promise<{ functionResponses: FunctionResponse[] }> {
  const { scheduling, onPartial, concurrency = 8, ...rest } = options;
  const schedule = createSchedule(concurrency);
  const load = createOrderedLoader();
  const allowed = options.allowed && { allowed: new Set(options.allowed) };
  const answer = async (call: IncomingCall, free: boolean): Promise<FunctionResponse> => {
    let ended = false;
    const partial = (value: unknown): FunctionResponse => ({
      ...(call.id !== undefined && { id: call.id }),
      name: call.name ?? "",
      response: { [options.resultKey ?? "result"]: value },
      willContinue: true,
    });
    const onProgress = (value: unknown): unknown => ended || onPartial?.(partial(toJson(value).json));
    const more = { ...rest, ...allowed, ...(free && { onProgress }) };
    // The context is the caller's own, and was asked for above.
    const response = await dispatch(tools as Toolset, call, more as DispatchOptions);
    ended = true;
    // Blocking tools are refused with these fields.
    return { ...(free && scheduling && { scheduling: scheduling as never }), ...response };
  };
  const given: unknown = toolCall?.functionCalls;
  const answers = (Array.isArray(given) ? given : []).map((one: IncomingCall | null) => {
    const call = one ?? {};
    const found = findTool(tools, call.name);
    const { serial = false, nonBlocking = false } = found.ok ? found.tool.entry.policy : {};
    const loaded = found.ok ? load(found.tool.entry).catch(() => {}) : undefined;
    return schedule(serial, async () => {
      await loaded;
      return answer(call, nonBlocking);
    });
  });
  return { functionResponses: await Promise.all(answers) };
}
