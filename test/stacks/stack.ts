/** One row of the table: a project that a team could have, and the steps that show that it works. */
export interface Stack {
  readonly title: string;
  /** The major version of Node that runs it, taken from npm; without one, the Node that runs the stacks. */
  readonly node?: keyof typeof nodeVersions;
  /** The packages whose installed versions the table shows. */
  readonly shows: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  /** Fields of package.json; `type` is "module" by default. */
  readonly manifest?: object;
  readonly compilerOptions?: object;
  /** Text by path. `$EXT` stands for the ending of relative imports that `gen` chose. */
  readonly files?: Readonly<Record<string, string>>;
  /** Installs with another program than npm. */
  readonly install?: readonly (readonly string[])[];
  readonly steps: readonly Step[];
}

/** A command that must end with exit code 0, or a server that must answer. One of them must output the text of the agent. */
export type Step =
  | {
      readonly run: readonly string[];
      readonly env?: Readonly<Record<string, string>>;
      readonly says?: "agent";
    }
  | { readonly serve: readonly string[]; readonly paths: readonly string[] };

/** Where steps find things; `run.ts` replaces these words in commands. */
export const places = {
  node: "$NODE",
  port: "$PORT",
  /** The folder of programs that are installed once for all stacks. */
  tools: "$TOOLS",
} as const;

/** Node itself. */
export const node = (...args: readonly string[]): readonly string[] => [places.node, ...args];

/** A program of a package that is installed in the stack. */
export const bin = (name: string, ...args: readonly string[]): readonly string[] => [
  places.node,
  `node_modules/${name}`,
  ...args,
];

/** The program of esbuild is a script or native code, depending on the install script. */
export const esbuild = (...args: readonly string[]): readonly string[] => [
  "node_modules/.bin/esbuild",
  ...args,
];

/** From npm. */
export const nodeVersions = { "22": "22.23.3", "24": "24.21.0" } as const;
