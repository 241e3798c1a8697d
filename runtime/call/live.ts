import type { IncomingCall } from "../base/response-to.js";
import { dispatch, type DispatchOptions } from "./dispatch.js";
import { findTool } from "../base/find-tool.js";
import { createSchedule } from "../base/limiter.js";
import { createOrderedLoader } from "../base/load-checks.js";
import { toJson } from "../base/to-json.js";
import type { OptionsFor, Toolset } from "../tool.js";
import type { FunctionResponse, Scheduling } from "../wire.js";

/** The field `toolCall` of a message from the Live API. */
export interface LiveToolCall {
  readonly functionCalls?: readonly IncomingCall[];
}

export interface LiveOptions<Context = unknown> extends Omit<DispatchOptions<Context>, "onProgress"> {
  /**
   * The time at which the model reads the answer of a non-blocking tool.
   * @default the service decides
   */
  readonly scheduling?: Scheduling;
  /**
   * Called when a non-blocking tool reports progress. `response` contains the progress and is marked as not
   * final.
   */
  readonly onPartial?: (response: FunctionResponse) => void;
  /**
   * The largest number of tools that run at the same time.
   * @default 8
   */
  readonly concurrency?: number;
}

/**
 * Answers the calls in a message of the Live API. Returns the argument of `session.sendToolResponse`. The
 * promise rejects only if an option is unknown.
 */
export async function answerToolCall<Context>(
  tools: Toolset<Context>,
  toolCall: LiveToolCall,
  ...[options = {}]: OptionsFor<Context, LiveOptions<Context>>
): Promise<{ functionResponses: FunctionResponse[] }> {
  const { scheduling, onPartial, concurrency = 8, ...rest } = options;
  const schedule = createSchedule(concurrency);
  const load = createOrderedLoader();
  const allowed = options.allowed && { allowed: new Set(options.allowed) };
  const answer = async (call: IncomingCall, isNonBlocking: boolean): Promise<FunctionResponse> => {
    let ended = false;
    const partial = (value: unknown): FunctionResponse => ({
      ...(call.id !== undefined && { id: call.id }),
      name: call.name ?? "",
      response: { [options.resultKey ?? "result"]: value },
      willContinue: true,
    });
    const onProgress = (value: unknown): unknown => ended || onPartial?.(partial(toJson(value).json));
    const callOptions = { ...rest, ...allowed, ...(isNonBlocking && { onProgress }) };
    // These casts are safe: the parameters of `answerToolCall` require the context if the handlers need one.
    const response = await dispatch(tools as Toolset, call, callOptions as DispatchOptions);
    ended = true;
    // The service refuses `scheduling` for blocking tools.
    return { ...(isNonBlocking && scheduling && { scheduling: scheduling as never }), ...response };
  };
  const calls: unknown = toolCall?.functionCalls;
  const answers = (Array.isArray(calls) ? calls : []).map((item: IncomingCall | null) => {
    const call = item ?? {};
    const found = findTool(tools, (tools.search?.resolve(call) ?? call).name);
    const { serial = false, nonBlocking = false } = found.ok ? found.tool.entry.policy : {};
    const loaded = found.ok ? load(found.tool.entry).catch(() => {}) : undefined;
    return schedule(serial, async () => {
      await loaded;
      return answer(call, nonBlocking);
    });
  });
  return { functionResponses: await Promise.all(answers) };
}
