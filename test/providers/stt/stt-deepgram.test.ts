// Deepgram's recognisers and their traps: answers that do not come, come late or differ, and the turns that Flux
// decides by itself.

import { describe, expect, test } from "bun:test";
import { Breakers } from "../../../src/providers/policy/breaker.ts";
import { sttWithReconnect } from "../../../src/providers/policy/stt-with-reconnect.ts";
import { candidate } from "../../support/fakes/scripted-provider.ts";
import { speak } from "../../support/providers/stt/marked-speech.ts";
import { Heard, sttWorld } from "../../support/providers/stt/stt-vendors.ts";
import { until } from "../../support/until.ts";

const said = (texts: readonly string[] | undefined, type: string): number =>
  (texts ?? []).filter((text) => text.includes(`"${type}"`)).length;

describe("deepgram", () => {
  test("words come with times from the start of their turn, with confidence and with their cost", async () => {
    await using world = await sttWorld("deepgram");
    const heard = await world.open();
    await heard.say(speak("yes"), "yes");
    heard.session.finalize(1);
    await heard.end(1);
    await heard.say(speak("two coffees"), "two coffees");
    heard.session.finalize(2);
    const { words, confidence } = await heard.end(2);
    expect(words).toEqual([
      { text: "two", startMs: 0, endMs: 160, confidence: 0.9 },
      { text: "coffees", startMs: 200, endMs: 360, confidence: 0.9 },
    ]);
    expect(confidence).toBeCloseTo(0.9);
    expect(heard.of("usage").map(({ usage }) => usage)).toEqual([
      { unit: "audio_ms", amount: 700, basis: "measured" },
      { unit: "audio_ms", amount: 900, basis: "measured" },
    ]);
    expect(heard.of("partial").map(({ text }) => text)).toEqual(["yes", "two", "two coffees"]);
  });

  test("chunks hold 60 ms, and the rest of a turn is sent before its end", async () => {
    await using world = await sttWorld("deepgram");
    const heard = await world.open();
    heard.send(speak("yes", 500).slice(0, 10));
    heard.session.finalize(1);
    await heard.end(1);
    expect(world.server.connections[0]?.binaries).toEqual([1_920, 1_920, 1_920, 640]);
  });

  test("an unanswered Finalize is awaited for at most 800 ms", async () => {
    await using world = await sttWorld("deepgram", { mood: "no-ack" });
    const heard = await world.open();
    await heard.say(speak("two coffees"), "two coffees");
    heard.session.finalize(1);
    await until("Finalize", () => said(world.server.connections[0]?.texts, "Finalize") === 1);
    await world.clock.advance(799);
    expect(heard.ends.length).toBe(0);
    await world.clock.advance(1);
    expect(heard.ends.map(({ text }) => text)).toEqual(["two coffees"]);
  });

  test("speech without a transcript since the opening was not understood; a proven server heard a noise", async () => {
    await using hung = await sttWorld("deepgram", { hang: "open" });
    await using there = await sttWorld("deepgram", { mood: "no-ack" });
    const [unheard, heard] = [await hung.open(), await there.open()];
    unheard.send(speak("yes"));
    unheard.session.finalize(1);
    await hung.clock.advance(800);
    await heard.say(speak("yes"), "yes");
    heard.session.finalize(1);
    await there.clock.advance(800);
    heard.send(speak("", 1_000));
    heard.session.finalize(2);
    await there.clock.advance(800);
    const [nothing, words, noise] = [...unheard.ends, ...heard.ends].map(({ text, rejected }) => [
      text,
      rejected,
    ]);
    expect([nothing, words, noise]).toEqual([
      ["", true],
      ["yes", false],
      ["", false],
    ]);
  });

  test("the wait is at most 400 ms if everything was settled before", async () => {
    await using world = await sttWorld("deepgram", { mood: "settles-words" });
    const heard = await world.open();
    await heard.say(speak("two coffees"), "two coffees");
    heard.session.finalize(1);
    await world.clock.advance(399);
    expect(heard.ends.length).toBe(0);
    await world.clock.advance(1);
    expect(heard.ends.map(({ text }) => text)).toEqual(["two coffees"]);
  });

  test("a late answer is no part of the next turn", async () => {
    await using world = await sttWorld("deepgram", { mood: "late-ack" });
    const heard = await world.open();
    await heard.say(speak("two coffees"), "two coffees");
    heard.session.finalize(1);
    await until("Finalize", () => said(world.server.connections[0]?.texts, "Finalize") === 1);
    await world.clock.advance(800);
    await heard.say(speak("please"), "please");
    heard.session.finalize(2);
    await until("Finalize", () => said(world.server.connections[0]?.texts, "Finalize") === 2);
    await world.clock.advance(800);
    expect(heard.ends.map(({ text }) => text)).toEqual(["two coffees", "please"]);
  });

  test("ends of utterances in other words change nothing", async () => {
    await using world = await sttWorld("deepgram", { mood: "utterance-end" });
    const heard = await world.open();
    expect((await heard.turn(speak("yes please"), 1)).text).toBe("yes please");
    expect(heard.ends.length).toBe(1);
    expect(heard.of("turn_opinion")).toEqual([]);
  });

  test("KeepAlive is sent during silence, CloseStream at the end", async () => {
    await using world = await sttWorld("deepgram");
    const heard = await world.open();
    heard.send(speak("yes").slice(0, 10));
    await world.clock.advance(9_000);
    const texts = world.server.connections[0]?.texts;
    await until("two KeepAlives", () => said(texts, "KeepAlive") === 2);
    heard.session.close();
    expect(await world.server.connections[0]?.closed).toBe(1000);
    expect(texts?.at(-1)).toBe(`{"type":"CloseStream"}`);
    expect(await heard.session.closed).toBeUndefined();
    await heard.session.rest;
    // Three chunks of 60 ms, by the recogniser's own count.
    const usage = { unit: "audio_ms", amount: 180, basis: "reported" } as const;
    expect(heard.of("usage")).toEqual([{ type: "usage", usage }]);
    expect(world.server.problems).toEqual([]);
  });
});

