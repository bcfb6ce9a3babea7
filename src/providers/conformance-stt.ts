// Conformance checks of recognisers: what every one must do. They need no test runner: the suite runs them against
// the built-in one and scripted servers, and an operator may run them against the real thing.

import { assert } from "../base/assert.ts";
import type { Frame } from "../audio/frame.ts";
import type { Expectation } from "../flow/engine/expectation.ts";
import type { ProviderContext, Stt, SttEvent, SttSession } from "./provider-contract.ts";

/** Something that was said, and what it is. */
export interface SttSample {
  /** With half a second of silence behind the words. */
  readonly frames: readonly Frame[];
  readonly text: string;
  readonly expectation: Expectation;
}

export interface SttCheck {
  readonly name: string;
  /** Throws when the promise is broken. */
  run(stt: Stt, sample: SttSample, context: ProviderContext): Promise<void>;
}

export const sttChecks: readonly SttCheck[] = [
  {
    name: "names itself",
    run: async (stt) => assert(/^[a-z][a-z0-9-]*$/.test(stt.id), "the id is a name of the catalog"),
  },
  {
    name: "understands what is said, turn after turn",
    run: (stt, sample, context) =>
      withEar(stt, context, async (ear) => {
        for (let turn = 0; turn < 2; turn++) {
          const { text, rejected } = await ear.turn(sample, turn);
          assert(text === sample.text && !rejected, `"${sample.text}" was heard as "${text}"`);
        }
      }),
  },
  {
    name: "answers each end of a turn once, by its number and in order, also without audio",
    run: (stt, sample, context) =>
      withEar(stt, context, async (ear) => {
        ear.session.expect(sample.expectation);
        ear.session.finalize(3);
        for (const frame of sample.frames) ear.session.send(frame);
        ear.session.finalize(4);
        ear.session.finalize(7);
        const ends = [await ear.end(0), await ear.end(1), await ear.end(2)];
        const told = ends.map(({ turn, text }) => `${turn} ${text}`).join("|");
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
    name: "forgets a turn that is reset",
    run: (stt, sample, context) =>
      withEar(stt, context, async (ear) => {
        ear.session.expect(sample.expectation);
        for (const frame of sample.frames) ear.session.send(frame);
        ear.session.reset();
        ear.session.finalize(1);
        assert((await ear.end(0)).text === "", "nothing is left of the turn");
      }),
  },
  {
    name: "says nothing after it is closed, and may be closed twice",
    run: (stt, sample, context) =>
      withEar(stt, context, async (ear) => {
        ear.session.expect(sample.expectation);
        for (const frame of sample.frames) ear.session.send(frame);
        ear.session.close();
        const before = ear.events.length;
        ear.session.finalize(1);
        ear.session.send(new Int16Array(320));
        ear.session.reset();
        ear.session.close();
        assert((await ear.session.closed) === undefined, "who closes it is told no reason");
        await withEar(stt, context, (other) => other.turn(sample, 1));
        assert(ear.events.length === before, "no event follows close()");
      }),
  },
  {
    name: "closes with its call",
    run: async (stt, sample, context) => {
      const call = new AbortController();
      const session = await stt.open(() => {}, context, call.signal);
      session.expect(sample.expectation);
      call.abort();
      assert((await session.closed) === undefined, "a call that ends is no failure");
    },
  },
];

type End = Extract<SttEvent, { type: "end_of_turn" }>;

/** A session whose ends of turns can be waited for. */
class Ear {
  readonly events: readonly SttEvent[];
  readonly session: SttSession;
  readonly #news: { wake: () => void };

  private constructor(session: SttSession, events: SttEvent[], news: { wake: () => void }) {
    this.session = session;
    this.events = events;
    this.#news = news;
  }

  static async open(stt: Stt, context: ProviderContext, signal: AbortSignal): Promise<Ear> {
    const events: SttEvent[] = [];
    const news = { wake: (): void => {} };
    const sink = (event: SttEvent): void => {
      events.push(event);
      news.wake();
    };
    return new Ear(await stt.open(sink, context, signal), events, news);
  }

  get ends(): number {
    return this.events.filter((event) => event.type === "end_of_turn").length;
  }

  /** The end that came after so many others. */
  async end(before: number): Promise<End> {
    for (;;) {
      const end = this.events.filter((event) => event.type === "end_of_turn")[before];
      if (end !== undefined) return end;
      const more = Promise.withResolvers<void>();
      this.#news.wake = more.resolve;
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
