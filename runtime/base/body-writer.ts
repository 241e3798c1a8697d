import { foldEscapedSurrogates } from "./fold-surrogates.js";
import type { Content, GenerateContentRequest, Tool } from "../wire.js";

export type BodyWriter = (request: GenerateContentRequest) => Uint8Array;

/**
 * Returns an encoder of request bodies for one run. A conversation only grows, so the encoder keeps the bytes
 * of earlier contents and encodes only new ones. The returned bytes are valid until the next request. That is
 * long enough, because fetch copies the bytes.
 */
export function createBodyWriter(): BodyWriter {
  const encoder = new TextEncoder();
  const known: Content[] = [];
  /** For each content in `known`: the offset at which its bytes end. */
  const ends: number[] = [];
  let bytes = new Uint8Array(0);
  let length = 0;

  const write = (text: string): void => {
    const piece = encoder.encode(text);
    const needed = length + piece.length;
    if (needed > bytes.length) {
      const old = bytes;
      bytes = new Uint8Array(needed * 1.5);
      bytes.set(old.subarray(0, length));
    }
    bytes.set(piece, length);
    length = needed;
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
      write((count > 0 ? "," : "") + encode(content));
      known.push(content);
      ends.push(length);
    }
    const declared = tools ? `,"tools":[${tools.map(toolText).join(",")}]` : "";
    const rest = encode(fields).slice(1, -1);
    write(`]${declared}${rest && `,${rest}`}}`);
    return bytes.subarray(0, length);
  };
}

function encode(value: object): string {
  return foldEscapedSurrogates(JSON.stringify(value));
}

const toolTexts = new WeakMap<Tool, string>();

/** Encodes a tool. The text is cached, because every turn of every run sends the same declarations. */
function toolText(tool: Tool): string {
  let text = toolTexts.get(tool);
  if (text === undefined) toolTexts.set(tool, (text = encode(tool)));
  return text;
}
