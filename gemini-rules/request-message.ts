import { message, schemaMessage, toolMessage, type Face } from "./tool-messages.js";
import type { FieldType, Message } from "./message.js";

/** `v1` of the Gemini API knows neither tools nor system instructions. */
export type ApiVersion = "v1" | "v1alpha" | "v1beta" | "v1beta1";

const packageOf: Readonly<Record<Face, string>> = {
  gemini: "google.ai.generativelanguage.v1beta",
  vertex: "google.cloud.aiplatform.v1beta1",
};

const strings: FieldType = { list: "string" };
const blob = message({ mimeType: "string", data: "string", displayName: "string" });
const file = message({ mimeType: "string", fileUri: "string", displayName: "string" });

const requestMessages = new Map<string, Message>();

/** The JSON that `generateContent` reads, as one message; made once for each variant. */
export function requestMessage(face: Face, version: ApiVersion, callIds = true): Message {
  const variant = `${face} ${version} ${callIds}`;
  const known = requestMessages.get(variant);
  if (known) return known;
  const made = makeRequestMessage(face, version, callIds);
  requestMessages.set(variant, made);
  return made;
}

function makeRequestMessage(face: Face, version: ApiVersion, callIds: boolean): Message {
  const content = contentMessage(face, callIds);
  return message({
    model: "string",
    contents: { list: content },
    generationConfig: generationConfigMessage(face),
    safetySettings: { list: message({ category: "string", threshold: "string", method: "string" }) },
    ...(!(face === "gemini" && version === "v1") && {
      systemInstruction: content,
      tools: { list: toolMessage(face) },
      toolConfig: toolConfigMessage(face),
      cachedContent: "string",
    }),
    serviceTier: "string",
    labels: { map: "string" },
    continuationToken: "string",
    ...(face === "gemini" ? { store: "bool" } : { modelArmorConfig: "struct" }),
  });
}

/** A turn, as `contents` and `systemInstruction` hold it. */
export function contentMessage(face: Face, callIds = true): Message {
  return message({ role: "string", parts: { list: partMessage(face, callIds) } });
}

function partMessage(face: Face, callIds: boolean): Message {
  return message({
    text: "string",
    inlineData: blob,
    fileData: file,
    functionCall: functionCallMessage(face, callIds),
    functionResponse: functionResponseMessage(face, callIds),
    executableCode: message({ language: "string", code: "string", id: "string" }),
    codeExecutionResult: message({ outcome: "string", output: "string", id: "string" }),
    thought: "bool",
    thoughtSignature: "string",
    videoMetadata: "struct",
    mediaResolution: "value",
    mediaProcessing: "value",
    speechMetadata: "value",
    audioTranscription: "value",
    ...(face === "gemini" && {
      toolCall: message({ id: "string", toolType: "string", args: "struct" }),
      toolResponse: message({ id: "string", toolType: "string", response: "struct" }),
      partMetadata: "struct",
    }),
  });
}

function functionCallMessage(face: Face, callIds: boolean): Message {
  return message({
    ...(callIds && { id: "string" }),
    name: "string",
    args: "struct",
    ...(face === "vertex" && { partialArgs: { list: partialArg }, willContinue: "bool" }),
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

function functionResponseMessage(face: Face, callIds: boolean): Message {
  return message({
    ...(callIds && { id: "string" }),
    name: "string",
    response: "struct",
    parts: {
      list: message({
        inlineData: blob,
        ...(face === "vertex" && { fileData: file }),
        mediaProcessing: "value",
      }),
    },
    scheduling: {
      enum: `${packageOf[face]}.FunctionResponse.Scheduling`,
      values: ["SCHEDULING_UNSPECIFIED", "SILENT", "WHEN_IDLE", "INTERRUPT"],
    },
    willContinue: "bool",
  });
}

function toolConfigMessage(face: Face): Message {
  return message({
    functionCallingConfig: message({
      mode: {
        enum: `${packageOf[face]}.FunctionCallingConfig.Mode`,
        values: ["MODE_UNSPECIFIED", "AUTO", "ANY", "NONE", "VALIDATED"],
      },
      allowedFunctionNames: strings,
      ...(face === "vertex" && { streamFunctionCallArguments: "bool" }),
    }),
    retrievalConfig: message({
      latLng: message({ latitude: "double", longitude: "double" }),
      languageCode: "string",
    }),
    ...(face === "gemini" && { includeServerSideToolInvocations: "bool" }),
  });
}

function generationConfigMessage(face: Face): Message {
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
    responseSchema: schemaMessage(face),
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
    ...(face === "gemini"
      ? { _responseJsonSchema: "value", enableEnhancedCivicAnswers: "bool" }
      : { audioTimestamp: "bool", routingConfig: "value", modelSelectionConfig: "value" }),
  });
}
