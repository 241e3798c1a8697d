import { afterEach, expect, it, vi } from "vitest";
import { showText } from "../../examples/durable/client.js";

// The client of docs/durable.md shows the text of a run, also after a crash of the service.

/** An `EventSource` whose events the test sends. */
class Source extends EventTarget {
  static last: Source;
  closed = false;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    Source.last = this;
  }
  close(): void {
    this.closed = true;
  }
  /** Sends an event. An event without an id has the `lastEventId` "". */
  send(type: string, data: object, lastEventId = ""): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data), lastEventId }));
  }
  /** Sends a piece of the text of a turn. */
  delta(turn: number, text: string, id?: number): void {
    this.send("text_delta", { turn, text }, id === undefined ? "" : `run:${turn}:-:text_delta:${id}`);
  }
}

function start(): {
  source: Source;
  output: { textContent: string | null };
  ended: () => void;
  stop: () => void;
} {
  vi.stubGlobal("EventSource", Source);
  const output = { textContent: "" };
  const ended = vi.fn();
  const stop = showText("a/b", output, ended);
  return { source: Source.last, output, ended, stop };
}

afterEach(() => vi.unstubAllGlobals());

it("shows the text of each turn in a line", () => {
  const { source, output } = start();
  expect(source.url).toBe("/events/a%2Fb");
  source.delta(0, "Let me ", 0);
  source.delta(0, "look.", 1);
  source.send("turn_end", { turn: 0, text: "Let me look." }, "run:0:-:turn_end:0");
  // The second turn has calls and no text.
  source.send("turn_end", { turn: 1, text: "" }, "run:1:-:turn_end:0");
  source.delta(2, "Found.", 0);
  expect(output.textContent).toBe("Let me look.\nFound.");
});

it("drops the text of a turn whose request is sent again with `discard`", () => {
  const { source, output } = start();
  source.delta(0, "First.", 0);
  source.delta(1, "Hal", 0);
  source.send("retry", { turn: 1, discard: false });
  expect(output.textContent).toBe("First.\nHal");
  source.send("retry", { turn: 1, discard: true });
  expect(output.textContent).toBe("First.");
  source.delta(1, "Complete.", 1);
  expect(output.textContent).toBe("First.\nComplete.");
});

it("starts the text of a turn anew if the ids of its deltas come again", () => {
  const { source, output } = start();
  source.delta(0, "One ", 0);
  source.delta(0, "answer", 1);
  source.delta(0, "Another", 0);
  source.delta(0, " text", 1);
  source.delta(0, ".", 2);
  expect(output.textContent).toBe("Another text.");
});

it("replaces the text of a turn with the text of its end", () => {
  const { source, output } = start();
  source.delta(0, "One answer", 0);
  // The client connected again too late for the first delta of the repeated request.
  source.delta(0, " text.", 1);
  source.send("turn_end", { turn: 0, text: "Another text." }, "run:0:-:turn_end:0");
  source.send("turn_end", { turn: 0, text: "Another text." }, "run:0:-:turn_end:0");
  expect(output.textContent).toBe("Another text.");
});

it("shows all deltas of a service whose events have no id", () => {
  const { source, output } = start();
  for (const text of ["a", "b", "c"]) source.delta(0, text);
  expect(output.textContent).toBe("abc");
});

it("closes the connection at the end of the run", () => {
  const { source, ended } = start();
  source.delta(0, "Done.", 0);
  expect(source.closed).toBe(false);
  expect(ended).not.toHaveBeenCalled();
  source.send("run_end", { turn: 0, status: "done" }, "run:0:-:run_end:0");
  expect(source.closed).toBe(true);
  expect(ended).toHaveBeenCalledTimes(1);
});

it("can be stopped before the end of the run", () => {
  const { source, ended, stop } = start();
  stop();
  expect(source.closed).toBe(true);
  expect(ended).not.toHaveBeenCalled();
});
