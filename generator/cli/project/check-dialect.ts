import { UsageError } from "../commands/command.js";
import { didYouMean } from "../config.js";
import { dialects } from "../../dialects/index.js";

/** Throws a usage error if the value of `--from` is not the name of a dialect. */
export function checkDialect(name: string | undefined): void {
  const names = dialects.map((dialect) => dialect.name);
  if (name === undefined || names.includes(name)) return;
  throw new UsageError(
    `--from: there is no dialect ${JSON.stringify(name)}`,
    didYouMean(name, names) ?? `Known dialects: ${names.join(", ")}.`,
  );
}
