import { checkDeclarations, describeViolations } from "../gemini-rules/check-declarations.js";

/** A call that the fake sends. */
export interface LiveCall {
  readonly id: string;
  readonly name: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** A fake of the Live API that needs no network. Tests control the messages of the service. */
export interface FakeLive {
  /** The client for `liveSession`. It replaces `new GoogleGenAI(...)`. */
  readonly client: { readonly live: { connect(parameters: never): Promise<FakeLiveConnection> } };
  /** The setup of each connection. */
  readonly setups: readonly LiveSetup[];
  /** The accepted answers in the order of arrival. Each message of the client is one list. */
  readonly answers: readonly (readonly LiveAnswer[])[];
  /** The reasons of refused messages. */
  readonly refusals: readonly string[];
  /** Sends calls in one message. */
  call(...calls: readonly LiveCall[]): void;
  cancel(...ids: readonly string[]): void;
  /** Sends a handle with which a connection can be resumed. */
  resumable(handle: string, isResumable?: boolean): void;
  /** Announces the end of the connection. */
  goAway(): void;
  /** Ends the connection as a failing network does. */
  drop(): void;
  /** Lets the next connections fail. */
  refuseConnections(count: number): void;
  /** Throws if a message was refused or a call has no answer. */
  assertDone(): void;
}

export interface LiveSetup {
  readonly model: string;
  readonly config: Readonly<Record<string, unknown>>;
}

export interface LiveAnswer {
  readonly id?: string;
  readonly name?: string;
  readonly response?: Readonly<Record<string, unknown>>;
  readonly scheduling?: string;
  readonly willContinue?: boolean;
}

export interface FakeLiveConnection {
  sendToolResponse(message: { readonly functionResponses: readonly LiveAnswer[] }): void;
  sendClientContent(content: unknown): void;
  sendRealtimeInput(input: unknown): void;
  close(): void;
}

interface Callbacks {
  readonly onmessage: (message: unknown) => void;
  readonly onclose?: () => void;
}

/** Creates a fake of the Live API that checks setups and the answers to calls. */
export function fakeLive(): FakeLive {
  const setups: LiveSetup[] = [];
  const answers: (readonly LiveAnswer[])[] = [];
  const refusals: string[] = [];
  /** Names of the calls that wait for an answer, by id. */
  const open = new Map<string, string>();
  let callbacks: Callbacks | undefined;
  let failures = 0;
  const send = (message: unknown): void => callbacks?.onmessage(message);
  const accept = (owner: Callbacks, given: readonly LiveAnswer[]): void => {
    const flaw =
      owner === callbacks
        ? given.map((one) => answerFlaw(one, open)).find(Boolean)
        : "the connection is closed";
    if (flaw) return void refusals.push(flaw);
    for (const { id = "", willContinue } of given) if (!willContinue) open.delete(id);
    answers.push(given);
  };
  const connect = (parameters: never): Promise<FakeLiveConnection> => {
    const { callbacks: own, ...setup } = parameters as LiveSetup & { readonly callbacks: Callbacks };
    if (failures > 0) {
      failures -= 1;
      return Promise.reject(new Error("the connection failed"));
    }
    setups.push(setup);
    refusals.push(...setupFlaws(setup));
    callbacks = own;
    return Promise.resolve({
      sendToolResponse: ({ functionResponses }) => accept(own, functionResponses),
      sendClientContent: () => undefined,
      sendRealtimeInput: () => undefined,
      close: () => void (callbacks === own && (callbacks = undefined)),
    });
  };
  return {
    client: { live: { connect } },
    setups,
    answers,
    refusals,
    call: (...calls) => {
      for (const { id, name } of calls) open.set(id, name);
      send({ toolCall: { functionCalls: calls } });
    },
    cancel: (...ids) => {
      for (const id of ids) open.delete(id);
      send({ toolCallCancellation: { ids } });
    },
    resumable: (newHandle, resumable = true) => send({ sessionResumptionUpdate: { newHandle, resumable } }),
    goAway: () => send({ goAway: { timeLeft: "10s" } }),
    drop: () => {
      const dropped = callbacks;
      callbacks = undefined;
      dropped?.onclose?.();
    },
    refuseConnections: (count) => void (failures = count),
    assertDone: () => {
      if (refusals.length > 0) throw new Error(`fakeLive refused: ${refusals.join("; ")}`);
      if (open.size > 0) throw new Error(`fakeLive: calls without an answer: ${[...open.keys()].join(", ")}`);
    },
  };
}

function answerFlaw({ id, name }: LiveAnswer, open: ReadonlyMap<string, string>): string | undefined {
  if (id === undefined) return "a function response has no id";
  const expected = open.get(id);
  if (expected === undefined) return `the call ${id} is not open`;
  return name === expected ? undefined : `the answer to ${id} has the name ${String(name)}, not ${expected}`;
}

/** Returns the mistakes of a setup: a tool config, invalid declarations, and behaviors that the model does not accept. */
function setupFlaws({ model, config }: LiveSetup): readonly string[] {
  const flaws = "toolConfig" in config ? ["Unknown name \"tool_config\" at 'setup': Cannot find field."] : [];
  const tools = (config.tools ?? []) as readonly { readonly functionDeclarations?: readonly Declaration[] }[];
  const declarations = tools.flatMap(({ functionDeclarations: functions = [] }) => functions);
  const refused = describeViolations(checkDeclarations(tools));
  return [
    ...flaws,
    ...(refused === "" ? [] : [refused]),
    ...declarations
      .filter(({ behavior }) => !behaviorsOf(model).includes(String(behavior)))
      .map(({ name, behavior }) => `${model} does not accept the behavior ${String(behavior)} of ${name}`),
  ];
}

interface Declaration {
  readonly name: string;
  readonly behavior?: string;
}

/** Returns the behaviors that a model accepts. The fake requires a behavior, because the default differs between models. */
function behaviorsOf(model: string): readonly string[] {
  if (model.includes("extended-thinking")) return ["NON_BLOCKING"];
  return model.includes("3.1-flash-live") ? ["BLOCKING"] : ["BLOCKING", "NON_BLOCKING"];
}
