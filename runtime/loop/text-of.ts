import type { Content } from "../wire.js";

/** The answer as a person reads it: no thoughts. */
export function textOf(content: Content | undefined): string {
  return (content?.parts ?? []).map((part) => (part.thought ? "" : (part.text ?? ""))).join("");
}
