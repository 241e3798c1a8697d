import type { Remote } from "../tool.js";

/** A remote that `await using` closes at the end of a block. */
export interface Closing {
  /** Stops the process or closes the connection. Running and later calls fail. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export function closing<R extends Remote & Closing>(remote: Omit<R, typeof Symbol.asyncDispose>): R {
  return Object.assign(remote, { [Symbol.asyncDispose]: () => remote.close() }) as unknown as R;
}
