/* eslint-disable @typescript-eslint/no-require-imports -- quicker to load than a module */
// Node loads this file into a measured process. It writes the cost of the process to a file when the process ends.
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
