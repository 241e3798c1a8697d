import { isObject } from "../base/is-object.js";
import type { Content } from "../wire.js";
import { SEARCH_TOOLS } from "./declarations.js";

/**
 * The names of the tools that the calls of a conversation used, and that its searches found from the content
 * `startedWith` on, in the order of discovery. Tools that an earlier run found and did not use are left out.
 */
export function foundIn(contents: readonly Content[], startedWith: number): readonly string[] {
  const found = new Set<string>();
  for (const [at, { parts = [] }] of contents.entries())
    for (const { functionCall, functionResponse } of parts) {
      if (functionCall?.name !== undefined) found.add(functionCall.name);
      if (functionResponse?.name !== SEARCH_TOOLS || at < startedWith) continue;
      for (const value of Object.values(functionResponse.response ?? {}))
        for (const name of namesIn(value)) found.add(name);
    }
  return [...found];
}

/** The names in a result of `search_tools`. A history is foreign input, so it may contain anything. */
function namesIn(result: unknown): readonly string[] {
  const list = isObject(result) && Array.isArray(result["tools"]) ? (result["tools"] as unknown[]) : [];
  return list.flatMap((item) => (isObject(item) && typeof item["name"] === "string" ? item["name"] : []));
}
