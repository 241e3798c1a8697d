import { nearest } from "./nearest.js";

/**
 * Every option of a type. The value is "number" for an option that must be a number. The type makes the
 * compiler report a missing option.
 */
export type OptionTable<Options> = {
  readonly [Name in keyof Options]-?: NonNullable<Options[Name]> extends number ? "number" : true;
};

/**
 * Throws if an option does not exist, and suggests a similar name. Throws if an option is not a number but must
 * be one. Such an option would otherwise have no effect, and cause no message.
 */
export function checkOptionsByTable(where: string, options: object, table: object): void {
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    if (value === undefined) continue;
    if (!Object.hasOwn(table, name)) {
      const similar = nearest(name, Object.keys(table));
      const hint = similar ? `; did you mean ${similar}?` : "";
      throw new TypeError(`${where}: there is no option ${JSON.stringify(name)}${hint}`);
    }
    if (table[name as never] === "number" && !(typeof value === "number" && value >= 0)) {
      const found = typeof value === "number" ? String(value) : JSON.stringify(value);
      throw new TypeError(`${where}: \`${name}\` must be a number of at least 0, found ${found}`);
    }
  }
}
