import type { Command } from "./command.js";
import { explain } from "./explain.js";
import { exportTools } from "./export.js";
import { gen } from "./gen.js";
import { importTools } from "./import.js";
import { init } from "./init.js";
import { lint } from "./lint.js";
import { operations } from "./operations.js";
import { stats } from "./stats.js";

/** All commands, in the order of the help. A new command is a new file and a line here. */
export const commands: readonly Command[] = [
  init,
  gen,
  operations,
  lint,
  stats,
  importTools,
  exportTools,
  explain,
];
