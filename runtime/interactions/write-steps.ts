import { foldEscapedSurrogates } from "../base/fold-surrogates.js";
import { stableText } from "../base/stable-text.js";
import { RunError } from "../errors.js";
import type { Blob, Content, FunctionResponse, Part } from "../wire.js";
import type { Block, Step } from "./step.js";
import { viewSteps } from "./view-steps.js";
import { inexpressible } from "./write-request.js";

/** The encoded contents, without and with marked errors. Each content is encoded once, because a conversation only grows. */
const texts = [new WeakMap<Content, string>(), new WeakMap<Content, string>()] as const;

/** Encodes a content as a list of steps, without the brackets of the list. */
export function encodeSteps(content: Content, markErrors: boolean): string {
  const known = texts[markErrors ? 1 : 0];
  let text = known.get(content);
  if (text === undefined) {
    text = foldEscapedSurrogates(JSON.stringify(writeContent(content, markErrors))).slice(1, -1);
    known.set(content, text);
  }
  return text;
}

function writeContent(content: Content, markErrors: boolean): readonly Step[] {
  const { role, parts = [], steps } = content;
  if (role !== "model") return writeUserParts(parts, markErrors);
  return steps && isUnedited(content) ? (steps as readonly Step[]) : writeModelParts(parts);
}

/** Returns whether the parts are still a view of the steps. A program may have edited the parts. */
export function isUnedited({ parts = [], steps }: Content): boolean {
  return stableText(viewSteps(steps as readonly Step[])) === stableText(parts);
}

/** Converts the parts of a model to steps. Only plain texts can be converted, because other steps have signatures. */
function writeModelParts(parts: readonly Part[]): readonly Step[] {
  if (!parts.every(isPlainText)) throw foreignHistory();
  return [{ type: "model_output", content: parts.map(({ text }) => ({ type: "text", text })) }];
}

function isPlainText(part: Part): boolean {
  return part.text !== undefined && !part.thought && part.thoughtSignature === undefined;
}

function foreignHistory(): RunError {
  const message =
    "a turn of the model was edited, or another API wrote it; convert the history with plainTurns()";
  return new RunError({ kind: "state", code: "FOREIGN_HISTORY", message, retryable: false });
}

/** Converts the parts of the user to steps. Results precede the message, because they must follow their calls directly. */
function writeUserParts(parts: readonly Part[], markErrors: boolean): readonly Step[] {
  const results: Step[] = [];
  const content: Block[] = [];
  for (const part of parts) {
    if (part.functionResponse) results.push(writeResult(part.functionResponse, markErrors));
    else content.push(writeBlock(part));
  }
  return content.length > 0 ? [...results, { type: "user_input", content }] : results;
}

function writeResult({ id, name, response, parts = [] }: FunctionResponse, markErrors: boolean): Step {
  const text = { type: "text", text: JSON.stringify(response) };
  return {
    type: "function_result",
    call_id: id,
    name,
    result: [text, ...parts.map((part) => writeBlock(part as Part))],
    ...(markErrors && "error" in response && { is_error: true }),
  };
}

function writeBlock(part: Part): Block {
  const { text, inlineData, fileData } = part;
  if (text !== undefined) return { type: "text", text };
  const { mimeType, data, fileUri } = (inlineData ?? fileData ?? {}) as Partial<Blob> & { fileUri?: string };
  if (!mimeType) throw inexpressible(`a part with ${Object.keys(part).join(", ")}`);
  const kind = mimeType.split("/")[0] ?? "";
  const type = /^(image|audio|video)$/.test(kind) ? kind : "document";
  return { type, mime_type: mimeType, ...(data === undefined ? { uri: fileUri } : { data }) };
}
