import type { InteractionRules } from "../../gemini-rules/interactions/interaction-rules.js";
import type { Step } from "../../gemini-rules/interactions/step.js";
import type { ScriptEntry } from "../script.js";

// The types of `fakeInteractions`. They need no types of Node.

/** Differences between streams that clients have received. */
export interface InteractionStreamStyle {
  /** The arguments of a call in one piece, or torn into several. */
  readonly arguments: "whole" | "torn";
  /** Whether a signature is in `step.start` or comes later, after an empty one. */
  readonly signatures: "start" | "delta";
  /** Whether text is in `step.start` or comes later. */
  readonly texts: "start" | "delta";
  /** Whether steps end with `step.stop`. */
  readonly stops: boolean;
  /** Sends `interaction.status_update` events. */
  readonly statusUpdates: boolean;
  /** Sends events and deltas of types that no client knows. */
  readonly unknownTypes: boolean;
  /** Sends the index of the step before in the deltas of calls, as one client has received it. */
  readonly wrongIndexes: boolean;
  /** Ends a stream with `event: done`. */
  readonly done: boolean;
}

export interface FakeInteractionsOptions {
  /** One answer per accepted `create` request, in order, or one function for all requests. */
  readonly script?:
    | readonly ScriptEntry<ReceivedInteraction>[]
    | Extract<ScriptEntry<ReceivedInteraction>, (...given: never[]) => unknown>;
  /** The only accepted API key; any key by default. */
  readonly apiKey?: string;
  /** The only accepted bearer token on Vertex; any token by default. */
  readonly accessToken?: string;
  /** Existing models; any `gemini-…` by default. */
  readonly models?: readonly string[];
  /** `any` accepts steps and signatures that this fake did not issue, for example of a run that another process paused. */
  readonly signatures?: "issued" | "any";
  /**
   * The steps of the current turn that must come back unchanged: all of them, or only calls and signatures.
   * @default "all"
   */
  readonly compares?: "all" | "signed";
  /** Overrides of the model's rules. */
  readonly rules?: Partial<InteractionRules>;
  readonly stream?: Partial<InteractionStreamStyle>;
  /** The content type of errors of streamed requests, where Google has used both. */
  readonly sseErrors?: "event-stream" | "json";
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

/** A request to the fake, accepted or refused. */
export interface ReceivedInteraction {
  /** Counts all requests, from 0. */
  readonly index: number;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty if the route is unknown. */
  readonly method: "create" | "get" | "cancel" | "delete" | "";
  /** Such as `v1beta`. */
  readonly version: string;
  readonly flavor: "gemini" | "vertex";
  readonly model: string;
  /** Whether the answer is a stream. */
  readonly stream: boolean;
  /** The JSON exactly as sent. */
  readonly body: InteractionRequestBody;
  /** Every step of the conversation, with those of stored interactions. Empty for refused requests. */
  readonly steps: readonly Step[];
  /** The status of the response. */
  status?: number;
  /** The refusal. Scripted faults do not count. */
  error?: { readonly code: string; readonly message: string };
  /** Whether the client disconnected before the end of the response. */
  aborted?: boolean;
}

/** The fields of a request that tests use. Other fields are present too. */
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
  /** Removes stored interactions, as their expiry does. */
  forget(): void;
  /** The number of unused answers. */
  readonly remaining: number;
  /** Throws if a request was refused or an answer is unused. */
  assertDone(): void;
  close(): Promise<void>;
}
