import { mcp } from "./mcp.js";
import { python } from "./python.js";
import { snakepit } from "./snakepit.js";
import type { SourceKind } from "./source-kind.js";
import { typescript } from "./typescript.js";

/** The sources of tools that `toolpress import` accepts in addition to documents. */
export const sourceKinds: readonly SourceKind[] = [typescript, python, mcp, snakepit];
