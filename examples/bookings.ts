import { createAgent, type Model, type RunEvent, type RunResult } from "@toolpress/runtime";
import { connectBookings } from "../generated/bookings/client.js";
import { createBookings } from "../generated/bookings/index.js";
import { startBookingsServer } from "./bookings-server.js";

/**
 * Uses tools of an OpenAPI document. The generated handlers call the service. A booking needs the approval of
 * a person.
 */
export async function bookings(model: Model, onEvent: (event: RunEvent) => void): Promise<RunResult> {
  const house = await startBookingsServer();
  const http = connectBookings({ baseUrl: house.url, credentials: { apiKey: house.apiKey } });
  const agent = createAgent({ tools: createBookings({ http }), model, onEvent });
  try {
    const paused = await agent.run(
      "Book the cheapest room with a sea view for Ada Lovelace, two nights from 2026-05-01.",
      {
        runId: "seaside",
      },
    );
    if (paused.status !== "paused") return paused;
    // In a real application, a person looks at `paused.pending` and decides here.
    const decisions = Object.fromEntries(paused.pending.map(({ callId }) => [callId, "approve" as const]));
    return await agent.resume(paused.state, { decisions });
  } finally {
    await house.close();
  }
}
