import { amazonQ } from "./amazon-q.js";
import { anthropic } from "./anthropic.js";
import { bedrock } from "./bedrock.js";
import { gemini } from "./gemini.js";
import { mcp } from "./mcp.js";
import { openai } from "./openai.js";
import type { ExportTarget } from "./target.js";

/** Every system that tools can be written for, as `--to` knows them. */
export const exportTargets: readonly ExportTarget[] = [mcp, openai, anthropic, bedrock, amazonQ, gemini];
