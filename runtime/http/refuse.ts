import { ToolError } from "../errors.js";

/** The error for a value that cannot be sent, with a text that helps the model to correct it. */
export function refuse(subject: string, problem: string): ToolError {
  return new ToolError("INVALID_ARGUMENTS", `${subject} ${problem}`);
}
