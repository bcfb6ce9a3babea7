// Traps of vendors of voices: spellings, times that restart, late audio, limits and names of voices.

import { describe, expect, test } from "bun:test";
import type { ProviderSettings } from "../../../src/providers/provider-contract.ts";
import { msPerChar } from "../../support/providers/tts/speech-tone.ts";
import { base64, unknownVoice, wordsOf } from "../../support/providers/tts/spoken-tone.ts";
import {
  aborting,
  contextOf,
  hear,
  openVoice,
  openVoiceWith,
} from "../../support/providers/tts/voice-vendors.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";
import { turn, until } from "../../support/until.ts";

const sentence = "Your table is booked for eight o'clock, outside.";
const long = "It is a long story, which takes a while to tell. ".repeat(14).trim();

describe("elevenlabs", () => {
  for (const mood of ["snake", "restart", "late"]) {
    test(`understands a server that is "${mood}"`, async () => {
      await using voice = await openVoice("elevenlabs", { mood });
      using call = aborting();
      const tts = voice.tts.forCall?.(contextOf(), call.signal) ?? voice.tts;
      for (const text of [sentence, long]) {
        const heard = hear(tts, text);
        expect(await heard.end).toBe("ended");
        expect(heard.ms).toBe((text.length + 1) * msPerChar);
        expect(heard.words.map(({ text: word, startMs }) => [word, startMs])).toEqual(
          wordsOf(text).map(({ text: word, startMs }) => [word, startMs]),
        );
      }
      expect(voice.server.connections.length).toBe(1);
      expect(voice.server.problems).toEqual([]);
    });
  }

  test("sends no language to a model that refuses one", async () => {
    await using voice = await openVoiceWith("elevenlabs", {
      model: "eleven_multilingual_v2",
      language: "de-DE",
    });
    expect(await hear(voice.tts, sentence).end).toBe("ended");
    expect(voice.server.problems).toEqual([]);
  });

  test("a voice cannot lead to another address", async () => {
    await using voice = await openVoiceWith("elevenlabs", { voice: "../../v1/user?x=" });
    expect(await hear(voice.tts, sentence).end).toBe("ended");
    expect(voice.server.problems).toEqual([]);
  });

  test("a cut text may be spoken to its end by the vendor, without a new socket", async () => {
    const clock = new VirtualClock();
    await using voice = await openVoice("elevenlabs", { mood: "stalls" });
    using call = aborting();
    const tts = voice.tts.forCall?.(contextOf(clock), call.signal) ?? voice.tts;
    const cut = hear(tts, long, contextOf(clock));
    await cut.begun;
    cut.stream.cancel();
    const [connection] = voice.server.connections;
    for (let at = 0; at < 4; at++) {
      await clock.advance(1_900);
      for (let id = 1; id <= at + 1; id++) {
        connection?.json({ contextId: `text-${id}`, audio: base64(new Uint8Array(320)) });
      }
      // The next answer shows that everything before it was read.
      const next = hear(tts, sentence, contextOf(clock));
      await next.begun;
      next.stream.cancel();
    }
    expect(voice.server.connections.length).toBe(1);
    await clock.advance(2_000);
    await until("another socket", () => voice.server.connections.length === 2);
  });

  test("an unknown voice is asked for once in a call, and leaves no socket behind", async () => {
    await using voice = await openVoice("elevenlabs");
    using call = aborting();
    const tts = voice.tts.forCall?.(contextOf(), call.signal) ?? voice.tts;
    const other = tts.voiced?.({ name: unknownVoice }) ?? tts;
    for (let at = 0; at < 3; at++) {
      const heard = hear(other, sentence);
      expect(await heard.end).toBe("ended");
      expect(heard.usage).toBe(sentence.length);
    }
    const paths = voice.server.connections.map(({ head }) => head.path.split("/")[3]);
    expect(paths).toEqual(["EXAVITQu4vr4xnSDxMaL", unknownVoice]);
  });

  test("keeps its settings within the service's limits", async () => {
    await using voice = await openVoice("elevenlabs");
    const heard = hear(voice.tts.voiced?.({ speed: 3 }) ?? voice.tts, sentence);
    expect(await heard.end).toBe("ended");
    expect(voice.server.connections[0]?.texts[0]).toContain('"voice_settings":{"speed":1.2}');
  });
});

