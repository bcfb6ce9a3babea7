// Voice with fallbacks: every word is spoken once, by any of the voices.

import { describe, expect, test } from "bun:test";
import { Breakers } from "../../../src/providers/policy/breaker.ts";
import { restOfText } from "../../../src/providers/policy/text-rest.ts";
import { ttsWithFallback } from "../../../src/providers/policy/tts-with-fallback.ts";
import type { Tts, TtsEvent, WordTime } from "../../../src/providers/provider-contract.ts";
import { settle } from "../../support/fakes/virtual-clock.ts";
import { candidate, policyContext, providerError } from "../../support/fakes/scripted-provider.ts";

/** Fate of a text: the amount of audio, the words with known times, and the end. */
interface Speech {
  readonly audioMs: number;
  readonly words?: readonly WordTime[];
  readonly end: "ended" | "hangs" | Error;
}

interface ScriptedTts extends Tts {
  readonly texts: string[];
  readonly manners: unknown[];
  cancelled: number;
}

function scripted(id: string, ...speeches: readonly Speech[]): ScriptedTts {
  const left = [...speeches];
  const tts: ScriptedTts = {
    id,
    texts: [],
    manners: [],
    cancelled: 0,
    voiced(manner) {
      tts.manners.push(manner);
      return tts;
    },
    speak(text, sink) {
      tts.texts.push(text);
      const { audioMs, words = [], end } = left.shift() ?? { audioMs: 100, end: "ended" };
      const done = Promise.withResolvers<"ended" | "cancelled">();
      queueMicrotask(() => {
        if (words.length > 0) sink({ type: "words", words });
        if (audioMs > 0) sink({ type: "audio", pcm: new Int16Array(audioMs * 16) });
        if (end === "ended") done.resolve("ended");
        if (end instanceof Error) done.reject(end);
      });
      return {
        done: done.promise,
        cancel: () => {
          tts.cancelled += 1;
          done.resolve("cancelled");
        },
      };
    },
  };
  return tts;
}

const broken = providerError("transient", {}, "tts");
const refusedKey = providerError("auth", {}, "tts");
const word = (text: string, startMs: number, endMs: number): WordTime => ({ text, startMs, endMs });

function world(...voices: readonly [ScriptedTts, ...ScriptedTts[]]) {
  const [first, ...others] = voices;
  const { clock, context, told } = policyContext();
  const breakers = new Breakers(clock);
  const tts = ttsWithFallback([candidate(first), ...others.map((one) => candidate(one))], breakers);
  const speak = (text: string, voice: Tts = tts) => {
    const events: TtsEvent[] = [];
    const outcome: unknown[] = [];
    const stream = voice.speak(text, (event) => void events.push(event), context);
    stream.done.then(
      (how) => outcome.push(how),
      (error: unknown) => outcome.push(error),
    );
    const audioMs = () =>
      events.reduce((sum, event) => sum + (event.type === "audio" ? event.pcm.length / 16 : 0), 0);
    return { events, outcome, stream, audioMs };
  };
  return { clock, breakers, told, tts, speak };
}

