import { isNothing } from "../base/content-shape.js";
import type { Content, FunctionCall, Part } from "../wire.js";

/** Fields that describe a part and are not its data. */
const DESCRIPTIVE = /^(thought(Signature)?|(part|video)Metadata|mediaResolution)$/;

/** A turn as any client's types describe it. */
export interface ContentLike {
  readonly role?: string | undefined;
  readonly parts?: readonly object[] | undefined;
}

/** A part as any client's types describe it. */
export interface PartLike {
  readonly text?: string | undefined;
  readonly inlineData?: object | undefined;
  readonly fileData?: object | undefined;
}

type Said = Part | Content | PartLike | ContentLike;

/** What a caller may say: a text, parts, or whole contents. */
export type Input = string | Said | readonly Said[];

/**
 * The conversation so far and what is new, copied, with the role names of older clients brought up to date. What the service would
 * refuse is the programmer's mistake and throws.
 */
export function startContents(history: readonly ContentLike[], input: Input | undefined): Content[] {
  const contents = [...(history as readonly Content[]), ...toContents(input)].map(({ role, ...content }) => ({
    role: role === "model" ? "model" : "user",
    ...content,
  }));
  const flaw = findFlaw(contents);
  if (flaw) throw new TypeError(flaw);
  return contents;
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
  const { stray } = pair(content);
  for (const part of content?.parts ?? []) {
    const hasData = Object.entries(part).some(
      ([key, value]) => !DESCRIPTIVE.test(key) && !isNothing(value) && (key !== "text" || value !== ""),
    );
    if (stray.has(part) || (part.functionCall && !part.functionCall.name)) continue;
    if (hasData) parts.push(part);
    else if (part.thoughtSignature) parts.push({ ...part, text: "" });
  }
  return parts.length > 0 ? { ...content, role: "model", parts } : undefined;
}

/** The calls of a turn that are left to us. */
export function callsOf(content: Content | undefined): FunctionCall[] {
  const { answered } = pair(content);
  return (content?.parts ?? []).flatMap((part) =>
    part.functionCall && !answered.has(part) ? [part.functionCall] : [],
  );
}

/** Where the service calls an MCP server itself, the model's turn holds both the call and its answer. `stray` are answers to calls of another turn, or to none. */
function pair({ parts = [] }: Content = {}): { answered: Set<Part>; stray: Set<Part> } {
  const answered = new Set<Part>();
  const stray = new Set<Part>();
  /** Calls without an answer so far; some have no id, and look alike. */
  const open = new Map<string, Part[]>();
  const waiting = ({ name, id }: { name?: string; id?: string }): Part[] => {
    const key = JSON.stringify([name, id]);
    return open.get(key) ?? (open.set(key, []).get(key) as Part[]);
  };
  for (const part of parts) {
    const { functionCall: call, functionResponse: answer } = part;
    if (call?.name) waiting(call).push(part);
    const asked = answer && waiting(answer).shift();
    if (asked) answered.add(asked);
    else if (answer) stray.add(part);
  }
  return { answered, stray };
}

/** Why the service would refuse this conversation, or undefined. */
function findFlaw(contents: readonly Content[]): string | undefined {
  const answersIn = (content: Content | undefined): number => pair(content).stray.size;
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
