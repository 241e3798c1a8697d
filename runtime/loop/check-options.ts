import { nearest } from "../base/nearest.js";
import type { AgentOptions, RunOptions } from "../start/agent.js";

type Names<Options> = Readonly<Record<keyof Options, true>>;

/**
 * The options that both an agent and a run have. The type of this constant makes TypeScript report a missing
 * option.
 */
const SHARED: Names<Omit<AgentOptions, "tools" | "model" | "host">> = {
  activeTools: true,
  approve: true,
  aroundHandler: true,
  automatic: true,
  concurrency: true,
  deadlineMs: true,
  env: true,
  flavor: true,
  keepMode: true,
  malformedRetries: true,
  maxCallsPerTurn: true,
  maxConsecutiveErrors: true,
  maxResultChars: true,
  maxToolCalls: true,
  maxTotalTokens: true,
  maxTurns: true,
  onEvent: true,
  prepareTurn: true,
  repair: true,
  request: true,
  resultKey: true,
  stopOnTool: true,
  stopWhen: true,
  system: true,
  toolConfig: true,
  toolTimeoutMs: true,
  turnTimeoutMs: true,
  wrapUp: true,
};
const AGENT: Names<AgentOptions> = { ...SHARED, host: true, model: true, tools: true };
const RUN: Names<RunOptions & { resumed: unknown }> = {
  ...SHARED,
  contents: true,
  context: true,
  resumed: true,
  runId: true,
  signal: true,
  streaming: true,
};

/**
 * Throws if an agent cannot run with its options, or if an option does not exist. An unknown option would
 * otherwise have no effect and cause no message. The loop loads this file, because the code that runs at the
 * start of an agent must be small.
 */
export function checkOptions(agent: object, run: object): void {
  refuseUnknown("createAgent()", agent, AGENT);
  refuseUnknown("the options of a run", run, RUN);
  const { tools, model } = agent as Partial<AgentOptions>;
  if (typeof tools?.tools?.get !== "function")
    throw new TypeError(
      "createAgent(): `tools` must be one tool set, as create…() or combine() returns it, not handlers or a list",
    );
  if (typeof model?.generate !== "function")
    throw new TypeError("createAgent(): `model` must be a model, such as gemini({ model, apiKey })");
  // A misspelt name matches no tool, so the run would not stop, and no message would give the reason.
  for (const { stopOnTool = [] } of [agent, run] as Partial<RunOptions>[])
    for (const name of stopOnTool)
      if (!tools.tools.has(name))
        throw new TypeError(`stopOnTool: "${tools.name}" has no tool ${JSON.stringify(name)}`);
}

function refuseUnknown(where: string, options: object, known: object): void {
  const unknown = Object.keys(options).find(
    (name) => !Object.hasOwn(known, name) && options[name as never] !== undefined,
  );
  if (unknown === undefined) return;
  const similar = nearest(
    unknown,
    Object.keys(known).filter((name) => name !== "resumed"),
  );
  const hint = similar ? `; did you mean ${similar}?` : "";
  throw new TypeError(`${where}: there is no option ${JSON.stringify(unknown)}${hint}`);
}
