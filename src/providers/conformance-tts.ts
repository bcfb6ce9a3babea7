// Conformance checks of voices: what every one must do. They need no test runner: the suite runs them against the
// built-in one and scripted servers, and an operator may run them against the real thing.

import { assert } from "../base/assert.ts";
import { loudness, sampleRate } from "../audio/frame.ts";
import {
  ProviderError,
  type ProviderContext,
  type Tts,
  type TtsEvent,
  type TtsStream,
} from "./provider-contract.ts";

export interface TtsCheck {
  readonly name: string;
  /** Throws when the promise is broken. */
  run(tts: Tts, context: ProviderContext): Promise<void>;
}

const sentence = "Good morning, this is the voice of your agent.";
const longText = "Nobody wants to hear all of this, so somebody will surely say a word. ".repeat(12);

export const ttsChecks: readonly TtsCheck[] = [
  {
    name: "names itself",
    run: async (tts) => assert(/^[a-z][a-z0-9-]*$/.test(tts.id), "the id is a name of the catalog"),
  },
  {
    name: "speaks a sentence, says what it used, and ends",
    run: async (tts, context) => {
      const { events, stream } = speak(tts, sentence, context);
      assert((await stream.done) === "ended", "the stream ends");
      const pcm = events.flatMap((event) => (event.type === "audio" ? [event.pcm] : []));
      const seconds = pcm.reduce((sum, piece) => sum + piece.length, 0) / sampleRate;
      assert(seconds > 1.5 && seconds < 8, `a sentence takes some seconds, not ${seconds}`);
      assert(
        pcm.some((piece) => loudness(piece) > 500),
        "it can be heard",
      );
      assert(
        events.some(
          (event) => event.type === "usage" && event.usage.unit !== "tokens" && event.usage.amount > 0,
        ),
        "its use is counted",
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
      const first = Promise.withResolvers<void>();
      const { events, stream } = speak(tts, longText, context, first.resolve);
      await first.promise;
      const heard = events.length;
      stream.cancel();
      stream.cancel();
      assert((await stream.done) === "cancelled", "it ends as cancelled");
      await speak(tts, sentence, context).stream.done;
      assert(events.length === heard, "no event follows cancel()");
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
    name: "refuses a text that is far too long",
    run: async (tts, context) => {
      const error: unknown = await speak(tts, longText.repeat(20), context).stream.done.catch(
        (it: unknown) => it,
      );
      assert(error instanceof ProviderError && error.kind === "bad_input", "the failure is called bad_input");
      assert(!error.info.emitted, "nothing was said of it");
    },
  },
];

interface Spoken {
  readonly events: readonly TtsEvent[];
  readonly stream: TtsStream;
}

function speak(tts: Tts, text: string, ...[context, heard]: [ProviderContext, (() => void)?]): Spoken {
  const events: TtsEvent[] = [];
  const sink = (event: TtsEvent): void => {
    events.push(event);
    heard?.();
  };
  return { events, stream: tts.speak(text, sink, context) };
}
