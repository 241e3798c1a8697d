import type {
  HttpBody,
  HttpOperation as RuntimeOperation,
  HttpPage,
  HttpParameter,
} from "@toolpress/runtime/http/v1";
import { addressOf } from "../base/http-address.js";
import type { HttpOperation, PageArgument, Tool, OperationParameter } from "../ir.js";
import { privateArguments } from "../base/private-arguments.js";

/** Returns the operation in the form of generated code. Values that equal a default are left out. */
export function runtimeOperation(tool: Tool, operation: HttpOperation): RuntimeOperation {
  const server = operation.servers === undefined ? undefined : addressOf(operation.servers);
  const body = runtimeBody(operation);
  const bound = server === undefined ? [] : privateArguments(tool.policy.bind);
  return {
    tool: tool.name,
    method: operation.method,
    path: operation.path,
    parameters: operation.parameters.flatMap((argument) =>
      argument.in === "body" ? [] : [runtimeParameter(argument)],
    ),
    ...(body !== undefined && { body }),
    security: operation.security,
    ...(operation.accepts.length > 0 && { accepts: operation.accepts }),
    ...(operation.otherAnswers?.length && { otherAnswers: operation.otherAnswers }),
    ...(operation.headers !== undefined && { headers: operation.headers }),
    ...(server !== undefined && { server }),
    ...(bound.length > 0 && { bound }),
    ...(operation.pages !== undefined && { pages: operation.pages.map(runtimePage) }),
  };
}

const defaults = {
  path: { style: "simple", explode: false },
  query: { style: "form", explode: true },
  header: { style: "simple", explode: false },
  cookie: { style: "form", explode: true },
  querystring: { style: "form", explode: true },
} as const;

function runtimeParameter(parameter: OperationParameter): HttpParameter {
  const location = parameter.in === "body" ? "query" : parameter.in;
  const standard = defaults[location];
  return {
    in: location,
    name: parameter.name,
    ...(parameter.argument !== parameter.name && { argument: parameter.argument }),
    ...(parameter.style !== standard.style && {
      style: parameter.style as NonNullable<HttpParameter["style"]>,
    }),
    ...(parameter.explode !== standard.explode && { explode: parameter.explode }),
    ...(parameter.allowReserved && { allowReserved: true }),
    ...(parameter.contentType !== undefined && { contentType: parameter.contentType }),
    ...withheldOf(parameter),
  };
}

function withheldOf({ withheld }: OperationParameter): { readonly withheld?: readonly string[] } {
  const names = [...new Set([...(withheld?.bound ?? []), ...(withheld?.credentials ?? [])])];
  return names.length === 0 ? {} : { withheld: names };
}

function runtimePage({ name, argument, takes, integer }: PageArgument): HttpPage {
  return { name, ...(argument !== name && { argument }), takes, ...(integer && { integer }) };
}

function runtimeBody(operation: HttpOperation): HttpBody | undefined {
  const { body } = operation;
  if (body === undefined) return undefined;
  const members = operation.parameters.filter((parameter) => parameter.in === "body");
  const [bodyParameter] = body.form === "whole" ? members : [];
  const fields = members.flatMap((parameter) => {
    const field = {
      ...(parameter.style !== "content" &&
        parameter.style !== "json" && { style: parameter.style, explode: parameter.explode }),
      ...(parameter.allowReserved && { allowReserved: true }),
      ...(parameter.contentType !== undefined && { contentType: parameter.contentType }),
      ...(parameter.file !== undefined && { file: true }),
      ...(bodyParameter === undefined && withheldOf(parameter)),
    };
    return Object.keys(field).length === 0 ? [] : [[parameter.name, field] as const];
  });
  const isFile = bodyParameter?.file !== undefined;
  return {
    contentType: body.contentType,
    ...(body.required && { required: true }),
    ...(isFile && { file: true }),
    ...(bodyParameter !== undefined && withheldOf(bodyParameter)),
    ...(fields.length > 0 &&
      !isFile && { fields: Object.fromEntries(fields) as NonNullable<HttpBody["fields"]> }),
  };
}
