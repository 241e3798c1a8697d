import type { Step } from "./lifecycle.js";

/** A real server that an agent uses. */
export interface ServerUnderTest {
  readonly name: string;
  /** Starts the server on loopback. The server stores its data in `folder`, which is empty. */
  start(folder: string): Promise<StartedServer>;
  steps(): readonly Step[];
}

export interface StartedServer {
  /** Options for the generated `connect…` function. */
  readonly connection: object;
  /** The published document, in every form that the server offers. */
  readonly documents: readonly { readonly path: string; readonly text: string }[];
  stop(): Promise<void>;
}
