import { type FieldType, listOf, type Message } from "./message.js";
import {
  contentMessage,
  generationConfigMessage,
  requestMessage,
  toolConfigMessage,
} from "./request-message.js";
import { message, toolMessage, type Flavor } from "./tool-messages.js";

// The message types of requests to methods other than `generateContent`.

export function countTokensMessage(flavor: Flavor): Message {
  const content = contentMessage(flavor);
  return message({
    model: "string",
    contents: listOf(content),
    ...(flavor === "gemini"
      ? { generateContentRequest: requestMessage("gemini") }
      : {
          instances: listOf("value"),
          systemInstruction: content,
          tools: listOf(toolMessage("vertex")),
          generationConfig: generationConfigMessage("vertex"),
        }),
  });
}

export function computeTokensMessage(): Message {
  return message({
    model: "string",
    contents: listOf(contentMessage("vertex")),
    instances: listOf("value"),
  });
}

export function cachedContentMessage(flavor: Flavor): Message {
  const content = contentMessage(flavor);
  return message({
    name: "string",
    model: "string",
    displayName: "string",
    contents: listOf(content),
    systemInstruction: content,
    tools: listOf(toolMessage(flavor)),
    toolConfig: toolConfigMessage(flavor),
    ttl: "string",
    expireTime: "string",
    ...(flavor === "vertex" && { encryptionSpec: "struct" }),
  });
}

const embedOptions: Readonly<Record<string, FieldType>> = {
  taskType: "string",
  title: "string",
  outputDimensionality: "int64",
};

export function embedContentMessage(flavor: Flavor): Message {
  const content = contentMessage(flavor);
  return flavor === "gemini"
    ? message({ model: "string", content, ...embedOptions, embedContentConfig: "value" })
    : message({ content, ...embedOptions, autoTruncate: "bool", embedContentConfig: "value" });
}

export function batchEmbedContentsMessage(): Message {
  return message({ model: "string", requests: listOf(embedContentMessage("gemini")) });
}

/** Returns the message type for the older embedding models of Vertex. */
export function predictMessage(): Message {
  return message({
    instances: listOf(
      message({ content: "string", taskType: "string", title: "string", mimeType: "string" }),
    ),
    parameters: message({ outputDimensionality: "int64", autoTruncate: "bool" }),
  });
}
