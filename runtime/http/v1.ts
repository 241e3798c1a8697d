// What generated HTTP handlers import. Additive only, as `runtime/v1`.
export { connect } from "./connect.js";
export type { HttpConnection, HttpOptions, HttpRequest, HttpService } from "./connect.js";
export type { BasicCredential, Secret } from "./credentials.js";
export { given } from "./given.js";
export type { HttpOperation, HttpScheme } from "./operation.js";
