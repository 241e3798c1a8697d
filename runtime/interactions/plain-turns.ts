import type { ContentLike } from "../loop/history.js";
import type { Content, Part } from "../wire.js";

/**
 * Converts a history so that every API accepts it. Texts and media stay, calls and results become text, and thoughts
 * and signatures are lost. A conversation of `gemini()` can then continue with `interactions()`, and the reverse.
 */
export function plainTurns(contents: readonly ContentLike[]): Content[] {
  const turns: Content[] = [];
  for (const { role, parts = [] } of contents as readonly Content[]) {
    const plain = parts.flatMap(plainPart);
    const last = turns.at(-1);
    const sameRole = role === "model" ? "model" : "user";
    if (plain.length === 0) continue;
    if (last?.role === sameRole) last.parts = [...(last.parts ?? []), ...plain];
    else turns.push({ role: sameRole, parts: plain });
  }
  return turns;
}

function plainPart(part: Part): Part[] {
  const { text, thought, functionCall: call, functionResponse: answer, inlineData, fileData } = part;
  if (thought) return [];
  if (text) return [{ text }];
  if (call) return [{ text: `[called ${call.name} with ${JSON.stringify(call.args ?? {})}]` }];
  if (answer) return [{ text: `[${answer.name} returned ${JSON.stringify(answer.response)}]` }];
  if (inlineData) return [{ inlineData }];
  return fileData ? [{ fileData }] : [];
}
