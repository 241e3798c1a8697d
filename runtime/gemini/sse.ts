/**
 * A parser that splits text into server-sent events. It reads each character once, so its time grows linearly
 * with the size of an event.
 */
export interface SseParser {
  /** Takes the next piece of text. Returns the data of all events that are complete. */
  push(text: string): string[];
  /**
   * Ends the stream. Returns the rest: the data of an event without its final blank line, or a body that is
   * not an event stream.
   */
  end(): string[];
}

export function createSseParser(): SseParser {
  /** The beginning of a line whose end has not arrived yet. */
  let partialLine = "";
  let data: string | undefined;
  let rest = "";
  const events: string[] = [];

  const endLine = (tail: string): void => {
    let line = partialLine + tail;
    partialLine = "";
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

  return {
    push(text) {
      let start = 0;
      for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
        endLine(text.slice(start, end));
        start = end + 1;
      }
      partialLine += text.slice(start);
      return events.splice(0);
    },
    end() {
      endLine("");
      endEvent();
      if (rest) events.push(rest);
      return events;
    },
  };
}
