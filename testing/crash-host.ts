import type { Decision, Host, ToolOutcome, ToolEffect } from "@toolpress/runtime";

/** An effect that was executed, with its input and outcome as JSON. */
export interface JournalEntry {
  readonly name: string;
  readonly input: string;
  readonly outcome: unknown;
}

export interface CrashReport<T> {
  /** The result of the run. It is the same after every crash. */
  readonly result: T;
  readonly journal: readonly JournalEntry[];
  /** The number of positions at which the run crashed: before each effect, and after the last one. */
  readonly crashes: number;
}

/**
 * Runs to the end once. Then repeats the run for every crash position: with a new host from `world`, the run
 * crashes at the position and continues from the journal. Throws if a replay requests other effects than the
 * journal contains, if an effect is executed twice, or if the result differs.
 */
export async function crashHost<T>(
  world: () => Host | Promise<Host>,
  run: (host: Host) => Promise<T>,
): Promise<CrashReport<T>> {
  const journal: JournalEntry[] = [];
  const result = await run(journalling(await world(), journal, Number.POSITIVE_INFINITY));
  for (let journalledEffects = 0; journalledEffects <= journal.length; journalledEffects++) {
    await crashAndResume({ world, run, journalledEffects, expected: { result, journal } });
  }
  return { result, journal, crashes: journal.length + 1 };
}

interface CrashTrial<T> {
  readonly world: () => Host | Promise<Host>;
  readonly run: (host: Host) => Promise<T>;
  /** The number of effects in the journal when the run crashes. */
  readonly journalledEffects: number;
  readonly expected: { readonly result: T; readonly journal: readonly JournalEntry[] };
}

async function crashAndResume<T>({ world, run, journalledEffects, expected }: CrashTrial<T>): Promise<void> {
  const host = await world();
  const journal: JournalEntry[] = [];
  await crashAfter(journalledEffects, (crash) => run(journalling(host, journal, journalledEffects, crash)));
  const before = journal.length;
  const result = await run(journalling(host, journal, Number.POSITIVE_INFINITY));
  const position = `after a crash with ${before} of ${expected.journal.length} effects journalled`;
  compare(`the result ${position}`, result, expected.result);
  compare(`the journal ${position}`, journal, expected.journal);
}

/** Runs until the crash. A crashed run never settles, because its current effect stays pending. */
async function crashAfter(
  journalledEffects: number,
  start: (crash: () => void) => Promise<unknown>,
): Promise<void> {
  await new Promise<void>((over, fail) => {
    start(() => over()).then(() => over(), fail);
    if (journalledEffects === 0) over();
  });
}

function journalling(inner: Host, journal: JournalEntry[], limit: number, crash?: () => void): Host {
  const replayed = new Map(journal.map((entry) => [entry.name, entry]));
  let performed = 0;

  async function journalled<T>(name: string, input: unknown, perform: () => PromiseLike<T>): Promise<T> {
    const recorded = replayed.get(name);
    if (recorded) {
      if (recorded.input !== stableJson(input)) throw diverged(name, recorded.input, stableJson(input));
      return structuredClone(recorded.outcome) as T;
    }
    if (performed >= limit) return stopForever<T>(crash);
    if (journal.some((entry) => entry.name === name))
      throw new Error(`the effect "${name}" was requested twice`);
    const outcome = withoutDuration(await perform());
    journal.push({ name, input: stableJson(input), outcome });
    performed += 1;
    if (performed >= limit) return stopForever<T>(crash);
    return structuredClone(outcome) as T;
  }

  const { wait, now } = inner;
  let ticks = 0;
  // Waits run one after another, so that the journal does not depend on the order of the decisions.
  let lastWait: Promise<unknown> = Promise.resolve();
  return {
    model: (effect) => journalled(effect.name, effect, () => inner.model(effect)),
    tools: async (batch) => {
      const outcomes: ToolOutcome[] = [];
      for (const effect of batch)
        outcomes.push(await journalled(effect.name, effect, () => runOne(inner, effect)));
      return outcomes;
    },
    ...(wait && {
      wait: (pending, timeoutMs) => {
        const decide = (): Promise<Decision | null | undefined> =>
          journalled(`wait:${pending.key}`, pending, () => wait.call(inner, pending, timeoutMs));
        // JSON has no undefined: the journal contains null for a wait without a decision.
        const decision = lastWait.then(decide).then((decided) => decided ?? undefined);
        lastWait = decision;
        return decision;
      },
    }),
    ...(now && { now: () => journalled(`now:${ticks++}`, null, () => now.call(inner)) }),
  };
}

async function runOne(host: Host, effect: ToolEffect): Promise<ToolOutcome> {
  const [outcome] = await host.tools([effect]);
  if (outcome === undefined) throw new Error(`the host returned no outcome of "${effect.name}"`);
  return outcome;
}

function stopForever<T>(crash: (() => void) | undefined): Promise<T> {
  crash?.();
  return new Promise<T>(() => undefined);
}

/** Returns an outcome as plain JSON. The duration is set to 0, because it differs between runs. */
function withoutDuration(outcome: unknown): unknown {
  const json = JSON.parse(JSON.stringify(outcome ?? null)) as unknown;
  const timed = typeof json === "object" && json !== null && "ms" in json;
  return timed ? { ...json, ms: 0 } : json;
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
    `the effect "${name}" was requested with another input on replay:\n${now}\nthe journal contains:\n${before}`,
  );
}

function stableJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === "object" && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
