/** The events of a stream, as text comes in. Each character is looked at once, however large an event is. */
export interface SseParser {
  /** Data of the events that ended in this text. */
  push(text: string): string[];
  /** What was left when the stream ended: an event without its blank line, or a body that was no event stream at all. */
  end(): { readonly events: readonly string[]; readonly rest: string };
}

export function createSseParser(): SseParser {
  /** Beginning of a line whose end has not come yet. */
  let pieces: string[] = [];
  let data: string | undefined;
  let rest = "";
  let events: string[] = [];

  const endLine = (tail: string): void => {
    let line = tail;
    if (pieces.length > 0) {
      line = pieces.join("") + tail;
      pieces = [];
    }
    if (line.endsWith("\r")) line = line.slice(0, -1);
    if (line === "") endEvent();
    else if (line.startsWith("data:")) {
      const value = line.slice(line[5] === " " ? 6 : 5);
      data = data === undefined ? value : `${data}\n${value}`;
    } else if (!/^(:|event:|id:|retry:)/.test(line)) rest += `${line}\n`;
  };
  const endEvent = (): void => {
    if (data !== undefined) events.push(data);
    data = undefined;
  };
  const take = (): string[] => {
    const ended = events;
    events = [];
    return ended;
  };

  return {
    push(text) {
      let start = 0;
      for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
        endLine(text.slice(start, end));
        start = end + 1;
      }
      if (start < text.length) pieces.push(text.slice(start));
      return take();
    },
    end() {
      endLine("");
      endEvent();
      return { events: take(), rest };
    },
  };
}
