import { isNothing } from "../base/content-shape.js";
import { isObject } from "../base/is-object.js";
import type { Flavor } from "../model.js";
import type { Content, FunctionCall, Part } from "../wire.js";

/** Names of fields that describe a part. All other fields of a part contain its data. */
const DESCRIPTIVE = /^(thought(Signature)?|(part|video)Metadata|mediaResolution)$/;

/**
 * Ids of models that accept a call without an answer in the history. Recordings of these models show it. All
 * other models refuse such a request.
 */
const TAKES_UNANSWERED_CALLS = /(^|\/)gemini-2\.0-/;

/** A turn in the types of this package or of another client. */
export interface ContentLike {
  readonly role?: string | undefined;
  readonly parts?: readonly object[] | undefined;
}

/** A part in the types of this package or of another client. */
export interface PartLike {
  readonly text?: string | undefined;
  readonly inlineData?: object | undefined;
  readonly fileData?: object | undefined;
}

type InputItem = Part | Content | PartLike | ContentLike;

/** The next message of the user: a text, parts or contents. */
export type Input = string | InputItem | readonly InputItem[];

/**
 * Returns a copy of the conversation so far, followed by the new input. Roles other than "model" become
 * "user". Throws on contents that the service would refuse, because such contents are a mistake in the
 * program. `model` is the id of the model: older models refuse less.
 */
export function startContents(
  history: readonly ContentLike[],
  input: Input | undefined,
  model = "",
): Content[] {
  if (input === "" || input === null || (Array.isArray(input) && input.length === 0))
    throw new TypeError(EMPTY);
  const contents = [...(history as readonly Content[]), ...toContents(input)].map(({ role, ...content }) => ({
    role: role === "model" ? "model" : "user",
    ...content,
  }));
  const flaw = findFlaw(contents, TAKES_UNANSWERED_CALLS.test(model));
  if (flaw) throw new TypeError(flaw);
  return contents;
}

function toContents(input: Input | undefined): Content[] {
  if (input === undefined) return [];
  const items = (
    Array.isArray(input) ? input : [typeof input === "string" ? { text: input } : input]
  ) as (Part & Content)[];
  if (!items.every(isObject))
    throw new TypeError(`the input: expected a text, parts or contents, found ${JSON.stringify(input)}`);
  if (items.every((item) => Array.isArray(item.parts))) return items;
  return [{ role: "user", parts: items }];
}

/**
 * Returns the content of a model as the history keeps it. Parts that the service would refuse in a later
 * request are removed.
 */
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

/** Returns the calls of a turn that the application must answer. */
export function callsOf(content: Content | undefined): FunctionCall[] {
  const { answered } = pair(content);
  return (content?.parts ?? []).flatMap((part) =>
    part.functionCall && !answered.has(part) ? [part.functionCall] : [],
  );
}

/**
 * Matches calls with answers inside one turn. The service itself calls MCP servers and puts both the calls
 * and the answers into the turn of the model. `answered` contains these calls. `stray` contains the answers
 * without a call in this turn.
 */
function pair({ parts = [] }: Content = {}): { answered: Set<Part>; stray: Set<Part> } {
  const answered = new Set<Part>();
  const stray = new Set<Part>();
  /**
   * The unanswered calls by name and id. Several calls may have the same name and no id, so each key has a
   * list.
   */
  const open = new Map<string, Part[]>();
  const openCallsLike = ({ name, id }: { name?: string; id?: string }): Part[] => {
    const key = JSON.stringify([name, id]);
    return open.get(key) ?? (open.set(key, []).get(key) as Part[]);
  };
  for (const part of parts) {
    const { functionCall: call, functionResponse: answer } = part;
    if (call?.name) openCallsLike(call).push(part);
    const answeredCall = answer && openCallsLike(answer).shift();
    if (answeredCall) answered.add(answeredCall);
    else if (answer) stray.add(part);
  }
  return { answered, stray };
}

/** Returns the reason why the service would refuse this conversation, or undefined. */
function findFlaw(contents: readonly Content[], takesUnansweredCalls: boolean): string | undefined {
  const answersIn = (content: Content | undefined): number => pair(content).stray.size;
  const isIgnored = (next: Content | undefined): boolean =>
    takesUnansweredCalls && next?.role === "user" && answersIn(next) === 0;
  const at = contents.findIndex(
    (content, index) =>
      !content.parts?.length ||
      (callsOf(content).length !== answersIn(contents[index + 1]) && !isIgnored(contents[index + 1])) ||
      (index === 0 && answersIn(content) > 0),
  );
  if (at >= 0)
    return `contents[${at}]: a turn needs parts, and each of its calls needs one answer in the next turn`;
  const last = contents.at(-1);
  if (last?.role !== "user") return `there is nothing to answer: the last turn must be the user's. ${EMPTY}`;
  return last.parts?.every((part) => Object.keys(part).join() === "text" && !part.text) ? EMPTY : undefined;
}

const EMPTY =
  "The input is empty: pass the message of the user as a text, as parts or as contents, or a history that ends with it.";

/** Returns why the API cannot continue this history, or undefined. Each API has its own thought signatures. */
export function findForeignTurn(
  contents: readonly Content[],
  flavor: Flavor | undefined,
): string | undefined {
  const isForeign = ({ steps, parts }: Content): unknown =>
    flavor === "interactions" ? !steps && parts?.some((part) => part.thoughtSignature) : flavor && steps;
  // A stored history may have holes.
  const at = contents.findIndex((content) => content?.role === "model" && isForeign(content));
  return at < 0 ? undefined : `contents[${at}] is of another API; use plainTurns()`;
}
