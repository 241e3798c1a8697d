// The parts of `gemini` that handle failures and streams. They load on first use. One file exports all of
// them, because a browser needs a request for each file.

export { readStream } from "./read-stream.js";
export { retryLater, streamError } from "./retry.js";
export { connectionError, checkResponse, hideSecrets, readRefusal } from "./service-error.js";
