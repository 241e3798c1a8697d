import type { Content, FunctionCall, FunctionResponse, Part } from "./wire.js";

/** Fields that describe a part and are not its data. */
const DESCRIPTIVE = new Set([
  "thought",
  "thoughtSignature",
  "partMetadata",
  "videoMetadata",
  "mediaResolution",
]);

/** What a caller may say: a text, parts, or whole contents. */
export type Input = string | Part | Content | readonly (Part | Content)[];

/** The conversation so far and what is new, copied, with the role names of older clients brought up to date. */
export function startContents(history: readonly Content[], input: Input | undefined): Content[] {
  return [...history, ...toContents(input)].map(({ role, ...content }) => ({
    role: role === "model" ? "model" : "user",
    ...content,
  }));
}

function toContents(input: Input | undefined): Content[] {
  if (input === undefined) return [];
  const given = (
    Array.isArray(input) ? input : [typeof input === "string" ? { text: input } : input]
  ) as (Part & Content)[];
  if (given.length > 0 && given.every((item) => Array.isArray(item.parts))) return given;
  return [{ role: "user", parts: given }];
}

/** What a model's Content becomes in the history: itself, without parts that the service refuses to get back. */
export function replayable(content: Content | undefined): Content | undefined {
  const parts: Part[] = [];
  for (const part of content?.parts ?? []) {
    const hasData = Object.keys(part).some(
      (key) => !DESCRIPTIVE.has(key) && (key !== "text" || part.text !== ""),
    );
    if (hasData) parts.push(part);
    else if (part.thoughtSignature) parts.push({ ...part, text: "" });
  }
  if (parts.length === 0) return undefined;
  const same = content?.role === "model" && parts.every((part, index) => part === content.parts?.[index]);
  return same && parts.length === content.parts?.length ? content : { ...content, role: "model", parts };
}

export function callsOf(content: Content | undefined): FunctionCall[] {
  return (content?.parts ?? []).flatMap((part) => (part.functionCall ? [part.functionCall] : []));
}

/** The answer as a person reads it: no thoughts. */
export function textOf(content: Content | undefined): string {
  return (content?.parts ?? []).map((part) => (part.thought ? "" : (part.text ?? ""))).join("");
}

/** One user turn with the answers of all calls of a turn, in their order. */
export function responsesContent(responses: readonly FunctionResponse[]): Content {
  return { role: "user", parts: responses.map((functionResponse) => ({ functionResponse })) };
}

/** Why the service would refuse this conversation, or undefined. */
export function findFlaw(contents: readonly Content[]): string | undefined {
  const answersIn = (content: Content | undefined): number =>
    content?.parts?.filter((part) => part.functionResponse).length ?? 0;
  const at = contents.findIndex(
    (content, index) =>
      !content.parts?.length ||
      callsOf(content).length !== answersIn(contents[index + 1]) ||
      (index === 0 && answersIn(content) > 0),
  );
  if (at >= 0)
    return `contents[${at}]: a turn needs parts, and each of its calls one answer in the next turn`;
  return contents.at(-1)?.role === "user"
    ? undefined
    : "there is nothing to answer: the last turn must be the user's";
}
