import type { ChildProcess } from "node:child_process";

/** An object that keeps this process alive while it is open. */
export interface Handle {
  ref(): unknown;
  unref(): unknown;
}

/** Handles that keep this process alive only while a call uses them. */
export interface IdleHandles {
  /** Keeps the process alive until the returned function is called. */
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

/** A process with its pipes, as handles. Pipes are sockets, although their types do not declare that. */
export function handlesOf(child: ChildProcess): readonly Handle[] {
  const pipes = [child.stdin, child.stdout, child.stderr].filter((pipe) => pipe !== null);
  return [child, ...(pipes as unknown as readonly Handle[])];
}

const children = new Set<ChildProcess>();

/**
 * Makes sure that a child process does not outlive this one, whether this one ends by itself, by `process.exit` or by
 * a signal.
 */
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
 * A signal listener disables the default action, so this one ends the process itself. If the program has its own
 * listener, that one decides.
 */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  killAll();
  removeListeners();
  process.kill(process.pid, signal);
}
