import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// `toolpress/*` means the source, so that no test ever runs a stale build.
const alias = [
  { find: "toolpress/runtime/http/v1", replacement: source("./runtime/http/v1.ts") },
  { find: "toolpress/runtime/v1", replacement: source("./runtime/v1.ts") },
  { find: /^toolpress\/runtime\/(.+)$/, replacement: source("./runtime/$1.ts") },
  { find: "toolpress/runtime", replacement: source("./runtime/index.ts") },
  { find: "toolpress/generator", replacement: source("./generator/index.ts") },
  { find: "toolpress/spec", replacement: source("./generator/define-tools.ts") },
  { find: "toolpress/testing", replacement: source("./testing/index.ts") },
  { find: "toolpress/amazon-q", replacement: source("./amazon-q/index.ts") },
  { find: /^toolpress\/remotes\/(.*)$/, replacement: source("./remotes/$1.ts") },
];

export default defineConfig({
  resolve: { alias },
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
