import type { Content, Part } from "@toolpress/runtime";
import type { ParsedRequest } from "../gemini-rules/request.js";
import type { ApiVersion } from "../gemini-rules/request-message.js";
import type { Flavor } from "../gemini-rules/tool-messages.js";
import type { ErrorBody } from "./error-body.js";
import type { Method } from "./routes.js";

/** A request to the fake. The fake may have accepted or refused it. */
export interface ReceivedRequest {
  /** The number of earlier requests. */
  readonly index: number;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly flavor: Flavor;
  readonly version: ApiVersion;
  /**
   * The name of the method, such as `generateContent`, `countTokens` or `cachedContents.create`. Empty if the
   * route is unknown.
   */
  readonly method: Method | "";
  /** The name of the model. Empty for lists and caches. */
  readonly model: string;
  /** Whether the method is `streamGenerateContent`. */
  readonly stream: boolean;
  /** The JSON of the body, exactly as the client sent it. */
  readonly body: GenerateContentBody;
  /**
   * The body in one form: names are in camelCase, and a list replaces a single message where the service
   * expects a list.
   */
  readonly parsed: ParsedRequest;
  /** The status of the response: 200, the status of a scripted error, or the status of a refusal, for example 400. */
  status?: number;
  /** The refusal. A scripted error is not a refusal. */
  error?: ErrorBody;
  /** Whether the client disconnected before the end of the response. */
  aborted?: boolean;
}

/** The fields of a request that tests often read. The object has all other fields too. */
export interface GenerateContentBody {
  readonly contents: readonly (Content & { parts: Part[] })[];
  readonly tools?: readonly Readonly<Record<string, unknown>>[];
  readonly toolConfig?: Readonly<Record<string, unknown>>;
  readonly systemInstruction?: unknown;
  readonly generationConfig?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}
