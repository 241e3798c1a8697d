import { gemini, type PendingCall } from "@toolpress/runtime";
import { createOrders } from "./generated/orders/index.ts";

// Shared by the services of all engines: the tools, the model, and the message to the person who approves.

/** The shop behind the tools. */
const shop = process.env["SHOP_URL"] ?? "";

async function askShop(path: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(shop + path, init);
  if (!response.ok) throw new Error(`the shop answers ${response.status}`);
  return response.json();
}

export const tools = createOrders({
  handlers: {
    find_order: async ({ number }, { signal }) =>
      (await askShop(`/orders/${encodeURIComponent(number)}`, { signal })) as {
        status: string;
        total: number;
      },
    // An engine may run this twice, with the same key and arguments. The shop pays once for each key.
    refund_order: async ({ number, amount }, { idempotencyKey, signal }) =>
      (await askShop("/refunds", {
        method: "POST",
        headers: { "idempotency-key": idempotencyKey },
        body: JSON.stringify({ number, amount }),
        signal,
      })) as { refund: string },
  },
});

export const model = gemini({
  apiKey: process.env["GEMINI_API_KEY"] ?? "",
  model: "gemini-3.5-flash",
  ...(process.env["GEMINI_BASE_URL"] && { baseUrl: process.env["GEMINI_BASE_URL"] }),
});

/** A run ends after this time, also while it waits for a decision. */
export const deadlineMs = 24 * 3600_000;

/** Shows a call to a person. `address` is where the engine takes the decision. */
export async function askPerson({ key, tool, args }: PendingCall, address: string): Promise<void> {
  await askShop("/approvals", { method: "POST", body: JSON.stringify({ address, key, tool, args }) });
}
