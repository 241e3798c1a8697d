import { ToolError } from "../errors.js";
import { defined } from "../base/defined.js";
import { secretHeaders } from "../base/hide-secrets.js";
import type { CallContext } from "../tool.js";
import { addressOf, baseUrlOf, fillPath, fillQuery } from "./address.js";
import { assertCredentials, type Credentials, present, type Presented, satisfiable } from "./credentials.js";
import { exchange, type Outgoing } from "./exchange.js";
import { checked, cookiePairs, headerValue } from "./headers.js";
import { hideInResult } from "./hide-repeated.js";
import { findNextPage } from "./next-page.js";
import type { HttpOperation, HttpScheme } from "./operation.js";
import { encode } from "./percent.js";
import { isMainAnswer } from "./main-answer.js";
import { readResult } from "./read-response.js";
import { encodeBody } from "./request-body.js";
import { credentialNames, namesIn, refuseTaken } from "./taken-names.js";

/** What generated code knows about an API. */
export interface HttpService {
  /** Its address in the document; undefined, or relative, where `baseUrl` must be given. */
  readonly server?: string;
  readonly schemes: Readonly<Record<string, HttpScheme>>;
  /** What each tool needs, to be asked for at start-up. */
  readonly needs: Readonly<Record<string, readonly (readonly string[])[]>>;
  /** Tools that take the handle of a file. */
  readonly files: readonly string[];
}

/** How an API is called. The application decides all of it, the model nothing. */
export interface HttpOptions<Given = Credentials> {
  /** The address of the API. It replaces the document's. */
  readonly baseUrl?: string;
  /** One for each security scheme, by its name. Required if the document requires it. */
  readonly credentials?: Given;
  /**
   * Other origins that may receive the credentials, the headers, the files and the values that are bound to the environment or the context,
   * such as `["https://uploads.example.com"]`. If the document sends an operation to an origin that is not listed, the call fails when it
   * needs one of these, and is sent without the headers otherwise.
   */
  readonly origins?: readonly string[];
  /** Sent with every request to the origin of the API and to `origins`. */
  readonly headers?: Readonly<Record<string, string>>;
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
  readonly openFile?: (handle: string, call: CallContext) => Blob | Promise<Blob>;
  /** Stores a file that the service sent and returns its handle. */
  readonly saveFile?: (file: Blob, call: CallContext) => string | Promise<string>;
}

/** A way to an API, with its credentials. */
export interface HttpConnection {
  /** Makes one call. The result is what the service answered; generated code checks it against its type afterwards. */
  send<Result>(operation: HttpOperation, values: HttpValues, call: CallContext): Promise<Result>;
}

/** The arguments of a call by their location in the request; those that are undefined are not sent. */
export interface HttpValues {
  readonly path?: Values;
  readonly query?: Values;
  readonly header?: Values;
  readonly cookie?: Values;
  readonly body?: unknown;
}

type Values = Readonly<Record<string, unknown>>;

/** Makes a connection; what is missing is said now. */
export function connect(service: HttpService, options: HttpOptions<object>): HttpConnection {
  const credentials = (options.credentials ?? {}) as Credentials;
  assertCredentials(service.needs, credentials);
  const base = baseUrlOf(options.baseUrl ?? service.server ?? "");
  const trusted = new Set([base, ...(options.origins ?? []).map(baseUrlOf)].map(({ origin }) => origin));
  const [fileTool] = service.files;
  if (fileTool !== undefined && options.openFile === undefined) {
    throw new TypeError(
      `${fileTool} takes the handle of a file: give \`openFile\` to say what it stands for`,
    );
  }
  return {
    async send<Result>(operation: HttpOperation, values: HttpValues, call: CallContext): Promise<Result> {
      const elsewhere = options.baseUrl === undefined ? operation.server : undefined;
      const home = elsewhere === undefined ? base : baseUrlOf(elsewhere);
      const schemes = satisfiable(operation.security, credentials) ?? [];
      const isTrusted = trusted.has(home.origin);
      const hasSecrets = schemes.length > 0 || secretHeaders(options.headers).length > 0;
      if (!isTrusted) refusePrivate(operation, hasSecrets, home, base);
      const shown = await present(schemes, service.schemes, credentials);
      const headers = isTrusted ? options.headers : {};
      const outgoing = await compose(operation, values, home, shown, { service, options, headers, call });
      const secrets = secretsOf(shown, options);
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
      if (!isMainAnswer(operation, answer)) call.skipResultCheck?.();
      return hideInResult(result, secrets) as Result;
    },
  };
}

