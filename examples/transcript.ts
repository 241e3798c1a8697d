import type { Content, RunEvent, RunResult } from "@toolpress/runtime";

/** Prints a run so that a person can follow it. */
export interface Transcript {
  title(title: string): void;
  user(text: string): void;
  readonly event: (event: RunEvent) => void;
  end(result: RunResult): void;
  /** A conversation that is over already. */
  contents(contents: readonly Content[]): void;
}

export interface Style {
  /** ANSI colours, for terminals. */
  readonly colour?: boolean;
}

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

export function createTranscript(write: (text: string) => void, style: Style = {}): Transcript {
  const paint = (code: keyof typeof codes, text: string): string =>
    style.colour === true ? `\u001b[${codes[code]}m${text}\u001b[0m` : text;
  const line = (who: string, text: string): void => write(`  ${paint("dim", who.padEnd(6))} ${text}\n`);
  /** The speaker whose streamed line is not finished. */
  let speaking = "";
  /** The text of this turn was streamed. */
  let streamed = false;

  const delta = (who: string, text: string): void => {
    if (speaking !== who) {
      endOfSpeech();
      write(`  ${paint("dim", who.padEnd(6))} `);
      speaking = who;
    }
    write(who === "thinks" ? paint("dim", text) : text);
    if (who === "model") streamed = true;
  };
  const endOfSpeech = (): void => {
    if (speaking !== "") write("\n");
    speaking = "";
  };

  const made = (tool: string, args: unknown): void =>
    line("model", `→ ${paint("cyan", tool)}(${JSON.stringify(args)})`);
  const answered = (response: unknown): void => {
    const { error, result = response } = response as Answer;
    if (error)
      line(
        "tool",
        `✗ ${paint("red", `${error.code}: ${error.message.replaceAll("\n", `\n${" ".repeat(11)}`)}`)}`,
      );
    else line("tool", `← ${paint("green", JSON.stringify(result))}`);
  };

  const event = (happened: RunEvent): void => {
    if (happened.type === "text_delta") return delta("model", happened.text);
    if (happened.type === "thought_delta") return delta("thinks", happened.text);
    endOfSpeech();
    if (happened.type === "turn_start") streamed = false;
    if (happened.type === "tool_call") made(happened.tool, happened.args);
    else if (happened.type === "tool_end") answered(happened.response);
    else if (happened.type === "waiting") {
      for (const { tool, reason } of happened.pending)
        line("paused", paint("yellow", `${tool} waits for ${reason}`));
    } else if (happened.type === "retry") {
      line("retry", paint("yellow", happened.reason));
    } else if (happened.type === "turn_end" && happened.text !== "" && !streamed) {
      line("model", happened.text);
    }
  };

  return {
    title: (title) => write(`\n${paint("bold", title)}\n\n`),
    user: (text) => line("user", text),
    event,
    end: (result) => {
      endOfSpeech();
      for (const { code } of codeIn(result)) line("ran", paint("dim", code.trim().replaceAll("\n", "; ")));
      line("", paint("dim", summary(result)));
    },
    contents: (contents) => {
      for (const { role, parts = [] } of contents) {
        for (const { text, functionCall, functionResponse } of parts) {
          if (functionCall) made(functionCall.name ?? "", functionCall.args ?? {});
          if (functionResponse) answered(functionResponse.response);
          if (text) line(role ?? "user", text);
        }
      }
    },
  };
}

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code: string; readonly message: string };
}

/** Code that Gemini ran on its side. */
function codeIn(result: RunResult): readonly { readonly code: string }[] {
  return result.contents
    .flatMap((content) => content.parts ?? [])
    .flatMap((part) => (part["executableCode"] ? [part["executableCode"] as { code: string }] : []));
}

function summary({ status, turns, usage, ...rest }: RunResult): string {
  const calls = turns.reduce((count, step) => count + step.calls.length, 0);
  const by = "by" in rest ? ` by ${rest.by}` : "";
  const why = "error" in rest ? `: ${rest.error.message}` : "";
  return `${status}${by}${why} · ${count(turns.length, "turn")} · ${count(calls, "call")} · ${usage.totalTokens} tokens`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
