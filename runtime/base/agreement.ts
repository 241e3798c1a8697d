import { policies } from "../policy.js";
import type { ToolEntry } from "../tool.js";

// Generated code, the runtime and Node each have their own version. These functions compare the versions when
// a tool set is created. A mismatch that is found later would be harder to explain: a policy would have no
// effect, or an unrelated error would occur. Every agent loads this file, so it is short.

/** The oldest supported version of Node. `engines` in package.json has the same version. */
export const oldestNode = "20.19";

/**
 * Throws if the version of Node is too old. Other platforms have no such version, or report one that passes.
 */
export function checkNode(
  version = (globalThis as { process?: { versions?: { node?: string } } }).process?.versions?.node,
): void {
  const [major = 0, minor = 0] = (version ?? oldestNode).split(".").map(Number);
  if (major * 100 + minor < 2019)
    throw new Error(`@toolpress/runtime needs Node ${oldestNode} or newer, found ${version}`);
}

/**
 * Throws if the tool has a policy that this runtime does not know. A newer toolpress generated such a policy,
 * for example a new kind of approval, and the runtime would ignore it.
 */
export function checkPolicies({ name, policy }: ToolEntry): void {
  for (const field in policy)
    if (!(field in policies))
      throw new TypeError(`policy "${field}" of "${name}" needs a newer @toolpress/runtime`);
}
