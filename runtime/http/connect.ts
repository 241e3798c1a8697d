import { ToolError } from "../errors.js";
import { defined } from "../base/defined.js";
import { secretHeaders } from "../base/hide-secrets.js";
import type { CallContext } from "../tool.js";
import { addressOf, baseUrlOf, fillPath, fillQuery } from "./address.js";
import {
  assertCredentials,
  type Credentials,
  presentCredentials,
  type Presented,
  satisfiedAlternative,
} from "./credentials.js";
import { exchange, type Outgoing } from "./exchange.js";
import { checked, cookiePairs, foldedHeader, headerValue } from "./headers.js";
import { hideInResult } from "./hide-repeated.js";
import { findNextPage } from "./next-page.js";
import type { HttpOperation, HttpScheme } from "./operation.js";
import { encode } from "./percent.js";
import { isMainResponse } from "./main-response.js";
import { readResult } from "./read-response.js";
import { encodeBody } from "./request-body.js";
import { credentialNames, namesIn, refuseNameClash } from "./name-clashes.js";

/** A generated description of an API. */
export interface HttpService {
  /** The address in the document. Undefined or relative if `baseUrl` is required. */
  readonly server?: string;
  readonly schemes: Readonly<Record<string, HttpScheme>>;
  /** The security alternatives of each tool, checked when the application starts. */
  readonly needs: Readonly<Record<string, readonly (readonly string[])[]>>;
  /** Tools that take file handles. */
  readonly files: readonly string[];
}

/** How an API is called. The application decides all of it, the model nothing. */
export interface HttpOptions<Given = Credentials, Context = unknown> {
  /** The address of the API. It replaces the document's. */
  readonly baseUrl?: string;
  /**
   * One for each security scheme, by its name. Required if the document requires it. A function is called for each call,
   * so that one connection serves many users: `{ token: (call) => call.context.token }`.
   */
  readonly credentials?: Given;
  /**
   * Other origins that may receive the credentials, the headers, the files and the values that are bound to the environment or the context,
   * such as `["https://uploads.example.com"]`. If the document sends an operation to an origin that is not listed, the call fails when it
   * needs one of these, and is sent without the headers otherwise.
   */
  readonly origins?: readonly string[];
  /** Sent with every request to the origin of the API and to `origins`. A function is called for each call. */
  readonly headers?: HeaderValues | ((call: CallContext<Context>) => HeaderValues | Promise<HeaderValues>);
  /**
   * Sends the requests.
   * @default the global `fetch`
   */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /**
   * Milliseconds for one attempt.
   * @default 30,000
   */
  readonly timeoutMs?: number;
  /**
   * Further attempts of GET, HEAD, PUT, DELETE and OPTIONS, after network failures and the statuses 408, 429, 502, 503 and 504.
   * @default 2
   */
  readonly retries?: number;
  /**
   * Bytes of an answer.
   * @default 4 MiB
   */
  readonly maxResponseBytes?: number;
  /** Returns the file for a handle. Files are handles for the model. Required if a tool sends files. */
  readonly openFile?: (handle: string, call: CallContext<Context>) => Blob | Promise<Blob>;
  /** Stores a file that the service sent and returns its handle. */
  readonly saveFile?: (file: Blob, call: CallContext<Context>) => string | Promise<string>;
}

type HeaderValues = Readonly<Record<string, string>>;

/** A connection to an API, with credentials. */
export interface HttpConnection<Context = unknown> {
  /** Sends one request. The result is the response of the service; `dispatch` checks it against the spec afterwards. */
  readonly send: <Result>(
    operation: HttpOperation,
    values: HttpValues,
    call: CallContext<Context>,
  ) => Promise<Result>;
}

/** The arguments of a call by their location in the request. Undefined values are not sent. */
export interface HttpValues {
  readonly path?: Values;
  readonly query?: Values;
  readonly header?: Values;
  readonly cookie?: Values;
  readonly body?: unknown;
}

type Values = Readonly<Record<string, unknown>>;

