import { createAgent, type Model, type RunEvent, type RunResult } from "@toolpress/runtime";
import { createCalculator } from "../generated/calculator/index.js";

/** Emits thoughts, texts and calls while the model writes them. The result is the same as that of `run`. */
export async function streaming(model: Model, onEvent: (event: RunEvent) => void): Promise<RunResult> {
  const tools = createCalculator({ handlers: { multiply: ({ a, b }) => a * b } });
  const agent = createAgent({
    tools,
    model,
    request: { generationConfig: { thinkingConfig: { includeThoughts: true } } },
  });
  const stream = agent.stream("What is 57 times 23? Use the tool, then explain it in two sentences.");
  for await (const event of stream) onEvent(event);
  return stream.result;
}