describe("deepgram's terms", () => {
  const expecting = (...phrases: readonly string[]) =>
    ({ anyOf: [{ type: "phrases", phrases }], endSilenceMs: 700 }) as const;

  test("are sent with the address as far as they are known, and changed with each question", async () => {
    await using world = await sttWorld("deepgram");
    const heard = await world.open(expecting("two coffees", "tea"));
    const [connection] = world.server.connections;
    expect(connection?.head.query.getAll("keyterm")).toEqual(["two coffees", "tea"]);
    // An undefined expectation leaves the known one in force.
    heard.session.expect(undefined);
    heard.session.expect(expecting("my number"));
    heard.session.expect(
      expecting(...Array.from({ length: 30 }, (_, i) => `ünïcödé term ${i} ${"é".repeat(9)}`)),
    );
    heard.session.expect(undefined);
    await until("three changes", () => said(connection?.texts, "Configure") === 3);
    const told = connection?.texts.map((text) => (JSON.parse(text) as { keyterms: string[] }).keyterms);
    expect(told?.map(({ length }) => length)).toEqual([1, 13, 0]);
    expect(world.server.problems).toEqual([]);
  });

  test("that are refused within a session do not end it", async () => {
    await using world = await sttWorld("deepgram", { mood: "no-terms" });
    const heard = await world.open();
    heard.session.expect(expecting("tea"));
    expect((await heard.turn(speak("yes please"), 1)).text).toBe("yes please");
    expect(world.logged.join()).toContain("KeytermsNotSupported");
  });
});

describe("deepgram with a dead but open connection", () => {
  test("the connection is replaced after 8 s of speech, and the new one gets the missed audio", async () => {
    await using world = await sttWorld("deepgram", { hang: "open" });
    const stt = sttWithReconnect([candidate(world.stt)], new Breakers(world.clock));
    const heard = await Heard.open(stt, { clock: world.clock, call: world.call.signal });
    heard.send(speak("yes please", 7_560));
    expect(world.server.connections).toHaveLength(1);
    heard.send(speak("", 40));
    await heard.when(() => heard.of("partial").find(({ text }) => text === "yes please"));
    expect(world.server.connections).toHaveLength(2);
    heard.session.finalize(1);
    expect((await heard.end(1)).text).toBe("yes please");
    heard.session.close();
    expect(world.server.problems).toEqual([]);
  });
});

