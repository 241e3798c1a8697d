import { contestants } from "./loop-contestants.js";

// Measures one contestant in its own process: `loop-client <contestant> <url> <scenario>` prints its cost as JSON.

const [name = "", url = "", scenario = ""] = process.argv.slice(2);
const row = { id: "O-2024-000017", total: 129.95, state: "open", lines: [{ sku: "A-1", count: 2 }] };
const result = { orders: Array.from({ length: 10 }, () => row) };

let pauseMs = 0;
let started = 0;
let ended = 0;
const contestant = await contestants[name]!(url, async () => {
  started ||= performance.now();
  if (pauseMs > 0) await new Promise((done) => setTimeout(done, pauseMs));
  ended = performance.now();
  return result;
});

interface Figures {
  /** Milliseconds of processor time. */
  readonly cpu: number;
  readonly wall: number;
}

async function timed(work: () => Promise<unknown>): Promise<Figures> {
  const before = process.cpuUsage();
  const start = performance.now();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1_000, wall: performance.now() - start };
}

async function times(count: number, work: () => Promise<unknown>): Promise<Figures> {
  const { cpu, wall } = await timed(async () => {
    for (let index = 0; index < count; index += 1) await work();
  });
  return { cpu: cpu / count, wall: wall / count };
}

const [kind = "", number = "0", how = ""] = scenario.split(":");
const streaming = how === "streaming";

const scenarios: Readonly<Record<string, () => Promise<Figures>>> = {
  /** Measures a conversation with `number` turns. */
  async turns() {
    await times(10, () => contestant.ask("turns-10"));
    return times(Math.max(1, Math.round(300 / Number(number))), () => contestant.ask(`turns-${number}`));
  },
  /** Measures the time from the start of the first of eight tools to the end of the last. */
  async parallel() {
    await contestant.ask("parallel", { streaming });
    pauseMs = 50;
    started = 0;
    const { cpu } = await timed(() => contestant.ask("parallel", { streaming }));
    return { cpu, wall: ended - started };
  },
  async chunks() {
    await times(5, () => contestant.ask(`chunks-${number}`, { streaming: true }));
    const { cpu, wall } = await times(20, () => contestant.ask(`chunks-${number}`, { streaming: true }));
    return { cpu: cpu / Number(number), wall: wall / Number(number) };
  },
  async first() {
    await times(30, () => contestant.ask("chunks-10", { streaming: true }));
    const waits: number[] = [];
    const { cpu } = await times(15, async () => {
      const start = performance.now();
      let first = 0;
      await contestant.ask("first", { streaming: true, onText: () => (first ||= performance.now()) });
      waits.push(first - start);
    });
    return { cpu, wall: waits.sort((a, b) => a - b)[7]! };
  },
  async big() {
    await times(5, () => contestant.ask("chunks-10", { streaming: true }));
    return timed(async () => {
      const text = await contestant.ask(`big-${number}`, { streaming: true });
      if (text.length !== Number(number) * 1_000_000) throw new Error(`${name} lost text: ${text.length}`);
    });
  },
};

console.log(JSON.stringify(await scenarios[kind]!()));
process.exit();
