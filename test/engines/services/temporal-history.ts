import proto, { type temporal } from "@temporalio/proto";

export type Message = Readonly<Record<string, unknown>>;

type EventType = keyof typeof temporal.api.enums.v1.EventType;
export type EventName = EventType extends `EVENT_TYPE_${infer Name}` ? Name : never;

/** The events of a workflow as a server writes them. */
export class History {
  readonly #events: Message[] = [];

  /** Appends an event and returns its id. */
  append(name: EventName, attributes: Message): number {
    const eventId = this.#events.length + 1;
    const eventType = proto.temporal.api.enums.v1.EventType[`EVENT_TYPE_${name}` as EventType];
    const present = Object.entries(attributes).filter(([, value]) => value !== undefined && value !== null);
    const field = `${camelCase(name)}EventAttributes`;
    this.#events.push({ eventId, eventTime: timeNow(), eventType, [field]: Object.fromEntries(present) });
    return eventId;
  }

  events(): readonly Message[] {
    return [...this.#events];
  }

  toJson(): unknown {
    return proto.temporal.api.history.v1.History.fromObject({ events: this.#events });
  }
}

function camelCase(name: string): string {
  return name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

export function timeNow(): Message {
  const now = Date.now();
  return { seconds: Math.floor(now / 1000), nanos: (now % 1000) * 1_000_000 };
}

/** Values as JSON, in the form of payloads. */
export function payloads(values: readonly unknown[]): Message {
  const encoder = new TextEncoder();
  const metadata = { encoding: encoder.encode("json/plain") };
  return { payloads: values.map((value) => ({ metadata, data: encoder.encode(JSON.stringify(value)) })) };
}

/** The text of the first payload. */
export function textOf(value: temporal.api.common.v1.IPayloads | null | undefined): string {
  return new TextDecoder().decode(value?.payloads?.[0]?.data ?? undefined);
}
