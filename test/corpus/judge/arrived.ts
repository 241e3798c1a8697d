import { isDeepStrictEqual } from "node:util";
import type { RawRequest } from "../../openapi/loopback.js";
import type { DocumentOperation, JudgedApi } from "./read-document.js";
import { isMap } from "./read-document.js";
import type { SampledRequest } from "./sample-request.js";
import { fileContent } from "./tool-arguments.js";

/** A difference between a request and the arguments of its call. */
export interface Difference {
  readonly kind: "unasked" | "missing" | "changed";
  readonly place: string;
  /** The number of bytes in the request that come from no argument. */
  readonly bytes: number;
}

/** Headers that an HTTP client or the runtime adds. */
const ownHeaders = new Set(
  "accept accept-encoding accept-language authorization connection content-length content-type cookie host sec-fetch-mode transfer-encoding user-agent".split(
    " ",
  ),
);

/**
 * Returns the differences between a request that arrived and its sample. Credentials and values that the
 * document fixes do not count.
 */
export function differencesOf(
  raw: RawRequest,
  sampled: SampledRequest,
  operation: DocumentOperation,
  api: JudgedApi,
  fixed: ReadonlySet<string>,
): Promise<readonly Difference[]> {
  const [path = "", query = ""] = raw.target.split("?", 2);
  return bodyDifferences(raw, sampled.body, operation).then((body) => [
    ...pathDifferences(path, sampled, operation),
    ...queryDifferences(query, sampled, credentialNames(api, "query"), withOwnQuery(fixed, operation)),
    ...headerDifferences(raw, sampled, credentialNames(api, "header"), fixed),
    ...body,
  ]);
}

/** Adds the names in the query of the path, because some documents write a query into a path. */
function withOwnQuery(fixed: ReadonlySet<string>, { path }: DocumentOperation): ReadonlySet<string> {
  const own = new URLSearchParams(path.split("#")[0]?.split("?")[1] ?? "");
  return new Set([...fixed, ...[...own.keys()].map((name) => `query ${name}`)]);
}

function credentialNames(api: JudgedApi, place: string): ReadonlySet<string> {
  const schemes = Object.values(api.securitySchemes).filter((scheme) => scheme["in"] === place);
  return new Set(schemes.map((scheme) => String(scheme["name"]).toLowerCase()));
}

