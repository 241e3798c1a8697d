import type { SourceFile } from "../base/documents.js";
import { outputVersion } from "../emit/context.js";
import type { PlannedFile, RecordedNames } from "../emit/planned-file.js";
import { format } from "../format/format.js";
import { hashText, type Lock, type LockedFile, namesOf } from "./lock.js";

/** Most characters that are being formatted at a time: enough to keep the formatter busy, few enough to bound its memory. */
const ahead = 262_144;

/** Hands text to the formatter; waits if it has enough to do. */
export type Formatting = (
  planned: PlannedFile,
) => Promise<{ readonly text: Promise<string>; readonly names: RecordedNames }>;

export function createFormatting(): Formatting {
  const begun: { readonly text: Promise<string>; readonly length: number }[] = [];
  let length = 0;
  return async (planned) => {
    const rendered = await planned.render();
    // The next file is rendered while this one is formatted, on another thread where the formatter has one.
    const text = format(rendered, planned.path);
    text.catch(() => {}); // It is awaited with its set.
    length += begun[begun.push({ text, length: rendered.text.length }) - 1]!.length;
    while (length > ahead) {
      const oldest = begun.shift()!;
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
  /** Of a file that is taken over as it is. */
  readonly hash?: string;
}

/** Renders what the lock does not vouch for; the rest is taken over as it is on disk. */
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
