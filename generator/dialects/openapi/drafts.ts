import { foldedHeader } from "../../base/same-name.js";
import type { Report } from "../../diagnostics/report.js";
import type { BoundValue, Json, WireArgument, WithheldNames } from "../../ir.js";
import type { RequestBody } from "./body.js";
import type { KnownNames } from "./check-names.js";
import type { Dropped } from "./copy-schema.js";
import { boundHeaderOf, boundValueOf, type Hints } from "./authority.js";
import { type BodyField, fileShape, flatten, propertyNames } from "./flatten.js";
import { isMapping, type Node, own, ownList, ownString } from "../node.js";
import type { Parameter } from "./parameters.js";
import type { Inheritance } from "./inheritance.js";
import type { References } from "./references.js";
import { carries, type CredentialName } from "./security.js";
import type { OpenApiSettings } from "./settings.js";
import type { Visibility } from "./visibility.js";
import { withheldInBody, withheldInParameter } from "./withheld.js";

/** An argument before it is named. */
export interface Draft {
  readonly in: WireArgument["in"];
  readonly name: string;
  readonly required: boolean;
  readonly description: string | undefined;
  /** Several if `allOf` describes the property more than once. */
  readonly schemas: readonly Node[];
  readonly style: string;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  readonly contentType: string | undefined;
  readonly file: "one" | "many" | undefined;
  readonly bound: BoundValue | undefined;
  /** Names that must not be keys of its value. */
  readonly withheld: WithheldNames | undefined;
}

export interface DraftContext {
  readonly settings: OpenApiSettings;
  readonly hints: Hints;
  readonly credentials: readonly CredentialName[];
  readonly references: References;
  readonly inheritance: Inheritance;
  readonly visibility: Visibility;
  /** Collects the names of the operation. */
  readonly known: KnownNames;
  readonly report: Report;
}

export interface Drafts {
  readonly drafts: readonly Draft[];
  readonly dropped: readonly Dropped[];
}

/** Headers that belong to the transport, to credentials or to routing. */
const notForModels =
  /^(accept|content-type|authorization|cookie|host|connection|content-length|transfer-encoding|te|trailer|upgrade|keep-alive|expect|via|forwarded|x-forwarded-.*|proxy-.*|sec-.*)$/i;

/** Drafts the arguments of the URL and the headers. */
export function draftParameters(parameters: readonly Parameter[], context: DraftContext): Drafts {
  const dropped: Dropped[] = [];
  const drafts = parameters.flatMap((parameter): readonly Draft[] => {
    const { in: place, name, required } = parameter;
    if (place === "body" || place === "formData") return [];
    if (context.credentials.some((credential) => carries(credential, place, name))) return [];
    if (place === "header" && notForModels.test(foldedHeader(name))) {
      context.report.add("TP622", parameter.node.origin, { name });
      return [];
    }
    const bound = boundValue(parameter, context);
    const rule = bound === undefined && !required ? leftOut(parameter, context) : undefined;
    if (rule !== undefined) {
      dropped.push({ path: name, rule });
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
  return { drafts, dropped };
}

/** A cookie comes from the context, if the user allows it for this API. */
function cookieOf({ name, required }: Parameter, { settings }: DraftContext): BoundValue | undefined {
  if (!settings.cookies.has(name)) return undefined;
  return { from: "context", path: ["cookies", name], ...(!required && { optional: true }) };
}

function leftOut(parameter: Parameter, { settings, hints }: DraftContext): Dropped["rule"] | undefined {
  if (hints.whole.hide.includes(parameter.name)) return "internal";
  if (settings.prune.deprecated && parameter.deprecated) return "deprecated";
  return settings.prune.internal && parameter.internal ? "internal" : undefined;
}

/** The value that is bound to a parameter, or the only value that its schema allows. */
function boundValue(
  parameter: Parameter,
  { settings, hints, references, known }: DraftContext,
): BoundValue | undefined {
  known.bind.add(parameter.name);
  if (parameter.in === "cookie") known.cookies.add(parameter.name);
  const isHeader = parameter.in === "header";
  const name = (isHeader && boundHeaderOf(parameter.name, settings, hints)) || parameter.name;
  known.bind.add(name);
  const given = boundValueOf(name, settings, hints);
  if (given !== undefined || !parameter.required) return given;
  const schema = references.followSchema(parameter.schema)?.value;
  if (isMapping(schema) && Object.hasOwn(schema, "const"))
    return { from: "value", value: schema["const"] as Json };
  const choices = ownList(schema, "enum");
  return choices.length === 1 ? { from: "value", value: choices[0] as Json } : undefined;
}

/** Drafts the arguments of the body: its properties if they describe it completely, else the body as one argument. */
export function draftBody(
  body: RequestBody,
  fields: readonly Parameter[],
  context: DraftContext,
): (Drafts & { readonly form: "flat" | "whole"; readonly required: boolean }) | undefined {
  if (fields.length > 0) return { ...draftForm(fields, context), form: "flat", required: body.required };
  const flat =
    body.kind === "text" || body.kind === "file" || body.schema === undefined
      ? undefined
      : flatten(body.schema, context.references);
  const needed = flat?.some((field) => field.required) ?? false;
  // In an optional body, required properties are required only if there is a body, so the body must stay one
  // argument.
  if (flat === undefined || (!body.required && !body.unsaid && needed)) {
    return { drafts: [wholeBody(body, context)], dropped: [], form: "whole", required: body.required };
  }
  if (!body.required && needed) context.report.add("TP620", body.node.origin, {});
  const visible = visibleFields(flat, context);
  for (const { name, undescribed } of visible.fields)
    if (undescribed !== undefined) context.report.add("TP642", undescribed.origin, { name });
  return {
    drafts: visible.fields.map((field) => draftField(field, body, context)),
    dropped: visible.dropped,
    form: "flat",
    required: body.required || needed,
  };
}

function visibleFields(
  fields: readonly BodyField[],
  { visibility, settings, hints, known }: DraftContext,
): { readonly fields: readonly BodyField[]; readonly dropped: readonly Dropped[] } {
  const dropped: Dropped[] = [];
  const kept = fields.filter((field) => {
    known.bind.add(field.name);
    const isBound = boundValueOf(field.name, settings, hints) !== undefined;
    const isHidden = !field.required && !isBound && hints.whole.hide.includes(field.name);
    const rule = isHidden
      ? "internal"
      : visibility.ruleFor(field.schemas, field.required || isBound, "input");
    if (rule !== undefined) dropped.push({ path: field.name, rule });
    return rule === undefined;
  });
  return { fields: kept, dropped };
}

const formStyles = ["form", "spaceDelimited", "pipeDelimited", "deepObject"];

function draftField(field: BodyField, body: RequestBody, context: DraftContext): Draft {
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

/** Drafts the form fields of Swagger. */
function draftForm(fields: readonly Parameter[], context: DraftContext): Drafts {
  const dropped: Dropped[] = [];
  const drafts = fields.flatMap((field): readonly Draft[] => {
    const bound = boundValue(field, context);
    const rule = bound === undefined && !field.required ? leftOut(field, context) : undefined;
    if (rule !== undefined) {
      dropped.push({ path: field.name, rule });
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
  return { drafts, dropped };
}

function wholeBody(body: RequestBody, context: DraftContext): Draft {
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
