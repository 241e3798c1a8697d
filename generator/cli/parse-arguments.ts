import { parseArgs } from "node:util";
import { nearest } from "../base/nearest.js";
import { type Command, commonFlags, type Flag, type Given, UsageError } from "./commands/command.js";

/**
 * Parses the arguments of a command. Throws a usage error for an unknown flag, with the most similar flag as a hint.
 */
export function parseArguments(command: Command, args: readonly string[]): Given {
  const flags: Command["flags"] = { ...command.flags, ...commonFlags };
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { type, short }]) => [
      name,
      { type, ...(short === undefined ? {} : { short }) },
    ]),
  );
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const words: string[] = [];
  const values = new Map<string, (string | true)[]>();
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const flag = flags[token.name];
    if (flag === undefined || !Object.hasOwn(flags, token.name))
      throw unknownFlag(command, Object.keys(flags), token.rawName);
    const value = valueOf(flag, token.rawName, token.value);
    values.set(token.name, flag.repeats === true ? [...(values.get(token.name) ?? []), value] : [value]);
  }
  const surplus = words[command.maxWords];
  if (surplus !== undefined)
    throw new UsageError(
      `unexpected argument ${JSON.stringify(surplus)}`,
      `Usage: toolpress ${command.name} ${command.usage}`,
    );
  const list = (flag: string): readonly string[] =>
    (values.get(flag) ?? []).filter((value) => typeof value === "string");
  return { words, has: (flag) => values.has(flag), text: (flag) => list(flag)[0], list };
}

function valueOf(flag: Flag, name: string, value: string | undefined): string | true {
  if (flag.type === "boolean") {
    if (value !== undefined) throw new UsageError(`${name} takes no value, got ${JSON.stringify(value)}`);
    return true;
  }
  if (value === undefined || value === "")
    throw new UsageError(`${name} needs a value: ${name} <${flag.value ?? "value"}>`);
  if (flag.choices !== undefined && !flag.choices.includes(value)) {
    const near = nearest(value, flag.choices);
    throw new UsageError(
      `${name}: expected one of ${flag.choices.join(", ")}, found ${JSON.stringify(value)}`,
      near === undefined ? undefined : `Did you mean ${JSON.stringify(near)}?`,
    );
  }
  return value;
}

function unknownFlag(command: Command, flags: readonly string[], name: string): UsageError {
  const near = nearest(name.replace(/^-+/, ""), flags);
  return new UsageError(
    `unknown flag ${name}`,
    near === undefined ? `toolpress ${command.name} --help lists the flags.` : `Did you mean --${near}?`,
  );
}
