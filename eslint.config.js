import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["**/dist", "node_modules", "generated", "test/golden", ".cache"] },
  ...tseslint.configs.recommended,
  {
    rules: {
      "max-lines-per-function": ["warn", { max: 60, skipBlankLines: true, skipComments: true }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-restricted-syntax": [
        "error",
        { selector: "ExportAllDeclaration", message: "Write the exported names out." },
      ],
      eqeqeq: ["error", "always"],
      "no-console": "off",
    },
  },
  { files: ["test/**", "bench/**", "examples/**"], rules: { "max-lines-per-function": "off" } },
  {
    files: ["test/**"],
    ignores: ["test/helpers/seeded.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        { name: "fast-check", message: "Take it from test/helpers/seeded.ts." },
      ],
    },
  },
);
