import type { ChildProcess } from "node:child_process";

/** An object that keeps this process alive while it is open. */
export interface Handle {
  ref(): unknown;
  unref(): unknown;
}

/** Handles that keep this process alive only while a call uses them. */
export interface Idling {
  /** Keeps the process alive until the returned function is called. */
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

/** A process with its pipes, as handles. Pipes are sockets, although their types do not declare that. */
export function handlesOf(child: ChildProcess): readonly Handle[] {
  const pipes = [child.stdin, child.stdout, child.stderr].filter((pipe) => pipe !== null);
  return [child, ...(pipes as unknown as readonly Handle[])];
}

const owned = new Set<ChildProcess>();

/**
 * Makes sure that a child process does not outlive this one, whether this one ends by itself, by `process.exit` or by
 * a signal.
 */
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

/**
 * A signal listener disables the default action, so this one ends the process itself. If the program has its own
 * listener, that one decides.
 */
function endBy(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  killAll();
  ignore();
  process.kill(process.pid, signal);
}
