import type { RemoteTool, Toolset } from "../tool.js";
import { signatureOf } from "./signature.js";

/** The error about a remote whose tools differ from the committed spec. */
export class RemoteDrift extends Error {
  override readonly name = "RemoteDrift";
  /** For each tool, a line that begins with `-` (committed) and a line that begins with `+` (found). */
  readonly diff: readonly string[];
  constructor(remote: string, diff: readonly string[]) {
    super(
      `${remote} no longer offers the tools of the spec; import it again and review the change\n${diff.join("\n")}`,
    );
    this.diff = diff;
  }
}

/**
 * Returns the difference between the committed and the current signature of a tool. Returns no lines if they
 * are equal.
 */
export function driftOf(name: string, committed: string, listed: readonly RemoteTool[]): readonly string[] {
  const tool = listed.find((candidate) => candidate.name === name);
  const found = tool && signatureOf(tool.inputSchema);
  if (found === committed) return [];
  return [`- ${name}${committed}`, ...(found === undefined ? [] : [`+ ${name}${found}`])];
}

/**
 * Compares the signature of every remote tool in a set with its remote. Throws with a diff if a signature
 * differs. Call the function when the application starts.
 */
export async function refuseDrift(
  tools: Toolset<never>,
  remotes: Readonly<Record<string, { list(): Promise<readonly RemoteTool[]> }>>,
): Promise<void> {
  for (const [name, remote] of Object.entries(remotes)) {
    const listed = await remote.list();
    const all = tools.search?.complete ?? tools;
    const diff = [...all.tools.values()].flatMap(({ entry: { remote: committed } }) =>
      committed?.of === name && committed.signature !== undefined
        ? driftOf(committed.name, committed.signature, listed)
        : [],
    );
    if (diff.length > 0) throw new RemoteDrift(name, diff);
  }
}
