// Conformance checks of recognisers: duties of every one. They need no test runner: the suite runs them against the
// built-in one and scripted servers, and an operator may run them against a real one.

import { assert } from "../base/assert.ts";
import { delay } from "../base/clock.ts";
import { type Frame, frameMs, silence } from "../audio/frame.ts";
import type { Expectation } from "../flow/engine/expectation.ts";
import type { ProviderContext, Stt, SttEvent, SttSession } from "./provider-contract.ts";

/** Spoken words, and their kind. */
export interface SttSample {
  /** Audio with half a second of silence after the words. */
  readonly frames: readonly Frame[];
  readonly text: string;
  readonly expectation: Expectation;
}

/** Abilities that some recognisers lack. */
export type SttAbility = "partials" | "confidence" | "word times";

/**
 * Behaviour of the server: `answer`, the default; with a script, leave the first turn without an answer (`mute`), or
 * answer it long after its time (`late`).
 */
export type SttCheckServer = "answer" | "mute" | "late";

export interface SttCheck {
  readonly name: string;
  readonly server: SttCheckServer;
  /** Without this ability the check does not apply; the row in the catalogue gives the reason. */
  readonly needs?: SttAbility;
  /** Throws when the promise is broken. */
  run(stt: Stt, sample: SttSample, context: ProviderContext): Promise<void>;
}

export const sttChecks: readonly SttCheck[] = [
  {
    server: "answer",
    name: "names itself",
    run: async (stt) => assert(/^[a-z][a-z0-9-]*$/.test(stt.id), "the id is in the catalog"),
  },
  {
    server: "answer",
    name: "understands speech, turn after turn",
    run: (stt, sample, context) =>
      withEar(stt, context, async (ear) => {
        for (let turn = 0; turn < 2; turn++) {
          understood(await ear.turn(sample, turn), sample.text);
        }
      }),
  },
  {
    server: "answer",
    name: "answers each end of a turn once, by its number and in order, also without audio",
    run: (stt, sample, context) =>
      withEar(stt, context, async (ear) => {
        ear.session.expect(sample.expectation);
        ear.session.finalize(3);
        for (const frame of sample.frames) ear.session.send(frame);
        ear.session.finalize(4);
        ear.session.finalize(7);
        const ends = [await ear.end(0), await ear.end(1), await ear.end(2)];
        const told = ends.map(({ turn, text }) => `${turn} ${plain(text)}`).join("|");
        assert(
          told === `3 |4 ${sample.text}|7 `,
          `the middle of turns 3, 4 and 7 holds the words; came: ${told}`,
        );
        const { turn } = await ear.turn(sample, 8);
        assert(
          turn === 8 && ear.ends === 4,
          `four turns have four ends, not ${ear.ends}; the last is ${turn}`,
        );
      }),
  },
  {
    server: "answer",
    name: "forgets a turn that is reset",
    run: (stt, sample, context) =>
      withEar(stt, context, async (ear) => {
        ear.session.expect(sample.expectation);
        for (const frame of sample.frames) ear.session.send(frame);
        ear.session.reset();
        ear.session.finalize(1);
        assert((await ear.end(0)).text === "", "no words of the turn remain");
      }),
  },
  {
    server: "answer",
    name: "says nothing after it is closed, and may be closed twice",
    run: (stt, sample, context) =>
      withEar(stt, context, async (ear) => {
        ear.session.expect(sample.expectation);
        for (const frame of sample.frames) ear.session.send(frame);
        ear.session.close();
        const eventCount = (): number => ear.events.filter(({ type }) => type !== "usage").length;
        const before = eventCount();
        ear.session.finalize(1);
        ear.session.send(new Int16Array(320));
        ear.session.reset();
        ear.session.close();
        assert((await ear.session.closed) === undefined, "close() reports no failure");
        await withEar(stt, context, (other) => other.turn(sample, 1));
        assert(eventCount() === before, "no event but usage follows close()");
        await ear.session.rest;
        const told = ear.events.length;
        ear.session.close();
        await ear.session.rest;
        assert(ear.events.length === told, "the rest of the usage is reported once");
      }),
  },
  {
    server: "answer",
    name: "closes with its call",
    run: async (stt, sample, context) => {
      const call = new AbortController();
      const session = await stt.open(() => {}, context, call.signal);
      session.expect(sample.expectation);
      call.abort();
      assert((await session.closed) === undefined, "the end of a call is not a failure");
    },
  },
  {
    server: "answer",
    name: "hears nothing in silence",
    run: (stt, sample, context) =>
      withEar(stt, context, async (ear) => {
        const quiet = { ...sample, frames: Array.from({ length: 100 }, () => silence) };
        assert((await ear.turn(quiet, 1)).text === "", "silence has no words");
        understood(await ear.turn(sample, 2), sample.text);
      }),
  },
  {
    server: "answer",
    name: "keeps two turns apart when the second is over before the first is answered",
    run: (stt, sample, context) =>
      withEar(stt, context, async (ear) => {
        void ear.turn(sample, 1);
        void ear.turn(sample, 2);
        const ends = [await ear.end(0), await ear.end(1)];
        assert(ends.map(({ turn }) => turn).join() === "1,2", "they are answered in their order");
        for (const end of ends) understood(end, sample.text);
      }),
  },
  {
    server: "answer",
    name: "understands both ends of a turn of half a minute",
    run: (stt, sample, context) =>
      withEar(stt, context, async (ear) => {
        const { frames, text } = sample;
        const pause = longTurnMs / frameMs - 2 * frames.length;
        const long = [...frames, ...Array.from({ length: pause }, () => silence), ...frames];
        ear.session.expect(sample.expectation);
        // At speaking pace: vendors take no audio that is much faster.
        for (let at = 0; at < long.length; at += framesAtOnce) {
          for (const frame of long.slice(at, at + framesAtOnce)) ear.session.send(frame);
          await delay(context.clock, framesAtOnce * frameMs, ear.signal);
        }
        ear.session.finalize(1);
        understood(await ear.end(0), `${text} ${text}`);
      }),
  },
  {
    server: "answer",
    name: "reports words before the turn is over",
    needs: "partials",
    run: (stt, sample, context) =>
      withEar(stt, context, async (ear) => {
        ear.session.expect(sample.expectation);
        for (const frame of sample.frames) ear.session.send(frame);
        // The first words may still change.
        assert(plain((await ear.next("partial", 0)).text) !== "", "there are words");
        ear.session.finalize(1);
        understood(await ear.end(0), sample.text);
      }),
  },
  {
    server: "answer",
    name: "reports its confidence",
    needs: "confidence",
    run: (stt, sample, context) =>
      withEar(stt, context, async (ear) => {
        const { confidence = -1 } = await ear.turn(sample, 1);
        assert(confidence > 0 && confidence <= 1, `a confidence is no ${confidence}`);
      }),
  },
  {
    server: "answer",
    name: "reports when each word was said, from the beginning of its turn",
    needs: "word times",
    run: (stt, sample, context) =>
      withEar(stt, context, async (ear) => {
        for (let turn = 0; turn < 2; turn++) checkWordTimes(await ear.turn(sample, turn), sample);
      }),
  },
  ...(["mute", "late"] as const).map((server) => ({
    server,
    name:
      server === "mute"
        ? "ends a turn that the server does not answer, and understands the next"
        : "keeps an answer that comes too late out of the next turn",
    run: (stt: Stt, sample: SttSample, context: ProviderContext) =>
      withEar(stt, context, async (ear) => {
        const { turn, text } = await ear.turn(sample, 1);
        // The transcript before the end of the turn suffices.
        assert(turn === 1 && sample.text.startsWith(plain(text)), `the first turn was heard as "${text}"`);
        understood(await ear.turn(sample, 2), sample.text);
        assert(ear.ends === 2, `two turns have two ends, not ${ear.ends}`);
      }),
  })),
];

