import { createAgent, type Model, type RunEvent, type RunResult } from "@toolpress/runtime";
import { createMeetings, type MeetingsHandlers } from "../generated/meetings/index.js";

const handlers: MeetingsHandlers = {
  async schedule_meeting({ attendees, date, time }, { idempotencyKey }) {
    return {
      id: `${date}-${time}-${attendees.length}`,
      link: `https://meet.example/${encodeURIComponent(idempotencyKey)}`,
    };
  },
};

/**
 * A tool that needs approval pauses the run. The state of a paused run is plain JSON, so a program can store
 * it and continue the run the next day, in another process.
 */
export async function approval(model: Model, onEvent: (event: RunEvent) => void): Promise<RunResult> {
  const agent = createAgent({ tools: createMeetings({ handlers }), model, onEvent });
  const paused = await agent.run(
    "Schedule a meeting with Bob and Alice for 2025-03-14 at 10:00 about the Q3 planning.",
    { runId: "planning" },
  );
  if (paused.status !== "paused") return paused;

  const saved = JSON.stringify(paused.state);
  // In a real application, a person looks at `paused.pending` and decides here.
  const decisions = Object.fromEntries(paused.pending.map(({ callId }) => [callId, "approve" as const]));

  return agent.resume(JSON.parse(saved) as typeof paused.state, { decisions });
}
