import { type Violation, violation } from "./message.js";
import type { ModelRules } from "./model-rules.js";
import { builtinNames, declaredNames, type ParsedRequest } from "./request.js";
import { type Breach, breach } from "./texts.js";
import type { Flavor } from "./tool-messages.js";

/**
 * Checks the config of function calling, and whether the tools of the request may be combined with each other, with a
 * cache and with JSON output.
 */
export function checkToolConfig(
  request: ParsedRequest,
  flavor: Flavor,
  rules: ModelRules,
): readonly Violation[] {
  const broken =
    cacheConflict(request) ??
    callingConflict(request) ??
    (flavor === "gemini" ? mixConflict(request, rules) : vertexMixConflict(request, rules)) ??
    jsonConflict(request, rules);
  return broken === undefined ? [] : [violation("", broken)];
}

function cacheConflict(request: ParsedRequest): Breach | undefined {
  const set = request.systemInstruction ?? request.tools ?? request.toolConfig;
  return request.cachedContent !== undefined && set !== undefined ? breach("cachedContent") : undefined;
}

function callingConflict(request: ParsedRequest): Breach | undefined {
  const config = request.toolConfig?.functionCallingConfig;
  if (config === undefined) return undefined;
  const declared = declaredNames(request);
  if (declared.size === 0) return breach("configWithoutDeclarations");
  const allowed = config.allowedFunctionNames ?? [];
  if (allowed.length === 0) return undefined;
  if (config.mode !== "ANY" && config.mode !== "VALIDATED") return breach("allowedNamesMode");
  return allowed.every((name) => declared.has(name)) ? undefined : breach("allowedNamesSubset");
}

function mixConflict(request: ParsedRequest, rules: ModelRules): Breach | undefined {
  const builtins = builtinNames(request);
  if (builtins.length === 0 || declaredNames(request).size === 0) return undefined;
  if (!rules.combinesTools) return breach("toolsNotCombined", builtins.join(", "));
  const config = request.toolConfig;
  if (config?.includeServerSideToolInvocations !== true) return breach("serverSideFlagMissing");
  return config.functionCallingConfig?.mode === "AUTO" ? breach("autoWithServerSide") : undefined;
}

function vertexMixConflict(request: ParsedRequest, rules: ModelRules): Breach | undefined {
  const mixed = builtinNames(request).length > 0 && declaredNames(request).size > 0;
  return mixed && !rules.combinesTools ? breach("toolsNotAllSearch") : undefined;
}

function jsonConflict(request: ParsedRequest, rules: ModelRules): Breach | undefined {
  const json = request.generationConfig?.responseMimeType === "application/json";
  return json && !rules.modern && declaredNames(request).size > 0 ? breach("jsonWithFunctions") : undefined;
}
