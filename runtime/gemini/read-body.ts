import { RunError } from "../errors.js";

/** Counts the bytes of a response and throws above the limit, so that no response can fill the memory. */
export function createByteLimit(maxBytes: number = 2 ** 26): (piece: Uint8Array) => void {
  let size = 0;
  return (piece) => {
    size += piece.length;
    if (size <= maxBytes) return;
    const message = `the service answered with more than ${maxBytes} bytes (maxResponseBytes)`;
    throw new RunError({ kind: "protocol", code: "RESPONSE_TOO_LARGE", message, retryable: false });
  };
}

/** Like `response.json()`, with a size limit. */
export async function readJsonBody(response: Response, maxBytes?: number): Promise<unknown> {
  return JSON.parse(await readText(response, maxBytes));
}

/** Like `response.text()`, with a size limit. */
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
    // Closes the connection if the body was not read to its end.
    reader?.cancel().catch(() => {});
  }
  return text;
}
