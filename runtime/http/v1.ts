// The imports of generated HTTP handlers. Only grows, like `runtime/v1`.
export { connect } from "./connect.js";
export type { HttpConnection, HttpOptions, HttpService, HttpValues } from "./connect.js";
export type { BasicCredential, Secret } from "./credentials.js";
export type { HttpBody, HttpOperation, HttpPage, HttpParameter, HttpScheme } from "./operation.js";
