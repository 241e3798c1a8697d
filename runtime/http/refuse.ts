import { ToolError } from "../errors.js";

/** Returns the error for a value that cannot be sent. The message helps the model to correct the value. */
export function refuse(subject: string, problem: string): ToolError {
  return new ToolError("INVALID_ARGUMENTS", `${subject} ${problem}`);
}
