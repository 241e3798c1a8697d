import type { ApiVersion } from "../gemini-rules/request-message.js";
import type { Flavor } from "../gemini-rules/tool-messages.js";

/** The model and method in a request's path. */
export interface Route {
  readonly flavor: Flavor;
  readonly version: ApiVersion;
  readonly model: string;
  readonly method: "generateContent" | "streamGenerateContent";
  /** Vertex without a project: an API key replaces the token. */
  readonly express: boolean;
}

const method = "(?<model>[^/:]+):(?<method>generateContent|streamGenerateContent)$";

const routePatterns: readonly {
  readonly flavor: Flavor;
  readonly express: boolean;
  readonly pattern: RegExp;
}[] = [
  {
    flavor: "gemini",
    express: false,
    pattern: new RegExp(`^/(?<version>v1beta|v1alpha|v1)/(?:models|tunedModels|dynamic)/${method}`),
  },
  {
    flavor: "vertex",
    express: false,
    pattern: new RegExp(
      `^/(?<version>v1beta1|v1)/projects/[^/]+/locations/[^/]+/(?:publishers/google/models|endpoints)/${method}`,
    ),
  },
  {
    flavor: "vertex",
    express: true,
    pattern: new RegExp(`^/(?<version>v1beta1|v1)/publishers/google/models/${method}`),
  },
];

export function routeOf(path: string): Route | undefined {
  for (const { flavor, express, pattern } of routePatterns) {
    const groups = pattern.exec(path)?.groups;
    if (groups) {
      return {
        flavor,
        express,
        version: groups["version"] as ApiVersion,
        model: decodeModel(groups["model"] ?? ""),
        method: groups["method"] as Route["method"],
      };
    }
  }
  return undefined;
}

function decodeModel(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