const longTurnMs = 30_000;
const framesAtOnce = 5;
/** Longest distance of a word outside its turn: vendors round. */
const outsideMsMax = 200;

/** Words for comparison: case and punctuation are the recogniser's choice. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}' ]/gu, "")
    .trim();
}

function understood({ text, rejected }: End, words: string): void {
  assert(plain(text) === plain(words) && !rejected, `"${words}" was heard as "${text}"`);
}

function checkWordTimes({ words = [] }: End, { text, frames }: SttSample): void {
  const told = words.map((word) => plain(word.text)).join(" ");
  assert(told === text, `the words are those of the text: "${told}"`);
  words.forEach(({ text: word, startMs, endMs }, index) => {
    const before = words[index - 1]?.startMs ?? -outsideMsMax;
    assert(startMs >= before && endMs >= startMs, `"${word}" comes after the words before it`);
    assert(endMs <= frames.length * frameMs + outsideMsMax, `"${word}" ends within its turn`);
  });
}

type End = Extract<SttEvent, { type: "end_of_turn" }>;

/** Session with awaitable ends of turns. */
class Ear {
  readonly events: readonly SttEvent[];
  readonly session: SttSession;
  readonly signal: AbortSignal;
  /** Called and forgotten at each event. */
  readonly #news: (() => void)[];

  private constructor(
    [session, signal]: readonly [SttSession, AbortSignal],
    events: SttEvent[],
    news: (() => void)[],
  ) {
    this.session = session;
    this.signal = signal;
    this.events = events;
    this.#news = news;
  }

  static async open(stt: Stt, context: ProviderContext, signal: AbortSignal): Promise<Ear> {
    const events: SttEvent[] = [];
    const news: (() => void)[] = [];
    const sink = (event: SttEvent): void => {
      events.push(event);
      for (const wake of news.splice(0)) wake();
    };
    return new Ear([await stt.open(sink, context, signal), signal], events, news);
  }

  get ends(): number {
    return this.events.filter((event) => event.type === "end_of_turn").length;
  }

  /** The end after `before` others. */
  end(before: number): Promise<End> {
    return this.next("end_of_turn", before);
  }

  /** The event of this type after `before` others of it. */
  async next<T extends SttEvent["type"]>(
    type: T,
    before: number,
  ): Promise<Extract<SttEvent, { readonly type: T }>> {
    const isOf = (event: SttEvent): event is Extract<SttEvent, { readonly type: T }> => event.type === type;
    for (;;) {
      const event = this.events.filter(isOf)[before];
      if (event !== undefined) return event;
      const more = Promise.withResolvers<void>();
      this.#news.push(more.resolve);
      await more.promise;
    }
  }

  turn(sample: SttSample, number: number): Promise<End> {
    const before = this.ends;
    this.session.expect(sample.expectation);
    for (const frame of sample.frames) this.session.send(frame);
    this.session.finalize(number);
    return this.end(before);
  }
}

async function withEar(
  stt: Stt,
  context: ProviderContext,
  use: (ear: Ear) => Promise<unknown>,
): Promise<void> {
  const call = new AbortController();
  const ear = await Ear.open(stt, context, call.signal);
  try {
    await use(ear);
  } finally {
    call.abort();
  }
}
