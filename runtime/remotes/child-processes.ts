import type { ChildProcess } from "node:child_process";

/** An object of Node, such as a socket, that keeps this process alive while the object is open. */
export interface Handle {
  ref(): unknown;
  unref(): unknown;
}

/** Handles that keep this process alive only while a call needs them. */
export interface IdleHandles {
  /** Keeps this process alive until the returned function is called. */
  hold(): () => void;
}

export function createIdleHandles(handles: readonly Handle[]): IdleHandles {
  let holders = 0;
  for (const handle of handles) handle.unref();
  return {
    hold() {
      holders += 1;
      if (holders === 1) for (const handle of handles) handle.ref();
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holders -= 1;
        if (holders === 0) for (const handle of handles) handle.unref();
      };
    },
  };
}

/**
 * Returns a child process and its pipes as handles. Pipes are sockets, although their types do not declare
 * this.
 */
export function handlesOf(child: ChildProcess): readonly Handle[] {
  const pipes = [child.stdin, child.stdout, child.stderr].filter((pipe) => pipe !== null);
  return [child, ...(pipes as unknown as readonly Handle[])];
}

const children = new Set<ChildProcess>();

/** Ends a child process when this process ends by itself, by `process.exit` or by a signal. */
export function killWithParent(child: ChildProcess): void {
  if (children.size === 0) addListeners();
  children.add(child);
  child.once("exit", () => forgetChild(child));
  child.once("error", () => forgetChild(child));
}

function forgetChild(child: ChildProcess): void {
  if (children.delete(child) && children.size === 0) removeListeners();
}

const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

function addListeners(): void {
  process.on("exit", killAll);
  for (const signal of signals) process.on(signal, onSignal);
}

function removeListeners(): void {
  process.off("exit", killAll);
  for (const signal of signals) process.off(signal, onSignal);
}

function killAll(): void {
  for (const child of children) child.kill("SIGKILL");
}

/**
 * Ends the child processes and this process. A listener for a signal disables the default action of the
 * signal, so this function sends the signal again. If the program has its own listener, this function does
 * nothing, because that listener decides whether the process ends.
 */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  killAll();
  removeListeners();
  process.kill(process.pid, signal);
}
