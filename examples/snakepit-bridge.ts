import { type SnakepitOptions, snakepitRemote, snakepitTools } from "@toolpress/runtime/remotes/snakepit";
import { createAgent, type Model, type RunEvent, type RunResult } from "@toolpress/runtime";

/**
 * Lets the model call functions in a snakepit worker. The model sees the tools that the worker offers when
 * this function is called.
 */
export async function snakepitBridge(
  worker: Pick<SnakepitOptions, "command" | "adapter" | "env">,
  model: Model,
  onEvent?: (event: RunEvent) => void,
): Promise<RunResult> {
  // When the worker is first called, it registers the methods of the adapter that are marked as tools.
  const remote = snakepitRemote(worker);
  try {
    // The registered tools become declarations.
    const tools = await snakepitTools({ remote, session: "user_123" });
    // The agent sends the declarations, runs the calls of the model in the session and sends the results,
    // until the model answers without a call.
    const agent = createAgent({ tools, model, ...(onEvent && { onEvent }) });
    return await agent.run("What's the weather like in Boston?");
  } finally {
    await remote.close();
  }
}
