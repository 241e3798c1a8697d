import { checkOptionNames, type OptionNames } from "../base/check-option-names.js";
import type { Secret } from "../base/secret.js";
import type { Endpoint } from "./gemini.js";
import { createPartialCall } from "./partial-call.js";

export interface VertexOptions {
  /** The Google Cloud project. If it is missing, requests use the express mode with `apiKey`. */
  readonly project?: string;
  /**
   * The region of the service.
   * @default "global"
   */
  readonly location?: string;
  /** An OAuth access token. If a function is passed, it is called before every request. */
  readonly accessToken?: Secret;
}

const OPTIONS: OptionNames<VertexOptions> = { project: true, location: true, accessToken: true };

/**
 * Returns the endpoint of Vertex AI, for `gemini({ model, vertex: vertexAI({ ... }) })`. Vertex AI can stream
 * the arguments of calls in pieces.
 */
export function vertexAI(options: VertexOptions): Endpoint {
  checkOptionNames("vertexAI()", options, OPTIONS);
  const { project, location = "global", accessToken } = options;
  const host =
    location === "global"
      ? "aiplatform.googleapis.com"
      : /^(us|eu)$/.test(location)
        ? `aiplatform.${location}.rep.googleapis.com`
        : `${location}-aiplatform.googleapis.com`;
  const parent = project ? `projects/${project}/locations/${location}/` : "";
  return {
    flavor: "vertex",
    origin: `https://${host}`,
    apiVersion: "v1beta1",
    parent: (model) => parent + (model.startsWith("models/") ? "publishers/google/" : ""),
    partialCalls: createPartialCall,
    ...(accessToken && { accessToken }),
  };
}
