import { addressed, type IncomingCall } from "../base/address-answer.js";
import { errorResponse, fixedError } from "../base/answer.js";
import type { ExecuteOptions } from "./execute-call.js";
import { findTool } from "../base/find-tool.js";
import { reportError } from "./report-error.js";
import type { OptionsFor, Toolset } from "../tool.js";
import type { FunctionResponse } from "../wire.js";

export interface DispatchOptions<Context = unknown> extends ExecuteOptions<Context> {
  /** Tools that may be called; all of the set where left out. */
  readonly allowed?: Iterable<string>;
  readonly turn?: number;
  /** The call's id, or a new one where it has none: calls must not share a key. */
  readonly idempotencyKey?: string;
  readonly onProgress?: (value: unknown) => void;
}

/**
 * One call to one response, for those who bring their own loop: finds the tool, validates, runs it, and answers whatever happens.
 * Never rejects. A tool that needs approval is denied unless `approve` says otherwise.
 */
export async function dispatch<Context>(
  tools: Toolset<Context>,
  given: IncomingCall,
  ...[options = {}]: OptionsFor<Context, DispatchOptions<Context>>
): Promise<FunctionResponse> {
  // It comes from outside and may be nothing at all.
  const call = given ?? {};
  const found = findTool(tools, call.name, options.allowed && new Set(options.allowed));
  if (!found.ok) return addressed(call, errorResponse("", found.error));
  const { tool } = found;
  const callId = call.id ?? crypto.randomUUID();
  const execution = await import("./execute-call.js").catch((error: unknown) =>
    reportError(options.onError, error, { tool: tool.entry.name, callId }),
  );
  if (!execution) return addressed(call, errorResponse("", fixedError("TOOL_FAILED")));
  const outcome = await execution.executeCall(
    tools,
    tool,
    {
      tool: tool.entry.name,
      callId,
      idempotencyKey: options.idempotencyKey ?? callId,
      turn: options.turn ?? 0,
      args: call.args,
      ...(options.onProgress && { onProgress: options.onProgress }),
    },
    options,
  );
  if ("response" in outcome) return addressed(call, outcome.response);
  if (outcome.waiting === "long_running") {
    return addressed(call, {
      name: "",
      response: { [options.resultKey ?? "result"]: outcome.ticket ?? null },
    });
  }
  return addressed(call, errorResponse("", { code: "DENIED", message: "The tool needs approval." }));
}
