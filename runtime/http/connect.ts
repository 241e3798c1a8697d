import { ToolError } from "../errors.js";
import { checkOptionsByTable, type OptionTable } from "../base/check-options-by-table.js";
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

/** The description of an API in generated code. */
export interface HttpService {
  /**
   * The address of the API in the document. If it is undefined or relative, the application must set
   * `baseUrl`.
   */
  readonly server?: string;
  readonly schemes: Readonly<Record<string, HttpScheme>>;
  /**
   * The security alternatives of each tool. `connect` checks that the application has credentials for each
   * tool.
   */
  readonly needs: Readonly<Record<string, readonly (readonly string[])[]>>;
  /** The names of the tools that take file handles. */
  readonly files: readonly string[];
}

/** Options of a connection to an API. Only the application sets them. The model cannot change them. */
export interface HttpOptions<ApiCredentials = Credentials, Context = unknown> {
  /** The address of the API. It replaces the address in the document. */
  readonly baseUrl?: string;
  /**
   * The credentials, by the name of the security scheme. Required if the document requires them. A function
   * is called for each call, so that one connection can serve many users: `{ token: (call) =>
   * call.context.token }`.
   */
  readonly credentials?: ApiCredentials;
  /**
   * Other trusted origins, such as `["https://uploads.example.com"]`. They may receive the private parts of a
   * request: the credentials, the headers, the files, and the values that are bound to the environment or the
   * context. The document may send an operation to an origin that is not in the list. A call of such an
   * operation fails if it needs private parts. Otherwise the request is sent without the headers.
   */
  readonly origins?: readonly string[];
  /**
   * Headers of every request to the origin of the API and to `origins`. If a function is passed, it is called for each call.
   */
  readonly headers?: HeaderValues | ((call: CallContext<Context>) => HeaderValues | Promise<HeaderValues>);
  /**
   * Sends the requests.
   * @default the global `fetch`
   */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /**
   * The timeout of one attempt in milliseconds.
   * @default 30,000
   */
  readonly timeoutMs?: number;
  /**
   * The largest number of retries after a network failure or one of the statuses 408, 429, 502, 503 and 504.
   * Only requests with GET, HEAD, PUT, DELETE and OPTIONS are repeated.
   * @default 2
   */
  readonly retries?: number;
  /**
   * The largest number of bytes in a response.
   * @default 4 MiB
   */
  readonly maxResponseBytes?: number;
  /**
   * Returns the file for a handle. The model only gets the handles of files. Required if a tool sends files.
   */
  readonly openFile?: (handle: string, call: CallContext<Context>) => Blob | Promise<Blob>;
  /** Stores a file that the service sent, and returns its handle. */
  readonly saveFile?: (file: Blob, call: CallContext<Context>) => string | Promise<string>;
}

type HeaderValues = Readonly<Record<string, string>>;

/** A connection to an API. It adds the credentials to each request. */
export interface HttpConnection<Context = unknown> {
  /**
   * Sends one request and returns the response of the service as a value of type `Result`. The value is
   * checked against the spec afterwards, when the handler returns it.
   */
  readonly send: <Result>(
    operation: HttpOperation,
    values: HttpValues,
    call: CallContext<Context>,
  ) => Promise<Result>;
}

/** The arguments of a call, by their location in the request. Undefined values are not sent. */
export interface HttpValues {
  readonly path?: Values;
  readonly query?: Values;
  readonly header?: Values;
  readonly cookie?: Values;
  readonly body?: unknown;
}

type Values = Readonly<Record<string, unknown>>;

const OPTIONS: OptionTable<HttpOptions> = {
  baseUrl: true,
  credentials: true,
  fetch: true,
  headers: true,
  maxResponseBytes: "number",
  openFile: true,
  origins: true,
  retries: "number",
  saveFile: true,
  timeoutMs: "number",
};

/** Creates a connection. Throws if credentials or required options are missing, or if an option is unknown. */
export function connect<Context = unknown>(
  service: HttpService,
  settings: HttpOptions<object, Context>,
): HttpConnection<Context> {
  // This cast is safe: the functions in the options only get the calls of this connection, whose context has
  // the required type.
  const options = settings as HttpOptions<object>;
  if (!options) throw new TypeError("connect…() needs an object with its options, such as `credentials`");
  checkOptionsByTable("connect…()", options, OPTIONS);
  const credentials = (options.credentials ?? {}) as Credentials;
  checkOptionsByTable("connect…(): credentials", credentials, service.schemes);
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
      const applicationHeaders =
        typeof options.headers === "function" ? await options.headers(call) : (options.headers ?? {});
      const hasSecrets = schemes.length > 0 || secretHeaders(applicationHeaders).length > 0;
      if (!isTrusted) refusePrivate(operation, hasSecrets, destination, base);
      const presented = await presentCredentials(schemes, service.schemes, credentials, call);
      const headers = isTrusted ? applicationHeaders : {};
      const outgoing = await composeRequest(operation, values, destination, presented, {
        service,
        options,
        headers,
        call,
      });
      const secrets = secretsOf(presented, applicationHeaders);
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

/**
 * Throws if a request with private parts would be sent to an origin that the application does not trust. The
 * error is for the developer, because the model cannot correct it.
 */
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

/** Returns the values that the model must not read in a response. */
function secretsOf(
  { headers, query, cookies }: Presented,
  applicationHeaders: HeaderValues,
): readonly string[] {
  const presented = [...headers, ...query, ...cookies].map(([, secret]) => secret);
  return [...presented, ...secretHeaders(applicationHeaders)];
}

/** The connection and the call to which a request belongs. */
interface RequestContext {
  readonly service: HttpService;
  readonly options: HttpOptions<object>;
  /** The headers of the application. Empty if the application does not trust the origin of the request. */
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
  // If the content type of a form is missing, fetch sets it together with the boundary of the form.
  if (encoded.contentType === undefined) headers.delete("content-type");
  else headers.set("content-type", checked(encoded.contentType, "content type"));
  return { url, method: operation.method, headers, body: encoded.body };
}

function withoutUndefined(body: unknown): unknown {
  const isPlain =
    typeof body === "object" && body !== null && Object.getPrototypeOf(body) === Object.prototype;
  return isPlain ? defined(body) : body;
}

/** Whether no body is sent: the body contains no argument, and the document does not require a body. */
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
  // A header of the application or of a credential replaces an argument of the same name. Names are the same
  // if only case or `-` and `_` differ.
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
