import type { Budgets, Options } from "../options.js";
import type { Limits } from "../read/read.js";

/** The fields of `toolpress.config.{yaml,json,ts}`: `export default { … } satisfies ConfigFile`. */
export interface ConfigFile extends Partial<Omit<Options, "budgets" | "checkResults">> {
  /** A file or folder, several of them, or settings by the path of a spec. Default: the folder `specs`. */
  readonly specs?:
    | string
    | readonly string[]
    | Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;
  /** The folder of generated code. Default: `generated`. */
  readonly out?: string;
  /** The folder of generated handler stubs. Default: no stubs are written. */
  readonly stubs?: string;
  /** `true` is `warn`, `false` is `off`. */
  readonly checkResults?: Options["checkResults"] | boolean;
  readonly budgets?: Partial<Budgets>;
  readonly limits?: Partial<Limits>;
}
