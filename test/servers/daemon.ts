import { spawn } from "node:child_process";
import { type AddressInfo, createServer } from "node:net";

/** A server that this command started. */
export interface Daemon {
  stop(): Promise<void>;
}

/** Returns a port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

/** Whether an address answers with success within a short time. */
export async function answers(url: string, headers: Readonly<Record<string, string>> = {}): Promise<boolean> {
  return (await fetch(url, { headers, signal: AbortSignal.timeout(2_000) })).ok;
}

/** Starts a program and waits until `isReady` returns true. */
export async function startDaemon(
  command: string,
  args: readonly string[],
  isReady: () => Promise<boolean>,
): Promise<Daemon> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => output.push(chunk.toString("utf8")));
  const killAtExit = (): void => void child.kill("SIGKILL");
  process.once("exit", killAtExit);
  let ended = false;
  const exited = new Promise<void>((resolve) => {
    const end = (): void => {
      ended = true;
      resolve();
    };
    child.once("exit", end);
    child.once("error", (error) => {
      output.push(String(error));
      end();
    });
  });
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    const hard = setTimeout(() => child.kill("SIGKILL"), 5_000);
    await exited;
    clearTimeout(hard);
    process.off("exit", killAtExit);
  };
  const deadline = Date.now() + 30_000;
  while (!ended && Date.now() < deadline) {
    if (await isReady().catch(() => false)) return { stop };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop();
  throw new Error(`${command} did not start:\n${output.join("").slice(-2_000)}`);
}
