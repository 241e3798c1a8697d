import { RunError } from "../errors.js";

/**
 * Returns a function that counts the bytes of a response. The function throws above the limit, so that no
 * response can fill the memory.
 */
export function createByteLimit(maxBytes: number = 2 ** 26): (piece: Uint8Array) => void {
  let size = 0;
  return (piece) => {
    size += piece.length;
    if (size <= maxBytes) return;
    const message = `the service answered with more than ${maxBytes} bytes (maxResponseBytes)`;
    throw new RunError({ kind: "protocol", code: "RESPONSE_TOO_LARGE", message, retryable: false });
  };
}

/** Works like `response.json()`, but throws if the body has more than `maxBytes` bytes. */
export async function readJsonBody(response: Response, maxBytes?: number): Promise<unknown> {
  return JSON.parse(await readText(response, maxBytes));
}

/** Works like `response.text()`, but throws if the body has more than `maxBytes` bytes. */
export async function readText({ body }: Response, maxBytes?: number): Promise<string> {
  const reader = body?.getReader();
  const count = createByteLimit(maxBytes);
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (let ended = !reader; !ended; ) {
      const { done, value } = await reader!.read();
      if (value) count(value);
      text += decoder.decode(value, { stream: !done });
      ended = done;
    }
  } finally {
    // Closes the connection if the body was not read completely.
    reader?.cancel().catch(() => {});
  }
  return text;
}
