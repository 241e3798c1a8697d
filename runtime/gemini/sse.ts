/** Splits text into server-sent events. Reads each character once, so large events take linear time. */
export interface SseParser {
  /** The data of the events that end in this text. */
  push(text: string): string[];
  /** The rest when the stream ends: an event without its blank line, or a body that is not an event stream. */
  end(): string[];
}

export function createSseParser(): SseParser {
  /** The beginning of an incomplete line. */
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
