// Clients of Vosk and Wyoming servers: one connection for each turn, and the next one ready before it is needed.

import { describe, expect, test } from "bun:test";
import { silence } from "../../../src/audio/frame.ts";
import { speak } from "../../support/providers/stt/marked-speech.ts";
import { voskWorld, wyomingWorld } from "../../support/providers/stt/stt-servers.ts";
import { turn, until } from "../../support/until.ts";

const closed = { endSilenceMs: 700, closed: true } as const;

describe("vosk", () => {
  test("a closed question is a list of phrases, and words outside it count against the answer", async () => {
    await using world = await voskWorld();
    const heard = await world.open();
    const phrases = ["yes", "no", "two coffees"];
    heard.session.expect({ ...closed, anyOf: [{ type: "phrases", phrases }] });
    expect(await heard.turn(speak("yes please"), 1)).toMatchObject({ text: "yes", confidence: 0.4 });
    expect(await heard.turn(speak("hello there"), 2)).toMatchObject({ text: "", rejected: true });
    heard.session.expect(undefined);
    expect(await heard.turn(speak("hello there"), 3)).toMatchObject({ text: "hello there" });
    const [first, , third] = world.fake.connections.map(({ texts }) => texts);
    expect(first).toEqual([
      JSON.stringify({ config: { sample_rate: 16_000, words: true, phrase_list: [...phrases, "[unk]"] } }),
      '{"eof" : 1}',
    ]);
    expect(third?.[0]).toBe('{"config":{"sample_rate":16000,"words":true}}');
    expect(world.fake.problems).toEqual([]);
  });

  test("a segment that ends within the turn, also at its last chunk, is not the end of the turn", async () => {
    await using world = await voskWorld([{ mood: "endpoint" }, { mood: "endpoint" }]);
    const heard = await world.open();
    const end = await heard.turn(speak("two coffees please", 100), 1);
    expect(end).toMatchObject({ text: "two coffees please" });
    expect(end.confidence).toBeCloseTo(0.8);
    expect(end.words?.map(({ text, startMs }) => `${startMs} ${text}`)).toEqual([
      "0 two",
      "200 coffees",
      "400 please",
    ]);
  });

  test("a server that closes at the end of a turn has sent everything", async () => {
    await using world = await voskWorld([{ mood: "silent-end" }]);
    const heard = await world.open();
    expect(await heard.turn(speak("yes"), 1)).toMatchObject({ text: "yes" });
    expect(await heard.turn(speak("no"), 2)).toMatchObject({ text: "no" });
  });

  test("a connection that the server closed during silence is replaced", async () => {
    await using world = await voskWorld([{ close: { code: 1_001, reason: "idle" } }]);
    const heard = await world.open();
    await world.fake.connections[0]!.closed;
    // The client also reads the end of the socket.
    for (let i = 0; i < 5; i++) await turn();
    expect(await heard.turn(speak("yes"), 1)).toMatchObject({ text: "yes" });
  });

  test("audio is sent in chunks of 100 ms, and counted", async () => {
    await using world = await voskWorld();
    const heard = await world.open();
    heard.send(speak("two coffees", 50));
    heard.session.finalize(1);
    await heard.end(1);
    expect(world.fake.connections[0]?.binaries).toEqual([3_200, 3_200, 3_200, 3_200, 1_920]);
    expect(heard.of("usage").map(({ usage }) => usage)).toMatchObject([{ amount: 460 }]);
  });

  test("silence is not sent", async () => {
    await using world = await voskWorld();
    const heard = await world.open();
    expect(await heard.turn([silence, silence], 1)).toMatchObject({ text: "", rejected: false });
    await world.fake.connections[0]!.closed;
    expect(world.fake.connections[0]!.texts).not.toContain('{"eof" : 1}');
  });

  test("all connections are closed with the call", async () => {
    await using world = await voskWorld();
    const heard = await world.open();
    await heard.turn(speak("yes"), 1);
    heard.send(speak("no"));
    heard.session.close();
    for (const connection of world.fake.connections) await connection.closed;
    await until("timers", () => world.clock.pending === 0);
    expect(await heard.session.closed).toBeUndefined();
  });
});

describe("wyoming", () => {
  test("a turn is a connection, and sends model, language and format first", async () => {
    await using world = await wyomingWorld();
    const heard = await world.open();
    expect(await heard.turn(speak("two coffees"), 1)).toEqual({
      type: "end_of_turn",
      turn: 1,
      text: "two coffees",
      rejected: false,
    });
    expect(await heard.turn(speak("yes"), 2)).toMatchObject({ text: "yes" });
    const whole = ["transcribe", "audio-start", "audio-chunk", "audio-stop"];
    expect(world.fake.heard.slice(0, 2)).toEqual([["describe", ...whole], whole]);
    expect(world.fake.transcribe).toEqual([
      { name: "base", language: "en" },
      { name: "base", language: "en" },
    ]);
    expect(world.fake.problems).toEqual([]);
  });

  test("a server too busy to describe itself still gets the next turn", async () => {
    await using world = await wyomingWorld([{}, { mute: "describe" }]);
    const heard = await world.open();
    await heard.turn(speak("yes"), 1);
    expect(await heard.turn(speak("no"), 2)).toMatchObject({ text: "no" });
  });

  test("a server that streams is heard during speech, also without a final whole", async () => {
    await using world = await wyomingWorld([{ streams: "also" }, { streams: "only", pieceBytes: 3 }]);
    const heard = await world.open();
    for (const number of [1, 2]) {
      await heard.say(speak("two coffees"), "two");
      expect(await heard.turn(speak("please"), number)).toMatchObject({ text: "two coffees please" });
    }
  });

  test("silence is not sent, and its connection is closed", async () => {
    await using world = await wyomingWorld();
    const heard = await world.open();
    expect(await heard.turn([silence, silence], 1)).toMatchObject({ text: "", rejected: false });
    await until("next connection", () => world.fake.heard.length === 2 && world.fake.open === 1);
    expect(world.fake.heard[0]).not.toContain("audio-stop");
  });

  test("all connections are closed with the call", async () => {
    await using world = await wyomingWorld();
    const heard = await world.open();
    heard.send(speak("no"));
    heard.session.finalize(1);
    heard.send(speak("yes"));
    world.call.abort();
    await until("end", () => world.fake.open === 0);
    expect(await heard.session.closed).toBeUndefined();
    expect(world.clock.pending).toBe(0);
  });
});
