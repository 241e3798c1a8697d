/** Every option of a type. The type makes the compiler report a missing option. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

/**
 * Throws if options are missing or if an option does not exist. A misspelt option would otherwise have no
 * effect. The message lists all options, because the search for a similar name is too large for the code that
 * every agent loads at its start. `refuseUnknown` suggests a name.
 */
export function checkOptionNames(where: string, options: object, known: object): void {
  const list = Object.keys(known).join(", ");
  if (!options) throw new TypeError(`${where} needs an object with ${list}`);
  for (const name in options)
    if (!Object.hasOwn(known, name) && options[name as never] !== undefined)
      throw new TypeError(`${where}: there is no option "${name}", only ${list}`);
}
