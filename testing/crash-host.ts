import type { Host, ToolOutcome, ToolEffect } from "@toolpress/runtime";

/** An executed effect, with its input and outcome as JSON. */
export interface JournalEntry {
  readonly name: string;
  readonly input: string;
  readonly outcome: unknown;
}

export interface CrashReport<T> {
  /** The result, which is the same after every crash. */
  readonly result: T;
  readonly journal: readonly JournalEntry[];
  /** The number of crash positions: before each effect, and after the last one. */
  readonly crashes: number;
}

/**
 * Runs to the end once, then again for every crash position: crashes there in a fresh world and continues from the
 * journal. Throws if a replay asks for other effects than the journal contains, repeats an effect, or ends
 * differently.
 */
export async function crashHost<T>(
  world: () => Host | Promise<Host>,
  run: (host: Host) => Promise<T>,
): Promise<CrashReport<T>> {
  const journal: JournalEntry[] = [];
  const result = await run(journalling(await world(), journal, Number.POSITIVE_INFINITY));
  for (let survivors = 0; survivors <= journal.length; survivors++) {
    await crashAndResume({ world, run, survivors, expected: { result, journal } });
  }
  return { result, journal, crashes: journal.length + 1 };
}

interface CrashTrial<T> {
  readonly world: () => Host | Promise<Host>;
  readonly run: (host: Host) => Promise<T>;
  /** The number of journalled effects at the crash. */
  readonly survivors: number;
  readonly expected: { readonly result: T; readonly journal: readonly JournalEntry[] };
}

async function crashAndResume<T>({ world, run, survivors, expected }: CrashTrial<T>): Promise<void> {
  const host = await world();
  const journal: JournalEntry[] = [];
  await crashAfter(survivors, (crash) => run(journalling(host, journal, survivors, crash)));
  const before = journal.length;
  const result = await run(journalling(host, journal, Number.POSITIVE_INFINITY));
  const place = `after a crash behind ${before} of ${expected.journal.length} effects`;
  compare(`the result ${place}`, result, expected.result);
  compare(`the journal ${place}`, journal, expected.journal);
}

/** A crashed run never settles: its current effect stays pending. */
async function crashAfter(survivors: number, start: (crash: () => void) => Promise<unknown>): Promise<void> {
  await new Promise<void>((over, fail) => {
    start(() => over()).then(() => over(), fail);
    if (survivors === 0) over();
  });
}

function journalling(inner: Host, journal: JournalEntry[], limit: number, crash?: () => void): Host {
  const replayed = new Map(journal.map((entry) => [entry.name, entry]));
  let played = 0;

  async function effect<T>(name: string, input: unknown, perform: () => PromiseLike<T>): Promise<T> {
    const known = replayed.get(name);
    if (known) {
      if (known.input !== stableJson(input)) throw diverged(name, known.input, stableJson(input));
      return structuredClone(known.outcome) as T;
    }
    if (played >= limit) return halt<T>(crash);
    if (journal.some((entry) => entry.name === name))
      throw new Error(`the effect "${name}" was asked for twice`);
    const outcome = timeless(await perform());
    journal.push({ name, input: stableJson(input), outcome });
    played += 1;
    if (played >= limit) return halt<T>(crash);
    return structuredClone(outcome) as T;
  }

  const { wait, now } = inner;
  let ticks = 0;
  // Waits run one after another, so that the journal does not depend on the order of the decisions.
  let waited: Promise<unknown> = Promise.resolve();
  return {
    model: (step) => effect(step.name, step, () => inner.model(step)),
    tools: async (batch) => {
      const outcomes: ToolOutcome[] = [];
      for (const step of batch) outcomes.push(await effect(step.name, step, () => one(inner, step)));
      return outcomes;
    },
    ...(wait && {
      wait: (pending) => {
        const decision = waited.then(() =>
          effect(`wait:${pending.key}`, pending, () => wait.call(inner, pending)),
        );
        waited = decision;
        return decision;
      },
    }),
    ...(now && { now: () => effect(`now:${ticks++}`, null, () => now.call(inner)) }),
  };
}

async function one(host: Host, step: ToolEffect): Promise<ToolOutcome> {
  const [outcome] = await host.tools([step]);
  if (outcome === undefined) throw new Error(`the host gave no outcome for "${step.name}"`);
  return outcome;
}

function halt<T>(crash: (() => void) | undefined): Promise<T> {
  crash?.();
  return new Promise<T>(() => undefined);
}

/** An outcome in the journal: plain JSON without its duration. */
function timeless(outcome: unknown): unknown {
  const plain = JSON.parse(JSON.stringify(outcome ?? null)) as unknown;
  const timed = typeof plain === "object" && plain !== null && "ms" in plain;
  return timed ? { ...plain, ms: 0 } : plain;
}

function compare(what: string, actual: unknown, expected: unknown): void {
  if (stableJson(actual) !== stableJson(expected)) {
    throw new Error(
      `${what} differs:\n${stableJson(actual)}\nwithout a crash it was:\n${stableJson(expected)}`,
    );
  }
}

function diverged(name: string, before: string, now: string): Error {
  return new Error(
    `the effect "${name}" was asked for with another input on replay:\n${now}\nthe journal holds:\n${before}`,
  );
}

function stableJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === "object" && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
