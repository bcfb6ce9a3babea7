// ElevenLabs' recogniser and its traps: answers in two forms, in either order or only one of them, late answers, and
// errors that are messages.

import { describe, expect, test } from "bun:test";
import type { ErrorKind } from "../../../src/providers/provider-contract.ts";
import { elevenLabsKey } from "../../support/providers/stt/fake-elevenlabs-stt.ts";
import { speak } from "../../support/providers/stt/marked-speech.ts";
import { refusal, sttWorld } from "../../support/providers/stt/stt-vendors.ts";
import { until } from "../../support/until.ts";

const commits = (texts: readonly string[] = []): number =>
  texts.filter((text) => text.includes('"commit":true')).length;

describe("elevenlabs", () => {
  for (const mood of ["", "timed-first", "silent-empty"]) {
    test(`each commit is one answer, with times, in any form (${mood})`, async () => {
      await using world = await sttWorld("elevenlabs", { mood });
      const heard = await world.open();
      expect((await heard.turn(speak("yes"), 1)).text).toBe("yes");
      expect((await heard.turn(speak(""), 2)).text).toBe("");
      const { text, words, confidence } = await heard.turn(speak("two coffees"), 3);
      expect(text).toBe("two coffees");
      expect(words?.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
        [0, 160],
        [200, 360],
      ]);
      expect(confidence).toBeCloseTo(Math.exp(-0.1));
      expect(heard.ends.length).toBe(3);
    });
  }

  test("the plain form counts at the deadline when the form with times is missing", async () => {
    await using world = await sttWorld("elevenlabs", { mood: "plain-only" });
    const heard = await world.open();
    await heard.say(speak("yes"), "yes");
    heard.session.finalize(1);
    await until("commit", () => commits(world.server.connections[0]?.texts) === 1);
    await world.clock.advance(819);
    expect(heard.ends.length).toBe(0);
    await world.clock.advance(1);
    expect(heard.ends.map(({ text }) => text)).toEqual(["yes"]);
  });

  test("a late answer belongs to no other turn", async () => {
    await using world = await sttWorld("elevenlabs", { mood: "late" });
    const heard = await world.open();
    await heard.say(speak("yes"), "yes");
    heard.session.finalize(1);
    await until("commit", () => commits(world.server.connections[0]?.texts) === 1);
    await world.clock.advance(820);
    heard.send(speak("no"));
    heard.session.finalize(2);
    await until("commit", () => commits(world.server.connections[0]?.texts) === 2);
    heard.send(speak("stop"));
    expect((await heard.end(2)).text).toBe("no");
    expect(heard.ends.map(({ text }) => text)).toEqual(["yes", "no"]);
  });

  test("a lost answer ends the session, because later ones could not be assigned", async () => {
    await using world = await sttWorld("elevenlabs", { mood: "loses-one" });
    const heard = await world.open();
    for (const turn of [1, 2, 3]) {
      heard.send(speak("yes"));
      heard.session.finalize(turn);
      await until("commit", () => commits(world.server.connections[0]?.texts) === turn);
      await world.clock.advance(820);
    }
    expect((await heard.session.closed)?.kind).toBe("transient");
    expect(heard.ends.length).toBe(3);
  });

  test("a commit of too little audio is answered with nothing", async () => {
    await using world = await sttWorld("elevenlabs", { mood: "throttles" });
    const heard = await world.open();
    expect((await heard.turn(speak("", 100), 1)).text).toBe("");
  });

  test("silence keeps the connection, and is counted", async () => {
    await using world = await sttWorld("elevenlabs");
    const heard = await world.open();
    await world.clock.advance(5_000);
    await until("silence", () => world.server.connections[0]?.texts.length === 1);
    heard.session.close();
    expect(heard.of("usage").map(({ usage }) => usage)).toEqual([
      { unit: "audio_ms", amount: 100, basis: "measured" },
    ]);
  });

  const kinds: readonly (readonly [string, ErrorKind])[] = [
    ["auth_error", "auth"],
    ["unaccepted_terms", "auth"],
    ["quota_exceeded", "quota"],
    ["rate_limited", "rate_limit"],
    ["input_error", "bad_input"],
    ["chunk_size_exceeded", "bad_input"],
    ["queue_overflow", "transient"],
    ["session_time_limit_exceeded", "session_limit"],
    ["insufficient_audio_activity", "session_limit"],
  ];
  for (const [type, kind] of kinds) {
    test(`${type} is ${kind}, before it is ready and after`, async () => {
      const words = `No, ${elevenLabsKey} at wss://api.example/?token=1 may not.`;
      const error = JSON.stringify({ message_type: type, error: words });
      await using world = await sttWorld(
        "elevenlabs",
        { first: [error] },
        { first: [`{"message_type":"session_started"}`, error] },
      );
      expect(await refusal(world.open())).toMatchObject({ kind, info: { phase: "start" } });
      const heard = await world.open();
      const reason = await heard.session.closed;
      expect(reason?.kind).toBe(kind);
      expect(reason?.info.detail).toBe(`${type} No, [secret] at [address] may not.`);
      expect(reason?.info.message).not.toContain("may not");
    });
  }
});
