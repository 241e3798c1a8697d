import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type BundleSize, measureBundle } from "../../bench/bundle-size.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

const measure = (contents: string): Promise<BundleSize> =>
  measureBundle({ stdin: { contents, resolveDir: root } }, { tsconfig: join(root, "tsconfig.json") });

const agent = 'export { createAgent } from "./runtime/start/agent.js";';
const withGemini = `${agent} export { gemini } from "./runtime/gemini/gemini.js";`;
const withInteractions = `${agent} export { interactions } from "./runtime/interactions/interactions.js";`;

describe("an agent with interactions() as a bundle", () => {
  it("weighs at most 1.2 times one with gemini()", async () => {
    const [ours, other] = await Promise.all([measure(withInteractions), measure(withGemini)]);
    console.log(
      `interactions: ${ours.first} bytes min+gz at once, ${ours.all} with everything; ` +
        `gemini: ${other.first} and ${other.all}; ratio ${(ours.all / other.all).toFixed(3)}`,
    );
    expect(ours.first).toBeLessThanOrEqual(1.2 * other.first);
    expect(ours.all).toBeLessThanOrEqual(1.2 * other.all);
  });

  it("contains no gemini(), and the reverse", async () => {
    const [ours, other] = await Promise.all([measure(withInteractions), measure(withGemini)]);
    expect(ours.complete).not.toContain("streamGenerateContent");
    expect(other.complete).not.toMatch(/user_input|previous_interaction_id/);
  });
});
