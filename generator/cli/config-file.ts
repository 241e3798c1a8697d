import type { Budgets, Options } from "../options.js";
import type { Limits } from "../read/read.js";

/** The fields of a config file. A config in TypeScript uses this type: `export default { … } satisfies ConfigFile`. */
export interface ConfigFile extends Partial<Omit<Options, "budgets" | "checkResults">> {
  /**
   * The specs: a file or folder, a list of files and folders, or a mapping from paths of specs to their settings.
   * Default: the folder `specs`.
   */
  readonly specs?:
    | string
    | readonly string[]
    | Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;
  /** The folder of generated code. Default: `generated`. */
  readonly out?: string;
  /** The folder of generated handler stubs. By default, no stubs are written. */
  readonly stubs?: string;
  /** Like the option `checkResults`. `true` means "warn", and `false` means "off". */
  readonly checkResults?: Options["checkResults"] | boolean;
  readonly budgets?: Partial<Budgets>;
  readonly limits?: Partial<Limits>;
}
