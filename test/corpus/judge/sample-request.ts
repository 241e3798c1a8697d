import {
  type DocumentMedia,
  type DocumentOperation,
  type DocumentParameter,
  isMap,
  type JudgedApi,
  mapOf,
  type Place,
} from "./read-document.js";
import type { RequestSchemas } from "./request-schemas.js";
import type { Extent, Samplers } from "./samplers.js";
import { visibleParts } from "./visible-parts.js";

/** The request of a client, with the names of the document. */
export interface SampledRequest {
  readonly parameters: readonly SampledParameter[];
  /** The body. Undefined means that the request has no body. */
  readonly body: { readonly value: unknown } | undefined;
}

export interface SampledParameter {
  readonly in: Place;
  readonly name: string;
  readonly value: unknown;
}

export interface Sampling {
  /** Returns a sample, or undefined if no sample is valid. */
  request(
    operation: DocumentOperation,
    contentType: string | undefined,
    extent: Extent,
  ): SampledRequest | undefined;
  /** Returns the valid request examples of the document, each with the required parameters. */
  examples(operation: DocumentOperation, contentType: string | undefined): readonly SampledRequest[];
}

/** Headers that OpenAPI ignores if a document describes them as parameters. */
const ignoredHeaders = new Set(["accept", "content-type", "authorization"]);

export function createSampling(api: JudgedApi, schemas: RequestSchemas, samplers: Samplers): Sampling {
  const known = new Map<unknown, Map<string, { readonly value: unknown } | undefined>>();

  const valid = (schema: unknown, value: unknown): { readonly value: unknown } | undefined => {
    if (value === undefined) return undefined;
    const visible = visibleParts(schema, value, api, schemas);
    return schemas.fault(schema, visible) === undefined ? { value: visible } : undefined;
  };
  const first = (
    schema: unknown,
    examples: readonly unknown[],
    extent: Extent,
  ): { readonly value: unknown } | undefined => {
    const memory = known.get(schema) ?? new Map<string, { readonly value: unknown } | undefined>();
    known.set(schema, memory);
    const key = `${extent} ${examples.length === 0 ? "" : JSON.stringify(examples)}`;
    if (memory.has(key)) return memory.get(key);
    let found: { readonly value: unknown } | undefined;
    for (const candidate of candidates(schema, examples, extent, samplers)) {
      found = valid(schema, candidate);
      if (found !== undefined) break;
    }
    memory.set(key, found);
    return found;
  };
  const parametersOf = (
    operation: DocumentOperation,
    extent: Extent,
  ): readonly SampledParameter[] | undefined => {
    const wanted = operation.parameters.filter((one) => isWanted(one, extent, api));
    const sampled = wanted.map((one) => ({ one, found: first(one.schema, one.examples, "full") }));
    if (sampled.some(({ one, found }) => one.required && !isSendable(one, found))) return undefined;
    return sampled.flatMap(({ one, found }) =>
      found !== undefined && isSendable(one, found)
        ? [{ in: one.in, name: one.name, value: found.value }]
        : [],
    );
  };
  return {
    request(operation, contentType, extent) {
      const parameters = parametersOf(operation, extent);
      if (parameters === undefined) return undefined;
      const media = mediaOf(operation, contentType);
      // If a document does not specify whether a body is required, a body is sent, because most such
      // operations need one.
      if (media === undefined || (extent === "required" && operation.body?.required === false))
        return { parameters, body: undefined };
      // Examples are sent in separate calls. They are used here only if no sampler finds a valid value.
      const found = first(media.schema, [], extent) ?? first(media.schema, media.examples, extent);
      const body = found && isForm(contentType) ? valid(media.schema, withoutEmpty(found.value)) : found;
      if (body === undefined && operation.body?.required !== false) return undefined;
      return { parameters, body };
    },
    examples(operation, contentType) {
      const media = mediaOf(operation, contentType);
      const parameters = media === undefined ? undefined : parametersOf(operation, "required");
      if (media === undefined || parameters === undefined) return [];
      const distinct = new Map(media.examples.map((example) => [JSON.stringify(example), example]));
      return [...distinct.values()].flatMap((example) => {
        // The example null means that there is no body. An object that a document writes as text is not used.
        const isMeant = isMap(example) || !isMap(mapOf(api.resolve(media.schema))["properties"]);
        const body = isMeant && example !== null ? valid(media.schema, example) : undefined;
        return body === undefined ? [] : [{ parameters, body }];
      });
    },
  };
}

function isForm(contentType: string | undefined): boolean {
  return contentType === "application/x-www-form-urlencoded" || contentType === "multipart/form-data";
}

/** Removes empty lists, which a form cannot contain. */
function withoutEmpty(value: unknown): unknown {
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([, field]) => !Array.isArray(field) || field.length > 0),
  );
}

function* candidates(
  schema: unknown,
  examples: readonly unknown[],
  extent: Extent,
  samplers: Samplers,
): Generator<unknown> {
  yield* examples;
  yield* samplers.samples(schema, extent);
}

/** Returns the document's description of the body that the tool sends. */
export function mediaOf(
  operation: DocumentOperation,
  contentType: string | undefined,
): DocumentMedia | undefined {
  const media = operation.body?.media;
  if (media === undefined) return undefined;
  const [only] = media.values();
  return (contentType === undefined ? undefined : media.get(contentType)) ?? only;
}

function isWanted(parameter: DocumentParameter, extent: Extent, api: JudgedApi): boolean {
  if (parameter.hidden || (extent === "required" && !parameter.required)) return false;
  if (parameter.in === "header" && ignoredHeaders.has(parameter.name.toLowerCase())) return false;
  const isCredential = Object.values(api.securitySchemes).some(
    (scheme) =>
      scheme["type"] === "apiKey" &&
      scheme["in"] === parameter.in &&
      String(scheme["name"]).toLowerCase() === parameter.name.toLowerCase(),
  );
  return !isCredential;
}

/** An empty text or list cannot be part of a path, and a URL cannot contain null. */
function isSendable(parameter: DocumentParameter, found: { readonly value: unknown } | undefined): boolean {
  if (found === undefined || found.value === null) return false;
  return parameter.in !== "path" || (found.value !== "" && String(found.value) !== "");
}
