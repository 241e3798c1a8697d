/** Removes fields that are undefined, so that `{ maxTurns: undefined }` keeps the default. */
export function defined<T extends object>(options: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never;
}
