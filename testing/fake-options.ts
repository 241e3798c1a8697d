import type { Content } from "@toolpress/runtime";
import type { Limits } from "../gemini-rules/check-declarations.js";
import type { ModelRules } from "../gemini-rules/model-rules.js";
import type { IdStyle } from "./opaque.js";
import type { ReceivedRequest } from "./received-request.js";
import type { ScriptEntry } from "./script.js";

// The types of `fakeGemini`. These types do not refer to types of Node, so that projects without types of Node can
// use them.

/** The content type of errors in responses to `alt=sse`. */
export type SseErrors = "event-stream" | "json";

export interface FakeGeminiOptions {
  /** A list with one answer per accepted request, in order, or one function that answers all requests. */
  readonly script?: readonly ScriptEntry[] | Extract<ScriptEntry, (...given: never[]) => unknown>;
  /** The only API key that is accepted. By default, any key is accepted. */
  readonly apiKey?: string;
  /** The only bearer token that is accepted on Vertex AI. By default, any token is accepted. */
  readonly accessToken?: string;
  /** The models that exist. By default, every name that begins with `gemini-` exists. */
  readonly models?: readonly string[];
  /** The form of call ids. By default, the model of the request decides. */
  readonly ids?: IdStyle;
  /**
   * `any` also accepts signatures that this fake did not issue, for example those of a run that another
   * process paused.
   */
  readonly signatures?: "issued" | "any";
  /** Rules that differ from those of the model. */
  readonly rules?: Partial<ModelRules>;
  /** Limits of declarations, for example because Google changed a limit. */
  readonly limits?: Partial<Limits>;
  /** The content type of errors in responses to `alt=sse`. Google has used both content types. */
  readonly sseErrors?: SseErrors;
  /** The seed of ids and signatures. Another seed produces other ids and signatures. */
  readonly seed?: number;
  /**
   * The port on which the fake listens, on loopback.
   * @default a free port
   */
  readonly port?: number;
  /**
   * The number of requests that `requests` keeps. Older requests are dropped.
   * @default 1000
   */
  readonly maxRequests?: number;
}

export interface FakeGemini {
  /** The address of the fake. Pass it to a client as `baseUrl`. */
  readonly url: string;
  /** The latest requests. Refused requests and requests that do not use the script are in the list too. */
  readonly requests: readonly ReceivedRequest[];
  /** Appends answers to the script. */
  add(...entries: readonly ScriptEntry[]): void;
  /** Accepts the signatures in these contents as if this fake had issued them. */
  trust(contents: readonly Content[]): void;
  /** The number of answers in the script that were not used yet. */
  readonly remaining: number;
  /** Throws if a request was refused, or if an answer of the script was not used. */
  assertDone(): void;
  close(): Promise<void>;
}
