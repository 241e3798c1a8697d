import { exportTargets } from "../../generator/export/index.js";

/** Every export target with its name. The targets are loaded. */
export const loadedTargets = await Promise.all(
  Object.entries(exportTargets).map(async ([name, load]) => ({ name, ...(await load()) })),
);