function pathDifferences(
  path: string,
  sampled: SampledRequest,
  operation: DocumentOperation,
): readonly Difference[] {
  const values = sampled.parameters.filter((parameter) => parameter.in === "path");
  // Other tests check lists and objects in a path against the specification.
  if (values.some(({ value }) => typeof value === "object")) return [];
  const expected = values.reduce(
    (text, { name, value }) => text.replaceAll(`{${name}}`, encodeURIComponent(String(value))),
    operation.path,
  );
  const plain = (text: string): string => decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, "%25"));
  // Prism and the recorder do not see the part of a URL after `#`.
  if (plain(path) === plain(expected.split(/[?#]/)[0] ?? "")) return [];
  return [{ kind: "changed", place: `path ${path}`, bytes: Math.max(0, path.length - expected.length) }];
}

function queryDifferences(
  query: string,
  sampled: SampledRequest,
  credentials: ReadonlySet<string>,
  fixed: ReadonlySet<string>,
): readonly Difference[] {
  const given = sampled.parameters.filter((parameter) => parameter.in === "query");
  return [...new URLSearchParams(query)].flatMap(([key, text]): readonly Difference[] => {
    if (credentials.has(key.toLowerCase()) || fixed.has(`query ${key}`)) return [];
    const from = given.find(
      ({ name, value }) => key === name || key.startsWith(`${name}[`) || (isMap(value) && key in value),
    );
    if (from === undefined)
      return [{ kind: "unasked", place: `query ${key}=${text}`, bytes: key.length + text.length + 2 }];
    const isPlain = typeof from.value !== "object";
    return isPlain && String(from.value) !== text
      ? [{ kind: "changed", place: `query ${key}=${text}`, bytes: 0 }]
      : [];
  });
}

function headerDifferences(
  { headers }: RawRequest,
  sampled: SampledRequest,
  credentials: ReadonlySet<string>,
  fixed: ReadonlySet<string>,
): readonly Difference[] {
  const given = new Set(
    sampled.parameters.filter(({ in: place }) => place === "header").map(({ name }) => name.toLowerCase()),
  );
  return Object.entries(headers).flatMap(([name, value]): readonly Difference[] =>
    ownHeaders.has(name) || given.has(name) || credentials.has(name) || fixed.has(`header ${name}`)
      ? []
      : [
          {
            kind: "unasked",
            place: `header ${name}: ${String(value)}`,
            bytes: name.length + String(value).length,
          },
        ],
  );
}

async function bodyDifferences(
  raw: RawRequest,
  sampled: SampledRequest["body"],
  operation: DocumentOperation,
): Promise<readonly Difference[]> {
  const text = raw.body.toString("utf8");
  if (sampled === undefined) {
    // A required body without arguments is an empty object.
    const isEmpty = text === "" || (operation.body?.required !== false && /^(\{\}|--.*--\s*)$/s.test(text));
    return isEmpty ? [] : [{ kind: "unasked", place: `body ${text.slice(0, 80)}`, bytes: raw.body.length }];
  }
  const type = raw.headers["content-type"] ?? "";
  if (text === "") {
    const isNothing = isMap(sampled.value) && Object.keys(sampled.value).length === 0;
    return isNothing ? [] : [{ kind: "missing", place: "body", bytes: 0 }];
  }
  if (/json/.test(type)) return valueDifferences(JSON.parse(text), sampled.value, "body");
  if (type.startsWith("application/x-www-form-urlencoded"))
    return fieldDifferences([...new URLSearchParams(text)], sampled.value);
  if (type.startsWith("multipart/form-data")) {
    const init = { headers: { "content-type": type } };
    const form = await new Response(new Uint8Array(raw.body), init).formData();
    const fields = [...form].map(
      async ([name, part]) => [name, typeof part === "string" ? part : await part.text()] as const,
    );
    return fieldDifferences(await Promise.all(fields), sampled.value);
  }
  const isSame = text === fileContent || text === sampled.value;
  return isSame ? [] : [{ kind: "changed", place: `body ${text.slice(0, 80)}`, bytes: 0 }];
}

/** Returns the differences of two JSON values, by location. */
export function valueDifferences(arrived: unknown, sampled: unknown, place: string): readonly Difference[] {
  if (isMap(arrived) && isMap(sampled)) {
    const names = [...new Set([...Object.keys(arrived), ...Object.keys(sampled)])];
    return names.flatMap((name): readonly Difference[] => {
      const at = `${place}.${name}`;
      if (!Object.hasOwn(arrived, name)) return [{ kind: "missing", place: at, bytes: 0 }];
      if (Object.hasOwn(sampled, name)) return valueDifferences(arrived[name], sampled[name], at);
      const bytes = JSON.stringify({ [name]: arrived[name] }).length - 2;
      return [{ kind: "unasked", place: `${at} = ${JSON.stringify(arrived[name])}`, bytes }];
    });
  }
  if (Array.isArray(arrived) && Array.isArray(sampled) && arrived.length === sampled.length)
    return arrived.flatMap((item, index) => valueDifferences(item, sampled[index], `${place}[]`));
  return isDeepStrictEqual(arrived, sampled) ? [] : [{ kind: "changed", place, bytes: 0 }];
}

/**
 * Compares the fields of a form. Only texts and lists of texts are compared. Other tests check the form of
 * objects.
 */
function fieldDifferences(
  fields: readonly (readonly [string, string])[],
  sampled: unknown,
): readonly Difference[] {
  const wanted = Object.entries(isMap(sampled) ? sampled : { body: sampled }).filter(
    ([, value]) => value !== null,
  );
  const isOf = (key: string, name: string): boolean => key === name || key.startsWith(`${name}[`);
  const unexpected = fields
    .filter(([key]) => !wanted.some(([name]) => isOf(key, name)))
    .map(
      ([key, text]): Difference => ({
        kind: "unasked",
        place: `body.${key} = ${text}`,
        bytes: key.length + text.length + 2,
      }),
    );
  const others = wanted.flatMap(([name, value]): readonly Difference[] => {
    const texts = fields.filter(([key]) => isOf(key, name)).map(([, text]) => text);
    const isEmpty = (Array.isArray(value) || isMap(value)) && Object.keys(value).length === 0;
    if (texts.length === 0) return isEmpty ? [] : [{ kind: "missing", place: `body.${name}`, bytes: 0 }];
    if (typeof value === "object" || texts.includes(String(value)) || texts.includes(fileContent)) return [];
    return [{ kind: "changed", place: `body.${name}`, bytes: 0 }];
  });
  return [...unexpected, ...others];
}