/** Creates a connection. Throws if credentials or options are missing. */
export function connect<Context = unknown>(
  service: HttpService,
  given: HttpOptions<object, Context>,
): HttpConnection<Context> {
  // The functions get the calls of this connection only, whose context has the right type.
  const options = given as HttpOptions<object>;
  const credentials = (options.credentials ?? {}) as Credentials;
  assertCredentials(service.needs, credentials);
  const base = baseUrlOf(options.baseUrl ?? service.server ?? "");
  const trusted = new Set([base, ...(options.origins ?? []).map(baseUrlOf)].map(({ origin }) => origin));
  const [fileTool] = service.files;
  if (fileTool !== undefined && options.openFile === undefined) {
    throw new TypeError(
      `${fileTool} takes file handles: pass \`openFile\`, which returns the file of a handle`,
    );
  }
  return {
    async send<Result>(operation: HttpOperation, values: HttpValues, call: CallContext): Promise<Result> {
      const operationServer = options.baseUrl === undefined ? operation.server : undefined;
      const destination = operationServer === undefined ? base : baseUrlOf(operationServer);
      const schemes = satisfiedAlternative(operation.security, credentials) ?? [];
      const isTrusted = trusted.has(destination.origin);
      const given =
        typeof options.headers === "function" ? await options.headers(call) : (options.headers ?? {});
      const hasSecrets = schemes.length > 0 || secretHeaders(given).length > 0;
      if (!isTrusted) refusePrivate(operation, hasSecrets, destination, base);
      const presented = await presentCredentials(schemes, service.schemes, credentials, call);
      const headers = isTrusted ? given : {};
      const outgoing = await composeRequest(operation, values, destination, presented, {
        service,
        options,
        headers,
        call,
      });
      const secrets = secretsOf(presented, given);
      const answer = await exchange(outgoing, {
        fetch: options.fetch ?? ((url, init) => fetch(url, init)),
        signal: call.signal,
        timeoutMs: options.timeoutMs ?? 30_000,
        retries: options.retries ?? 2,
        maxBytes: options.maxResponseBytes ?? 4 * 1024 * 1024,
        secrets,
      });
      const { saveFile } = options;
      const result = await readResult(answer, saveFile && (async (file) => saveFile(file, call)));
      const next = operation.pages && findNextPage(operation.pages, answer.headers, result, outgoing.url);
      if (next !== undefined) call.nextPage?.(next);
      if (!isMainResponse(operation, answer)) call.skipResultCheck?.();
      return hideInResult(result, secrets) as Result;
    },
  };
}

/** Only the document names this origin. The error is for the developer, because the model cannot fix it. */
function refusePrivate(operation: HttpOperation, hasSecrets: boolean, destination: URL, base: URL): void {
  const { tool, bound = [], body } = operation;
  const names = bound.map((name) => JSON.stringify(name)).join(", ");
  const sendsFiles =
    body?.file === true || Object.values(body?.fields ?? {}).some(({ file }) => file === true);
  const privateParts = [
    ...(hasSecrets ? ["the credentials"] : []),
    ...(names === "" ? [] : [`the values bound to ${names}`]),
    ...(sendsFiles ? ["the files"] : []),
  ];
  if (privateParts.length === 0) return;
  throw new TypeError(
    `${tool} is sent to ${destination.origin}, but ${privateParts.join(" and ")} are for ${base.origin}; if they may be sent there, add "${destination.origin}" to \`origins\`, or set \`baseUrl\``,
  );
}

/** Values that must not reach the model in a response. */
function secretsOf({ headers, query, cookies }: Presented, given: HeaderValues): readonly string[] {
  const presented = [...headers, ...query, ...cookies].map(([, secret]) => secret);
  return [...presented, ...secretHeaders(given)];
}

/** The connection and the call that a request belongs to. */
interface RequestContext {
  readonly service: HttpService;
  readonly options: HttpOptions<object>;
  /** The application's headers, if this origin may receive them. */
  readonly headers: HeaderValues;
  readonly call: CallContext;
}

