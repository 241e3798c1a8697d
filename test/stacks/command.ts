import { spawn, type ChildProcess } from "node:child_process";

export interface Outcome {
  readonly status: number | null;
  readonly output: string;
}

const limitMs = 600_000;

/** Runs a command to its end. A command that does not end in time is stopped and has no status. */
export async function runCommand(
  command: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const child = start(command, cwd, env);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (output += String(text)));
  const timer = setTimeout(() => child.kill("SIGKILL"), limitMs);
  const status = await new Promise<number | null>((done) => {
    child.on("error", (error) => {
      output += error.message;
      done(null);
    });
    child.on("close", done);
  });
  clearTimeout(timer);
  return { status, output };
}

/** Starts a server, requests paths as soon as the server answers, and stops the server. */
export async function askServer(
  command: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
  urls: readonly string[],
): Promise<Outcome> {
  const child = start(command, cwd, env);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (output += String(text)));
  try {
    const answers: string[] = [];
    for (const url of urls) answers.push(await ask(url, child));
    return { status: 0, output: answers.join("\n") };
  } catch (error) {
    return { status: 1, output: `${String(error)}\n${output}` };
  } finally {
    child.kill("SIGTERM");
  }
}

const attempts = 120;

async function ask(url: string, child: ChildProcess): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(url);
      const text = await response.text();
      if (response.ok) return text;
      throw new Error(`${url} answers ${response.status}: ${text.slice(0, 200)}`);
    } catch (error) {
      const isStarting = error instanceof TypeError && child.exitCode === null;
      if (!isStarting || attempt === attempts) throw error;
      await new Promise((done) => setTimeout(done, 500));
    }
  }
}

function start([program = "", ...args]: readonly string[], cwd: string, env: object): ChildProcess {
  return spawn(program, args, {
    cwd,
    env: { ...process.env, CI: "1", NODE_OPTIONS: "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}
