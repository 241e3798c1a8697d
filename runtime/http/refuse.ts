import { ToolError } from "../errors.js";

/** A value that cannot be sent, told so that the model can correct it. */
export function refuse(what: string, problem: string): ToolError {
  return new ToolError("INVALID_ARGUMENTS", `${what} ${problem}`);
}
