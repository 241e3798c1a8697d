import { ToolError } from "../../runtime/errors.js";
import {
  answer,
  call,
  cut,
  failMidStream,
  finish,
  overloaded,
  rateLimited,
  text,
  thought,
} from "../../testing/index.js";
import type { HandMade } from "../runtime/hand-made-tools.js";
import type { Scenario } from "./scenario.js";

const weather: HandMade = {
  name: "get_weather",
  args: { city: "string" },
  run: ({ city }) => ({ city, celsius: 18 }),
};
const ping: HandMade = { name: "ping", run: () => "pong" };
const fails: HandMade = {
  name: "fails",
  run: () => {
    throw new Error("internal");
  },
};
const rejects: HandMade = {
  name: "rejects",
  run: () => Promise.reject(new ToolError("FULL", "no room", { retryable: false })),
};
const approved: HandMade = {
  name: "pay",
  args: { amount: "number" },
  policy: { approval: true },
  run: ({ amount }) => ({ paid: amount }),
};
const long: HandMade = { name: "build", policy: { longRunning: true }, run: () => ({ job: 7 }) };
const tools = [weather, ping, fails, rejects, approved, long];
const rome = call("get_weather", { city: "Rome" });
const oslo = call("get_weather", { city: "Oslo" });

const turns: readonly Scenario[] = [
  { title: "a plain answer", script: ["Hello."] },
  { title: "an answer in chunks", script: [answer(text("He", "llo", "."))] },
  { title: "a thought before an answer", script: [[thought("Let me ", "think."), text("Hello.")]] },
  { title: "one call", tools, script: [rome, "18 °C."] },
  { title: "a call without arguments", tools, script: [call("ping"), "pong"] },
  { title: "parallel calls", tools, script: [[rome, oslo, call("ping")], "Done."] },
  {
    title: "text and thoughts beside calls",
    tools,
    script: [[thought("hm"), text("One ", "moment."), rome], "18."],
  },
  { title: "several rounds", tools, script: [rome, oslo, [call("ping"), rome], "Done."] },
  { title: "a second run", tools, script: [rome, "18 °C.", oslo, "Colder."], then: "And Oslo?" },
  {
    title: "characters of all planes",
    tools,
    script: [call("get_weather", { city: "Zürich 🌧 \u2028" }), "Ça va 🌧."],
  },
  {
    title: "parts of the user",
    script: ["A cat."],
    input: [{ text: "What is this?" }, { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } }],
  },
  {
    title: "code execution beside calls",
    tools,
    script: [
      [
        { executableCode: { language: "PYTHON", code: "print(29)" } },
        { codeExecutionResult: { outcome: "OUTCOME_OK", output: "29\n" } },
        rome,
      ],
      "29.",
    ],
  },
];

const failures: readonly Scenario[] = [
  {
    title: "invalid arguments, then valid ones",
    tools,
    script: [call("get_weather", { city: 5 }), rome, "18."],
  },
  { title: "an unknown tool", tools, script: [call("get_wether", { city: "Rome" }), rome, "18."] },
  { title: "a handler that throws", tools, script: [call("fails"), "Sorry."] },
  { title: "a handler with an error for the model", tools, script: [[call("rejects"), rome], "Full."] },
  {
    title: "a malformed call, then a valid one",
    tools,
    script: [finish("MALFORMED_FUNCTION_CALL"), rome, "18."],
  },
  {
    title: "malformed calls only",
    tools,
    script: Array.from({ length: 3 }, () => finish("MALFORMED_FUNCTION_CALL")),
  },
  { title: "an empty answer, then another", script: [finish("STOP"), "Hello."] },
  { title: "empty answers only", script: Array.from({ length: 3 }, () => finish("STOP")) },
  { title: "an answer that is too long", script: [answer("The begin", { finishReason: "MAX_TOKENS" })] },
  {
    title: "calls in an answer that is too long",
    tools,
    script: [answer([rome], { finishReason: "MAX_TOKENS" })],
  },
  { title: "an overloaded service", tools, script: [overloaded(), rome, overloaded(), "18."] },
  { title: "a quota", script: [rateLimited({ retryDelay: "1s" }), "Hello."] },
  { title: "a quota per day", script: [rateLimited({ perDay: true })] },
  {
    title: "a connection that breaks",
    isResumed: true,
    tools,
    script: [cut(answer([text("a", "b"), rome]), 3), rome, "18."],
  },
  {
    title: "an error in the middle",
    isResumed: true,
    tools,
    script: [rome, failMidStream(answer(text("a", "b", "c"))), "18."],
  },
  {
    title: "connections that always break",
    isResumed: true,
    script: Array.from({ length: 12 }, () => cut(answer(text("a", "b")), 0)),
  },
];

