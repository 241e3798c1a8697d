import type { Content } from "../wire.js";

/** The text of an answer, without thoughts. */
export function textOf(content: Content | undefined): string {
  return (content?.parts ?? []).map((part) => (part.thought ? "" : (part.text ?? ""))).join("");
}
