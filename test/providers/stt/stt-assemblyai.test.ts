// AssemblyAI's recogniser and its traps: turns that end twice, refusals after the handshake, messages of the wrong
// length, audio that comes too fast, and a socket that costs while it is open.

import { describe, expect, test } from "bun:test";
import { speak } from "../../support/providers/stt/marked-speech.ts";
import { refusal, sttWorld } from "../../support/providers/stt/stt-vendors.ts";
import { until } from "../../support/until.ts";

describe("assemblyai", () => {
  for (const mood of ["bad-key", "no-money"]) {
    test(`a refusal after the handshake (${mood}) rejects the opening`, async () => {
      await using world = await sttWorld("assemblyai", { mood });
      expect(await refusal(world.open())).toMatchObject({
        kind: mood === "bad-key" ? "auth" : "quota",
        info: { phase: "start" },
      });
    });
  }

  test("a turn that ends twice, the second time formatted, ends once", async () => {
    await using world = await sttWorld("assemblyai", { mood: "formats" });
    const heard = await world.open();
    await world.clock.advance(10_000);
    expect((await heard.turn(speak("two coffees", 0), 1)).text).toBe("two coffees");
    expect((await heard.turn(speak("please", 0), 2)).text).toBe("please");
    expect(heard.ends.length).toBe(2);
  });

  test("the vendor's own end is an opinion, and the formatted text is used when it arrives in time", async () => {
    await using world = await sttWorld("assemblyai", { mood: "formats" });
    const heard = await world.open();
    await world.clock.advance(10_000);
    heard.send(speak("two coffees", 500));
    await heard.when(() => heard.of("partial").find(({ text }) => text === "Two coffees."));
    expect(heard.of("turn_opinion")).toEqual([{ type: "turn_opinion", opinion: "over", confidence: 0.82 }]);
    heard.session.finalize(1);
    // The recogniser has nothing left to report.
    await world.clock.advance(450);
    expect(await heard.end(1)).toMatchObject({ text: "Two coffees.", turn: 1 });
  });

  test("words have times from the start of their turn, and confidence", async () => {
    await using world = await sttWorld("assemblyai");
    const heard = await world.open();
    await world.clock.advance(10_000);
    await heard.turn(speak("yes", 0), 1);
    const { words, confidence } = await heard.turn(speak("no", 0), 2);
    expect(words).toEqual([{ text: "no", startMs: 0, endMs: 160, confidence: 0.7 }]);
    expect(confidence).toBeCloseTo(0.7);
  });

  test("a late end answers no other turn", async () => {
    await using world = await sttWorld("assemblyai", { mood: "slow-forced" });
    const heard = await world.open();
    await world.clock.advance(10_000);
    await heard.say(speak("two coffees", 60), "two coffees");
    heard.session.finalize(1);
    await until("ForceEndpoint", () => world.server.connections[0]?.texts.length === 1);
    await world.clock.advance(840);
    expect(heard.ends.map(({ text }) => text)).toEqual(["two coffees"]);
    await heard.say(speak("please", 60), "please");
    heard.session.finalize(2);
    await until("ForceEndpoint", () => world.server.connections[0]?.texts.length === 2);
    await world.clock.advance(840);
    expect(heard.ends.map(({ text }) => text)).toEqual(["two coffees", "please"]);
  });

  test("messages hold at least 50 ms, and 100 by default", async () => {
    await using world = await sttWorld("assemblyai");
    const heard = await world.open();
    await world.clock.advance(10_000);
    heard.send(speak("yes", 0).slice(0, 6));
    heard.session.finalize(1);
    await until("two messages", () => world.server.connections[0]?.binaries.length === 2);
    expect(world.server.connections[0]?.binaries).toEqual([3_200, 1_920]);
    expect(world.server.problems).toEqual([]);
  });

  test("audio goes out no faster than real time, a second aside", async () => {
    await using world = await sttWorld("assemblyai");
    const heard = await world.open();
    const sent = (): number => (world.server.connections[0]?.binaries ?? []).length * 100;
    heard.send(speak("two coffees please", 1_400));
    heard.session.finalize(1);
    await until("a second", () => sent() === 1_000);
    await world.clock.advance(500);
    await until("half a second more", () => sent() === 1_500);
    expect(world.server.connections[0]?.texts).toEqual([]);
    await world.clock.advance(500);
    expect((await heard.end(1)).text).toBe("two coffees please");
  });

  test("waiting audio is bounded, and the loss is reported once", async () => {
    await using world = await sttWorld("assemblyai");
    const heard = await world.open();
    heard.send(speak("", 20_000));
    expect(heard.of("warning").map(({ code }) => code)).toEqual(["speech/overloaded"]);
  });

  test("the open socket is billed, and always closed with a message", async () => {
    for (const leave of ["close", "abort"]) {
      await using world = await sttWorld("assemblyai");
      world.server.now = () => world.clock.now();
      const heard = await world.open();
      await world.clock.advance(10_000);
      await heard.turn(speak("yes", 0), 1);
      await world.clock.advance(2_500);
      if (leave === "close") heard.session.close();
      else world.call.abort();
      await heard.session.rest;
      expect(heard.of("usage").map(({ usage }) => usage)).toEqual([
        { unit: "socket_ms", amount: 10_000, basis: "measured" },
        { unit: "socket_ms", amount: 2_500, basis: "reported" },
      ]);
      expect(await world.server.connections[0]?.closed).toBe(1000);
      expect(world.server.connections[0]?.texts.at(-1)).toBe(`{"type":"Terminate"}`);
      await until("no timer", () => world.clock.pending === 0);
    }
  });

  test("a vendor without a final count is awaited for one second; then our count applies", async () => {
    await using world = await sttWorld("assemblyai", { mood: "silent-end" });
    const heard = await world.open();
    await world.clock.advance(2_500);
    heard.session.close();
    await world.clock.advance(999);
    expect(heard.of("usage")).toEqual([]);
    await world.clock.advance(1);
    await heard.session.rest;
    const usage = { unit: "socket_ms", amount: 2_500, basis: "measured" } as const;
    expect(heard.of("usage")).toEqual([{ type: "usage", usage }]);
  });

  test("a vendor's count far above the audio is not believed", async () => {
    await using world = await sttWorld("assemblyai", { mood: "long-count" });
    const heard = await world.open();
    await world.clock.advance(2_500);
    heard.session.close();
    await heard.session.rest;
    expect(heard.of("usage")).toMatchObject([{ usage: { amount: 2_500, basis: "measured" } }]);
  });

  test("a session that has lasted long enough is no failure of the vendor", async () => {
    await using world = await sttWorld("assemblyai", { mood: "expired" });
    const heard = await world.open();
    await world.clock.advance(10_000);
    heard.send(speak("yes", 400));
    expect((await heard.session.closed)?.kind).toBe("session_limit");
  });

  test("expectations become key terms", async () => {
    await using world = await sttWorld("assemblyai");
    const heard = await world.open();
    const expectation = {
      anyOf: [{ type: "phrases", phrases: ["two coffees", "x".repeat(51), "two coffees"] }],
      examples: ["a tea"],
      endSilenceMs: 700,
    } as const;
    heard.session.expect(expectation);
    heard.session.expect({ ...expectation });
    heard.session.expect(undefined);
    const texts = world.server.connections[0]?.texts ?? [];
    await until("two updates", () => texts.length === 2);
    expect(texts.map((text) => JSON.parse(text).keyterms_prompt)).toEqual([["two coffees", "a tea"], []]);
  });
});
