import type { IncomingMessage } from "node:http";
import { texts } from "../gemini-rules/texts.js";
import { errorBody, keyInvalid, type ErrorBody } from "./error-body.js";
import { isKnownModel } from "./known-models.js";
import { headersOf } from "./listen.js";
import type { GenerateContentBody, ReceivedRequest } from "./received-request.js";
import { routeOf, type Route } from "./routes.js";

export interface Admission {
  readonly apiKey?: string;
  readonly accessToken?: string;
  readonly models?: readonly string[];
}

export interface Admitted {
  readonly request: ReceivedRequest;
  /** Undefined if the route is unknown. */
  readonly route?: Route;
  /** The refusal of a request with an unknown route, missing credentials or invalid JSON. */
  readonly error?: ErrorBody;
}

/**
 * Checks the route, the credentials and the JSON syntax of a request. The fields of the request are checked later.
 */
export function admit(incoming: IncomingMessage, text: string, index: number, options: Admission): Admitted {
  const url = new URL(incoming.url ?? "/", "http://127.0.0.1");
  const route = routeOf(incoming.method ?? "", url.pathname);
  const body = parseJson(text);
  const request: ReceivedRequest = {
    index,
    path: url.pathname,
    query: url.searchParams,
    headers: headersOf(incoming),
    flavor: route?.flavor ?? "gemini",
    version: route?.version ?? "v1beta",
    method: route?.method ?? "",
    model: route?.model ?? "",
    stream: route?.method === "streamGenerateContent",
    body: (body ?? {}) as GenerateContentBody,
    parsed: {},
  };
  const error =
    refuseRoute(route, request, options) ??
    refuseCaller(route, request, options) ??
    (body === undefined && text !== "" ? errorBody(400, texts.notJson(text.slice(0, 60))) : undefined);
  return { request, ...(route && { route }), ...(error && { error }) };
}

function refuseRoute(
  route: Route | undefined,
  request: ReceivedRequest,
  options: Admission,
): ErrorBody | undefined {
  if (route === undefined) return errorBody(404, texts.urlUnknown(request.path));
  const { method, model, version } = route;
  if (model !== "" && !isKnownModel(model, method, options.models)) {
    return errorBody(
      404,
      method === "models.get"
        ? texts.modelNotFound(model, version)
        : texts.modelUnknown(model, version, method),
    );
  }
  const alt = request.query.get("alt");
  return alt === null || alt === "sse" || alt === "json" ? undefined : errorBody(400, texts.altInvalid(alt));
}

function refuseCaller(
  route: Route | undefined,
  request: ReceivedRequest,
  options: Admission,
): ErrorBody | undefined {
  const token = /^Bearer (.+)$/i.exec(request.headers["authorization"] ?? "")?.[1];
  if (token !== undefined) {
    const isWrongToken = options.accessToken !== undefined && token !== options.accessToken;
    return isWrongToken ? errorBody(401, texts.tokenMissing()) : undefined;
  }
  if (route?.flavor === "vertex" && !route.express) return errorBody(401, texts.tokenMissing());
  const key = request.headers["x-goog-api-key"] ?? request.query.get("key");
  if (!key) return errorBody(403, texts.keyMissing());
  return options.apiKey !== undefined && key !== options.apiKey ? keyInvalid() : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
