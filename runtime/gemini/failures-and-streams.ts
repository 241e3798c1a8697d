// What `gemini` needs for failures and streams only, loaded with the first of them. One file, since each one costs a request.

export { readStream } from "./read-stream.js";
export { retryLater, whenCut } from "./retry.js";
export { broken, checkResponse, hideSecrets, readRefusal } from "./service-error.js";
