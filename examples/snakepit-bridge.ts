import { type SnakepitOptions, snakepitRemote, snakepitTools } from "@toolpress/runtime/remotes/snakepit";
import { createAgent, type Model, type RunEvent, type RunResult } from "@toolpress/runtime";

/** A function in a snakepit worker answers Gemini, in seven steps. The model sees the tools that the worker offers at that moment. */
export async function snakepitBridge(
  worker: Pick<SnakepitOptions, "command" | "adapter" | "env">,
  model: Model,
  onEvent?: (event: RunEvent) => void,
): Promise<RunResult> {
  // 1 and 2. The adapter's methods that are marked as tools are registered by the worker, once it is called.
  const remote = snakepitRemote(worker);
  try {
    // 3. The tools of the session become declarations.
    const tools = await snakepitTools({ remote, session: "user_123" });
    // 4 to 7. The declarations are sent, the model's call runs in the session, and its result goes back, until there is an answer.
    const agent = createAgent({ tools, model, ...(onEvent && { onEvent }) });
    return await agent.run("What's the weather like in Boston?");
  } finally {
    await remote.close();
  }
}
