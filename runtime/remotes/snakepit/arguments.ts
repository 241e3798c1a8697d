import { type AnyValue, encodeAny } from "./any-value.js";
import type { Registration } from "./bridge.js";

const binary = /^(typing\.)?(optional\[)?(bytes|bytearray|binary)\]?(\s*\|\s*none)?$/;

/**
 * Whether a parameter takes bytes. Such a parameter is declared as a base64 text. Its value is sent as bytes
 * in a separate field of the request.
 */
export function takesBytes(type: string): boolean {
  return binary.test(type.trim().toLowerCase());
}

/** Returns the arguments of a call as fields of a request. */
export function parametersOf(
  { parameters }: Registration,
  args: Readonly<Record<string, unknown>>,
): {
  readonly parameters: Readonly<Record<string, AnyValue>>;
  readonly binary_parameters: Readonly<Record<string, Uint8Array>>;
} {
  const bytes = new Set(parameters.filter(({ type }) => takesBytes(type)).map(({ name }) => name));
  const entries = Object.entries(args);
  const isBinary = (name: string, value: unknown): value is string =>
    bytes.has(name) && typeof value === "string";
  return {
    parameters: Object.fromEntries(
      entries.filter((entry) => !isBinary(...entry)).map(([name, value]) => [name, encodeAny(value)]),
    ),
    binary_parameters: Object.fromEntries(
      entries.flatMap(([name, value]) =>
        isBinary(name, value) ? [[name, Buffer.from(value, "base64")]] : [],
      ),
    ),
  };
}
