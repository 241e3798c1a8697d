/* eslint-disable @typescript-eslint/no-require-imports -- quicker to load than a module */
// Loaded into a measured process: tells at its end what it cost.
const { isMainThread } = require("node:worker_threads");

if (isMainThread && process.env.BENCH_PROBE) {
  const file = `${process.env.BENCH_PROBE}.${process.pid}`;
  process.on("exit", () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    require("node:fs").writeFileSync(
      file,
      JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1000, peak: maxRSS / 1024 }),
    );
  });
}
