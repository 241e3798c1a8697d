import { WorkflowEntrypoint, type WorkflowEvent, type WorkflowStep } from "cloudflare:workers";
import { createAgent, type Decision } from "@toolpress/runtime";
import { cloudflareHost } from "@toolpress/runtime/hosts/cloudflare";
import { announce, limits, model, report, tools, type Run } from "./world.ts";

interface Env {
  readonly SUPPORT: Workflow<Run>;
}

export class Support extends WorkflowEntrypoint<Env, Run> {
  override async run(
    { payload, instanceId }: Readonly<WorkflowEvent<Run>>,
    step: WorkflowStep,
  ): Promise<string> {
    const { label, prompt, deadlineMs } = payload;
    const agent = createAgent<Run>({
      tools,
      model,
      ...limits,
      onEvent: report(label),
      host: (effects) =>
        cloudflareHost(step, instanceId, effects, {
          waitMs: Infinity,
          onWaiting: (type, pending) => announce(label, type, pending),
        }),
    });
    return JSON.stringify(await agent.run(prompt, { context: payload, deadlineMs }));
  }
}

interface Message {
  readonly run: Run;
  readonly type?: string;
  readonly decision?: Decision;
}

export default {
  async fetch(request: Request, { SUPPORT }: Env): Promise<Response> {
    const { run, type, decision } = (await request.json()) as Message;
    const id = run.label;
    const path = new URL(request.url).pathname;
    if (path === "/start") await SUPPORT.create({ id, params: run }).catch(() => undefined);
    const instance = await SUPPORT.get(id);
    if (path === "/decide" && type !== undefined) await instance.sendEvent({ type, payload: decision });
    return Response.json(await instance.status());
  },
};
