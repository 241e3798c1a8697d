// The tool messages that the Amazon Q service and its clients exchange.

export interface Tool {
  toolSpecification: ToolSpecification;
}

export interface ToolSpecification {
  name: string;
  description: string;
  inputSchema: { json: unknown };
}

export interface ToolUse {
  toolUseId: string;
  name: string;
  input: unknown;
}

/** One piece of a streamed tool use. Only the inputs of all pieces together are a complete JSON text. */
export interface ToolUseEvent {
  toolUseId: string;
  name: string;
  input?: string | null;
  stop?: boolean | null;
}

export interface ToolResult {
  toolUseId: string;
  content: ToolResultContentBlock[];
  status: "success" | "error";
}

export type ToolResultContentBlock =
  | { text: string }
  | { json: unknown }
  | { image: { format: string; source: { bytes: string | Uint8Array } } };
