/** Formats a text. The result is undefined if the formatter cannot format it. */
export type Formatter = (text: string) => Promise<string | undefined>;

/**
 * The number of characters at which a batch is formatted without waiting for more texts. At this size, the cost of
 * waking another thread is small.
 */
const batchSize = 65_536;

/** The statement that separates two texts of a batch. */
const separator = "\n\n  debugger  ;\n\n";
/**
 * The separator in formatted text. If a text of a batch ends inside of a comment, a string or a block, the result
 * does not contain this separator. Then `formatTogether` formats each text separately.
 */
const formattedSeparator = "\n\ndebugger;\n\n";

/**
 * Returns a formatter that formats many small texts in one call of `format`. A batch contains all texts that are added
 * before the event loop continues.
 */
export function inBatches(format: Formatter): Formatter {
  let batch: Queued[] = [];
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
      if (length >= batchSize) flush();
    });
}

interface Queued {
  readonly text: string;
  readonly resolve: (formatted: string | undefined | Promise<string | undefined>) => void;
}

async function formatTogether(batch: readonly Queued[], format: Formatter): Promise<void> {
  const joined = batch.length < 2 ? undefined : batch.map(({ text }) => text).join(separator);
  const pieces = joined && (await format(joined).catch(() => undefined))?.split(formattedSeparator);
  const isComplete = pieces?.length === batch.length;
  for (const [index, { text, resolve }] of batch.entries()) {
    if (!isComplete) resolve(format(text));
    else resolve(index < batch.length - 1 ? `${pieces[index]}\n` : pieces[index]);
  }
}
