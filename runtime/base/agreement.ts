import type { ToolEntry, ToolPolicy } from "../tool.js";

// Generated code, the runtime and Node have versions of their own. A disagreement is an error when a tool set is created: later it would
// be a policy without effect, or an error that says nothing.

/** As `engines` of package.json. */
export const oldestNode = "20.19";

/** Throws in a Node that is too old. Other platforms have no version to compare, or one that passes. */
export function checkNode(version = nodeVersion()): void {
  if (version === undefined) return;
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode.split(".").map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new Error(
    `@toolpress/runtime needs Node ${oldestNode} or newer, found ${version}: install a newer one from https://nodejs.org.`,
  );
}

function nodeVersion(): string | undefined {
  const { process } = globalThis as { process?: { versions?: { node?: string } } };
  return process?.versions?.node;
}

/** The types make this list complete. */
const policies: Readonly<Record<keyof ToolPolicy, true>> = {
  approval: true,
  timeoutMs: true,
  serial: true,
  longRunning: true,
  nonBlocking: true,
  bind: true,
  result: true,
};

/** Throws if a newer toolpress generated a policy that this runtime would ignore, such as a new kind of approval. */
export function checkPolicies({ name, policy }: ToolEntry): void {
  const unknown = Object.keys(policy).find((field) => !Object.hasOwn(policies, field));
  if (unknown === undefined) return;
  throw new TypeError(
    `"${name}" has a policy that this @toolpress/runtime does not know: "${unknown}". A newer toolpress generated the code: install the runtime of the same version.`,
  );
}
