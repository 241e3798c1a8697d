// The exports of `toolpress/testing`.

export { assertReplayable, type ReplayOptions } from "./assert-replayable.js";
export type { ErrorBody } from "./error-body.js";
export { fakeGemini } from "./fake-gemini.js";
export type { FakeGemini, FakeGeminiOptions } from "./fake-options.js";
export {
  cut,
  deadlineExceeded,
  failMidStream,
  hang,
  httpError,
  interactionError,
  internalError,
  overloaded,
  rateLimited,
  type Fault,
} from "./faults.js";
export { fakeLive } from "./fake-live.js";
export type { FakeLive, FakeLiveConnection, LiveAnswer, LiveCall, LiveSetup } from "./fake-live.js";
export { liveSocket, type LiveSocket } from "./live-socket.js";
export { fakeInteractions } from "./interactions/fake-interactions.js";
export type {
  FakeInteractions,
  FakeInteractionsOptions,
  InteractionRequestBody,
  InteractionStreamStyle,
  ReceivedInteraction,
} from "./interactions/interaction-options.js";
export type { ReceivedRequest } from "./received-request.js";
export {
  answer,
  blocked,
  call,
  degenerate,
  finish,
  raw,
  text,
  thought,
  type Answer,
  type AnswerOptions,
  type RawAnswer,
  type ScriptEntry,
  type ScriptPart,
  type Scripted,
} from "./script.js";
export { crashHost, type CrashReport, type JournalEntry } from "./crash-host.js";
export { callsOf, responsesOf, textOf } from "./read-contents.js";
export { scriptedModel, type ScriptedModel, type ScriptedModelOptions } from "./scripted-model.js";
