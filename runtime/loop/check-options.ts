import { checkOptionsByTable, type OptionTable } from "../base/check-options-by-table.js";
import type { AgentOptions, RunOptions } from "../start/agent.js";

/**
 * The options that both an agent and a run have. The type of this constant makes TypeScript report a missing
 * option.
 */
const SHARED: OptionTable<Omit<AgentOptions, "tools" | "model" | "host">> = {
  activeTools: true,
  approve: true,
  aroundHandler: true,
  automatic: true,
  concurrency: "number",
  deadlineMs: "number",
  env: true,
  flavor: true,
  keepMode: true,
  malformedRetries: "number",
  maxCallsPerTurn: "number",
  maxConsecutiveErrors: "number",
  maxResultChars: "number",
  maxToolCalls: "number",
  maxTotalTokens: "number",
  maxTurns: "number",
  onEvent: true,
  prepareTurn: true,
  repair: true,
  request: true,
  resultKey: true,
  stopOnTool: true,
  stopWhen: true,
  system: true,
  toolConfig: true,
  toolTimeoutMs: "number",
  turnTimeoutMs: "number",
  wrapUp: true,
};
const AGENT: OptionTable<AgentOptions> = { ...SHARED, host: true, model: true, tools: true };
const RUN: OptionTable<RunOptions> = {
  ...SHARED,
  contents: true,
  context: true,
  runId: true,
  signal: true,
  streaming: true,
};

/**
 * Throws if an agent cannot run with its options, or if an option does not exist. The loop loads this file,
 * because the code that runs at the start of an agent must be small.
 */
export function checkOptions(agent: object, run: object): void {
  checkOptionsByTable("createAgent()", agent, AGENT);
  checkOptionsByTable("the options of a run", run, RUN);
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
