// The parts of `gemini` for failures and streams, loaded on first use. One file, because every file costs a request.

export { readStream } from "./read-stream.js";
export { retryLater, streamError } from "./retry.js";
export { connectionError, checkResponse, hideSecrets, readRefusal } from "./service-error.js";
