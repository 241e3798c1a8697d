export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets at most `limit` pieces of work run at a time, in the order they came. */
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

/** The same, with work among it that runs one piece after the other. */
export function createSchedule(limit: number): <T>(serial: boolean, work: () => Promise<T>) => Promise<T> {
  const together = createLimiter(limit);
  const alone = createLimiter(1);
  return (serial, work) => (serial ? alone(() => together(work)) : together(work));
}
