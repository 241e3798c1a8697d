import { dialects } from "../../generator/dialects/index.js";
import { exportTargets } from "../../generator/export/index.js";

/** Every export target with its name. The targets are loaded. */
export const loadedTargets = await Promise.all(
  Object.entries(exportTargets).map(async ([name, load]) => ({ name, ...(await load()) })),
);

/** The targets whose format is a dialect of specs, so that their exports can be read again. */
export const targetsWithDialect = loadedTargets.filter((target) =>
  dialects.some(({ name }) => name === target.name),
);
