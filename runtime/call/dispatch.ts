import { checkOptionsByTable, type OptionTable } from "../base/check-options-by-table.js";
import { responseTo, type IncomingCall } from "../base/response-to.js";
import { errorResponse, fixedError } from "../base/answer.js";
import type { ExecuteOptions } from "./call-options.js";
import { findTool } from "../base/find-tool.js";
import { reportError } from "./report-error.js";
import type { OptionsFor, Toolset } from "../tool.js";
import type { FunctionResponse } from "../wire.js";

export interface DispatchOptions<Context = unknown> extends ExecuteOptions<Context> {
  /**
   * Names of the tools that may be called.
   * @default all tools of the set
   */
  readonly allowed?: Iterable<string>;
  /**
   * The number of the turn, which handlers receive.
   * @default 0
   */
  readonly turn?: number;
  /**
   * The idempotency key that the handler receives. Two calls must not have the same key.
   * @default the id of the call, or a random id
   */
  readonly idempotencyKey?: string;
  /** Called with each value that the handler passes to `call.progress`. */
  readonly onProgress?: (value: unknown) => void;
}

const OPTIONS: OptionTable<DispatchOptions> = {
  allowed: true,
  approve: true,
  aroundHandler: true,
  context: true,
  env: true,
  idempotencyKey: true,
  maxResultChars: "number",
  onError: true,
  onProgress: true,
  onResultMismatch: true,
  repair: true,
  resultKey: true,
  signal: true,
  toolTimeoutMs: "number",
  turn: "number",
};

/**
 * Answers one call without a loop: finds the tool, validates the arguments and runs the tool. The promise
 * rejects only if an option is unknown. A tool that needs approval is denied unless `approve` returns "run".
 */
export async function dispatch<Context>(
  tools: Toolset<Context>,
  incoming: IncomingCall,
  ...[options = {}]: OptionsFor<Context, DispatchOptions<Context>>
): Promise<FunctionResponse> {
  checkOptionsByTable("dispatch()", options, OPTIONS);
  // The call comes from outside the program and may be null or undefined.
  const call = incoming ?? {};
  const { search } = tools;
  let allowed: ReadonlySet<string> | undefined = options.allowed && new Set(options.allowed);
  if (search && allowed) allowed = search.reach(allowed);
  const meant = search?.resolve(call, allowed) ?? call;
  const found = findTool(tools, meant.name, allowed);
  if (!found.ok) return responseTo(call, errorResponse("", found.error));
  const { tool } = found;
  const callId = call.id ?? crypto.randomUUID();
  const execution = await import("./execute-call.js").catch((error: unknown) =>
    reportError(options.onError, error, { tool: tool.entry.name, callId }),
  );
  if (!execution) return responseTo(call, errorResponse("", fixedError("TOOL_FAILED")));
  const outcome = await execution.executeCall(
    tools,
    tool,
    {
      tool: tool.entry.name,
      callId,
      idempotencyKey: options.idempotencyKey ?? callId,
      turn: options.turn ?? 0,
      args: meant.args,
      ...(allowed && search?.limit(tool.entry.name, allowed)),
      ...(options.onProgress && { onProgress: options.onProgress }),
    },
    options,
  );
  if ("response" in outcome) return responseTo(call, outcome.response);
  if (outcome.waiting === "long_running") {
    return responseTo(call, {
      name: "",
      response: { [options.resultKey ?? "result"]: outcome.ticket ?? null },
    });
  }
  return responseTo(call, errorResponse("", { code: "DENIED", message: "The tool needs approval." }));
}
