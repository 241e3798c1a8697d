import { describe, expect, it } from "vitest";
import { createLights } from "../../generated/lights/index.js";
import { createToolset } from "../../runtime/start/toolset.js";
import { call } from "../../testing/index.js";
import { agentOnFake, sentContents } from "./agent-on-fake.js";

// The sentences of the reference of Tool that describe a conversation.

describe("a Tool in a conversation", () => {
  it("is omitted from the request if there are no functions", async () => {
    const { agent, fake } = await agentOnFake(["hello"], {
      tools: createToolset({ name: "none", tools: [] }),
    });
    expect(await agent.run("hi")).toMatchObject({ status: "done", text: "hello" });
    expect(fake.requests[0]?.body).not.toHaveProperty("tools");
    expect(fake.requests[0]?.body).not.toHaveProperty("toolConfig");
  });

  it("is executed by the client, and the model may call a subset", async () => {
    const ran: string[] = [];
    const tools = createLights({
      handlers: {
        turn_on_the_lights: () => void ran.push("on"),
        turn_off_the_lights: () => void ran.push("off"),
        set_light_values: ({ room, brightness, color_temp }) =>
          void ran.push(`${room} ${brightness} ${color_temp}`),
      },
    });
    const { agent } = await agentOnFake(
      [[call("set_light_values", { room: "hall", brightness: 40 })], "dimmed"],
      { tools },
    );
    expect(await agent.run("dim the hall")).toMatchObject({ status: "done", text: "dimmed" });
    expect(ran).toEqual(["hall 40 warm"]);
  });

  it("is answered in the next turn, with the role that Gemini accepts today", async () => {
    const tools = createLights({
      handlers: {
        turn_on_the_lights: () => "done",
        turn_off_the_lights: () => "done",
        set_light_values: () => "done",
      },
    });
    const { agent, fake } = await agentOnFake([[call("turn_on_the_lights")], "lit"], { tools });
    await agent.run("lights");
    expect(sentContents(fake, 1).map(({ role }) => role)).toEqual(["user", "model", "user"]);
    expect(sentContents(fake, 1)[2]?.parts).toMatchObject([
      { functionResponse: { name: "turn_on_the_lights" } },
    ]);
  });
});
