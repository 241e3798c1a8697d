/** Formats a text; undefined where it cannot. */
export type Formatter = (text: string) => Promise<string | undefined>;

/** Waking another thread costs as much as formatting so many characters a few times over. */
const enough = 65_536;

/** Between two texts, as it is handed over. */
const given = "\n\n  debugger  ;\n\n";
/** As it comes back if it was a statement between the two, and not part of a comment, a text or a block that one of them left open. */
const returned = "\n\ndebugger;\n\n";

/** The same formatter, which gets many small texts in one call: those that are asked for before anybody waits. */
export function inBatches(format: Formatter): Formatter {
  let batch: Asked[] = [];
  let length = 0;
  const flush = (): void => {
    void formatTogether(batch, format);
    batch = [];
    length = 0;
  };
  return (text) =>
    new Promise((resolve) => {
      if (batch.length === 0) setImmediate(flush);
      batch.push({ text, resolve });
      length += text.length;
      if (length >= enough) flush();
    });
}

interface Asked {
  readonly text: string;
  readonly resolve: (formatted: string | undefined | Promise<string | undefined>) => void;
}

async function formatTogether(batch: readonly Asked[], format: Formatter): Promise<void> {
  const joined = batch.length < 2 ? undefined : batch.map(({ text }) => text).join(given);
  const pieces = joined && (await format(joined).catch(() => undefined))?.split(returned);
  const isWhole = pieces?.length === batch.length;
  for (const [index, { text, resolve }] of batch.entries()) {
    if (!isWhole) resolve(format(text));
    else resolve(index < batch.length - 1 ? `${pieces[index]}\n` : pieces[index]);
  }
}
