import type { ExportTarget } from "./target.js";

/** The export targets, by the names that `--to` accepts. A target is loaded when it is used. */
export const exportTargets: Readonly<Record<string, () => Promise<ExportTarget>>> = {
  mcp: async () => (await import("./mcp.js")).mcp,
  openai: async () => (await import("./openai.js")).openai,
  anthropic: async () => (await import("./anthropic.js")).anthropic,
  bedrock: async () => (await import("./bedrock.js")).bedrock,
  "amazon-q": async () => (await import("./amazon-q.js")).amazonQ,
  gemini: async () => (await import("./gemini.js")).gemini,
  interactions: async () => (await import("./interactions.js")).interactions,
};
