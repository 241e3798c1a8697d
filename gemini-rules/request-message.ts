import { message, schemaMessage, toolMessage, type Flavor } from "./tool-messages.js";
import type { FieldType, Message } from "./message.js";

/**
 * The versions of the API. All of them accept the same fields. Since its version 3, the official client sends all
 * requests to `v1`.
 */
export type ApiVersion = "v1" | "v1alpha" | "v1beta" | "v1beta1";

const packageOf: Readonly<Record<Flavor, string>> = {
  gemini: "google.ai.generativelanguage.v1beta",
  vertex: "google.cloud.aiplatform.v1beta1",
};

const strings: FieldType = { list: "string" };
const blob = message({ mimeType: "string", data: "string", displayName: "string" });
const file = message({ mimeType: "string", fileUri: "string", displayName: "string" });

const requestMessages = new Map<string, Message>();

/**
 * Returns the message type of `generateContent` requests. One type is cached for each flavor and value of `callIds`.
 */
export function requestMessage(flavor: Flavor, callIds = true): Message {
  const variant = `${flavor} ${callIds}`;
  const cached = requestMessages.get(variant);
  if (cached) return cached;
  const created = makeRequestMessage(flavor, callIds);
  requestMessages.set(variant, created);
  return created;
}

function makeRequestMessage(flavor: Flavor, callIds: boolean): Message {
  const content = contentMessage(flavor, callIds);
  return message({
    model: "string",
    contents: { list: content },
    generationConfig: generationConfigMessage(flavor),
    safetySettings: { list: message({ category: "string", threshold: "string", method: "string" }) },
    systemInstruction: content,
    tools: { list: toolMessage(flavor) },
    toolConfig: toolConfigMessage(flavor),
    cachedContent: "string",
    serviceTier: "string",
    labels: { map: "string" },
    continuationToken: "string",
    ...(flavor === "gemini" ? { store: "bool" } : { modelArmorConfig: "struct" }),
  });
}

/** Returns the message type of one turn of `contents`, or of `systemInstruction`. */
export function contentMessage(flavor: Flavor, callIds = true): Message {
  return message({ role: "string", parts: { list: partMessage(flavor, callIds) } });
}

function partMessage(flavor: Flavor, callIds: boolean): Message {
  return message({
    text: "string",
    inlineData: blob,
    fileData: file,
    functionCall: functionCallMessage(flavor, callIds),
    functionResponse: functionResponseMessage(flavor, callIds),
    executableCode: message({ language: "string", code: "string", id: "string" }),
    codeExecutionResult: message({ outcome: "string", output: "string", id: "string" }),
    thought: "bool",
    thoughtSignature: "string",
    videoMetadata: "struct",
    mediaResolution: "value",
    mediaProcessing: "value",
    speechMetadata: "value",
    audioTranscription: "value",
    ...(flavor === "gemini" && {
      toolCall: message({ id: "string", toolType: "string", args: "struct" }),
      toolResponse: message({ id: "string", toolType: "string", response: "struct" }),
      partMetadata: "struct",
    }),
  });
}

function functionCallMessage(flavor: Flavor, callIds: boolean): Message {
  return message({
    ...(callIds && { id: "string" }),
    name: "string",
    args: "struct",
    ...(flavor === "vertex" && { partialArgs: { list: partialArg }, willContinue: "bool" }),
  });
}

const partialArg = message({
  jsonPath: "string",
  stringValue: "string",
  numberValue: "double",
  boolValue: "bool",
  nullValue: "value",
  willContinue: "bool",
});

function functionResponseMessage(flavor: Flavor, callIds: boolean): Message {
  return message({
    ...(callIds && { id: "string" }),
    name: "string",
    response: "struct",
    parts: {
      list: message({
        inlineData: blob,
        ...(flavor === "vertex" && { fileData: file }),
        mediaProcessing: "value",
      }),
    },
    scheduling: {
      enum: `${packageOf[flavor]}.FunctionResponse.Scheduling`,
      values: ["SCHEDULING_UNSPECIFIED", "SILENT", "WHEN_IDLE", "INTERRUPT"],
    },
    willContinue: "bool",
  });
}

export function toolConfigMessage(flavor: Flavor): Message {
  return message({
    functionCallingConfig: message({
      mode: {
        enum: `${packageOf[flavor]}.FunctionCallingConfig.Mode`,
        values: ["MODE_UNSPECIFIED", "AUTO", "ANY", "NONE", "VALIDATED"],
      },
      allowedFunctionNames: strings,
      ...(flavor === "vertex" && { streamFunctionCallArguments: "bool" }),
    }),
    retrievalConfig: message({
      latLng: message({ latitude: "double", longitude: "double" }),
      languageCode: "string",
    }),
    ...(flavor === "gemini" && { includeServerSideToolInvocations: "bool" }),
  });
}

export function generationConfigMessage(flavor: Flavor): Message {
  return message({
    temperature: "double",
    topP: "double",
    topK: "double",
    candidateCount: "int64",
    maxOutputTokens: "int64",
    stopSequences: strings,
    seed: "int64",
    presencePenalty: "double",
    frequencyPenalty: "double",
    responseLogprobs: "bool",
    logprobs: "int64",
    responseMimeType: "string",
    responseSchema: schemaMessage(flavor),
    responseJsonSchema: "value",
    responseFormat: "value",
    responseModalities: strings,
    thinkingConfig: message({ includeThoughts: "bool", thinkingBudget: "int64", thinkingLevel: "string" }),
    speechConfig: "value",
    imageConfig: "value",
    mediaResolution: "string",
    audioTranscriptionConfig: "value",
    translationConfig: "value",
    enableAffectiveDialog: "bool",
    ...(flavor === "gemini"
      ? { _responseJsonSchema: "value", enableEnhancedCivicAnswers: "bool" }
      : { audioTimestamp: "bool", routingConfig: "value", modelSelectionConfig: "value" }),
  });
}
