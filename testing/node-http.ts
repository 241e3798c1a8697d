import type * as http from "node:http";

/**
 * Returns Node's HTTP module without importing it. `toolpress/testing` can then be bundled for a platform
 * without this module, on which `scriptedModel` works.
 */
export function nodeHttp(): typeof http {
  const { process } = globalThis as { readonly process?: Partial<typeof globalThis.process> };
  const found = process?.getBuiltinModule?.("node:http");
  if (found === undefined) {
    throw new Error(
      "fakeGemini needs a platform with `node:http` and `process.getBuiltinModule` (Node 20.16, Bun, Deno 2.1); " +
        "use `scriptedModel`, which works without HTTP",
    );
  }
  return found;
}
