import { runtimePolicy } from "../tool-fields/policy.js";
import { outputVersion } from "../emit/context.js";
import type { KeptTool } from "../emit/kept-tool.js";
import type { Binding, ImportedSet, ToolSet } from "../ir.js";
import type { LoweredSet } from "../lower/lowered.js";
import { inOldOrder } from "./keep.js";
import type { Lock, LockedBinding, LockedTool } from "./lock.js";

/** Returns the rows of all tools for the next lock. The rows of kept tools stay unchanged at their old positions. */
export function lockTools(
  { tools }: LoweredSet,
  kept: readonly KeptTool[],
  imported: ImportedSet,
  lock: Lock | undefined,
): readonly LockedTool[] {
  const old = lock?.tools ?? [];
  const names = new Set(kept.map(({ name }) => name));
  return inOldOrder(
    tools.map((tool) => lockTool(tool, imported)),
    old.filter(({ name }) => names.has(name)),
    old.map(({ name }) => name),
    ({ name }) => name,
  );
}

function lockTool({ tool, size, rewrites }: LoweredSet["tools"][number], imported: ImportedSet): LockedTool {
  const pruned = imported.tools.find(({ sourceName }) => sourceName === tool.sourceName)?.pruned ?? [];
  const policy = runtimePolicy(tool.policy);
  return {
    name: tool.name,
    source: tool.sourceName,
    names: tool.names,
    binding: lockBinding(tool.binding),
    ...size,
    lowered: rewrites.map(({ name, pointer }) => `${name} ${pointer}`),
    ...(pruned.length > 0 && { pruned: pruned.map(({ reason, path }) => `${reason} ${path}`) }),
    ...(Object.keys(policy).length > 0 && { policy }),
  };
}

function lockBinding(binding: Binding): LockedBinding {
  if (binding.kind !== "http") return binding;
  const { method, path, security, parameters } = binding.operation;
  const files = parameters.some(({ file }) => file !== undefined);
  return {
    kind: "http",
    method,
    path,
    ...(security.length > 0 && { security }),
    ...(files && { files }),
  };
}

/** Returns the lock of a tool set that has no output. */
export function emptyLock(set: ToolSet): Lock {
  return { output: outputVersion, source: set.source, tools: [], files: [] };
}
