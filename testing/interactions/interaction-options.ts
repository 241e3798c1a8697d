import type { InteractionRules } from "../../gemini-rules/interactions/interaction-rules.js";
import type { Step } from "../../gemini-rules/interactions/step.js";
import type { ScriptEntry } from "../script.js";

// The types of `fakeInteractions`. These types need no types of Node.

/** The ways in which streams of the service differ. */
export interface InteractionStreamStyle {
  /** Whether the arguments of a call arrive in one piece or in several. */
  readonly arguments: "whole" | "torn";
  /** Whether `step.start` contains the signature or a later delta does. */
  readonly signatures: "start" | "delta";
  /** Whether `step.start` contains the text or later deltas do. */
  readonly texts: "start" | "delta";
  /** Whether steps end with `step.stop`. */
  readonly stops: boolean;
  /** Sends `interaction.status_update` events. */
  readonly statusUpdates: boolean;
  /** Sends events and deltas of types that no client knows. */
  readonly unknownTypes: boolean;
  /** Sends the index of the preceding step in the deltas of calls. One client received such deltas. */
  readonly wrongIndexes: boolean;
  /** Ends a stream with `event: done`. */
  readonly done: boolean;
}

export interface FakeInteractionsOptions {
  /** A list with one answer for each accepted `create` request, or one function for all requests. */
  readonly script?:
    | readonly ScriptEntry<ReceivedInteraction>[]
    | Extract<ScriptEntry<ReceivedInteraction>, (...given: never[]) => unknown>;
  /** The only accepted API key. By default, every key is accepted. */
  readonly apiKey?: string;
  /** The only accepted bearer token on Vertex AI. By default, every token is accepted. */
  readonly accessToken?: string;
  /** The names of the existing models. By default, every name that begins with `gemini-` exists. */
  readonly models?: readonly string[];
  /** With `any`, the fake accepts steps and signatures of other fakes, for example after a pause in another process. */
  readonly signatures?: "issued" | "any";
  /**
   * Which steps of the current turn must be sent back unchanged: all steps, or only calls and signatures.
   * @default "all"
   */
  readonly compares?: "all" | "signed";
  /** Rules that replace those of the model. */
  readonly rules?: Partial<InteractionRules>;
  readonly stream?: Partial<InteractionStreamStyle>;
  /** The content type of errors of streamed requests. Google has used both types. */
  readonly sseErrors?: "event-stream" | "json";
  /** The seed of the random ids and signatures. */
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

/** A request to the fake, accepted or refused. */
export interface ReceivedInteraction {
  /** The number of the request. The first request has the number 0. */
  readonly index: number;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  /** The method. It is empty if the route is unknown. */
  readonly method: "create" | "get" | "cancel" | "delete" | "";
  /** The version in the path, such as `v1beta`. */
  readonly version: string;
  readonly flavor: "gemini" | "vertex";
  readonly model: string;
  /** Whether the answer is a stream. */
  readonly stream: boolean;
  /** The JSON that the client sent. */
  readonly body: InteractionRequestBody;
  /** All steps of the conversation, including steps of stored interactions. The list is empty for refused requests. */
  readonly steps: readonly Step[];
  /** The status of the response. */
  status?: number;
  /** The error of a refused request. Scripted faults are not refusals. */
  error?: { readonly code: string; readonly message: string };
  /** Whether the client disconnected before the end of the response. */
  aborted?: boolean;
}

/** The fields of a request that tests often use. */
export interface InteractionRequestBody {
  readonly input?: unknown;
  readonly tools?: readonly Readonly<Record<string, unknown>>[];
  readonly generation_config?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

export interface FakeInteractions {
  /** The address of the fake, for `baseUrl` of clients. */
  readonly url: string;
  /** The latest requests, including refused ones. */
  readonly requests: readonly ReceivedInteraction[];
  /** Appends answers to the script. */
  add(...entries: readonly ScriptEntry<ReceivedInteraction>[]): void;
  /** Removes all stored interactions, as if they had expired. */
  forget(): void;
  /** The number of unused answers. */
  readonly remaining: number;
  /** Throws if a request was refused or an answer is unused. */
  assertDone(): void;
  close(): Promise<void>;
}
