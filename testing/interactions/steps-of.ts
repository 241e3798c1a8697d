import type { Content } from "@toolpress/runtime";
import type { Step } from "../../gemini-rules/interactions/step.js";

/** Every step of a history of the Interactions API. */
export function stepsOf(contents: readonly Content[]): readonly Step[] {
  return contents.flatMap(({ role, parts = [], steps }): readonly Step[] => {
    if (steps) return steps as readonly Step[];
    if (role === "model") return [{ type: "model_output", content: parts }];
    const results = parts.flatMap(({ functionResponse: answer }) =>
      answer
        ? [{ type: "function_result", call_id: answer.id, name: answer.name, result: answer.response }]
        : [],
    );
    return results.length < parts.length ? [...results, { type: "user_input", content: parts }] : results;
  });
}