describe("cartesia", () => {
  test("an error of one text leaves the others and the socket", async () => {
    await using voice = await openVoice("cartesia", { mood: "refuses" });
    using call = aborting();
    const tts = voice.tts.forCall?.(contextOf(), call.signal) ?? voice.tts;
    expect(await hear(tts, sentence).end).toBe("rate_limit");
    expect(await hear(tts, sentence).end).toBe("rate_limit");
    expect(voice.server.connections.length).toBe(1);
  });

  test("an error of the socket ends all its texts, and another is opened", async () => {
    await using voice = await openVoice("cartesia", { mood: "fails" });
    using call = aborting();
    const tts = voice.tts.forCall?.(contextOf(), call.signal) ?? voice.tts;
    const both = [hear(tts, sentence), hear(tts, sentence)];
    expect(await Promise.all(both.map(({ end }) => end))).toEqual(["transient", "transient"]);
    expect(await hear(tts, sentence).end).toBe("ended");
    expect(voice.server.connections.length).toBe(2);
  });

  test("cancels cut texts", async () => {
    await using voice = await openVoice("cartesia", { mood: "late" });
    using call = aborting();
    const tts = voice.tts.forCall?.(contextOf(), call.signal) ?? voice.tts;
    const heard = hear(tts, long);
    await heard.begun;
    heard.stream.cancel();
    const [connection] = voice.server.connections;
    await until("cancel", () => connection?.texts.at(-1)?.includes('"cancel":true') === true);
    expect(voice.server.problems).toEqual([]);
  });
});

