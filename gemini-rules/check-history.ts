import { type Violation, violation } from "./message.js";
import type { ModelRules } from "./model-rules.js";
import type { ParsedContent, ParsedPart } from "./request.js";
import { type Breach, breach } from "./texts.js";

/** The facts about one turn that the checks of calls and responses need. */
interface Turn {
  readonly role: string;
  readonly index: number;
  readonly calls: readonly NonNullable<ParsedPart["functionCall"]>[];
  readonly responses: readonly LocatedResponse[];
  /** True if the turn has responses but begins with another part. */
  readonly mixed: boolean;
}

interface LocatedResponse {
  readonly path: string;
  readonly response: NonNullable<ParsedPart["functionResponse"]>;
}

/**
 * Checks that the turn after each turn with calls contains a response to each call. `serverSide` returns true for
 * functions whose calls Google answers.
 */
export function checkHistory(
  contents: readonly ParsedContent[],
  rules: ModelRules,
  serverSide: (name: string) => boolean = () => false,
): readonly Violation[] {
  const turns = contents.map((content, index) => readTurn(content, index, serverSide));
  const fields = turns.flatMap((turn) => turn.responses.flatMap((located) => checkResponse(located, rules)));
  if (fields.length > 0) return fields;
  for (const [index, turn] of turns.entries()) {
    const broken =
      placementProblem(turn, turns[index - 1], turns[index + 1], rules) ??
      pairingProblem(turn, turns[index + 1], rules);
    if (broken !== undefined) return [violation("", broken)];
  }
  return [];
}

function readTurn(content: ParsedContent, index: number, serverSide: (name: string) => boolean): Turn {
  const parts = content.parts ?? [];
  const responses = parts.flatMap((part, at) =>
    part.functionResponse && !serverSide(part.functionResponse.name ?? "")
      ? [{ path: `contents[${index}].parts[${at}].function_response`, response: part.functionResponse }]
      : [],
  );
  return {
    role: content.role ?? "user",
    index,
    calls: parts.flatMap((part) =>
      part.functionCall && !serverSide(part.functionCall.name ?? "") ? [part.functionCall] : [],
    ),
    responses,
    mixed: responses.length > 0 && parts[0]?.functionResponse === undefined,
  };
}

function checkResponse({ path, response }: LocatedResponse, rules: ModelRules): readonly Violation[] {
  const found: Violation[] = [];
  if (!response.name) found.push(violation(`${path}.name`, breach("nameEmpty")));
  if (response.response === undefined) found.push(violation(`${path}.response`, breach("responseMissing")));
  if (response.parts !== undefined && !rules.modern) found.push(violation("", breach("responseParts")));
  return found;
}

function placementProblem(
  turn: Turn,
  before: Turn | undefined,
  after: Turn | undefined,
  rules: ModelRules,
): Breach | undefined {
  if (turn.calls.length > 0) {
    if (turn.role !== "model" || before?.role !== "user") return breach("callPosition");
    const ignored = rules.unansweredCalls && after?.role === "user" && after.responses.length === 0;
    if (!ignored && (after?.responses.length ?? 0) !== turn.calls.length) return breach("responseCount");
  }
  if (turn.responses.length > 0) {
    const isPlaced = turn.role === "user" && before !== undefined && before.calls.length > 0;
    if (!isPlaced || (turn.mixed && !rules.modern)) return breach("responsePosition");
  }
  return undefined;
}

function pairingProblem(turn: Turn, after: Turn | undefined, rules: ModelRules): Breach | undefined {
  // If the next turn has no responses, `placementProblem` has already judged both turns.
  if (turn.calls.length === 0 || after === undefined || after.responses.length === 0) return undefined;
  const responses = after.responses.map((located) => located.response);
  if (rules.ids && turn.calls.every((call) => call.id !== undefined)) {
    const byId = new Map(responses.map((response) => [response.id, response]));
    const matched = turn.calls.map((call) => byId.get(call.id));
    if (byId.size !== turn.calls.length || matched.includes(undefined)) return breach("idMismatch");
    return turn.calls.every((call, at) => matched[at]?.name === call.name)
      ? undefined
      : breach("nameMismatch");
  }
  const differs = (call: (typeof turn.calls)[number], id: string | undefined): boolean =>
    call.id !== id && !(rules.addedIds && call.id === undefined);
  if (rules.ids && turn.calls.some((call, at) => differs(call, responses[at]?.id)))
    return breach("idMismatch");
  return turn.calls.every((call, at) => call.name === responses[at]?.name)
    ? undefined
    : breach("nameMismatch");
}
