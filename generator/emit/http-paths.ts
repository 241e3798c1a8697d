import type { HttpOperation, Schema, SchemaObject, Tool, WireArgument } from "../ir.js";

type Properties = Record<string, Schema>;

/**
 * The `paths` type that openapi-fetch checks a call against, in the shape openapi-typescript gives it, as a schema: so the
 * printer of all other types prints this one too, and the argument types fit by construction.
 */
export function pathsSchema(tool: Tool, operation: HttpOperation): SchemaObject {
  const parameters = parametersSchema(tool, operation);
  const body = bodySchema(tool, operation);
  const method = object({
    ...(parameters !== undefined && { parameters }),
    ...(body !== undefined && { requestBody: object({ content: object({ [mediaKey]: body }) }) }),
    responses: object({
      // A word, not a number: printers differ on whether a number is quoted, and its type depends on it.
      "2XX": object({ content: object({ "application/json": tool.output ?? true }) }),
    }),
  });
  const optional = operation.body?.required === true ? [] : ["requestBody"];
  return object({
    [operation.path]: object({ [operation.method.toLowerCase()]: without(method, optional) }),
  });
}

/** The types are of what is sent, not of how: one media type stands for all. */
const mediaKey = "application/json";

const places = ["path", "query", "header", "cookie"] as const;

/** A parameter of 3.2 that is the whole query string is typed as one of the query. */
export function placeOf(argument: WireArgument): (typeof places)[number] | "body" {
  return argument.in === "querystring" ? "query" : argument.in;
}

function parametersSchema(tool: Tool, operation: HttpOperation): Schema | undefined {
  const groups: Properties = {};
  const optional: string[] = [];
  for (const place of places) {
    const members = operation.wire.filter((argument) => placeOf(argument) === place);
    if (members.length === 0) continue;
    groups[place] = membersSchema(members, tool);
    if (!members.some(({ argument }) => isRequired(argument, tool))) optional.push(place);
  }
  return Object.keys(groups).length === 0 ? undefined : without(object(groups), optional);
}

function bodySchema(tool: Tool, operation: HttpOperation): Schema | undefined {
  if (operation.body === undefined) return undefined;
  const members = operation.wire.filter((argument) => argument.in === "body");
  const [whole] = members;
  if (operation.body.form === "whole" && whole !== undefined)
    return tool.input.properties?.[whole.argument] ?? true;
  return membersSchema(members, tool);
}

function membersSchema(members: readonly WireArgument[], tool: Tool): SchemaObject {
  const properties = Object.fromEntries(
    members.map(({ name, argument }) => [name, bare(tool.input.properties?.[argument] ?? true)]),
  );
  const optional = members.filter(({ argument }) => !isRequired(argument, tool)).map(({ name }) => name);
  return without(object(properties), optional);
}

/** Types only: what a default or description says is said in the tool's own file. */
function bare(schema: Schema): Schema {
  if (typeof schema === "boolean") return schema;
  const { default: _default, description: _description, ...rest } = schema;
  return rest;
}

export function isRequired(argument: string, tool: Tool): boolean {
  return tool.input.required?.includes(argument) ?? false;
}

function object(properties: Properties): SchemaObject {
  return { type: "object", properties, required: Object.keys(properties) };
}

function without(schema: SchemaObject, optional: readonly string[]): SchemaObject {
  return { ...schema, required: (schema.required ?? []).filter((name) => !optional.includes(name)) };
}
