// Soniox' recogniser and its traps: words in pieces, marks between them, answers that come with the next turn's words,
// and errors that are messages.

import { describe, expect, test } from "bun:test";
import { speak } from "../../support/providers/stt/marked-speech.ts";
import { sttWorld } from "../../support/providers/stt/stt-vendors.ts";
import { until } from "../../support/until.ts";

const asked = (texts: readonly string[] = []): number =>
  texts.filter((text) => text.includes("finalize")).length;

describe("soniox", () => {
  test("known expectations are sent with the settings, and none where there are none", async () => {
    await using world = await sttWorld("soniox", {}, {});
    const phrases = ["two coffees", "tea"];
    await world.open({ anyOf: [{ type: "phrases", phrases }], endSilenceMs: 700 });
    await world.open();
    const told = (index: number) => world.server.connections[index]?.texts[0];
    await until("two sessions", () => told(1) !== undefined);
    const contexts = [0, 1].map(
      (index) => (JSON.parse(told(index) ?? "{}") as Record<string, unknown>)["context"],
    );
    expect(contexts).toEqual([{ terms: phrases }, undefined]);
  });

  test("pieces become words with times and confidence, one by one", async () => {
    await using world = await sttWorld("soniox");
    const heard = await world.open();
    await world.clock.advance(10_000);
    await heard.turn(speak("yes"), 1);
    await heard.say(speak("two coffees please", 0), "two coffees please");
    heard.session.finalize(2);
    const { text, words, confidence } = await heard.end(2);
    expect(text).toBe("two coffees please");
    expect(words?.map((word) => [word.text, word.startMs, word.endMs])).toEqual([
      ["two", 0, 160],
      ["coffees", 200, 360],
      ["please", 400, 560],
    ]);
    expect(words?.[0]?.confidence).toBeCloseTo(0.9);
    expect(confidence).toBeCloseTo(0.9);
    expect(heard.of("partial").some(({ text: one }) => one === "two coffees")).toBe(true);
  });

  test("the vendor's mark for the end of a turn is an opinion, and no word", async () => {
    await using world = await sttWorld("soniox");
    const heard = await world.open();
    await world.clock.advance(10_000);
    heard.send(speak("yes", 700));
    await heard.when(() => heard.of("turn_opinion").find(({ opinion }) => opinion === "over"));
    heard.session.finalize(1);
    expect((await heard.end(1)).text).toBe("yes");
  });

  test("an answer in one message with the next turn's words is split at its mark", async () => {
    await using world = await sttWorld("soniox", { mood: "together" });
    const heard = await world.open();
    await world.clock.advance(10_000);
    heard.send(speak("two coffees"));
    heard.session.finalize(1);
    await until("finalize", () => asked(world.server.connections[0]?.texts) === 1);
    await heard.say(speak("please"), "please");
    expect(heard.ends.map(({ text }) => text)).toEqual(["two coffees"]);
    heard.session.finalize(2);
    await until("finalize", () => asked(world.server.connections[0]?.texts) === 2);
    heard.send(speak("stop"));
    expect((await heard.end(2)).text).toBe("please");
  });

  test("a late answer belongs to no other turn", async () => {
    await using world = await sttWorld("soniox", { mood: "late" });
    const heard = await world.open();
    await world.clock.advance(10_000);
    await heard.say(speak("yes", 60), "yes");
    heard.session.finalize(1);
    await until("finalize", () => asked(world.server.connections[0]?.texts) === 1);
    await world.clock.advance(800);
    await heard.say(speak("no", 60), "no");
    heard.session.finalize(2);
    await until("finalize", () => asked(world.server.connections[0]?.texts) === 2);
    await world.clock.advance(800);
    expect(heard.ends.map(({ text }) => text)).toEqual(["yes", "no"]);
  });

  test("a message keeps the connection, an empty frame ends it", async () => {
    await using world = await sttWorld("soniox");
    const heard = await world.open();
    await world.clock.advance(5_000);
    const connection = world.server.connections[0];
    await until("keepalive", () => connection?.texts.at(-1) === `{"type":"keepalive"}`);
    heard.session.close();
    expect(await connection?.closed).toBe(1000);
    expect(connection?.binaries).toEqual([0]);
    expect(world.server.problems).toEqual([]);
  });

  test("audio is sent no more than two seconds ahead of real time", async () => {
    await using world = await sttWorld("soniox");
    const heard = await world.open();
    heard.send(speak("", 3_000));
    const connection = world.server.connections[0];
    await until("what it takes at once", () => connection?.binaries.length === 16);
    await world.clock.advance(1_000);
    await until("the rest", () => connection?.binaries.length === 25);
  });

  test("a wrong key that is reported late, and a restart, end the session", async () => {
    await using world = await sttWorld("soniox", { mood: "bad-key" }, { mood: "restart" });
    const refused = await world.open();
    expect((await refused.session.closed)?.kind).toBe("auth");
    const heard = await world.open();
    heard.send(speak("yes"));
    expect((await heard.session.closed)?.kind).toBe("transient");
  });
});
