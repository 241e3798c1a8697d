import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { GenerateContentRequest, GenerateContentResponse } from "@toolpress/runtime";
import { corpus } from "../helpers/corpora.js";

/** One request to the real service, and its response. */
export interface Exchange {
  readonly path: string;
  readonly model: string;
  readonly flavor: "gemini" | "vertex";
  readonly request: GenerateContentRequest;
  /** The events of a stream, or one response. */
  readonly responses: readonly GenerateContentResponse[];
}

export interface Recording {
  readonly name: string;
  readonly exchanges: readonly Exchange[];
}

interface RecordedFile {
  readonly interactions: readonly {
    readonly request: { readonly url: string; readonly bodySegments: readonly GenerateContentRequest[] };
    readonly response: { readonly bodySegments: readonly GenerateContentResponse[] };
  }[];
}

/** Returns every recording of the corpus, or an empty list if the corpus is missing. */
export function recordings(): readonly Recording[] {
  const folder = corpus("recordings");
  if (folder === undefined) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .map((file) => ({ name: file.replace(".json", ""), exchanges: exchangesOf(join(folder, file)) }));
}

function exchangesOf(path: string): readonly Exchange[] {
  const file = JSON.parse(readFileSync(path, "utf8")) as RecordedFile;
  return file.interactions.map(({ request, response }) => ({
    path: request.url,
    model: /models\/([^/:]+):/.exec(request.url)?.[1] ?? "",
    flavor: request.url.includes("/publishers/") ? "vertex" : "gemini",
    request: request.bodySegments[0] as GenerateContentRequest,
    responses: response.bodySegments,
  }));
}