async function composeRequest(
  operation: HttpOperation,
  values: HttpValues,
  base: URL,
  presented: Presented,
  context: RequestContext,
): Promise<Outgoing> {
  const { service, options, call } = context;
  const path = fillPath(operation, values.path ?? {});
  const pairs = presented.query.map(([name, secret]) => `${encode(name, name)}=${encode(secret, name)}`);
  const query = [
    fillQuery(operation, values.query ?? {}, credentialNames(service.schemes, "query")),
    ...pairs,
  ]
    .filter((part) => part !== "")
    .join("&");
  const url = addressOf(base, path, query);
  const headers = headersOf(operation, values, presented, context);
  const { body } = operation;
  const content = withoutUndefined(values.body);
  if (body === undefined || isNothing(content, body.required === true)) {
    return { url, method: operation.method, headers, body: undefined };
  }
  const encoded = await encodeBody(content === undefined ? {} : content, body, async (handle) => {
    if (options.openFile === undefined) throw new ToolError("INVALID_ARGUMENTS", "files cannot be sent here");
    return options.openFile(handle, call);
  });
  // fetch sets the content type of a form, with its boundary, if it is missing.
  if (encoded.contentType === undefined) headers.delete("content-type");
  else headers.set("content-type", checked(encoded.contentType, "content type"));
  return { url, method: operation.method, headers, body: encoded.body };
}

/** Drops arguments without a value from the body. */
function withoutUndefined(body: unknown): unknown {
  const isPlain =
    typeof body === "object" && body !== null && Object.getPrototypeOf(body) === Object.prototype;
  return isPlain ? defined(body) : body;
}

/** Whether no argument of the body has a value. A required body is sent all the same. */
function isNothing(body: unknown, required: boolean): boolean {
  if (body === undefined) return !required;
  return (
    !required &&
    typeof body === "object" &&
    body !== null &&
    !Array.isArray(body) &&
    Object.keys(body).length === 0
  );
}

function headersOf(
  operation: HttpOperation,
  { header, cookie }: HttpValues,
  presented: Presented,
  { service, headers: applicationHeaders }: RequestContext,
): Headers {
  const headers = new Headers();
  const accepts = operation.accepts ?? [];
  headers.set(
    "accept",
    accepts.length === 0 ? "application/json, */*;q=0.5" : checked(accepts.join(", "), "accept"),
  );
  for (const [name, value] of Object.entries(operation.headers ?? {}))
    headers.set(name, checked(value, name));
  const takenNames = [
    ...credentialNames(service.schemes, "cookie"),
    ...operation.parameters.filter((one) => one.in === "cookie").map((one) => one.name),
  ];
  const cookies = presented.cookies.map(([name, secret]) => `${name}=${secret}`);
  // The application's headers win over arguments, in every spelling of a name.
  const applied = new Map([...Object.entries(applicationHeaders), ...presented.headers]);
  const names = new Set([...applied.keys()].map(foldedHeader));
  for (const parameter of operation.parameters) {
    if (parameter.in !== "header" && parameter.in !== "cookie") continue;
    if (parameter.in === "header" && names.has(foldedHeader(parameter.name))) continue;
    const values = (parameter.in === "header" ? header : cookie) ?? {};
    const value = Object.hasOwn(values, parameter.name) ? values[parameter.name] : undefined;
    if (value === undefined || value === null) continue;
    if (parameter.in === "cookie") {
      const pairs = cookiePairs(value, parameter);
      refuseNameClash(`cookie "${parameter.name}"`, parameter.name, namesIn(pairs.join("&")), [
        ...takenNames,
        ...(parameter.withheld ?? []),
      ]);
      cookies.push(...pairs);
    } else headers.set(parameter.name, headerValue(value, parameter));
  }
  if (cookies.length > 0) headers.set("cookie", cookies.join("; "));
  for (const [name, value] of applied) headers.set(name, value);
  return headers;
}
