import type * as Fs from "node:fs";
import { createRequire } from "node:module";
import type * as Path from "node:path";

// Simulates Windows for the compiler. With `vi.mock("node:path", …)`, the compiler gets `path.win32`. With
// `vi.mock("node:fs", …)`, the compiler gets a file system in which the real file system is drive C. File
// names ignore case, as on Windows and macOS.

// `require` is used because an `import` would get the mock. The mock is made from this file, so the import
// would never end.
const require = createRequire(import.meta.url);
const fs = require("node:fs") as typeof Fs;
const path = require("node:path") as typeof Path;

/** Returns a path such as `/tmp/x` in the form of Windows. */
export function toWindows(real: string): string {
  return `C:${real.replaceAll("/", "\\")}`;
}

/** Returns the real path for a Windows path. The case of names does not matter. */
export function toReal(given: unknown): string {
  if (typeof given !== "string") throw new TypeError(`expected a path, found ${String(given)}`);
  const [, names] = /^(?:[A-Za-z]:)?[\\/](.*)$/.exec(given) ?? [];
  if (names === undefined) throw new TypeError(`expected an absolute path, found ${given}`);
  let real = "/";
  for (const name of names.split(/[\\/]/).filter((one) => one !== "")) {
    const exact = path.posix.join(real, name);
    real = fs.lstatSync(exact, { throwIfNoEntry: false }) ? exact : (inAnyCase(real, name) ?? exact);
  }
  return real;
}

function inAnyCase(folder: string, name: string): string | undefined {
  if (!fs.existsSync(folder) || !fs.statSync(folder).isDirectory()) return undefined;
  const found = fs.readdirSync(folder).find((one) => one.toLowerCase() === name.toLowerCase());
  return found === undefined ? undefined : path.posix.join(folder, found);
}

export const windowsPath = { ...path.win32, default: path.win32 };

type Call = (...args: unknown[]) => unknown;
const real = fs as unknown as Record<string, Call>;

const onFirst =
  (name: string): Call =>
  (first, ...rest) =>
    real[name]!(toReal(first), ...rest);

/** The functions of `node:fs` that the compiler uses. */
export const windowsFs: Record<string, unknown> = {
  ...Object.fromEntries(
    [
      "existsSync",
      "readFileSync",
      "writeFileSync",
      "statSync",
      "lstatSync",
      "mkdirSync",
      "rmdirSync",
      "unlinkSync",
      "watch",
    ].map((name) => [name, onFirst(name)]),
  ),
  renameSync: (from: unknown, to: unknown) => fs.renameSync(toReal(from), toReal(to)),
  readlinkSync: (given: unknown) => toWindows(fs.readlinkSync(toReal(given))),
  realpathSync: (given: unknown) => toWindows(fs.realpathSync(toReal(given))),
  readdirSync(given: unknown, options?: { withFileTypes?: boolean; recursive?: boolean }) {
    const entries = real["readdirSync"]!(toReal(given), options) as (string | Fs.Dirent)[];
    for (const entry of entries)
      if (typeof entry !== "string") entry.parentPath = toWindows(entry.parentPath);
    return entries;
  },
};
