import { checkBytes, checkContents, checkOneOfs } from "./check-contents.js";
import { checkDeclarations, type Limits } from "./check-declarations.js";
import { checkHistory } from "./check-history.js";
import { checkSignatures, type KnowsSignature } from "./check-signatures.js";
import { checkToolConfig } from "./check-tool-config.js";
import { parseMessage, type Violation } from "./message.js";
import { modelRules, type ModelRules } from "./model-rules.js";
import { fieldLine } from "./refusal.js";
import { declaredNames, hasMcpServers, type ParsedRequest } from "./request.js";
import { requestMessage } from "./request-message.js";
import type { Flavor } from "./tool-messages.js";

export interface RequestContext {
  readonly flavor?: Flavor;
  readonly model?: string;
  /** Replaces rules of the model, for services that behave differently. */
  readonly rules?: Partial<ModelRules>;
  readonly limits?: Partial<Limits>;
  readonly knowsSignature?: KnowsSignature;
}

export interface CheckedRequest {
  readonly request: ParsedRequest;
  /** The violations of the first stage that finds any. Further stages do not run, as in Gemini. */
  readonly violations: readonly Violation[];
}

/** Checks the JSON of a request like Gemini. The stages are in the order of Gemini's own checks. */
export function checkRequest(json: unknown, context: RequestContext = {}): CheckedRequest {
  const flavor = context.flavor ?? "gemini";
  const rules = { ...modelRules(context.model ?? ""), ...context.rules };
  const payload: Violation[] = [];
  const message = requestMessage(flavor, rules.callIds);
  const request = parseMessage(json, message, "", payload) as ParsedRequest;
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
      return { request, violations: violations.map((found) => withFieldPath(found, flavor)) };
  }
  return { request, violations: [] };
}

function toolsOf(json: unknown): unknown {
  return (json as { readonly tools?: unknown }).tools;
}

/**
 * Adds the path to the message of a violation. Messages about the payload and about declarations already contain the
 * path.
 */
function withFieldPath(found: Violation, flavor: Flavor): Violation {
  const hasPath = found.phase === "payload" || found.path === "" || found.path.startsWith("tools[");
  return hasPath
    ? found
    : { ...found, message: fieldLine(flavor, found.path, found.message), namesPath: true };
}

function serverSide(request: ParsedRequest): (name: string) => boolean {
  if (!hasMcpServers(request)) return () => false;
  const declared = declaredNames(request);
  return (name) => !declared.has(name);
}
