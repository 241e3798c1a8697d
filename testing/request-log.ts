import type { ReceivedRequest } from "./received-request.js";

/** Keeps only the latest requests. A long load test would otherwise keep every body in memory. */
export interface RequestLog<Request = ReceivedRequest> {
  readonly requests: readonly Request[];
  /** The number of all requests so far, including dropped ones. */
  readonly count: number;
  add(request: Request): void;
}

export const DEFAULT_LOGGED_REQUESTS = 1000;

export function createRequestLog<Request = ReceivedRequest>(
  limit = DEFAULT_LOGGED_REQUESTS,
): RequestLog<Request> {
  if (!(limit >= 0)) throw new TypeError(`maxRequests: expected a number from 0, found ${String(limit)}`);
  const requests: Request[] = [];
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
