import { main } from "../project.js";
import { bin, esbuild, node, type Stack } from "../stack.js";

const bundler = { module: "esnext", moduleResolution: "bundler", target: "es2022", types: [], strict: true };

const webpackConfig = `import { fileURLToPath } from "node:url";

export default {
  mode: "production",
  target: "node20",
  entry: "./src/main.ts",
  output: { path: fileURLToPath(new URL("out", import.meta.url)), filename: "main.cjs" },
  module: { rules: [{ test: /\\.ts$/, loader: "ts-loader", options: { transpileOnly: true } }] },
  resolve: { extensions: [".ts", ".js"] },
};
`;

const rollupConfig = `import typescript from "@rollup/plugin-typescript";
import { nodeResolve } from "@rollup/plugin-node-resolve";

export default {
  input: "src/main.ts",
  output: { dir: "out", format: "es" },
  plugins: [nodeResolve({ extensions: [".ts", ".js"] }), typescript({ outDir: "out" })],
};
`;

const viteConfig = `import { defineConfig } from "vite";

export default defineConfig({ build: { ssr: "src/main.ts", outDir: "out" }, ssr: { noExternal: true } });
`;

/** Bundlers, each with the tsconfig.json of its template. Node runs their output. */
export const bundlerStacks: readonly Stack[] = [
  {
    title: "esbuild",
    shows: ["esbuild"],
    dependencies: { esbuild: "0.28.2" },
    compilerOptions: bundler,
    files: { "src/main.ts": main },
    steps: [
      {
        run: esbuild("src/main.ts", "--bundle", "--splitting", "--format=esm", "--outdir=out"),
      },
      { run: node("out/main.js"), says: "agent" },
    ],
  },
  {
    title: "Vite",
    shows: ["vite"],
    dependencies: { vite: "8.3.8" },
    compilerOptions: { ...bundler, allowImportingTsExtensions: true, noEmit: true },
    files: { "src/main.ts": main, "vite.config.js": viteConfig },
    steps: [{ run: bin("vite/bin/vite.js", "build") }, { run: node("out/main.js"), says: "agent" }],
  },
  {
    title: "webpack with ts-loader",
    shows: ["webpack", "ts-loader"],
    dependencies: { webpack: "5.112.2", "webpack-cli": "7.3.1", "ts-loader": "9.6.2", typescript: "5.9.3" },
    compilerOptions: bundler,
    files: { "src/main.ts": main, "webpack.config.mjs": webpackConfig },
    steps: [{ run: bin("webpack-cli/bin/cli.js", "build") }, { run: node("out/main.cjs"), says: "agent" }],
  },
  {
    title: "Rollup",
    shows: ["rollup"],
    dependencies: {
      rollup: "4.68.3",
      "@rollup/plugin-typescript": "12.3.1",
      "@rollup/plugin-node-resolve": "16.0.3",
      typescript: "5.9.3",
      tslib: "2.8.1",
    },
    compilerOptions: { ...bundler, types: ["node"] },
    files: { "src/main.ts": main, "rollup.config.mjs": rollupConfig },
    steps: [{ run: bin("rollup/dist/bin/rollup", "-c") }, { run: node("out/main.js"), says: "agent" }],
  },
];
