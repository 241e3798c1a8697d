import { RunError } from "../errors.js";
import { snakeCase } from "./snake-case.js";
import type { FunctionDeclaration, GenerateContentRequest, Tool, ToolConfig } from "../wire.js";
import type { Json } from "./step.js";
import { parametersOf, writeSchema } from "./write-schema.js";

/** Returns all fields of a request except `input`. */
export function writeFields(request: GenerateContentRequest, model: string): Json {
  const { contents: _contents, systemInstruction, tools, toolConfig, generationConfig, ...rest } = request;
  const unsupported = ["cachedContent", "safetySettings", "continuationToken"].find((name) => rest[name]);
  if (unsupported) throw inexpressible(`\`${unsupported}\``);
  const { generation_config: ownConfig, serviceTier, ...others } = rest;
  const { config, format } = writeConfig(generationConfig ?? {});
  const choice = writeChoice(toolConfig, tools);
  const fullConfig = {
    ...config,
    ...(choice !== undefined && { tool_choice: choice }),
    ...(ownConfig as object),
  };
  const system = systemInstruction?.parts?.map(({ text }) => text).join("\n");
  return {
    model,
    ...(system && { system_instruction: system }),
    ...(tools && tools.length > 0 && { tools: tools.flatMap(writeTool) }),
    ...(Object.keys(fullConfig).length > 0 && { generation_config: fullConfig }),
    ...(format && { response_format: format }),
    ...(serviceTier !== undefined && { service_tier: serviceTier }),
    ...others,
  };
}

/** Creates the error for a setting that this API does not have. Without the setting, the request would have another meaning. */
export function inexpressible(what: string): RunError {
  const message = `the Interactions API has no equivalent of ${what}`;
  return new RunError({ kind: "protocol", code: "NOT_SUPPORTED", message, retryable: false });
}

/** The translated tools. They are cached because every turn sends the same declarations. */
const writtenTools = new WeakMap<Tool, readonly Json[]>();

function writeTool(tool: Tool): readonly Json[] {
  let written = writtenTools.get(tool);
  if (!written) writtenTools.set(tool, (written = translateTool(tool)));
  return written;
}

function translateTool({ functionDeclarations = [], mcpServers, ...builtins }: Tool): Json[] {
  const servers = (mcpServers ?? []) as readonly Json[];
  return [
    ...functionDeclarations.map(writeFunction),
    ...servers.map(({ name, streamableHttpTransport }) => {
      const { url, headers } = (streamableHttpTransport ?? {}) as Json;
      return { type: "mcp_server", name, url, ...(headers !== undefined && { headers }) };
    }),
    // A built-in tool may already have the form of this API.
    ...("type" in builtins
      ? [builtins]
      : Object.entries(builtins).map(([name, fields]) => ({
          type: snakeCase(name),
          ...(snakeCase(fields) as object),
        }))),
  ];
}

function writeFunction(declaration: FunctionDeclaration): Json {
  const { name, description } = declaration;
  return { type: "function", name, description, parameters: parametersOf(declaration) };
}

/** Returns the tool choice. Without functions there is none, because the service refuses it. */
function writeChoice(config: ToolConfig | undefined, tools: readonly Tool[] | undefined): unknown {
  const { mode, allowedFunctionNames: names } = config?.functionCallingConfig ?? {};
  if (!tools?.some(({ functionDeclarations: functions }) => functions?.length)) return undefined;
  const word = mode?.toLowerCase();
  return names ? { allowed_tools: { mode: word ?? "validated", tools: names } } : word;
}

const CONFIG =
  /^(maxOutputTokens|seed|stopSequences|temperature|topP|speechConfig|imageConfig|mediaResolution)$/;

function writeConfig(config: Json): { readonly config: Json; readonly format: Json | undefined } {
  const {
    thinkingConfig = {},
    responseMimeType: mimeType,
    responseSchema,
    responseJsonSchema,
    candidateCount,
    ...rest
  } = config;
  const { thinkingLevel, includeThoughts, ...thinking } = thinkingConfig as Json;
  const [unknown] = [
    ...Object.keys(thinking),
    ...Object.keys(rest).filter((name) => !CONFIG.test(name) && !name.includes("_")),
    ...(Number(candidateCount ?? 1) > 1 ? ["candidateCount"] : []),
  ];
  if (unknown) throw inexpressible(`\`generationConfig.${unknown}\``);
  const fields = Object.entries(rest).map(([name, value]) => [snakeCase(name), value] as const);
  const schema = writeSchema(responseJsonSchema ?? responseSchema);
  const hasFormat = schema !== undefined || (mimeType !== undefined && mimeType !== "text/plain");
  return {
    config: {
      ...Object.fromEntries(fields),
      ...(thinkingLevel !== undefined && { thinking_level: String(thinkingLevel).toLowerCase() }),
      ...(includeThoughts === true && { thinking_summaries: "auto" }),
    },
    format: hasFormat
      ? { type: "text", mime_type: mimeType ?? "application/json", ...(schema !== undefined && { schema }) }
      : undefined,
  };
}
