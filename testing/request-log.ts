import type { ReceivedRequest } from "./received-request.js";

/** Keeps only the latest requests. A long load test would otherwise keep every body in memory. */
export interface RequestLog {
  readonly requests: readonly ReceivedRequest[];
  /** The number of all requests so far, including dropped ones. */
  readonly count: number;
  add(request: ReceivedRequest): void;
}

export const DEFAULT_LOGGED_REQUESTS = 1000;

export function createRequestLog(limit = DEFAULT_LOGGED_REQUESTS): RequestLog {
  if (!(limit >= 0)) throw new TypeError(`maxRequests: expected a number from 0, found ${String(limit)}`);
  const requests: ReceivedRequest[] = [];
  let count = 0;
  return {
    requests,
    get count() {
      return count;
    },
    add(request) {
      count += 1;
      requests.push(request);
      if (requests.length > limit) requests.shift();
    },
  };
}
