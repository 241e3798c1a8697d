import type { ChildProcess } from "node:child_process";

/** Whatever keeps this process alive while it is open. */
export interface Handle {
  ref(): unknown;
  unref(): unknown;
}

/** What is used now and then: it keeps this process alive only while somebody holds it. */
export interface Idling {
  /** Until the returned function is called. */
  hold(): () => void;
}

export function idling(handles: readonly Handle[]): Idling {
  let holders = 0;
  for (const handle of handles) handle.unref();
  return {
    hold() {
      holders += 1;
      if (holders === 1) for (const handle of handles) handle.ref();
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        holders -= 1;
        if (holders === 0) for (const handle of handles) handle.unref();
      };
    },
  };
}

/** A process with its pipes, as handles. Pipes are sockets, whatever their types say. */
export function handlesOf(child: ChildProcess): readonly Handle[] {
  const pipes = [child.stdin, child.stdout, child.stderr].filter((pipe) => pipe !== null);
  return [child, ...(pipes as unknown as readonly Handle[])];
}

const owned = new Set<ChildProcess>();

/** Makes sure that a process does not outlive this one: not after its last line, `process.exit` or a signal that ends it. */
export function own(child: ChildProcess): void {
  if (owned.size === 0) listen();
  owned.add(child);
  child.once("exit", () => disown(child));
  child.once("error", () => disown(child));
}

function disown(child: ChildProcess): void {
  if (owned.delete(child) && owned.size === 0) ignore();
}

const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

function listen(): void {
  process.on("exit", killAll);
  for (const signal of signals) process.on(signal, endBy);
}

function ignore(): void {
  process.off("exit", killAll);
  for (const signal of signals) process.off(signal, endBy);
}

function killAll(): void {
  for (const child of owned) child.kill("SIGKILL");
}

/** A listener takes the place of the end that a signal brings. Where the program has one of its own, it decides. */
function endBy(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  killAll();
  ignore();
  process.kill(process.pid, signal);
}
