// The functions that generated code imports.
export { withSearch } from "./with-search.js";
