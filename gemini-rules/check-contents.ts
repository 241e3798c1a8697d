import { unparsed, type Violation, violation } from "./message.js";
import type { ModelRules } from "./model-rules.js";
import type { ParsedContent, ParsedPart, ParsedRequest } from "./request.js";
import { breach } from "./texts.js";

/** The data fields of a part, in the order of Google's documentation. A part must have exactly one of them. */
const dataFields = [
  "text",
  "inlineData",
  "fileData",
  "functionCall",
  "functionResponse",
  "executableCode",
  "codeExecutionResult",
  "toolCall",
  "toolResponse",
] as const;

/**
 * Checks that a request has contents, that their roles are known, and that each part has a data field or a signature.
 * `checkOneOfs` finds parts with two data fields.
 */
export function checkContents(request: ParsedRequest, rules: ModelRules): readonly Violation[] {
  const contents = request.contents ?? [];
  if (contents.length === 0) return [violation("contents", breach("contentsMissing"))];
  const found = contents.flatMap((content, index) => [
    ...checkRole(content, contents.length),
    ...checkParts(content, `contents[${index}]`, rules),
  ]);
  if (request.systemInstruction)
    found.push(...checkParts(request.systemInstruction, "system_instruction", rules));
  if (found.length === 0 && rules.endsWithUser && contents.at(-1)?.role === "model") {
    found.push(violation("", breach("endsWithModel")));
  }
  return found;
}

/**
 * Checks that signatures are valid base64. This is a part of parsing, so an invalid signature is refused before any
 * other check.
 */
export function checkBytes(request: ParsedRequest): readonly Violation[] {
  return (request.contents ?? []).flatMap((content, i) =>
    (content.parts ?? []).flatMap((part, j) => {
      const signature = part.thoughtSignature;
      if (signature === undefined || isBase64(signature)) return [];
      const path = `contents[${i}].parts[${j}].thought_signature`;
      return [unparsed(path, breach("notBase64", path, signature))];
    }),
  );
}

/** Checks that no part has two data fields. Gemini reports this as a parse error. */
export function checkOneOfs(request: ParsedRequest): readonly Violation[] {
  return (request.contents ?? []).flatMap((content, i) =>
    (content.parts ?? []).flatMap((part, j) => {
      const second = dataOf(part)[1];
      const path = `contents[${i}].parts[${j}]`;
      return second === undefined ? [] : [unparsed(path, breach("dataTwice", path, second))];
    }),
  );
}

function checkRole(content: ParsedContent, count: number): readonly Violation[] {
  const known =
    content.role === "user" || content.role === "model" || (content.role === undefined && count === 1);
  return known ? [] : [violation("", breach("roleInvalid"))];
}

function checkParts(content: ParsedContent, path: string, rules: ModelRules): readonly Violation[] {
  const parts = content.parts ?? [];
  if (parts.length === 0) return [violation(`${path}.parts`, breach("partsEmpty"))];
  return parts.flatMap((part, index) =>
    isInitialised(part, rules) ? [] : [violation(`${path}.parts[${index}].data`, breach("dataMissing"))],
  );
}

/**
 * Returns whether a part has data. In proto, an empty string means that the field is not set, and most models refuse
 * such a part. A part with a signature is valid without data.
 */
function isInitialised(part: ParsedPart, rules: ModelRules): boolean {
  const [field] = dataOf(part);
  if (field === "text" && part.text === "") return rules.emptyText || part.thoughtSignature !== undefined;
  return field !== undefined || part.thoughtSignature !== undefined;
}

function dataOf(part: ParsedPart): readonly string[] {
  return dataFields.filter((field) => part[field] !== undefined);
}

/** Returns whether a text is base64, in the standard or the URL-safe alphabet, with or without padding. */
function isBase64(text: string): boolean {
  const digits = text.replace(/=+$/, "");
  return /^(?:[A-Za-z0-9+/]*|[A-Za-z0-9_-]*)$/.test(digits) && digits.length % 4 !== 1;
}
