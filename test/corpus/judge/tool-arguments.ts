import { accepts } from "../../../generator/check/values/accepts.js";
import type { HttpOperation, Json, JsonObject, Schema, OperationParameter } from "../../../generator/ir.js";
import { encode } from "../../../generator/lower/codec.js";
import type { LoweredTool } from "../../../generator/lower/lowered.js";
import { fitToTool, type ResolveName } from "./fit-to-tool.js";
import { isMap } from "./read-document.js";
import type { SampledRequest } from "./sample-request.js";

/** A sampled request, converted to the arguments of a tool. */
export interface ToolArguments {
  /** The arguments as the model sends them. */
  readonly args: JsonObject;
  readonly context: { readonly cookies: Readonly<Record<string, unknown>> };
  /** The same request, without the values for which the tool has no argument. */
  readonly sent: SampledRequest;
  /** The values for which the tool has no argument, by their location in the request. */
  readonly lost: readonly string[];
}

export const fileHandle = "judge.bin";
/** The content of a file in base64, because some documents require base64 for a file. */
export const fileContent = "Y29udGVudA==";

export function operationOf(tool: LoweredTool): HttpOperation {
  const { binding } = tool.tool;
  if (binding.kind !== "http") throw new Error(`${tool.tool.name} is no HTTP tool`);
  return binding.operation;
}

/** Finds the argument for each part of a request. Uses the request parameters of the tool. */
export function toToolArguments(
  request: SampledRequest,
  lowered: LoweredTool,
  shared: ReadonlyMap<string, Schema>,
): ToolArguments {
  const { tool } = lowered;
  const { parameters: declared, body } = operationOf(lowered);
  const resolve: ResolveName = (name) => tool.defs.get(name) ?? shared.get(name);
  const args: Record<string, Json> = {};
  const cookies: Record<string, unknown> = {};
  const lost: string[] = [];

  /** Returns the value as it is sent, or undefined if the tool has no argument for it. */
  const give = (entry: OperationParameter | undefined, value: Json, place: string): Json | undefined => {
    if (entry === undefined) {
      lost.push(place);
      return undefined;
    }
    const bound = tool.policy.bind.get(entry.argument);
    if (bound?.from === "context") cookies[entry.name] = value;
    if (bound !== undefined) return value;
    const isList = entry.file === "many";
    if (entry.file !== undefined) return (args[entry.argument] = isList ? [fileHandle] : fileHandle);
    const schema = tool.input.properties?.[entry.argument] ?? true;
    const fitted = fitToTool(schema, value, resolve, place);
    lost.push(...fitted.lost);
    return (args[entry.argument] = fitted.value);
  };
  const parameters = request.parameters.flatMap((parameter) => {
    const entry = declared.find((one) => isSame(one, parameter.in, parameter.name));
    const value = give(entry, parameter.value as Json, `${parameter.in} ${parameter.name}`);
    return value === undefined ? [] : [{ ...parameter, value }];
  });
  let sent: SampledRequest["body"];
  if (request.body !== undefined) {
    const entries = declared.filter((one) => one.in === "body");
    const { value } = request.body;
    const isEmpty = isMap(value) && Object.keys(value).length === 0;
    if (body === undefined) lost.push(...(isEmpty ? [] : ["body"]));
    else if (body.form === "whole") {
      const given = give(entries[0], value as Json, "body");
      sent = given === undefined ? undefined : { value: given };
    } else if (isMap(value)) {
      const fields = Object.entries(value).flatMap(([name, item]) => {
        const entry = entries.find((one) => one.name === name);
        const given = give(entry, item as Json, `body.${name}`);
        return given === undefined ? [] : [[name, given] as const];
      });
      sent = { value: Object.fromEntries(fields) };
    } else lost.push("body");
  }
  const fits = (schema: Schema, value: Json): boolean => accepts(schema, value, { resolve });
  return {
    args: encode(lowered.codec, args, fits) as JsonObject,
    context: { cookies },
    sent: { parameters, body: sent },
    lost,
  };
}

function isSame(entry: OperationParameter, place: string, name: string): boolean {
  if (entry.in !== place) return false;
  return place === "header" ? entry.name.toLowerCase() === name.toLowerCase() : entry.name === name;
}
