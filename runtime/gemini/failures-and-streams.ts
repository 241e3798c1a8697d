// The parts of `gemini` for failures and streams, loaded on first use. One file, because every file costs a request.

export { readStream } from "./read-stream.js";
export { retryLater, whenCut } from "./retry.js";
export { broken, checkResponse, hideSecrets, readRefusal } from "./service-error.js";
