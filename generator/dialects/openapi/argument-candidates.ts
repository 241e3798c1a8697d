import { foldedHeader } from "../../base/same-name.js";
import type { Report } from "../../diagnostics/report.js";
import type { BoundValue, Json, OperationParameter, WithheldNames } from "../../ir.js";
import type { RequestBody } from "./body.js";
import type { KnownNames } from "./check-names.js";
import type { Dropped } from "./copy-schema.js";
import { boundHeaderOf, boundValueOf, type Hints } from "./authority.js";
import { type BodyField, fileShape, bodyFields, propertyNames } from "./body-fields.js";
import { isMapping, type Node, own, ownList, ownString } from "../node.js";
import type { Parameter } from "./parameters.js";
import type { Inheritance } from "./inheritance.js";
import type { References } from "./references.js";
import { carries, type CredentialName } from "./security.js";
import type { OpenApiSettings } from "./settings.js";
import type { Visibility } from "./visibility.js";
import { withheldInBody, withheldInParameter } from "./withheld.js";

/** An argument of an operation before `assembleArguments` names the argument. */
export interface ArgumentCandidate {
  readonly in: OperationParameter["in"];
  readonly name: string;
  readonly required: boolean;
  readonly description: string | undefined;
  /** The schemas of the argument. An argument has several schemas if `allOf` describes a property repeatedly. */
  readonly schemas: readonly Node[];
  readonly style: string;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  readonly contentType: string | undefined;
  readonly file: "one" | "many" | undefined;
  readonly bound: BoundValue | undefined;
  /** Names that the model must not use as keys of the value. See `withheld.ts`. */
  readonly withheld: WithheldNames | undefined;
}

/** The input that all functions of this file need. */
export interface CandidateContext {
  readonly settings: OpenApiSettings;
  readonly hints: Hints;
  readonly credentials: readonly CredentialName[];
  readonly references: References;
  readonly inheritance: Inheritance;
  readonly visibility: Visibility;
  /** Collects the names that occur in the operations. A setting with any other name is an error. */
  readonly known: KnownNames;
  readonly report: Report;
}

export interface ArgumentCandidates {
  readonly candidates: readonly ArgumentCandidate[];
  readonly dropped: readonly Dropped[];
}

/** Headers of the transport, of credentials or of routing. Such headers never become arguments. */
const excludedHeaders =
  /^(accept|content-type|authorization|cookie|host|connection|content-length|transfer-encoding|te|trailer|upgrade|keep-alive|expect|via|forwarded|x-forwarded-.*|proxy-.*|sec-.*)$/i;

/** Makes candidates from the parameters in the path, the query, the headers and the cookies. */
export function parameterCandidates(
  parameters: readonly Parameter[],
  context: CandidateContext,
): ArgumentCandidates {
  const dropped: Dropped[] = [];
  const candidates = parameters.flatMap((parameter): readonly ArgumentCandidate[] => {
    const { in: place, name, required } = parameter;
    if (place === "body" || place === "formData") return [];
    if (context.credentials.some((credential) => carries(credential, place, name))) return [];
    if (place === "header" && excludedHeaders.test(foldedHeader(name))) {
      context.report.add("TP622", parameter.node.origin, { name });
      return [];
    }
    const bound = boundValue(parameter, context);
    const reason = bound === undefined && !required ? reasonToDrop(parameter, context) : undefined;
    if (reason !== undefined) {
      dropped.push({ path: name, reason });
      return [];
    }
    const cookie = place === "cookie" ? cookieOf(parameter, context) : undefined;
    if (place === "cookie" && bound === undefined && cookie === undefined) {
      context.report.add(required ? "TP646" : "TP627", parameter.node.origin, { name });
      return [];
    }
    const value = bound ?? cookie;
    return [
      {
        in: place,
        name,
        required,
        description: parameter.description,
        schemas: [parameter.schema],
        style: parameter.style,
        explode: parameter.explode,
        allowReserved: parameter.allowReserved,
        contentType: parameter.contentType,
        file: undefined,
        bound: value,
        withheld: value === undefined ? withheldInParameter(parameter, context) : undefined,
      },
    ];
  });
  return { candidates, dropped };
}

/** Binds a cookie to the context of the run, if the settings allow the cookie for this API. */
function cookieOf({ name, required }: Parameter, { settings }: CandidateContext): BoundValue | undefined {
  if (!settings.cookies.has(name)) return undefined;
  return { from: "context", path: ["cookies", name], ...(!required && { optional: true }) };
}

function reasonToDrop(
  parameter: Parameter,
  { settings, hints }: CandidateContext,
): Dropped["reason"] | undefined {
  if (hints.effective.hide.includes(parameter.name)) return "internal";
  if (settings.prune.deprecated && parameter.deprecated) return "deprecated";
  return settings.prune.internal && parameter.internal ? "internal" : undefined;
}

/**
 * Returns the value to which a parameter is bound. A required parameter whose schema allows only one value is
 * bound to that value.
 */
function boundValue(
  parameter: Parameter,
  { settings, hints, references, known }: CandidateContext,
): BoundValue | undefined {
  known.bind.add(parameter.name);
  if (parameter.in === "cookie") known.cookies.add(parameter.name);
  const isHeader = parameter.in === "header";
  const name = (isHeader && boundHeaderOf(parameter.name, settings, hints)) || parameter.name;
  known.bind.add(name);
  const source = boundValueOf(name, settings, hints);
  if (source !== undefined || !parameter.required) return source;
  const schema = references.followSchema(parameter.schema)?.value;
  if (isMapping(schema) && Object.hasOwn(schema, "const"))
    return { from: "value", value: schema["const"] as Json };
  const choices = ownList(schema, "enum");
  return choices.length === 1 ? { from: "value", value: choices[0] as Json } : undefined;
}