/** Only the document names this origin. The error is for the developer: the model can do nothing about it. */
function refusePrivate(operation: HttpOperation, hasSecrets: boolean, home: URL, base: URL): void {
  const { tool, bound = [], body } = operation;
  const names = bound.map((name) => JSON.stringify(name)).join(", ");
  const sendsFiles =
    body?.file === true || Object.values(body?.fields ?? {}).some(({ file }) => file === true);
  const held = [
    ...(hasSecrets ? ["the credentials"] : []),
    ...(names === "" ? [] : [`the values bound to ${names}`]),
    ...(sendsFiles ? ["the files"] : []),
  ];
  if (held.length === 0) return;
  throw new TypeError(
    `${tool} is sent to ${home.origin}, but ${held.join(" and ")} are for ${base.origin}; if they may go there, add "${home.origin}" to \`origins\`, or give \`baseUrl\``,
  );
}

/** Values that the model must not read in an answer. */
function secretsOf({ headers, query, cookies }: Presented, options: HttpOptions<object>): readonly string[] {
  const presented = [...headers, ...query, ...cookies].map(([, secret]) => secret);
  return [...presented, ...secretHeaders(options.headers)];
}

/** Whose call it is, and how it is made. */
interface Caller {
  readonly service: HttpService;
  readonly options: HttpOptions<object>;
  /** The application's, where this origin may have them. */
  readonly headers: HttpOptions["headers"];
  readonly call: CallContext;
}

async function compose(
  operation: HttpOperation,
  values: HttpValues,
  base: URL,
  shown: Presented,
  caller: Caller,
): Promise<Outgoing> {
  const { service, options, call } = caller;
  const path = fillPath(operation, values.path ?? {});
  const pairs = shown.query.map(([name, secret]) => `${encode(name, name)}=${encode(secret, name)}`);
  const query = [
    fillQuery(operation, values.query ?? {}, credentialNames(service.schemes, "query")),
    ...pairs,
  ]
    .filter((part) => part !== "")
    .join("&");
  const url = addressOf(base, path, query);
  const headers = headersOf(operation, values, shown, caller);
  const { body } = operation;
  const content = withoutUndefined(values.body);
  if (body === undefined || isNothing(content, body.required === true)) {
    return { url, method: operation.method, headers, body: undefined };
  }
  const encoded = await encodeBody(content === undefined ? {} : content, body, async (handle) => {
    if (options.openFile === undefined) throw new ToolError("INVALID_ARGUMENTS", "files cannot be sent here");
    return options.openFile(handle, call);
  });
  // fetch sets the type of a form, with its boundary, where there is none.
  if (encoded.contentType === undefined) headers.delete("content-type");
  else headers.set("content-type", checked(encoded.contentType, "content type"));
  return { url, method: operation.method, headers, body: encoded.body };
}

/** Arguments that were not given are no fields of the body. */
function withoutUndefined(body: unknown): unknown {
  const isPlain =
    typeof body === "object" && body !== null && Object.getPrototypeOf(body) === Object.prototype;
  return isPlain ? defined(body) : body;
}

/** No argument of a body was given: nothing is sent, unless the body itself is required. */
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
  shown: Presented,
  { service, headers: given }: Caller,
): Headers {
  const headers = new Headers();
  const accepts = operation.accepts ?? [];
  headers.set(
    "accept",
    accepts.length === 0 ? "application/json, */*;q=0.5" : checked(accepts.join(", "), "accept"),
  );
  for (const [name, value] of Object.entries(operation.headers ?? {}))
    headers.set(name, checked(value, name));
  const taken = [
    ...credentialNames(service.schemes, "cookie"),
    ...operation.parameters.filter((one) => one.in === "cookie").map((one) => one.name),
  ];
  const cookies = shown.cookies.map(([name, secret]) => `${name}=${secret}`);
  for (const parameter of operation.parameters) {
    if (parameter.in !== "header" && parameter.in !== "cookie") continue;
    const values = (parameter.in === "header" ? header : cookie) ?? {};
    const value = Object.hasOwn(values, parameter.name) ? values[parameter.name] : undefined;
    if (value === undefined || value === null) continue;
    if (parameter.in === "cookie") {
      const pairs = cookiePairs(value, parameter);
      refuseTaken(`cookie "${parameter.name}"`, parameter.name, namesIn(pairs.join("&")), [
        ...taken,
        ...(parameter.withheld ?? []),
      ]);
      cookies.push(...pairs);
    } else headers.set(parameter.name, headerValue(value, parameter));
  }
  if (cookies.length > 0) headers.set("cookie", cookies.join("; "));
  // After the arguments: what the application says counts.
  for (const [name, value] of Object.entries(given ?? {})) headers.set(name, value);
  for (const [name, value] of shown.headers) headers.set(name, value);
  return headers;
}
