import type { Content, RunEvent, RunResult } from "@toolpress/runtime";

/** Functions that print a run for a person. */
export interface Transcript {
  title(title: string): void;
  user(text: string): void;
  readonly event: (event: RunEvent) => void;
  end(result: RunResult): void;
  /** Prints a conversation that has already ended. */
  contents(contents: readonly Content[]): void;
}

export interface Style {
  /** Whether to print ANSI colours, which terminals support. */
  readonly colour?: boolean;
}

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

export function createTranscript(write: (text: string) => void, style: Style = {}): Transcript {
  const paint = (code: keyof typeof codes, text: string): string =>
    style.colour === true ? `\u001b[${codes[code]}m${text}\u001b[0m` : text;
  const line = (speaker: string, text: string): void =>
    write(`  ${paint("dim", speaker.padEnd(6))} ${text}\n`);
  /** The speaker of the line that is being printed. Empty if that line is complete. */
  let currentSpeaker = "";
  /** Whether the text of this turn was streamed. */
  let streamed = false;

  const delta = (speaker: string, text: string): void => {
    if (currentSpeaker !== speaker) {
      endLine();
      write(`  ${paint("dim", speaker.padEnd(6))} `);
      currentSpeaker = speaker;
    }
    write(speaker === "thinks" ? paint("dim", text) : text);
    if (speaker === "model") streamed = true;
  };
  const endLine = (): void => {
    if (currentSpeaker !== "") write("\n");
    currentSpeaker = "";
  };

  const printCall = (tool: string, args: unknown): void =>
    line("model", `→ ${paint("cyan", tool)}(${JSON.stringify(args)})`);
  const printAnswer = (response: unknown): void => {
    const { error, result = response } = response as Answer;
    if (error)
      line(
        "tool",
        `✗ ${paint("red", `${error.code}: ${error.message.replaceAll("\n", `\n${" ".repeat(11)}`)}`)}`,
      );
    else line("tool", `← ${paint("green", JSON.stringify(result))}`);
  };

  const printEvent = (event: RunEvent): void => {
    if (event.type === "text_delta") return delta("model", event.text);
    if (event.type === "thought_delta") return delta("thinks", event.text);
    endLine();
    if (event.type === "turn_start") streamed = false;
    if (event.type === "tool_call") printCall(event.tool, event.args);
    else if (event.type === "tool_end") printAnswer(event.response);
    else if (event.type === "waiting") {
      for (const { tool, reason } of event.pending)
        line("paused", paint("yellow", `${tool} waits for ${reason}`));
    } else if (event.type === "retry") {
      line("retry", paint("yellow", event.reason));
    } else if (event.type === "turn_end" && event.text !== "" && !streamed) {
      line("model", event.text);
    }
  };

  return {
    title: (title) => write(`\n${paint("bold", title)}\n\n`),
    user: (text) => line("user", text),
    event: printEvent,
    end: (result) => {
      endLine();
      for (const { code } of codeIn(result)) line("ran", paint("dim", code.trim().replaceAll("\n", "; ")));
      line("", paint("dim", summary(result)));
    },
    contents: (contents) => {
      for (const { role, parts = [] } of contents) {
        for (const { text, functionCall, functionResponse } of parts) {
          if (functionCall) printCall(functionCall.name ?? "", functionCall.args ?? {});
          if (functionResponse) printAnswer(functionResponse.response);
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

/** Returns the code that Gemini ran on its own servers. */
function codeIn(result: RunResult): readonly { readonly code: string }[] {
  return result.contents
    .flatMap((content) => content.parts ?? [])
    .flatMap((part) => (part["executableCode"] ? [part["executableCode"] as { code: string }] : []));
}

function summary({ status, turns, usage, ...rest }: RunResult): string {
  const calls = turns.reduce((sum, turn) => sum + turn.calls.length, 0);
  const by = "by" in rest ? ` by ${rest.by}` : "";
  const reason = "error" in rest ? `: ${rest.error.message}` : "";
  return `${status}${by}${reason} · ${count(turns.length, "turn")} · ${count(calls, "call")} · ${usage.totalTokens} tokens`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
