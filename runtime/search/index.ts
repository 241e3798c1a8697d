// `@toolpress/runtime/search`: tools that the model finds with a search.
export { withSearch, type SearchOptions } from "./with-search.js";
export { searchTools, type Hit, type SearchLimits } from "./search-tools.js";
export type { RankHook } from "./search-tool.js";
