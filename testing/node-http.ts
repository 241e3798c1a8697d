import type * as http from "node:http";

/**
 * Returns Node's HTTP module without importing it. So `toolpress/testing` can be bundled for a platform without this
 * module. `scriptedModel` works on such a platform.
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
