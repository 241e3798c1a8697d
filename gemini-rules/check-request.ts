import { checkBytes, checkContents, checkOneOfs } from "./check-contents.js";
import { checkDeclarations, type Limits } from "./check-declarations.js";
import { checkHistory } from "./check-history.js";
import { checkSignatures, type KnowsSignature } from "./check-signatures.js";
import { checkToolConfig } from "./check-tool-config.js";
import { parseMessage, type Violation } from "./message.js";
import { modelRules, type ModelRules } from "./model-rules.js";
import { fieldLine } from "./refusal.js";
import { declaredNames, hasMcpServers, type ParsedRequest } from "./request.js";
import { requestMessage, type ApiVersion } from "./request-message.js";
import type { Face } from "./tool-messages.js";

export interface RequestContext {
  readonly flavor?: Face;
  readonly version?: ApiVersion;
  readonly model?: string;
  /** Where a service is known to differ from the rules of its model. */
  readonly rules?: Partial<ModelRules>;
  readonly limits?: Partial<Limits>;
  readonly knowsSignature?: KnowsSignature;
}

export interface CheckedRequest {
  readonly request: ParsedRequest;
  /** Those of the first stage that found any: Gemini looks no further. */
  readonly violations: readonly Violation[];
}

/** What Gemini would say to the JSON of a request, in the order in which it looks. */
export function checkRequest(json: unknown, context: RequestContext = {}): CheckedRequest {
  const flavor = context.flavor ?? "gemini";
  const rules = { ...modelRules(context.model ?? ""), ...context.rules };
  const version = context.version ?? (flavor === "gemini" ? "v1beta" : "v1beta1");
  const payload: Violation[] = [];
  const request = parseMessage(
    json,
    requestMessage(flavor, version, rules.callIds),
    "",
    payload,
  ) as ParsedRequest;
  const contents = request.contents ?? [];
  const stages: readonly (() => readonly Violation[])[] = [
    () => [...payload, ...checkOneOfs(request), ...checkBytes(request)],
    () => checkContents(request, rules),
    () => checkDeclarations(request.tools === undefined ? [] : toolsOf(json), flavor, context.limits),
    () => checkToolConfig(request, flavor, rules),
    () => checkHistory(contents, rules, serverSide(request)),
    () => checkSignatures(contents, flavor, rules, context.knowsSignature),
  ];
  for (const stage of stages) {
    const violations = stage();
    if (violations.length > 0)
      return { request, violations: violations.map((found) => inWords(found, flavor)) };
  }
  return { request, violations: [] };
}

function toolsOf(json: unknown): unknown {
  return (json as { readonly tools?: unknown }).tools;
}

/** The checks of this file's stages word the rule; the flavor adds the place. Declarations come worded already. */
function inWords(found: Violation, flavor: Face): Violation {
  const worded = found.phase === "payload" || found.path === "" || found.path.startsWith("tools[");
  return worded
    ? found
    : { ...found, message: fieldLine(flavor, found.path, found.message), namesPath: true };
}

function serverSide(request: ParsedRequest): (name: string) => boolean {
  if (!hasMcpServers(request)) return () => false;
  const declared = declaredNames(request);
  return (name) => !declared.has(name);
}
