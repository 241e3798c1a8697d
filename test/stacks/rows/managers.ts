import { main } from "../project.js";
import { node, places, type Stack } from "../stack.js";

const options = { module: "nodenext", rewriteRelativeImportExtensions: true };
const yarn = `${places.tools}/@yarnpkg/cli-dist/bin/yarn.js`;
const files = { "src/main.ts": main };

/**
 * Package managers that keep packages apart. With them, code can only import packages that are dependencies.
 */
export const managerStacks: readonly Stack[] = [
  {
    title: "pnpm",
    node: "24",
    shows: ["pnpm"],
    compilerOptions: options,
    files,
    install: [
      [
        places.node,
        `${places.tools}/pnpm/bin/pnpm.mjs`,
        "install",
        "--no-frozen-lockfile",
        "--ignore-scripts",
      ],
    ],
    steps: [{ run: node("src/main.ts"), says: "agent" }],
  },
  {
    title: "Yarn, Plug'n'Play",
    shows: ["@yarnpkg/cli-dist"],
    dependencies: { tsx: "4.23.15" },
    compilerOptions: options,
    files: {
      ...files,
      ".yarnrc.yml": "nodeLinker: pnp\nenableTelemetry: false\nenableScripts: false\n",
      "yarn.lock": "",
    },
    install: [[places.node, yarn, "install", "--no-immutable"]],
    steps: [{ run: [places.node, yarn, "run", "tsx", "src/main.ts"], says: "agent" }],
  },
];
