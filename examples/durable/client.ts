// In the browser: shows the text of a run while the model writes.

interface Shown {
  readonly turn: number;
  readonly text?: string;
  readonly discard?: boolean;
}

/**
 * Shows the text of a run. `ended` is called when the run has ended. The returned function stops the client.
 */
export function showText(
  runId: string,
  output: { textContent: string | null },
  ended?: () => void,
): () => void {
  const source = new EventSource(`/events/${encodeURIComponent(runId)}`);
  const texts: string[] = [];
  // The ids of the deltas of each turn.
  const ids: Set<string>[] = [];
  const listen = (type: string, change: (event: Shown, id: string) => void): void =>
    source.addEventListener(type, ({ data, lastEventId }: MessageEvent<string>) => {
      change(JSON.parse(data) as Shown, lastEventId);
      output.textContent = texts.filter(Boolean).join("\n");
    });
  const drop = (turn: number): void => {
    texts[turn] = "";
    ids[turn] = new Set();
  };

  listen("text_delta", ({ turn, text = "" }, id) => {
    // If an id comes again, the request is sent again after a crash. Its answer is another text.
    if (!ids[turn] || ids[turn].has(id)) drop(turn);
    // Events of Temporal activities have no id.
    if (id !== "") ids[turn]?.add(id);
    texts[turn] = (texts[turn] ?? "") + text;
  });
  listen("retry", ({ turn, discard }) => {
    if (discard) drop(turn);
  });
  listen("turn_end", ({ turn, text = "" }) => {
    texts[turn] = text;
  });
  listen("run_end", () => {
    // Otherwise the browser connects again.
    source.close();
    ended?.();
  });
  return () => source.close();
}