/**
 * Makes candidates from the body. If the properties describe the body completely, each property becomes an
 * argument. Otherwise the body is one argument.
 */
export function bodyCandidates(
  body: RequestBody,
  fields: readonly Parameter[],
  context: CandidateContext,
): (ArgumentCandidates & { readonly form: "flat" | "whole"; readonly required: boolean }) | undefined {
  if (fields.length > 0) return { ...formCandidates(fields, context), form: "flat", required: body.required };
  const flat =
    body.kind === "text" || body.kind === "file" || body.schema === undefined
      ? undefined
      : bodyFields(body.schema, context.references);
  const hasRequired = flat?.some((field) => field.required) ?? false;
  // The properties of an optional body are required only if the body is sent. Only a single argument for the
  // complete body can express this.
  if (flat === undefined || (!body.required && !body.isUndeclared && hasRequired)) {
    return { candidates: [bodyArgument(body, context)], dropped: [], form: "whole", required: body.required };
  }
  if (!body.required && hasRequired) context.report.add("TP620", body.node.origin, {});
  const visible = visibleFields(flat, context);
  for (const { name, undescribed } of visible.fields)
    if (undescribed !== undefined) context.report.add("TP642", undescribed.origin, { name });
  return {
    candidates: visible.fields.map((field) => fieldCandidate(field, body, context)),
    dropped: visible.dropped,
    form: "flat",
    required: body.required || hasRequired,
  };
}

function visibleFields(
  fields: readonly BodyField[],
  { visibility, settings, hints, known }: CandidateContext,
): { readonly fields: readonly BodyField[]; readonly dropped: readonly Dropped[] } {
  const dropped: Dropped[] = [];
  const kept = fields.filter((field) => {
    known.bind.add(field.name);
    const isBound = boundValueOf(field.name, settings, hints) !== undefined;
    const isHidden = !field.required && !isBound && hints.effective.hide.includes(field.name);
    const reason = isHidden
      ? "internal"
      : visibility.reasonToHide(field.schemas, field.required || isBound, "input");
    if (reason !== undefined) dropped.push({ path: field.name, reason });
    return reason === undefined;
  });
  return { fields: kept, dropped };
}

const formStyles = ["form", "spaceDelimited", "pipeDelimited", "deepObject"];

function fieldCandidate(field: BodyField, body: RequestBody, context: CandidateContext): ArgumentCandidate {
  const { settings, hints, references } = context;
  const encoding = body.encoding.get(field.name);
  const style = formStyles.find((known) => known === own(encoding?.value, "style"));
  const explode = own(encoding?.value, "explode");
  const first = field.schemas[0];
  const file = body.kind === "multipart" && first !== undefined ? fileShape(first, references) : undefined;
  const bound = boundValueOf(field.name, settings, hints);
  const isSpread = bound === undefined && body.kind === "form" && style !== undefined;
  return {
    in: "body",
    name: field.name,
    required: field.required,
    description: undefined,
    schemas: field.schemas,
    style: style ?? (body.kind === "json" ? "json" : "content"),
    explode:
      typeof explode === "boolean"
        ? explode
        : style === undefined || style === "form" || style === "deepObject",
    allowReserved: own(encoding?.value, "allowReserved") === true,
    contentType: ownString(encoding?.value, "contentType"),
    file,
    bound,
    withheld: isSpread ? withheldInBody(field.schemas, context, new Set()) : undefined,
  };
}

/** Makes candidates from the form fields of Swagger 2.0. */
function formCandidates(fields: readonly Parameter[], context: CandidateContext): ArgumentCandidates {
  const dropped: Dropped[] = [];
  const candidates = fields.flatMap((field): readonly ArgumentCandidate[] => {
    const bound = boundValue(field, context);
    const reason = bound === undefined && !field.required ? reasonToDrop(field, context) : undefined;
    if (reason !== undefined) {
      dropped.push({ path: field.name, reason });
      return [];
    }
    const { name, required, description, style, explode } = field;
    const schemas = [field.schema];
    const file = field.file ? "one" : undefined;
    return [
      {
        in: "body",
        name,
        required,
        description,
        schemas,
        style,
        explode,
        allowReserved: false,
        contentType: undefined,
        file,
        bound,
        withheld: undefined,
      },
    ];
  });
  return { candidates, dropped };
}

function bodyArgument(body: RequestBody, context: CandidateContext): ArgumentCandidate {
  const text = { value: { type: "string" }, origin: body.node.origin };
  const isFile = body.kind === "file";
  const schema = body.kind === "text" || isFile || body.schema === undefined ? text : body.schema;
  const untyped = body.kind === "json" && body.schema === undefined;
  const schemas = [untyped ? { value: {}, origin: body.node.origin } : schema];
  const names = propertyNames(schema, context);
  for (const name of ["body", ...names]) context.known.bind.add(name);
  const bound = boundValueOf("body", context.settings, context.hints);
  return {
    in: "body",
    name: "body",
    required: body.required,
    description:
      body.description ?? (body.kind === "text" ? `The request body, as ${body.contentType}` : undefined),
    schemas,
    style: body.kind === "json" ? "json" : "content",
    explode: true,
    allowReserved: false,
    contentType: undefined,
    file: isFile ? "one" : undefined,
    bound,
    withheld: bound === undefined && !isFile ? withheldInBody(schemas, context, names) : undefined,
  };
}
