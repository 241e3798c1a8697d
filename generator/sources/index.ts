import { mcp } from "./mcp.js";
import { python } from "./python.js";
import { snakepit } from "./snakepit.js";
import type { SourceKind } from "./source-kind.js";

/** What `toolpress import` can take besides documents. */
export const sourceKinds: readonly SourceKind[] = [python, mcp, snakepit];