describe("deepgram-flux", () => {
  test("the vendor's decisions become opinions of the open turn", async () => {
    await using world = await sttWorld("deepgram-flux");
    const heard = await world.open();
    heard.send([...speak("yes", 320), ...speak("please", 600)]);
    await heard.when(() => heard.of("turn_opinion").find(({ opinion }) => opinion === "over"));
    expect(heard.of("turn_opinion")).toEqual([
      { type: "turn_opinion", opinion: "probably_over", confidence: 0.6 },
      { type: "turn_opinion", opinion: "goes_on", confidence: 0.1 },
      { type: "turn_opinion", opinion: "probably_over", confidence: 0.6 },
      { type: "turn_opinion", opinion: "over", confidence: 0.9 },
    ]);
    heard.session.finalize(1);
    const { text, words, confidence } = await heard.end(1);
    expect(text).toBe("yes please");
    expect(words?.map(({ startMs }) => startMs)).toEqual([0, 520]);
    expect(confidence).toBeCloseTo(0.8);
  });

  test("several vendor turns make one of ours", async () => {
    await using world = await sttWorld("deepgram-flux");
    const heard = await world.open();
    const end = await heard.turn([...speak("two", 600), ...speak("coffees", 600)], 1);
    expect(end.text).toBe("two coffees");
    expect((await heard.turn(speak("please", 600), 2)).text).toBe("please");
  });

  for (const mood of ["stubborn", "stubborn no-times"]) {
    test(`a turn that the vendor does not end is cut where ours ended (${mood})`, async () => {
      await using world = await sttWorld("deepgram-flux", { mood });
      const heard = await world.open();
      await heard.say(speak("two coffees", 500), "two coffees");
      heard.session.finalize(1);
      // The client sends silence until the vendor has heard the end of the turn.
      await world.clock.advance(400);
      expect((await heard.end(1)).text).toBe("two coffees");
      await heard.say(speak("please", 500), "please");
      heard.session.finalize(2);
      await world.clock.advance(800);
      expect((await heard.end(2)).text).toBe("please");
    });
  }

  test("silence is sent until the vendor has answered, and seldom afterwards", async () => {
    await using world = await sttWorld("deepgram-flux", { mood: "stubborn" });
    const heard = await world.open();
    const chunks = (): number => world.server.connections[0]?.binaries.length ?? 0;
    heard.send(speak("yes", 500));
    heard.session.finalize(1);
    await until("audio", () => chunks() === 9);
    expect(heard.ends.length).toBe(0);
    await world.clock.advance(80);
    await heard.end(1);
    expect(chunks()).toBe(10);
    await world.clock.advance(2_999);
    expect(chunks()).toBe(10);
    await world.clock.advance(1);
    await until("silence that keeps the connection", () => chunks() === 11);
  });

  test("one change of the settings is under way at a time, and the last one counts", async () => {
    for (const mood of ["", "refuses-settings"]) {
      await using world = await sttWorld("deepgram-flux", { mood });
      const heard = await world.open();
      const listen = (phrase: string): void =>
        heard.session.expect({ anyOf: [{ type: "phrases", phrases: [phrase] }], endSilenceMs: 700 });
      listen("one");
      listen("two");
      listen("three");
      const texts = (): readonly string[] => world.server.connections[0]?.texts ?? [];
      await until("two changes", () => texts().length === 2);
      expect(texts().map((text) => JSON.parse(text).keyterms)).toEqual([["one"], ["three"]]);
      expect(world.server.problems).toEqual([]);
    }
  });

  test("an error message ends the session with its kind, in our words", async () => {
    const error = { type: "Error", sequence_id: 9, code: "UNPARSABLE_CLIENT_MESSAGE", description: "Bad." };
    await using world = await sttWorld("deepgram-flux", {
      first: [`{"type":"Connected"}`, JSON.stringify(error)],
    });
    const heard = await world.open();
    const reason = await heard.session.closed;
    expect([reason?.kind, reason?.info.detail]).toEqual(["bad_input", "UNPARSABLE_CLIENT_MESSAGE Bad."]);
    expect(reason?.info.message).not.toContain("Bad");
  });
});
