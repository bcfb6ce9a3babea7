// Conformance checks of voices: duties of every one. They need no test runner: the suite runs them against the
// built-in one and scripted servers, and an operator may run them against a real one.

import { assert } from "../base/assert.ts";
import { loudness, sampleRate } from "../audio/frame.ts";
import {
  ProviderError,
  type ProviderContext,
  type Tts,
  type TtsEvent,
  type TtsStream,
  type WordTime,
} from "./provider-contract.ts";

/** Abilities that some voices lack. */
export type TtsAbility = "streaming" | "word times" | "speed";

export interface TtsCheck {
  readonly name: string;
  /** Without this ability the check does not apply. */
  readonly needs?: TtsAbility;
  /** Throws when the promise is broken. */
  run(tts: Tts, context: ProviderContext): Promise<void>;
}

const sentence = "Good morning, this is the voice of your agent.";
const longText = "Nobody wants to hear all of this, so somebody will surely say a word. ".repeat(12);

export const ttsChecks: readonly TtsCheck[] = [
  {
    name: "names itself",
    run: async (tts) => assert(/^[a-z][a-z0-9-]*$/.test(tts.id), "the id is in the catalog"),
  },
  {
    name: "speaks a sentence, reports its usage, and ends",
    run: async (tts, context) => {
      const { events, stream } = speak(tts, sentence, context);
      assert((await stream.done) === "ended", "the stream ends");
      const pcm = events.flatMap((event) => (event.type === "audio" ? [event.pcm] : []));
      const seconds = secondsOf(events);
      assert(seconds > 1.5 && seconds < 8, `a sentence takes some seconds, not ${seconds}`);
      assert(
        pcm.some((piece) => loudness(piece) > 500),
        "it can be heard",
      );
      assert(
        events.some(
          (event) => event.type === "usage" && event.usage.unit !== "tokens" && event.usage.amount > 0,
        ),
        "its usage is reported",
      );
    },
  },
  {
    name: "ends without audio when there is nothing to say",
    run: async (tts, context) => {
      for (const text of ["", " ", "…"]) {
        const { events, stream } = speak(tts, text, context);
        assert((await stream.done) === "ended", "the stream ends");
        assert(!events.some((event) => event.type === "audio"), "there is no audio");
      }
    },
  },
  {
    name: "is silent from the moment it is cancelled",
    run: async (tts, context) => {
      // Within the first piece: a repeated text may come at once.
      const { events, stream } = speak(tts, longText, context, () => {
        stream.cancel();
        stream.cancel();
      });
      assert((await stream.done) === "cancelled", "it ends as cancelled");
      await speak(tts, sentence, context).stream.done;
      assert(events.at(-1)?.type === "audio", "no event follows cancel()");
      assert(events.filter(({ type }) => type === "audio").length === 1, "no audio follows cancel()");
    },
  },
  {
    name: "says nothing when it is cancelled at once",
    run: async (tts, context) => {
      const { events, stream } = speak(tts, sentence, context);
      stream.cancel();
      assert((await stream.done) === "cancelled", "it ends as cancelled");
      await speak(tts, longText.slice(0, 70), context).stream.done;
      assert(events.length === 0, "there is no event");
    },
  },
  {
    name: "speaks a long text to its end",
    run: async (tts, context) => {
      const { events, stream } = speak(tts, longText, context);
      assert((await stream.done) === "ended", "the stream ends");
      const seconds = secondsOf(events);
      assert(
        seconds > 25 && seconds < 120,
        `${longText.length} characters are not said in ${seconds} seconds`,
      );
    },
  },
  {
    name: "speaks two texts at once, each to its own listener",
    run: async (tts, context) => {
      const short = speak(tts, sentence, context);
      const long = speak(tts, longText.slice(0, 280), context);
      const ends = await Promise.all([short.stream.done, long.stream.done]);
      assert(ends.join() === "ended,ended", "both end");
      const [one, other] = [secondsOf(short.events), secondsOf(long.events)];
      assert(
        one > 1.5 && other > 2 * one,
        `the long text is longer than the short one: ${other} and ${one} s`,
      );
    },
  },
  {
    name: "continues one text when another is cancelled",
    run: async (tts, context) => {
      const { events, stream } = speak(tts, sentence, context);
      const other = speak(tts, longText.slice(0, 280), context);
      other.stream.cancel();
      assert((await stream.done) === "ended", "the other stream ends");
      assert(secondsOf(events) > 1.5, "the sentence is whole");
      assert(other.events.length === 0, "the cancelled text is silent");
    },
  },
  {
    name: "speaks as before when an unknown voice is requested",
    run: async (tts, context) => {
      const named = tts.voiced?.({ name: "nobody-is-called-that" }) ?? tts;
      const { events, stream } = speak(named, sentence, context);
      assert((await stream.done) === "ended", "the stream ends");
      assert(secondsOf(events) > 1.5, "the sentence is whole");
    },
  },
  {
    name: "speaks faster when it is asked to",
    needs: "speed",
    run: async (tts, context) => {
      const usual = speak(tts, sentence, context);
      await usual.stream.done;
      const quick = speak(tts.voiced?.({ speed: 1.6 }) ?? tts, sentence, context);
      await quick.stream.done;
      const [before, after] = [secondsOf(usual.events), secondsOf(quick.events)];
      assert(after < before * 0.85, `at speed 1.6 it takes ${after} s instead of ${before}`);
    },
  },
  {
    name: "speaks before a long text is complete",
    needs: "streaming",
    run: async (tts, context) => {
      const first = Promise.withResolvers<void>();
      // A text of its own: a repeated one may come from memory, at once.
      const { events, stream } = speak(tts, `Listen. ${longText}`, context, first.resolve);
      await first.promise;
      // One turn of the event loop: everything received with the first piece has been passed on.
      await new Promise((resolve) => setImmediate(resolve));
      const soon = secondsOf(events);
      await stream.done;
      const all = secondsOf(events);
      assert(soon > 0 && soon < all, `${soon} s of ${all} came at once`);
    },
  },
  {
    name: "reports when each word is spoken",
    needs: "word times",
    run: async (tts, context) => {
      let words: WordTime[] = [];
      let audioMs = 0;
      // The server's abilities may only be known after a first text.
      for (let texts = 0; texts < 3 && words.length === 0; texts++) {
        const { events, stream } = speak(tts, sentence, context);
        await stream.done;
        words = events.flatMap((event) => (event.type === "words" ? event.words : []));
        audioMs = secondsOf(events) * 1_000;
      }
      checkWordTimes(words, audioMs);
    },
  },
  {
    name: "refuses a text that is far too long",
    run: async (tts, context) => {
      const error: unknown = await speak(tts, longText.repeat(20), context).stream.done.catch(
        (it: unknown) => it,
      );
      assert(error instanceof ProviderError && error.kind === "bad_input", "the failure is called bad_input");
      assert(!error.info.emitted, "no audio of it was sent");
    },
  },
];

