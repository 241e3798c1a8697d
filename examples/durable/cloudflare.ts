import { DurableObject, WorkflowEntrypoint, type WorkflowEvent, type WorkflowStep } from "cloudflare:workers";
import { createAgent, type Decision } from "@toolpress/runtime";
import { cloudflareHost } from "@toolpress/runtime/hosts/cloudflare";
import { askPerson, deadlineMs, model, tools } from "./orders.ts";

interface Env {
  readonly SUPPORT: Workflow<string>;
  readonly EVENTS: DurableObjectNamespace<Events>;
}

export class Support extends WorkflowEntrypoint<Env, string> {
  override async run({ payload, instanceId }: Readonly<WorkflowEvent<string>>, step: WorkflowStep) {
    const events = this.env.EVENTS.get(this.env.EVENTS.idFromName(instanceId));
    const agent = createAgent({
      tools,
      model,
      deadlineMs,
      onEvent: (event) => events.publish(event.id, event.type, JSON.stringify(event)),
      host: (effects) =>
        cloudflareHost(step, instanceId, effects, {
          waitMs: Infinity,
          onWaiting: (eventType, pending) => askPerson(pending, `${instanceId}/${eventType}`),
        }),
    });
    const { status, text } = await agent.run(payload, { streaming: true });
    return { status, text };
  }
}

/** Sends the events of one run to the clients that watch the run. */
export class Events extends DurableObject<Env> {
  readonly #watchers = new Set<WritableStreamDefaultWriter<Uint8Array>>();

  override async fetch(): Promise<Response> {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    this.#watchers.add(writable.getWriter());
    return new Response(readable, { headers: { "content-type": "text/event-stream" } });
  }

  publish(id: string, type: string, data: string): void {
    const message = new TextEncoder().encode(`id: ${id}\nevent: ${type}\ndata: ${data}\n\n`);
    for (const watcher of this.#watchers) watcher.write(message).catch(() => this.#watchers.delete(watcher));
  }
}

// POST /runs/<id> sends a question, GET /runs/<id> returns the result, GET /events/<id> streams the events of
// the run, and POST /decisions/<id>/<event type> sends a decision.
export default {
  async fetch(request: Request, { SUPPORT, EVENTS }: Env): Promise<Response> {
    const [, what, id = "", type = ""] = new URL(request.url).pathname.split("/");
    if (what === "events") return EVENTS.get(EVENTS.idFromName(id)).fetch(request);
    if (what === "runs" && request.method === "POST")
      await SUPPORT.create({ id, params: await request.text() });
    const instance = await SUPPORT.get(id);
    if (what === "decisions") await instance.sendEvent({ type, payload: (await request.json()) as Decision });
    return Response.json(await instance.status());
  },
};
