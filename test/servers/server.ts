import type { Step } from "./lifecycle.js";

/** A real server that agents work on. */
export interface ServerUnderTest {
  readonly name: string;
  /** Starts it on loopback with its data in an empty folder. */
  start(folder: string): Promise<StartedServer>;
  steps(): readonly Step[];
}

export interface StartedServer {
  /** For the generated `connect…`. */
  readonly connection: object;
  /** The published document, in every form there is. */
  readonly documents: readonly { readonly path: string; readonly text: string }[];
  stop(): Promise<void>;
}
