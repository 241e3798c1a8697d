// Tool messages of the Amazon Q service, as its clients send and receive them today.

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

/** One piece of a streamed tool use. Only the joined `input` of all pieces is JSON text. */
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