describe("deepgram", () => {
  const names: readonly (readonly [Partial<ProviderSettings>, string])[] = [
    [{}, "aura-2-thalia-en"],
    [{ voice: "aquila", language: "es-MX" }, "aura-2-aquila-es"],
    [{ voice: "aura-2-apollo-en", language: "es" }, "aura-2-apollo-en"],
  ];
  for (const [settings, model] of names) {
    test(`asks for ${model}`, async () => {
      await using voice = await openVoiceWith("deepgram", settings);
      expect(await hear(voice.tts, sentence).end).toBe("ended");
      expect(voice.server.connections[0]?.head.query.get("model")).toBe(model);
    });
  }

  test("takes another socket before a flush would exceed the limit", async () => {
    await using voice = await openVoice("deepgram");
    using call = aborting();
    const tts = voice.tts.forCall?.(contextOf(), call.signal) ?? voice.tts;
    for (let at = 0; at < 45; at++) expect(await hear(tts, "Yes.").end).toBe("ended");
    expect(voice.server.connections.length).toBe(3);
    expect(voice.server.problems).toEqual([]);
  });

  test("a refused flush fails its text at once, and the next one is spoken on another socket", async () => {
    await using voice = await openVoice("deepgram", { mood: "few" });
    using call = aborting();
    const tts = voice.tts.forCall?.(contextOf(), call.signal) ?? voice.tts;
    const ends: string[] = [];
    for (let at = 0; at < 4; at++) ends.push(await hear(tts, "Yes.").end);
    expect(ends).toEqual(["ended", "ended", "rate_limit", "ended"]);
  });

  test("a text that waits for others gets its time when they are spoken", async () => {
    const clock = new VirtualClock();
    await using voice = await openVoice("deepgram", { mood: "stalls" }, { mood: "stalls" });
    using call = aborting();
    const tts = voice.tts.forCall?.(contextOf(clock), call.signal) ?? voice.tts;
    const speaking = [hear(tts, sentence, contextOf(clock)), hear(tts, sentence, contextOf(clock))];
    const waiting = hear(tts, sentence, contextOf(clock));
    await Promise.all(speaking.map(({ begun }) => begun));
    await clock.advance(2_400);
    const { connections } = voice.server;
    const before = speaking.map(({ ms }) => ms);
    for (const connection of connections) connection.say(new Uint8Array(3_200));
    await until("more audio", () => speaking.every(({ ms }, at) => ms > (before[at] ?? 0)));
    await clock.advance(2_400);
    for (const connection of connections) connection.json({ type: "Flushed", sequence_id: 0 });
    await waiting.begun;
    expect(connections.length).toBe(2);
    expect(await Promise.all(speaking.map(({ end }) => end))).toEqual(["ended", "ended"]);
  });

  test("audio between Clear and Cleared is dropped", async () => {
    await using voice = await openVoice("deepgram", { mood: "late" });
    using call = aborting();
    const tts = voice.tts.forCall?.(contextOf(), call.signal) ?? voice.tts;
    for (let at = 0; at < 3; at++) {
      const cut = hear(tts, long);
      await cut.begun;
      cut.stream.cancel();
      const { ms } = cut;
      expect(await cut.end).toBe("cancelled");
      const [connection] = voice.server.connections;
      await until(
        "Clear",
        () => connection?.texts.filter((text) => text.includes("Clear")).length === at + 1,
      );
      await turn();
      const next = hear(tts, sentence);
      expect(await next.end).toBe("ended");
      expect([next.ms, cut.ms]).toEqual([sentence.length * msPerChar, ms]);
    }
    expect(voice.server.problems).toEqual([]);
  });

  test("a socket that does not confirm Clear is closed, and the next sentence does not wait for it", async () => {
    const clock = new VirtualClock();
    await using voice = await openVoice("deepgram", { mood: "never-cleared" });
    using call = aborting();
    const tts = voice.tts.forCall?.(contextOf(clock), call.signal) ?? voice.tts;
    const cut = hear(tts, long, contextOf(clock));
    await cut.begun;
    cut.stream.cancel();
    expect(await hear(tts, sentence, contextOf(clock)).end).toBe("ended");
    await clock.advance(2_000);
    expect(await voice.server.connections[0]?.closed).toBe(1000);
    expect(voice.server.connections.length).toBe(2);
  });
});

describe("rime", () => {
  test("closes the socket of a cut text, because nothing else stops it", async () => {
    await using voice = await openVoice("rime");
    using call = aborting();
    const tts = voice.tts.forCall?.(contextOf(), call.signal) ?? voice.tts;
    const cut = hear(tts, long);
    await cut.begun;
    cut.stream.cancel();
    await voice.server.connections[0]?.closed;
    await until("socket opened ahead", () => voice.server.connections.length === 2);
    expect(await hear(tts, sentence).end).toBe("ended");
    expect(voice.server.connections.length).toBe(2);
    expect(voice.server.problems).toEqual([]);
  });
});

describe("inworld", () => {
  test("does not play the head of a file", async () => {
    await using voice = await openVoice("inworld", { mood: "wav" });
    const heard = hear(voice.tts, sentence);
    expect(await heard.end).toBe("ended");
    expect(heard.ms).toBe(sentence.length * msPerChar);
  });

  test("cuts a text that is longer than a message, and places the words of each part", async () => {
    const text = `${long} ${long}`;
    expect(text.length).toBeGreaterThan(1_000);
    await using voice = await openVoice("inworld");
    const heard = hear(voice.tts, text);
    expect(await heard.end).toBe("ended");
    expect(heard.words.map(({ text: word, startMs }) => [word, startMs])).toEqual(
      wordsOf(text).map(({ text: word, startMs }) => [word, startMs]),
    );
    expect(voice.server.problems).toEqual([]);
  });
});
