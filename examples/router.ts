import { createAgent, type Model, type RunEvent, type RunResult } from "@toolpress/runtime";
import { createRouter, type RouterHandlers } from "../generated/router/index.js";

const handlers: RouterHandlers = {
  route_to_billing: ({ reason }) => ({ queue: "billing", reason }),
  route_to_support: ({ reason, severity = 3 }) => ({ queue: severity === 1 ? "on-call" : "support", reason }),
  route_to_human: ({ reason }) => ({ queue: "front desk", reason }),
};

/**
 * The spec sets the mode ANY, so the model must choose a route. The run ends after the model has chosen one.
 */
export function router(model: Model, onEvent: (event: RunEvent) => void): Promise<RunResult> {
  const tools = createRouter({ handlers });
  const agent = createAgent({ tools, model, onEvent, stopOnTool: [...tools.tools.keys()] });
  return agent.run("I was charged twice in October.");
}
