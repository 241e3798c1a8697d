import type { SourceFile } from "../base/documents.js";
import { outputVersion } from "../emit/context.js";
import type { PlannedFile, RecordedNames } from "../emit/planned-file.js";
import { format } from "../format/format.js";
import { hashText, type Lock, type LockedFile, namesOf } from "./lock.js";

/**
 * The most characters that are formatted at a time. This is enough to keep the formatter busy and limits the memory
 * that it uses.
 */
const mostInFlight = 262_144;

/** Renders a file and starts formatting it. If the formatter is busy, it waits first. */
export type Formatting = (
  planned: PlannedFile,
) => Promise<{ readonly text: Promise<string>; readonly names: RecordedNames }>;

export function createFormatting(): Formatting {
  const inFlight: { readonly text: Promise<string>; readonly length: number }[] = [];
  let length = 0;
  return async (planned) => {
    const rendered = await planned.render();
    // The formatter may use another thread, so the next file is rendered while this file is formatted.
    const text = format(rendered, planned.path);
    text.catch(() => {}); // This empty handler prevents an unhandled rejection. `whenFormatted` awaits the text and gets the error.
    length += inFlight[inFlight.push({ text, length: rendered.text.length }) - 1]!.length;
    while (length > mostInFlight) {
      const oldest = inFlight.shift()!;
      length -= oldest.length;
      await oldest.text;
    }
    return { text, names: rendered.names ?? {} };
  };
}

export interface FileText {
  readonly planned: PlannedFile;
  readonly text: Promise<string> | string;
  readonly names: RecordedNames;
  /** The hash of the file in the lock, if the file is unchanged. */
  readonly hash?: string;
}

/**
 * Returns the texts of the planned files. A file is rendered if its key changed, or if the text on disk differs from
 * the hash in the lock. Other files are read from disk.
 */
export async function renderFiles(
  plan: readonly PlannedFile[],
  lock: Lock | undefined,
  readFile: (path: string) => string | undefined,
  onRender: (path: string) => void,
  formatting: Formatting,
): Promise<readonly FileText[]> {
  const known = new Map((lock?.output === outputVersion ? lock.files : []).map((file) => [file.path, file]));
  const texts: FileText[] = [];
  for (const planned of plan) {
    const before = known.get(planned.path);
    const onDisk = before?.key === planned.key ? readFile(planned.path) : undefined;
    if (onDisk !== undefined && hashText(onDisk) === before?.hash) {
      const text = onDisk.replaceAll("\r\n", "\n");
      texts.push({ planned, text, names: namesOf(before), hash: before.hash });
      continue;
    }
    onRender(planned.path);
    texts.push({ planned, ...(await formatting(planned)) });
  }
  return texts;
}

export async function whenFormatted(
  texts: readonly FileText[],
): Promise<{ files: SourceFile[]; lockedFiles: LockedFile[]; rendered: string[] }> {
  const files: SourceFile[] = [];
  const lockedFiles: LockedFile[] = [];
  const rendered: string[] = [];
  for (const { planned, text: promised, names, hash } of texts) {
    const text = await promised;
    files.push({ path: planned.path, text });
    lockedFiles.push({ path: planned.path, key: planned.key, hash: hash ?? hashText(text), ...names });
    if (hash === undefined) rendered.push(planned.path);
  }
  return { files, lockedFiles, rendered };
}