/** Longest distance of a word's end after the audio: vendors round. */
const lateMsMax = 200;

function checkWordTimes(words: readonly WordTime[], audioMs: number): void {
  const timedText = words.map(({ text }) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "")).join(" ");
  const asked = sentence.toLowerCase().replaceAll(/[^\p{L}\p{N} ]/gu, "");
  assert(timedText === asked, `the words are those of the text: "${timedText}"`);
  words.forEach(({ text, startMs, endMs }, index) => {
    const before = words[index - 1]?.startMs ?? 0;
    assert(startMs >= before && endMs >= startMs, `"${text}" comes after the words before it`);
    assert(endMs <= audioMs + lateMsMax, `"${text}" ends within the audio`);
  });
  const last = words.at(-1)?.startMs ?? 0;
  assert(last > audioMs / 2, "the words cover the whole audio");
}

function secondsOf(events: readonly TtsEvent[]): number {
  const samples = events.reduce((sum, event) => sum + (event.type === "audio" ? event.pcm.length : 0), 0);
  return samples / sampleRate;
}

interface Spoken {
  readonly events: readonly TtsEvent[];
  readonly stream: TtsStream;
}

/** `heard` is called with each piece of audio. */
function speak(tts: Tts, text: string, ...[context, heard]: [ProviderContext, (() => void)?]): Spoken {
  const events: TtsEvent[] = [];
  const sink = (event: TtsEvent): void => {
    events.push(event);
    if (event.type === "audio") heard?.();
  };
  return { events, stream: tts.speak(text, sink, context) };
}