const limits: readonly Scenario[] = [
  { title: "maxTurns", tools, script: [rome, oslo], options: { maxTurns: 2 } },
  { title: "maxTurns with wrapUp", tools, script: [rome, "Enough."], options: { maxTurns: 1, wrapUp: true } },
  { title: "maxToolCalls", tools, script: [rome, [rome, oslo]], options: { maxToolCalls: 2 } },
  {
    title: "maxCallsPerTurn",
    tools,
    script: [[rome, oslo, call("ping")], "Done."],
    options: { maxCallsPerTurn: 2 },
  },
  {
    title: "maxConsecutiveErrors",
    tools,
    script: [call("fails"), call("fails")],
    options: { maxConsecutiveErrors: 2 },
  },
  { title: "stopOnTool", tools, script: [rome, call("ping")], options: { stopOnTool: ["ping"] } },
  { title: "stopWhen", tools, script: [rome], options: { stopWhen: () => "enough" } },
  {
    title: "activeTools",
    tools,
    script: [call("ping"), rome, "18."],
    options: { activeTools: ["get_weather"] },
  },
  { title: "automatic: false", tools, script: [[rome, oslo]], options: { automatic: false } },
  {
    title: "mode ANY",
    tools,
    script: [rome, "18."],
    options: { toolConfig: { functionCallingConfig: { mode: "ANY" } } },
  },
  {
    title: "mode NONE",
    tools,
    script: ["No tools."],
    options: { toolConfig: { functionCallingConfig: { mode: "NONE" } } },
  },
  {
    title: "allowed names",
    tools,
    script: [call("ping"), rome, "18."],
    options: {
      toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["get_weather"] } },
    },
  },
  {
    title: "prepareTurn",
    tools,
    script: [rome, "18."],
    options: {
      system: "Be brief.",
      prepareTurn: ({ turn }) =>
        turn === 0 ? { system: "Be long.", mode: "VALIDATED" } : { model: "gemini-3.7-flash" },
    },
  },
  {
    title: "prepareTurn with other contents",
    tools,
    script: [rome, "Short."],
    options: {
      prepareTurn: ({ turn, contents }) =>
        turn === 0
          ? {}
          : { contents: [{ role: "user", parts: [{ text: `${contents.length} turns so far.` }] }] },
    },
  },
  {
    title: "generationConfig",
    script: ["Hello."],
    options: {
      request: {
        generationConfig: {
          maxOutputTokens: 100,
          seed: 3,
          stopSequences: ["x"],
          thinkingConfig: { thinkingLevel: "low" },
        },
      },
    },
  },
];

const pauses: readonly Scenario[] = [
  {
    title: "an approval",
    tools,
    script: [[rome, call("pay", { amount: 5 })], "Paid."],
    decisions: [{ pay: "approve" }],
  },
  {
    title: "an approval with other arguments",
    tools,
    script: [call("pay", { amount: 5 }), "Paid."],
    decisions: [{ pay: { approve: { args: { amount: 4 } } } }],
  },
  {
    title: "a denial",
    tools,
    script: [call("pay", { amount: 5 }), "No."],
    decisions: [{ pay: { deny: "too much" } }],
  },
  {
    title: "an output from outside",
    tools,
    script: [[call("build"), rome], "Built."],
    decisions: [{ build: { output: "ok" } }],
  },
  {
    title: "two pauses",
    tools,
    script: [call("pay", { amount: 1 }), call("pay", { amount: 2 }), "Paid."],
    decisions: [{ pay: "approve" }, { pay: "approve" }],
  },
  { title: "a pause without a decision", tools, script: [call("pay", { amount: 5 })], decisions: [{}] },
];

export const scenarios: readonly Scenario[] = [...turns, ...failures, ...limits, ...pauses];
