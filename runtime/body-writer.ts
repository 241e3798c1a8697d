import type { Content, GenerateContentRequest } from "./wire.js";

export type BodyWriter = (request: GenerateContentRequest) => Uint8Array;

/**
 * Encodes requests. A conversation only grows, so a writer that serves a whole run keeps the bytes of every Content it has seen and
 * encodes only what is new. The bytes are good until the next call; fetch takes a copy.
 */
export function createBodyWriter(): BodyWriter {
  const encoder = new TextEncoder();
  const known: Content[] = [];
  /** Where each known Content ends. */
  const ends: number[] = [];
  let bytes = new Uint8Array(0);
  let length = 0;
  let lastTools: unknown;
  let toolsText: string | undefined;

  const write = (text: string): void => {
    // A UTF-16 unit takes three bytes at the most.
    const needed = length + text.length * 3;
    if (needed > bytes.length) {
      const old = bytes;
      bytes = new Uint8Array(needed * 2);
      bytes.set(old.subarray(0, length));
    }
    length += encoder.encodeInto(text, bytes.subarray(length)).written;
  };

  write('{"contents":[');
  const start = length;
  return ({ contents, tools, ...fields }) => {
    let count = known.findIndex((content, index) => content !== contents[index]);
    if (count < 0) count = known.length;
    known.length = ends.length = count;
    length = ends[count - 1] ?? start;
    for (; count < contents.length; count++) {
      const content = contents[count] as Content;
      write((count > 0 ? "," : "") + JSON.stringify(content));
      known.push(content);
      ends.push(length);
    }
    if (tools !== lastTools) toolsText = JSON.stringify((lastTools = tools));
    const rest = JSON.stringify(fields).slice(1, -1);
    write(`]${toolsText ? `,"tools":${toolsText}` : ""}${rest && `,${rest}`}}`);
    return bytes.subarray(0, length);
  };
}
