import type { Content } from "@toolpress/runtime";
import type { Limits } from "../gemini-rules/check-declarations.js";
import type { ModelRules } from "../gemini-rules/model-rules.js";
import type { IdStyle } from "./opaque.js";
import type { ReceivedRequest } from "./received-request.js";
import type { ScriptEntry } from "./script.js";

// The types of `fakeGemini`. They need no types of Node.

/** The content type of errors on the SSE route. */
export type SseErrors = "event-stream" | "json";

export interface FakeGeminiOptions {
  /** One answer per accepted request, in order, or one function for all requests. */
  readonly script?: readonly ScriptEntry[] | Extract<ScriptEntry, (...given: never[]) => unknown>;
  /** The only accepted API key; any key by default. */
  readonly apiKey?: string;
  /** The only accepted bearer token on Vertex; any token by default. */
  readonly accessToken?: string;
  /** Existing models; any `gemini-…` by default. */
  readonly models?: readonly string[];
  /** The form of call ids; chosen by the model's generation by default. */
  readonly ids?: IdStyle;
  /** `any` accepts signatures that this fake did not issue, for example of a run that another process paused. */
  readonly signatures?: "issued" | "any";
  /** Overrides of the model's rules. */
  readonly rules?: Partial<ModelRules>;
  /** Limits of declarations that Google changed or never published. */
  readonly limits?: Partial<Limits>;
  /** The content type of errors on the SSE route, where Google has used both. */
  readonly sseErrors?: SseErrors;
  /** Another seed gives other ids and signatures. */
  readonly seed?: number;
  /**
   * The port of the fake on loopback.
   * @default a free port
   */
  readonly port?: number;
  /**
   * The number of latest requests that `requests` keeps.
   * @default 1000
   */
  readonly maxRequests?: number;
}

export interface FakeGemini {
  /** The address of the fake, for `baseUrl` of clients. */
  readonly url: string;
  /** The latest requests, including refused ones and those of routes that the script does not answer. */
  readonly requests: readonly ReceivedRequest[];
  /** Appends answers to the script. */
  add(...entries: readonly ScriptEntry[]): void;
  /** Accepts the signatures of a history as if this fake had issued them. */
  trust(contents: readonly Content[]): void;
  /** The number of unused answers. */
  readonly remaining: number;
  /** Throws if a request was refused or an answer is unused. */
  assertDone(): void;
  close(): Promise<void>;
}
