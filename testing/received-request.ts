import type { Content, Part } from "@toolpress/runtime";
import type { ParsedRequest } from "../gemini-rules/request.js";
import type { ApiVersion } from "../gemini-rules/request-message.js";
import type { Face } from "../gemini-rules/tool-messages.js";
import type { ErrorBody } from "./error-body.js";

/** A request that reached the fake, refused or not. */
export interface ReceivedRequest {
  /** Counts every request, from 0. */
  readonly index: number;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly flavor: Face;
  readonly version: ApiVersion;
  readonly model: string;
  /** `streamGenerateContent`. */
  readonly stream: boolean;
  /** The JSON exactly as it was sent. */
  readonly body: GenerateContentBody;
  /** The same with camelCase names and lists where lists belong. */
  readonly parsed: ParsedRequest;
  /** What was answered: 200, the status of a scripted fault, or 400 and the like for a request that was refused. */
  status?: number;
  /** Why it was refused; scripted faults are no refusals. */
  error?: ErrorBody;
  /** The client went away before the answer was complete. */
  aborted?: boolean;
}

/** The fields of a request that tests look at; others are there too. */
export interface GenerateContentBody {
  readonly contents: readonly (Content & { parts: Part[] })[];
  readonly tools?: readonly Readonly<Record<string, unknown>>[];
  readonly toolConfig?: Readonly<Record<string, unknown>>;
  readonly systemInstruction?: unknown;
  readonly generationConfig?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}
