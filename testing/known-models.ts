import type { Flavor } from "../gemini-rules/tool-messages.js";
import type { Method } from "./routes.js";

/** The models in the response to `models.list`, if a test names no models. */
const listed = [
  "gemini-3.8-flash",
  "gemini-3.5-flash",
  "gemini-3.5-flash-lite",
  "gemini-3.1-pro-preview",
  "gemini-2.5-flash",
  "gemini-embedding-001",
];

export function listedModels(models: readonly string[] = listed): readonly string[] {
  return models;
}

/**
 * Returns whether a model exists and offers a method. By default, every name that begins with `gemini-` exists. Only
 * embedding models offer the methods for embeddings, and they do not generate content.
 */
export function isKnownModel(model: string, method: Method, models: readonly string[] | undefined): boolean {
  if (models) return models.includes(model);
  if (method === "embedContent" || method === "batchEmbedContents" || method === "predict")
    return isEmbedding(model);
  const generates = method.endsWith("enerateContent") || method.startsWith("cachedContents.");
  return model.startsWith("gemini-") && !(generates && isEmbedding(model));
}

function isEmbedding(model: string): boolean {
  return /^(?:gemini|text|text-multilingual)-embedding/.test(model);
}

/** Returns the description of a model in `models.get` and `models.list`. */
export function modelJson(model: string, flavor: Flavor): Readonly<Record<string, unknown>> {
  if (flavor === "vertex") {
    return {
      name: `publishers/google/models/${model}`,
      versionId: "default",
      openSourceCategory: "PROPRIETARY",
      launchStage: "GA",
    };
  }
  const embeds = isEmbedding(model);
  return {
    name: `models/${model}`,
    version: "001",
    displayName: displayName(model),
    description: `A stand-in for ${displayName(model)}.`,
    inputTokenLimit: embeds ? 2048 : 1_048_576,
    outputTokenLimit: embeds ? 1 : 65_536,
    supportedGenerationMethods: embeds
      ? ["embedContent", "countTextTokens", "countTokens", "asyncBatchEmbedContent"]
      : ["generateContent", "countTokens", "createCachedContent", "batchGenerateContent"],
    ...(!embeds && { temperature: 1, topP: 0.95, topK: 64, maxTemperature: 2, thinking: true }),
  };
}

function displayName(model: string): string {
  return model
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}
