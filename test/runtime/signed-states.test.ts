import { describe, expect, it } from "vitest";
import { createAgent } from "../../runtime/start/agent.js";
import { isRunError } from "../../runtime/errors.js";
import { signState, verifyState } from "../../runtime/adapters/sign-state.js";
import type { State } from "../../runtime/loop/state.js";
import { call, scriptedModel } from "../../testing/index.js";
import { handMade } from "./hand-made-tools.js";

// A signed state travels through a browser. The user may read it. The user must not change it, use it twice,
// or use it after it expires.

const secret = "0123456789abcdef";

async function pausedState(): Promise<{
  state: State;
  ran: unknown[];
  resume: (state: State) => Promise<string>;
}> {
  const ran: unknown[] = [];
  const tools = handMade([
    { name: "pay", args: { to: "string" }, policy: { approval: true }, run: ({ to }) => ran.push(to) },
  ]);
  const agent = createAgent({
    tools,
    model: scriptedModel([call("pay", { to: "bob" }, { id: "p1" }), "done"]),
  });
  const result = await agent.run("Grüße 😀");
  if (result.status !== "paused") throw new Error(result.status);
  const resume = async (given: State): Promise<string> =>
    (await agent.resume(given, { decisions: { p1: "approve" } })).status;
  return { state: result.state, ran, resume };
}

/** Returns the code of the refusal, or "genuine" if the state was accepted. */
async function judged(
  text: string,
  ...rest: [secret?: string, options?: Parameters<typeof verifyState>[2]]
): Promise<string> {
  const [key = secret, options] = rest;
  try {
    await verifyState(text, key, options);
    return "genuine";
  } catch (error) {
    if (!isRunError(error)) throw error;
    expect(error.info.kind).toBe("state");
    return error.info.code ?? "";
  }
}

describe("the holder of a signed state", () => {
  it("can return it unchanged", async () => {
    const { state } = await pausedState();
    expect(await verifyState(await signState(state, secret), secret)).toEqual(state);
  });

  it("cannot change, cut or extend it, nor sign another", async () => {
    const { state } = await pausedState();
    const signed = await signState(state, secret);
    const [payload = "", mac = ""] = signed.split(".");
    const other = JSON.stringify({ id: "x", state: { ...state, runId: "r2" } });
    const forged = [
      `${Buffer.from(other).toString("base64url")}.${mac}`,
      ...[
        payload,
        `${payload}.`,
        `.${mac}`,
        "",
        ".",
        "..",
        `${signed}.x`,
        `${signed}=`,
        ` ${signed}`,
        `${signed}\n`,
        "é.é",
      ],
      signed.replace(".", ".A"),
    ];
    for (const text of [...forged, undefined as never, null as never])
      expect(await judged(text)).toBe("FORGED");
    for (let index = 0; index < signed.length; index += 7) {
      const flipped = signed[index] === "A" ? "B" : "A";
      expect(await judged(signed.slice(0, index) + flipped + signed.slice(index + 1))).toBe("FORGED");
    }
    expect(await judged(signed, "another secret of 16 bytes")).toBe("FORGED");
  });

  it("cannot avoid a list of used texts by another spelling of the same text", async () => {
    const { state } = await pausedState();
    const signed = await signState(state, secret);
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const accepted: string[] = [];
    for (const letter of letters) {
      const text = signed.slice(0, -1) + letter;
      if ((await judged(text)) === "genuine") accepted.push(text);
    }
    expect(accepted).toEqual([signed]);
  });

  it.each(["", "a", "fifteen bytes!!"])(
    "cannot guess the secret, because a short one is refused: %j",
    async (weak) => {
      const { state } = await pausedState();
      await expect(signState(state, weak)).rejects.toThrow(/the secret has \d+ bytes; expected at least 16/);
      await expect(verifyState("a.b", weak)).rejects.toThrow("expected at least 16");
    },
  );

  it.each([undefined, null, 5])(
    "cannot use a state without a secret, because signing requires one: %j",
    async (none) => {
      const { state } = await pausedState();
      await expect(signState(state, none as never)).rejects.toThrow("expected a text");
    },
  );

  it("cannot use it after it expires", async () => {
    const { state } = await pausedState();
    const signed = await signState(state, secret, { expiresInMs: 60_000, now: 1_000 });
    expect(await judged(signed, secret, { now: 60_999 })).toBe("genuine");
    expect(await judged(signed, secret, { now: 61_000 })).toBe("EXPIRED");
    expect(await judged(signed)).toBe("EXPIRED");
    expect(await judged(await signState(state, secret), secret, { now: Number.MAX_SAFE_INTEGER })).toBe(
      "genuine",
    );
    await expect(signState(state, secret, { expiresInMs: Number.NaN })).rejects.toThrow("expiresInMs");
  });

  it("cannot use it twice to be paid twice, even if it is signed several times", async () => {
    const { state, ran, resume } = await pausedState();
    const used = new Map<string, number | undefined>();
    const onUse = (id: string, expiresAt?: number): boolean => !used.has(id) && !!used.set(id, expiresAt);
    const texts = [
      await signState(state, secret, { expiresInMs: 5, now: 1 }),
      await signState(state, secret),
    ];
    const options = { onUse, now: 2 };
    expect(await resume(await verifyState(texts[0]!, secret, options))).toBe("done");
    for (const text of texts) expect(await judged(text, secret, options)).toBe("USED");
    expect(ran).toEqual(["bob"]);
    // The id of a text is stored only until the text expires.
    expect([...used.values()]).toEqual([6]);
  });

  it("cannot use it up with a forged or expired text, nor pass if the list cannot be read", async () => {
    const { state } = await pausedState();
    const usedIds: string[] = [];
    const onUse = (id: string): boolean => !!usedIds.push(id);
    const signed = await signState(state, secret, { expiresInMs: 1, now: 0 });
    expect(await judged(signed, secret, { onUse, now: 5 })).toBe("EXPIRED");
    expect(await judged(`${signed}A`, secret, { onUse, now: 0 })).toBe("FORGED");
    expect(usedIds).toEqual([]);
    const broken = { now: 0, onUse: () => Promise.reject(new Error("the database is down")) };
    await expect(verifyState(signed, secret, broken)).rejects.toThrow("the database is down");
    for (const answer of [undefined, 1, "yes"])
      expect(await judged(signed, secret, { now: 0, onUse: () => answer as never })).toBe("USED");
  });

  it("is identified by an id of the application", async () => {
    const { state } = await pausedState();
    const usedIds: string[] = [];
    const signed = await signState(state, secret, { id: "approval 7" });
    await verifyState(signed, secret, { onUse: (id) => !!usedIds.push(id) });
    expect(usedIds).toEqual(["approval 7"]);
  });
});
