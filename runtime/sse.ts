/** The events of a stream, as text comes in. Each character is looked at once, however large an event is. */
export interface SseParser {
  /** Data of the events that ended in this text. */
  push(text: string): string[];
  /** What was left when the stream ended: an event without its blank line, or a body that was no event stream at all. */
  end(): { readonly events: readonly string[]; readonly rest: string };
}

export function createSseParser(): SseParser {
  let line: string[] = [];
  let data: string[] = [];
  const rest: string[] = [];
  const events: string[] = [];

  const endLine = (): void => {
    const text = line.join("").replace(/\r$/, "");
    line = [];
    if (text === "") {
      if (data.length > 0) events.push(data.join("\n"));
      data = [];
    } else if (text.startsWith("data:")) data.push(text.slice(text[5] === " " ? 6 : 5));
    else if (!/^(:|event:|id:|retry:)/.test(text)) rest.push(text);
  };

  return {
    push(text) {
      const lines = text.split("\n");
      for (const [index, piece] of lines.entries()) {
        if (index > 0) endLine();
        line.push(piece);
      }
      return events.splice(0);
    },
    end() {
      endLine();
      if (data.length > 0) events.push(data.join("\n"));
      return { events, rest: rest.join("\n") };
    },
  };
}
