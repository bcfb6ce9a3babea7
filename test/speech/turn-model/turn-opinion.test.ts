// Recogniser with a turn model beside it: when the model is called, and what its result does to the end of the turn.

import { expect, test } from "bun:test";
import { type Frame, samplesPerFrame, toFrames } from "../../../src/audio/frame.ts";
import { silentLog } from "../../../src/base/log.ts";
import { Guard } from "../../../src/base/guard.ts";
import type { Expectation } from "../../../src/flow/engine/expectation.ts";
import type { Stt, SttEvent, SttSession } from "../../../src/providers/provider-contract.ts";
import { type TurnJudge, withTurnModel } from "../../../src/speech/turn-model/turn-opinion.ts";
import { Endpointing } from "../../../src/voice/endpointing.ts";
import type { EndpointingEvent } from "../../../src/voice/hearing/endpointing-event.ts";
import { loudnessVad, quiet } from "../../support/fakes/fake-speech.ts";
import { settle, VirtualClock } from "../../support/fakes/virtual-clock.ts";

/** A hum that is no even noise: it swells from frame to frame. */
const sound = (ms: number): readonly Frame[] =>
  toFrames(Int16Array.from({ length: ms * 16 }, (_, n) => (4_000 + (n % 2_000)) * Math.sin(n / 3)));

/** A recogniser that hears anything, and reports what a test orders. */
function freeStt() {
  const calls: string[] = [];
  let sink: (event: SttEvent) => void = () => undefined;
  const stt: Stt = {
    id: "free",
    open: (to) => {
      sink = to;
      const session: SttSession = {
        closed: new Promise(() => undefined),
        send: () => undefined,
        finalize: (turn) => {
          calls.push(`finalize ${turn}`);
          sink({ type: "end_of_turn", turn, text: "it is broken", rejected: false });
        },
        reset: () => void calls.push("reset"),
        expect: () => void calls.push("expect"),
        close: () => void calls.push("close"),
      };
      return Promise.resolve(session);
    },
  };
  return { stt, calls, say: (event: SttEvent) => sink(event) };
}

/** Judge that answers on command. */
function slowJudge() {
  const asked: { readonly sound: Int16Array; readonly answer: (probability: number | undefined) => void }[] =
    [];
  const judge: TurnJudge = {
    judge: (heard) => new Promise((answer) => void asked.push({ sound: heard, answer })),
  };
  return { judge, asked };
}

async function opened() {
  const { stt, calls, say } = freeStt();
  const { judge, asked } = slowJudge();
  const told: SttEvent[] = [];
  const context = { clock: new VirtualClock(), log: silentLog };
  const both = withTurnModel(stt, judge);
  const session = await both.open((event) => told.push(event), context, new AbortController().signal);
  const hear = (...frames: readonly Frame[]): void => frames.forEach((frame) => session.send(frame));
  const answer = async (probability: number | undefined): Promise<void> => {
    asked.at(-1)!.answer(probability);
    await settle();
  };
  return { both, session, hear, asked, told, answer, say, calls };
}

const closed: Expectation = { anyOf: [], closed: true, endSilenceMs: 500 };

test("turn opinion: the model is asked once a pause, about the whole turn, and gives its opinion", async () => {
  const { both, hear, asked, told, answer } = await opened();
  expect(both.id).toBe("free");
  hear(...quiet(300), ...sound(400), ...quiet(140));
  expect(asked).toHaveLength(0);
  hear(...quiet(20));
  expect(asked).toHaveLength(1);
  expect(asked[0]!.sound).toHaveLength(43 * samplesPerFrame);
  hear(...quiet(400));
  await answer(0.5);
  hear(...sound(200), ...quiet(200));
  expect(asked).toHaveLength(2);
  await answer(0.49);
  expect(told).toEqual([
    { type: "turn_opinion", opinion: "over", by: "turn-model", confidence: 0.5 },
    { type: "turn_opinion", opinion: "goes_on", by: "turn-model", confidence: 0.49 },
  ]);
});

test("turn opinion: it covers eight seconds at most, and the next turn starts fresh", async () => {
  const { session, hear, asked } = await opened();
  hear(...sound(9_000), ...quiet(200));
  expect(asked[0]!.sound).toHaveLength(400 * samplesPerFrame);
  session.finalize(1);
  hear(...quiet(300), ...sound(100), ...quiet(200));
  expect(asked[1]!.sound.length).toBeWithin(28 * samplesPerFrame, 31 * samplesPerFrame);
});

test("turn opinion: an answer after the caller continues, or after the turn, is outdated", async () => {
  const { session, hear, told, answer, calls } = await opened();
  const ends = [
    () => hear(...sound(20)),
    () => session.finalize(7),
    () => session.reset(),
    () => session.close(),
  ];
  for (const end of ends) {
    hear(...quiet(300), ...sound(400), ...quiet(200));
    end();
    await answer(0.9);
    session.reset();
  }
  hear(...quiet(300), ...sound(400), ...quiet(200));
  await answer(undefined);
  expect(told.filter(({ type }) => type === "turn_opinion")).toEqual([]);
  expect(calls).toContain("finalize 7");
  expect(calls).toContain("close");
});

test("turn opinion: it is not asked where few answers count, about silence, nor beside a recogniser with its own", async () => {
  const { session, hear, asked, told, say, calls, answer } = await opened();
  session.expect(closed);
  hear(...sound(400), ...quiet(400));
  session.expect(undefined);
  session.reset();
  hear(...quiet(2_000));
  expect([asked.length, calls[0]]).toEqual([0, "expect"]);
  hear(...sound(400), ...quiet(400));
  expect(asked).toHaveLength(1);
  const own: SttEvent = { type: "turn_opinion", opinion: "probably_over" };
  say(own);
  await answer(0.9);
  session.reset();
  hear(...sound(400), ...quiet(400));
  expect([asked.length, told]).toEqual([1, [own]]);
});

/** Time from the end of the sound to the end of the turn in ms, with a model that answers at once. */
async function delayWith(probability: number | undefined): Promise<readonly [ms: number, reason: string]> {
  const { stt, say } = freeStt();
  const events: EndpointingEvent[] = [];
  const listener = new Endpointing({
    clock: new VirtualClock(),
    guard: new Guard((error) => {
      throw error;
    }),
    openVad: (sink) => loudnessVad().open(sink),
    tell: (event) => events.push(event),
    saidSoFar: () => "finished",
  });
  const context = { clock: new VirtualClock(), log: silentLog };
  const judge = { judge: () => Promise.resolve(probability) };
  const both = withTurnModel(stt, judge);
  listener.use(await both.open(listener.heardBy, context, new AbortController().signal));
  for (const frame of [...quiet(300), ...sound(1_000)]) {
    listener.hear(frame);
    await settle();
  }
  say({ type: "partial", text: "it is broken", complete: false });
  for (let ms = 20; ; ms += 20) {
    listener.hear(new Int16Array(samplesPerFrame));
    await settle();
    const end = events.find((event) => event.type === "turn-ended");
    if (end?.type !== "turn-ended") continue;
    listener.close();
    return [ms, end.reason];
  }
}

test("turn opinion: a finished sound ends sooner than its words alone, and an unfinished one is awaited", async () => {
  const [over, words, goesOn] = [await delayWith(0.9), await delayWith(undefined), await delayWith(0.1)];
  expect([over[1], words[1], goesOn[1]]).toEqual(["model-over", "finished", "patience"]);
  expect(over[0]).toBeLessThan(words[0]);
  expect(words[0]).toBeLessThan(goesOn[0]);
});
