import { RunError } from "../errors.js";

/** A key or token, or a function that returns it. */
export type Secret = string | (() => string | Promise<string>);

/** fetch would repeat a key with invalid characters in its error message. */
export async function readSecret(secret: Secret | undefined): Promise<string | undefined> {
  const value = typeof secret === "function" ? await secret() : secret;
  if (value && /[^\x21-\x7e]/.test(value)) {
    throw new RunError({
      kind: "http",
      message: "the key or token contains characters invalid in headers",
    });
  }
  return value;
}
