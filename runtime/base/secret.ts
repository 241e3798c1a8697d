import { RunError } from "../errors.js";

/** A key or token, or a function that returns one. */
export type Secret = string | (() => string | Promise<string>);

/** Reads a key or token and checks its characters. The error message of `fetch` would contain an invalid key. */
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
