export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs at most `limit` jobs at the same time. Jobs start in the order of their arrival. */
export function createLimiter(limit: number): Limiter {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= Math.max(limit, 1)) await new Promise<void>((resolve) => queue.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}

/** Runs at most `limit` jobs at the same time. Of the serial jobs, at most one runs at a time. */
export function createSchedule(limit: number): <T>(serial: boolean, work: () => Promise<T>) => Promise<T> {
  const runTogether = createLimiter(limit);
  const runAlone = createLimiter(1);
  return (serial, work) => (serial ? runAlone(() => runTogether(work)) : runTogether(work));
}
