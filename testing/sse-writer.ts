import type { ServerResponse } from "node:http";
import { pause } from "./pause.js";

/**
 * Writes one event in the form that Gemini sends: one line with `data:`, without name and id, and CRLF at its
 * end.
 */
export function sseEvent(json: unknown): string {
  return `data: ${oneLine(json)}\r\n\r\n`;
}

/** Returns the pieces of a stream without `alt=sse`. Together they are one JSON array. */
export function arrayPieces(events: readonly unknown[]): readonly string[] {
  return events.map((event, index) => {
    const start = index === 0 ? "[" : "\n,\r\n";
    const end = index === events.length - 1 ? "\n]" : "";
    return `${start}${pretty(event)}${end}`;
  });
}

export function pretty(json: unknown): string {
  return JSON.stringify(json, null, 2);
}

export interface Pacing {
  readonly delayMs?: number;
  readonly bytesPerWrite?: number;
}

/** Writes the pieces one after another. Returns false if the client disconnected. */
export async function writePieces(
  out: ServerResponse,
  pieces: readonly string[],
  pacing: Pacing,
): Promise<boolean> {
  for (const piece of pieces) {
    if (pacing.delayMs !== undefined) await pause(pacing.delayMs);
    for (const bytes of slices(Buffer.from(piece), pacing.bytesPerWrite)) {
      if (out.destroyed) return false;
      await new Promise<void>((written) => out.write(bytes, () => written()));
      if (pacing.bytesPerWrite !== undefined) await new Promise((turn) => setImmediate(turn));
    }
  }
  return !out.destroyed;
}

function* slices(bytes: Buffer, size = bytes.length): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

/** Writes JSON in one line, with a blank after each colon and no blank after a comma. */
function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${members.map(([key, item]) => `${JSON.stringify(key)}: ${oneLine(item)}`).join(",")}}`;
}
