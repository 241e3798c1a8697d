// What generated code imports.
export { withSearch } from "./with-search.js";
