import type { Remote } from "../tool.js";

/** A remote that `await using` closes at the end of a block. */
export interface Closing {
  /** Ends what the remote has started. A call that is running fails, and so does every later one. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export function closing<R extends Remote & Closing>(remote: Omit<R, typeof Symbol.asyncDispose>): R {
  return Object.assign(remote, { [Symbol.asyncDispose]: () => remote.close() }) as unknown as R;
}
