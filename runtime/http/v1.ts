// The functions and types that generated HTTP handlers import. As in `runtime/v1.ts`, exports are never
// removed or changed.
export { connect } from "./connect.js";
export type { HttpConnection, HttpOptions, HttpService, HttpValues } from "./connect.js";
export type { BasicCredential, Secret } from "./credentials.js";
export type { HttpBody, HttpOperation, HttpPage, HttpParameter, HttpScheme } from "./operation.js";
