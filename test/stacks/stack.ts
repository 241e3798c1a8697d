/** One row of the table: a project that a team could have, and the steps that prove that it works. */
export interface Stack {
  readonly title: string;
  /**
   * The major version of Node that runs the stack. This Node comes from npm. By default, the Node that runs
   * this command is used.
   */
  readonly node?: keyof typeof nodeVersions;
  /** The packages whose installed versions the table shows. */
  readonly shows: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  /** Fields of package.json. By default, `type` is "module". */
  readonly manifest?: object;
  readonly compilerOptions?: object;
  /** The files: texts by path. `$EXT` stands for the extension of relative imports that `gen` chose. */
  readonly files?: Readonly<Record<string, string>>;
  /** The commands that install packages, if the stack uses a program other than npm. */
  readonly install?: readonly (readonly string[])[];
  readonly steps: readonly Step[];
}

/**
 * A command that must end with exit code 0, or a server that must answer. One of the steps must output the
 * text of the agent.
 */
export type Step =
  | {
      readonly run: readonly string[];
      readonly env?: Readonly<Record<string, string>>;
      readonly says?: "agent";
    }
  | { readonly serve: readonly string[]; readonly paths: readonly string[] };

/** Placeholders for folders and programs, which `run-stack.ts` replaces in commands. */
export const places = {
  node: "$NODE",
  port: "$PORT",
  /** The folder of programs that are installed once for all stacks. */
  tools: "$TOOLS",
} as const;

/** Returns a command for Node. */
export const node = (...args: readonly string[]): readonly string[] => [places.node, ...args];

/** Returns the command for a program of a package that is installed in the stack. */
export const bin = (name: string, ...args: readonly string[]): readonly string[] => [
  places.node,
  `node_modules/${name}`,
  ...args,
];

/** Returns a command for esbuild. Its program may be native code, so the command does not begin with Node. */
export const esbuild = (...args: readonly string[]): readonly string[] => [
  "node_modules/.bin/esbuild",
  ...args,
];

/** The versions of Node that are installed from npm, by major version. */
export const nodeVersions = { "22": "22.23.3", "24": "24.21.0" } as const;
