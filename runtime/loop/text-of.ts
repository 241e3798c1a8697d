import type { Content } from "../wire.js";

/** Returns the text of a content, without the thoughts. */
export function textOf(content: Content | undefined): string {
  return (content?.parts ?? []).map((part) => (part.thought ? "" : (part.text ?? ""))).join("");
}
