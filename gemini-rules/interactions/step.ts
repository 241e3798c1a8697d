import { isObject } from "../message.js";
import { refused, type Refused } from "./texts.js";

/** One step of an interaction. Unknown types and fields are kept. */
export type Step = Readonly<Record<string, unknown>> & { readonly type: string };

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isFlag: Check = (value) => typeof value === "boolean";
const anything: Check = () => true;
const media = { data: isText, uri: isText, mime_type: isText, resolution: isText };

interface Shape {
  readonly fields: Readonly<Record<string, Check>>;
  readonly required: readonly string[];
}

const contentShapes: Readonly<Record<string, Shape>> = {
  text: { fields: { text: isText, annotations: Array.isArray }, required: ["text"] },
  image: { fields: media, required: [] },
  audio: { fields: { ...media, rate: anything, channels: anything }, required: [] },
  document: { fields: media, required: [] },
  video: { fields: { ...media, processing: anything }, required: [] },
};

const callShape: Shape = {
  fields: { id: isText, arguments: isObject, signature: isText, name: isText, server_name: isText },
  required: ["id"],
};
const resultShape: Shape = {
  fields: { call_id: isText, result: anything, is_error: isFlag, signature: isText, name: isText },
  required: ["call_id"],
};

const builtins = [
  "google_search",
  "code_execution",
  "url_context",
  "file_search",
  "google_maps",
  "retrieval",
];

const stepShapes: Readonly<Record<string, Shape>> = {
  user_input: { fields: { content: Array.isArray }, required: ["content"] },
  model_output: { fields: { content: Array.isArray, error: isObject }, required: [] },
  thought: { fields: { signature: isText, summary: Array.isArray }, required: [] },
  function_call: {
    fields: { id: isText, name: isText, arguments: isObject, signature: isText },
    required: ["id", "name", "arguments"],
  },
  function_result: {
    fields: { call_id: isText, name: isText, result: anything, is_error: isFlag, signature: isText },
    required: [],
  },
  ...Object.fromEntries(
    [...builtins, "mcp_server_tool", "processing"].flatMap((name) => [
      [`${name}_call`, callShape],
      [`${name}_result`, resultShape],
    ]),
  ),
};

/** Whether the type names a step, and not a block of content. */
export function isStepType(type: unknown): boolean {
  return typeof type === "string" && Object.hasOwn(stepShapes, type);
}

/** Whether the type names a block of content. */
export function isContentType(type: unknown): boolean {
  return typeof type === "string" && Object.hasOwn(contentShapes, type);
}

/** The first error in the shape of a step. A step that this fake issued may have any shape. */
export function checkStep(step: Step, path: string, isIssued: (step: Step) => boolean): Refused | undefined {
  const shape = stepShapes[step.type];
  if (shape === undefined) return isIssued(step) ? undefined : refused("invalidInput", `${path}.type`);
  const flaw = checkShape(step, shape, path);
  if (flaw !== undefined || step.type === "function_result") return flaw;
  const { content } = step;
  if (!Array.isArray(content)) return undefined;
  if (content.length === 0 && step.type === "user_input") return refused("inputEmpty", `${path}.content`);
  return firstRefusal(content, (block, index) =>
    step.type === "user_input" && isObject(block) && block.type === "function_result"
      ? undefined
      : checkContent(block, `${path}.content[${index}]`),
  );
}

/** The first error of a block of content. */
export function checkContent(block: unknown, path: string): Refused | undefined {
  const type = isObject(block) ? block.type : undefined;
  const shape = typeof type === "string" ? contentShapes[type] : undefined;
  if (shape === undefined || !isObject(block)) return refused("invalidInput", `${path}.type`);
  const flaw = checkShape(block, shape, path);
  if (flaw !== undefined || type === "text") return flaw;
  if (block.uri === undefined && block.data === undefined) return refused("invalidInput", path);
  return block.data !== undefined && block.mime_type === undefined
    ? refused("invalidInput", `${path}.mime_type`)
    : undefined;
}

function checkShape(
  value: Readonly<Record<string, unknown>>,
  shape: Shape,
  path: string,
): Refused | undefined {
  for (const [name, field] of Object.entries(value)) {
    if (name === "type" || field === undefined) continue;
    const check = Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined;
    if (check === undefined) return refused("unknownParameter", `${path}.${name}`);
    if (!check(field)) return refused("invalidInput", `${path}.${name}`);
  }
  const missing = shape.required.find((name) => value[name] === undefined);
  return missing === undefined ? undefined : refused("invalidInput", `${path}.${missing}`);
}

/** The first refusal that a check of the items returns. */
export function firstRefusal<T>(
  items: readonly T[],
  check: (item: T, index: number) => Refused | undefined,
): Refused | undefined {
  for (const [index, item] of items.entries()) {
    const found = check(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}
