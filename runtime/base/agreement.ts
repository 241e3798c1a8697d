import type { ToolEntry, ToolPolicy } from "../tool.js";

// Generated code, the runtime and Node have versions of their own. A disagreement is an error when a tool set is created: later it would
// be a policy without effect, or an error without its cause. Every agent loads this, so it is short.

/** As `engines` of package.json. */
export const oldestNode = "20.19";

/** Throws in a Node that is too old. Other platforms have no version to compare, or one that passes. */
export function checkNode(
  version = (globalThis as { process?: { versions?: { node?: string } } }).process?.versions?.node,
): void {
  const [major = 0, minor = 0] = (version ?? oldestNode).split(".").map(Number);
  if (major * 100 + minor < 2019)
    throw new Error(`@toolpress/runtime needs Node ${oldestNode} or newer, found ${version}`);
}

/** The types make this list complete. */
const policies: Readonly<Record<keyof ToolPolicy, 1>> = {
  approval: 1,
  timeoutMs: 1,
  serial: 1,
  longRunning: 1,
  nonBlocking: 1,
  bind: 1,
  result: 1,
};

/** Throws if a newer toolpress generated a policy that this runtime would ignore, such as a new kind of approval. */
export function checkPolicies({ name, policy }: ToolEntry): void {
  for (const field in policy)
    if (!(field in policies))
      throw new TypeError(`policy "${field}" of "${name}" needs a newer @toolpress/runtime`);
}
