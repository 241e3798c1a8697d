import { type FieldType, listOf, mapOf, type Message } from "./message.js";

// The message types of a tool, with their fields in both flavors.

/** The two services: the Gemini API and Vertex. They share message types, but some fields differ. */
export type Flavor = "gemini" | "vertex";

const schemaTypes = ["TYPE_UNSPECIFIED", "STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT"];

const typeEnum: Readonly<Record<Flavor, FieldType>> = {
  gemini: {
    kind: "enum",
    enum: "google.ai.generativelanguage.v1beta.Type",
    values: [...schemaTypes, "NULL"],
  },
  vertex: { kind: "enum", enum: "google.cloud.aiplatform.v1beta1.Type", values: schemaTypes },
};

const behaviorEnum: FieldType = {
  kind: "enum",
  enum: "google.ai.generativelanguage.v1beta.FunctionDeclaration.Behavior",
  values: ["UNSPECIFIED", "BLOCKING", "NON_BLOCKING"],
};

/** Returns the type `Schema` of `parameters` and `response`. It has 22 fields, and three more on Vertex. */
export function schemaMessage(flavor: Flavor): Message {
  const schema: Message = {
    kind: "message",
    fields: () => ({
      type: typeEnum[flavor],
      format: "string",
      title: "string",
      description: "string",
      nullable: "bool",
      default: "value",
      example: "value",
      enum: listOf("string"),
      items: schema,
      maxItems: "int64",
      minItems: "int64",
      properties: mapOf(schema),
      required: listOf("string"),
      minProperties: "int64",
      maxProperties: "int64",
      minimum: "double",
      maximum: "double",
      minLength: "int64",
      maxLength: "int64",
      pattern: "string",
      anyOf: listOf(schema),
      propertyOrdering: listOf("string"),
      ...(flavor === "vertex" && { additionalProperties: "value", ref: "string", defs: mapOf(schema) }),
    }),
  };
  return schema;
}

function functionDeclarationMessage(flavor: Flavor): Message {
  const schema = schemaMessage(flavor);
  return message({
    name: "string",
    description: "string",
    parameters: schema,
    parametersJsonSchema: "value",
    response: schema,
    responseJsonSchema: "value",
    behavior: behaviorEnum,
  });
}

/** Returns the type of one element of `tools`: function declarations, or a tool that Google runs. */
export function toolMessage(flavor: Flavor): Message {
  return message({
    functionDeclarations: listOf(functionDeclarationMessage(flavor)),
    googleSearch: message({
      timeRangeFilter: message({ startTime: "string", endTime: "string" }),
      searchTypes: message({ webSearch: message({}), imageSearch: message({}) }),
      ...(flavor === "vertex" && { excludeDomains: listOf("string"), blockingConfidence: "string" }),
    }),
    googleSearchRetrieval: message({
      dynamicRetrievalConfig: message({ mode: "string", dynamicThreshold: "double" }),
    }),
    codeExecution: message({}),
    urlContext: message({}),
    googleMaps: message({
      enableWidget: "bool",
      ...(flavor === "vertex" && { authConfig: "struct", groundingTypes: "value" }),
    }),
    computerUse: message({
      environment: "string",
      excludedPredefinedFunctions: listOf("string"),
      enablePromptInjectionDetection: "bool",
      disabledSafetyPolicies: listOf("string"),
    }),
    mcpServers: listOf(mcpServerMessage),
    ...(flavor === "gemini" ? geminiTools : vertexTools),
  });
}

const mcpServerMessage = message({
  name: "string",
  streamableHttpTransport: message({
    url: "string",
    headers: mapOf("string"),
    timeout: "string",
    sseReadTimeout: "string",
    terminateOnClose: "bool",
  }),
});

const geminiTools: Readonly<Record<string, FieldType>> = {
  fileSearch: message({ fileSearchStoreNames: listOf("string"), metadataFilter: "string", topK: "int64" }),
};

const vertexTools: Readonly<Record<string, FieldType>> = {
  retrieval: "struct",
  enterpriseWebSearch: "struct",
  parallelAiSearch: "struct",
  exaAiSearch: "struct",
};

export function message(fields: Readonly<Record<string, FieldType>>): Message {
  return { kind: "message", fields: () => fields };
}
