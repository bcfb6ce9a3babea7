// Whole call over a fake line and instant fake speech, in virtual time: acts of the caller in, a timeline out.

import { describe, expect, test } from "bun:test";
import { loudness } from "../../src/audio/frame.ts";
import type { Words } from "../../src/voice/responder.ts";
import { type CallWorld, openWorld, scriptedResponder } from "../support/fakes/call-script.ts";

async function hangUp(world: CallWorld): Promise<void> {
  world.call.gone("caller");
  expect(await world.leftovers()).toEqual([]);
}

describe("call", () => {
  test("call: it greets, answers the caller's words, and hangs up after the goodbye was heard", async () => {
    const responder = scriptedResponder((input) =>
      input.type === "start" ? "Hello there." : "Goodbye now!",
    );
    const world = openWorld({ responder, turns: [{ text: "bye" }] });
    world.call.ready();
    await world.pass(500);
    await world.pass(400, true);
    await world.pass(1_800);
    expect(world.timeline()).toBe(`
0 agent speaks
240 heard "Hello there."
240 agent stops
560 caller speaks
1140 caller pauses
1620 caller said "bye"
1620 agent speaks
1860 heard "Goodbye now!"
1860 agent stops
2160 ended completed
`);
    expect(responder.inputs).toEqual([{ type: "start" }, { type: "words", text: "bye" }]);
    expect(world.line.closed).toBe("completed");
    expect(await world.leftovers()).toEqual([]);
  });

  test("call: spoken or typed words over the goodbye are marked as unanswered, and the goodbye is heard", async () => {
    const responder = scriptedResponder((input) =>
      input.type === "start"
        ? "Hello."
        : `It is booked for four. ${"We look forward to seeing you there. ".repeat(4)}Goodbye now!`,
    );
    const world = openWorld({ responder, turns: [{ text: "bye" }, { text: "no wait make it five" }] });
    world.call.ready();
    await world.pass(500);
    await world.pass(400, true);
    await world.pass(1_000);
    world.call.input({ type: "text", text: "five!", speak: true, interrupt: true });
    await world.pass(300, true);
    await world.pass(5_000);
    const said = world.events.filter(
      (event) => event.type === "user-typed" || (event.type === "user-words" && event.final),
    );
    expect(said).toMatchObject([
      { type: "user-words", text: "bye" },
      { type: "user-typed", text: "five!", unanswered: true },
      { type: "user-words", text: "no wait make it five", unanswered: true },
    ]);
    expect("unanswered" in (said[0] ?? {})).toBe(false);
    expect(world.timeline()).toContain('heard "Goodbye now!"');
    expect(world.line.closed).toBe("completed");
    expect(await world.leftovers()).toEqual([]);
  });

  test("call: audio is paced, never more than the lead ahead and without a gap", async () => {
    const world = openWorld({ responder: scriptedResponder(() => "x".repeat(200) + ".") });
    world.call.ready();
    await world.pass(5_000);
    const { played } = world.line;
    expect(played.length).toBe(201);
    played.forEach(({ atMs }, i) => {
      const dueMs = i * 20;
      expect(atMs).toBeLessThanOrEqual(dueMs);
      expect(dueMs - atMs).toBeLessThanOrEqual(200);
    });
    await hangUp(world);
  });

  test("call: barge-in stops the agent within a frame of the decision and keeps what was heard", async () => {
    const responder = scriptedResponder((input) =>
      input.type === "start" ? "One two three four five six seven." : "Yes?",
    );
    const world = openWorld({ responder, turns: [{ text: "stop" }] });
    world.line.drops = true;
    world.call.ready();
    await world.pass(200);
    await world.pass(600, true);
    const pause = world.events.find((event) => event.type === "agent-paused");
    const spoke = world.events.find((event) => event.type === "user-speaking");
    // The first word is already understood.
    expect((pause?.atMs ?? 0) - (spoke?.atMs ?? 0)).toBe(0);
    await world.pass(1_500);
    const cut = world.events.find((event) => event.type === "interrupted");
    expect(world.line.played.filter(({ atMs }) => atMs > pause!.atMs && atMs < cut!.atMs)).toEqual([]);
    // 260 ms of 700 had left the loudspeaker: that is "One two three".
    expect(cut).toMatchObject({ heardReplyText: "One two three", segment: 1 });
    expect(responder.heard).toEqual(["One two three"]);
    expect(responder.inputs.at(-1)).toEqual({ type: "words", text: "stop" });
    expect(world.line.clears).toBe(2);
    await hangUp(world);
  });

  test("call: word times of the voice give the heard part", async () => {
    const written = "You owe us $5.50 for today.";
    // The voice speaks it all in the first 405 ms, except the last word.
    const spoken = "You owe us 5 dollars and 50 cents for today.";
    const words = spoken
      .split(" ")
      .map((text, i) => ({ text, startMs: i * 45, endMs: i < 9 ? (i + 1) * 45 : 880 }));
    const given: string[] = [];
    const world = openWorld({
      responder: scriptedResponder((input) => (input.type === "start" ? written : "Yes?")),
      turns: [{ text: "stop" }],
      changes: {
        tts: (tts) => ({
          ...tts,
          speak: (text, sink, context) => {
            given.push(text);
            // A vendor that has lost its place sends more words than the text has letters.
            sink({ type: "words", words: Array.from({ length: 200 }, () => words[1]!) });
            sink({ type: "words", words });
            return tts.speak(text, sink, context);
          },
        }),
      },
    });
    world.line.drops = true;
    world.call.ready();
    await world.pass(320);
    await world.pass(600, true);
    await world.pass(1_500);
    expect(given).toEqual([spoken, "Yes?"]);
    const cut = world.events.find((event) => event.type === "interrupted");
    expect(cut).toMatchObject({ heardReplyText: "You owe us $5.50", heardMs: 380 });
    await hangUp(world);
  });

  test("call: a sentence ends by its language's rules, and not at a piece of it", async () => {
    async function* pieces(): AsyncGenerator<Words> {
      for (const [language, delta] of [
        ["en", "The 5 "],
        ["en", "& 6 is "],
        ["de", "Die 5 & 6"],
      ] as const) {
        await Promise.resolve();
        yield { type: "text", delta, language };
      }
    }
    const responder = scriptedResponder((input) => (input.type === "start" ? pieces() : ""));
    const world = openWorld({
      responder,
      changes: { tts: (tts) => ({ ...tts, speaks: ["en", "de"] }) },
    });
    world.call.ready();
    await world.pass(2_000);
    expect(world.tts.texts).toEqual(["The 5 and 6 is", "Die 5 und 6"]);
    await hangUp(world);
  });

  test("call: an interruption at any millisecond leaves one agent that can speak", async () => {
    for (let at = 0; at <= 900; at += 20) {
      const responder = scriptedResponder((input) =>
        input.type === "start" ? "One two three. Four five six seven." : "Fine.",
      );
      const world = openWorld({ responder });
      world.call.ready();
      await world.pass(at);
      world.call.input({ type: "text", text: "and now", interrupt: true, speak: true });
      await world.pass(400);
      expect(
        world.events.filter((it) => it.type === "sentence" && it.status === "completed").at(-1),
        `at ${at}`,
      ).toMatchObject({ text: "Fine." });
      expect(responder.running).toBe(0);
      await hangUp(world);
    }
  });

  test("call: late words of an interrupted answer are never heard", async () => {
    const gate = Promise.withResolvers<void>();
    const responder = scriptedResponder((input) => {
      if (input.type === "start") return "Hello.";
      if (input.type === "words" && input.text === "first") return late(gate.promise, "Too late.");
      return "Second answer.";
    });
    const world = openWorld({ responder });
    world.call.ready();
    await world.pass(400);
    world.call.input({ type: "text", text: "first", interrupt: true, speak: true });
    await world.pass(100);
    world.call.input({ type: "text", text: "second", interrupt: true, speak: true });
    gate.resolve();
    await world.pass(600);
    expect(world.tts.texts).toEqual(["Hello.", "Second answer."]);
    expect(responder.heard).toEqual([""]);
    await hangUp(world);
  });

  test("call: silence is asked about, again and again", async () => {
    const responder = scriptedResponder((input) => (input.type === "silence" ? "Are you there?" : "Hello."));
    const world = openWorld({ responder });
    world.call.ready();
    await world.pass(17_000);
    expect(responder.inputs.map((it) => it.type)).toEqual(["start", "silence", "silence"]);
    await hangUp(world);
  });

  test("call: a voice that fails once is tried again, one that never begins ends the call in an error", async () => {
    const world = openWorld({ responder: scriptedResponder(() => "One. Two. Three.") });
    world.tts.failures.push("before audio");
    world.call.ready();
    await world.pass(1_000);
    expect(world.events.filter((it) => it.type === "sentence" && it.status === "completed")).toHaveLength(3);
    await hangUp(world);

    const mute = openWorld({ responder: scriptedResponder(() => "One. Two. Three.") });
    mute.tts.failures.push("never", "never", "never", "never");
    mute.call.ready();
    await mute.pass(20_000);
    expect(mute.timeline()).toContain("failed tts_unavailable for good");
    expect(mute.line.closed).toBe("failed");
    expect(await mute.leftovers()).toEqual([]);
  });

  test("call: the longest call ends with a notice and a goodbye that is heard", async () => {
    const world = openWorld({ responder: scriptedResponder(() => "Hm."), durationMsMax: 60_000 });
    world.call.ready();
    await world.pass(66_000);
    expect(world.timeline()).toContain("50000 ending max_duration in 10000");
    expect(world.timeline()).toContain('heard "We have reached the time limit of this call."');
    expect(world.line.closed).toBe("max_duration");
    expect(await world.leftovers()).toEqual([]);
  });

  test("call: a caller who leaves with drain hears the agent out, one without does not", async () => {
    const world = openWorld({ responder: scriptedResponder(() => "One two three.") });
    world.call.ready();
    await world.pass(100);
    world.call.input({ type: "end", drain: true });
    await world.pass(800);
    expect(world.timeline()).toContain('heard "One two three."');
    expect(world.line.closed).toBe("caller");
    const quick = openWorld({ responder: scriptedResponder(() => "One two three.") });
    quick.call.ready();
    await quick.pass(100);
    quick.call.input({ type: "end", drain: false });
    expect(quick.line.closed).toBe("caller");
    expect(await quick.leftovers()).toEqual([]);
    expect(await world.leftovers()).toEqual([]);
  });

  test("call: a muted caller is silence to the agent", async () => {
    const world = openWorld({ responder: scriptedResponder(() => "Hello.") });
    world.call.ready();
    world.call.input({ type: "mute", muted: true });
    await world.pass(1_000, true);
    expect(world.timeline()).not.toContain("caller speaks");
    await hangUp(world);
  });

  test("call: a client that does not read delays the agent, and nothing is lost", async () => {
    const world = openWorld({ responder: scriptedResponder(() => "One two three four.") });
    world.line.writable = false;
    world.call.ready();
    await world.pass(1_000);
    expect(world.line.played).toEqual([]);
    world.line.writable = true;
    await world.pass(1_000);
    expect(world.line.played.length).toBe(19);
    expect(world.line.played.every(({ frame }) => loudness(frame) > 1_000)).toBe(true);
    await hangUp(world);
  });

  test("call: a text-only answer is shown and not spoken", async () => {
    const world = openWorld({
      responder: scriptedResponder((input) => (input.type === "start" ? "Hi." : "Written only.")),
    });
    world.call.ready();
    await world.pass(200);
    world.call.input({ type: "text", text: "psst", interrupt: true, speak: false });
    await world.pass(200);
    expect(world.tts.texts).toEqual(["Hi."]);
    expect(world.timeline()).toContain('heard "Written only."');
    await hangUp(world);
  });

  test("call: latency counts from the caller's last sound", async () => {
    const world = openWorld({ responder: scriptedResponder(() => "Hello."), turns: [{ text: "hi" }] });
    world.call.ready();
    await world.pass(500);
    await world.pass(400, true);
    await world.pass(1_200);
    const found = world.events.find((event) => event.type === "latency");
    expect(found?.latency.turn).toBe(1);
    expect(found?.latency.endOfTurnMs).toBeGreaterThan(690);
    expect(found?.latency.audioMs).toBeLessThan(760);
    await hangUp(world);
  });

  test("call: a bug in an answer ends that call and notifies the line", async () => {
    const broken = scriptedResponder(() => {
      throw new Error("our bug");
    });
    const world = openWorld({ responder: broken });
    world.call.ready();
    await world.pass(100);
    expect(world.line.closed).toBe("failed");
    expect(await world.leftovers()).toEqual([]);
  });
});

async function* late(when: Promise<void>, text: string) {
  await when;
  yield { type: "text", delta: text } as const;
}
