import type { Violation } from "./message.js";
import type { ModelRules } from "./model-rules.js";
import { builtinNames, declaredNames, type ParsedRequest } from "./request.js";
import { texts } from "./texts.js";
import type { Flavor } from "./tool-messages.js";

/** Checks the calling config, and whether the tools of the request may be combined. */
export function checkToolConfig(
  request: ParsedRequest,
  flavor: Flavor,
  rules: ModelRules,
): readonly Violation[] {
  const message =
    cacheConflict(request) ??
    callingConflict(request) ??
    (flavor === "gemini" ? mixConflict(request, rules) : vertexMixConflict(request, rules)) ??
    jsonConflict(request, rules);
  return message === undefined ? [] : [{ path: "", message, phase: "request" }];
}

function cacheConflict(request: ParsedRequest): string | undefined {
  const set = request.systemInstruction ?? request.tools ?? request.toolConfig;
  return request.cachedContent !== undefined && set !== undefined ? texts.cachedContent() : undefined;
}

function callingConflict(request: ParsedRequest): string | undefined {
  const config = request.toolConfig?.functionCallingConfig;
  if (config === undefined) return undefined;
  const declared = declaredNames(request);
  if (declared.size === 0) return texts.configWithoutDeclarations();
  const allowed = config.allowedFunctionNames ?? [];
  if (allowed.length === 0) return undefined;
  if (config.mode !== "ANY" && config.mode !== "VALIDATED") return texts.allowedNamesMode();
  return allowed.every((name) => declared.has(name)) ? undefined : texts.allowedNamesSubset();
}

function mixConflict(request: ParsedRequest, rules: ModelRules): string | undefined {
  const builtins = builtinNames(request);
  if (builtins.length === 0 || declaredNames(request).size === 0) return undefined;
  if (!rules.combinesTools) return texts.toolsNotCombined(builtins.join(", "));
  const config = request.toolConfig;
  if (config?.includeServerSideToolInvocations !== true) return texts.serverSideFlagMissing();
  return config.functionCallingConfig?.mode === "AUTO" ? texts.autoWithServerSide() : undefined;
}

function vertexMixConflict(request: ParsedRequest, rules: ModelRules): string | undefined {
  const mixed = builtinNames(request).length > 0 && declaredNames(request).size > 0;
  return mixed && !rules.combinesTools ? texts.toolsNotAllSearch() : undefined;
}

function jsonConflict(request: ParsedRequest, rules: ModelRules): string | undefined {
  const json = request.generationConfig?.responseMimeType === "application/json";
  return json && !rules.modern && declaredNames(request).size > 0 ? texts.jsonWithFunctions() : undefined;
}