describe("voice with fallbacks", () => {
  test("a text without audio is spoken by the next voice, which stays for the call", async () => {
    const a = scripted("a", { audioMs: 0, end: refusedKey });
    const b = scripted("b");
    const { speak, told, clock } = world(a, b);
    const said = speak("Good morning.");
    await settle();
    expect(said.outcome).toEqual(["ended"]);
    speak("How are you?");
    await settle();
    expect(a.texts).toEqual(["Good morning."]);
    expect(b.texts).toEqual(["Good morning.", "How are you?"]);
    expect(told.map(({ code }) => code)).toEqual(["provider/auth", "provider/fallback"]);
    expect(clock.pending).toBe(0);
  });

  test("a hiccup before any audio is forgiven once", async () => {
    const a = scripted("a", { audioMs: 0, end: broken }, { audioMs: 100, end: "ended" });
    const b = scripted("b");
    const { speak, told } = world(a, b);
    expect(speak("Hello.").outcome).toEqual([]);
    await settle();
    expect(a.texts).toEqual(["Hello.", "Hello."]);
    expect(b.texts).toEqual([]);
    expect(told.map(({ incident }) => incident)).toEqual([
      { kind: "tts", provider: "a", error: "transient", ownKey: true, attempts: 1, action: "retried" },
    ]);
  });

  test("with one voice, a retry by the listener is one incident", async () => {
    const failed = { audioMs: 0, end: broken };
    const a = scripted("a", failed, { audioMs: 100, end: "ended" }, failed, failed, failed);
    const { speak, told } = world(a);
    const seen: unknown[] = [];
    for (const text of ["One.", "One.", "Two.", "Two.", "Three.", "Four."]) {
      speak(text);
      await settle();
      seen.push(told.splice(0).map(({ incident }) => [incident?.action, incident?.attempts]));
    }
    expect(seen).toEqual([[], [["retried", 1]], [], [["gave_up", 2]], [], [["gave_up", 1]]]);
  });

  test("a broken text continues with the first unheard word, and so do its word times", async () => {
    const words = [word("One", 0, 300), word("two", 300, 600), word("three", 600, 900)];
    const a = scripted("a", { audioMs: 600, words, end: broken });
    const b = scripted("b", { audioMs: 500, words: [word("three", 0, 250)], end: "ended" });
    const { speak } = world(a, b);
    const said = speak("One, two, three, four.");
    await settle();
    expect(b.texts).toEqual(["three, four."]);
    expect(said.audioMs()).toBe(1_100);
    expect(said.events.filter(({ type }) => type === "words").at(-1)).toEqual({
      type: "words",
      words: [word("three", 600, 850)],
    });
    expect(said.outcome).toEqual(["ended"]);
  });

  test("a text that was heard to its end is over", async () => {
    const words = [word("Yes", 0, 400)];
    const b = scripted("b");
    const { speak } = world(scripted("a", { audioMs: 400, words, end: broken }), b);
    const said = speak("Yes.");
    await settle();
    expect(b.texts).toEqual([]);
    expect(said.outcome).toEqual(["ended"]);
  });

  test("silence before the first audio, or in the middle, is a failure", async () => {
    const a = scripted("a", { audioMs: 0, end: "hangs" });
    const b = scripted("b", { audioMs: 650, end: "hangs" });
    const c = scripted("c");
    const { speak, clock } = world(a, b, c);
    const said = speak("Twenty-one characters and more.");
    await clock.advance(2_499);
    expect(b.texts).toEqual([]);
    await clock.advance(1);
    expect(b.texts).toHaveLength(1);
    expect(a.cancelled).toBe(1);
    await clock.advance(3_000);
    expect(c.texts).toEqual(["characters and more."]);
    expect(said.outcome).toEqual(["ended"]);
    expect(clock.pending).toBe(0);
  });

  test("the text fails when all voices fail, with a report whether any of it was heard", async () => {
    const a = scripted("a", { audioMs: 130, end: broken });
    const { speak, told } = world(a, scripted("b", { audioMs: 0, end: refusedKey }));
    const said = speak("Hi there.");
    await settle();
    expect(told.flatMap(({ incident }) => incident?.action ?? [])).toEqual(["gave_up", "gave_up"]);
    expect(said.outcome).toMatchObject([{ kind: "auth", info: { emitted: true } }]);
  });

  test("nothing follows a cancel, and it does not count", async () => {
    const a = scripted("a", { audioMs: 0, end: "hangs" });
    const b = scripted("b");
    const { speak, clock, breakers } = world(a, b);
    const said = speak("Hello.");
    said.stream.cancel();
    await clock.advance(10_000);
    expect(said.events).toEqual([]);
    expect(said.outcome).toEqual(["cancelled"]);
    expect([b.texts, breakers.size, clock.pending, a.cancelled]).toEqual([[], 0, 0, 1]);
  });

  test("a voice's name is sent to the first only, its speed to all", () => {
    const [a, b] = [scripted("a"), scripted("b")];
    world(a, b).tts.voiced?.({ name: "Anna", speed: 1.2 });
    expect(a.manners).toEqual([{ name: "Anna", speed: 1.2 }]);
    expect(b.manners).toEqual([{ speed: 1.2 }]);
  });
});

describe("rest of a text", () => {
  const msPerChar = 100;
  test.each([
    ["no times: by share", "aaaa bbbb cccc", 500, [], "bbbb cccc"],
    ["cut before the middle of a word: it is said again", "aaaa bbbb cccc", 650, [], "bbbb cccc"],
    ["cut behind the middle: it was heard", "aaaa bbbb cccc", 750, [], "cccc"],
    ["times of the beginning only", "aaaa bbbb cccc", 1_000, [word("aaaa", 0, 1_000)], "bbbb cccc"],
    ["the same word twice", "go go go", 200, [word("go", 0, 100), word("go", 100, 200)], "go"],
    [
      "times of parts of a word",
      "well-known man",
      200,
      [word("well", 0, 100), word("known", 100, 200)],
      "man",
    ],
    ["one time for two words", "New York now", 300, [word("New York", 0, 300)], "now"],
    ["all was heard", "aaaa", 400, [], ""],
  ])("%s", (_, text, audioMs, words, rest) => {
    expect(restOfText(text, { audioMs, words, msPerChar })).toBe(rest);
  });

  test("a text broken at any place splits into a heard part and the rest, with no word in both", () => {
    const text = "The quick brown fox jumps over the lazy dog.";
    let before = text.length + 1;
    for (let audioMs = 0; audioMs <= 5_000; audioMs += 50) {
      const rest = restOfText(text, { audioMs, words: [], msPerChar });
      expect(text.endsWith(rest)).toBeTrue();
      expect(rest.length).toBeLessThanOrEqual(before);
      before = rest.length;
    }
    expect(before).toBe(0);
  });
});
