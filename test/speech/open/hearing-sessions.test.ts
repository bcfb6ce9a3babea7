// Hearing sessions of the open recogniser: it hears a turn at its pauses and at its end, the most urgent turn first,
// and each part once.

import { expect, test } from "bun:test";
import { type Frame, samplesPerFrame } from "../../../src/audio/frame.ts";
import type { Expectation } from "../../../src/flow/engine/expectation.ts";
import type { HearingJob, HearingUrgency } from "../../../src/speech/open/ears-queue.ts";
import { HearingSessions } from "../../../src/speech/open/hearing-sessions.ts";
import type { OpenAnswer } from "../../../src/speech/open/any-words.ts";
import { Pieces } from "../../../src/speech/open/pieces.ts";
import type { Question } from "../../../src/speech/open/question.ts";
import { SpeechCut } from "../../../src/speech/open/speech-cut.ts";
import type { WorkerAnswer } from "../../../src/speech/speech-message.ts";

const pieces = new Pieces();
const loud: Frame = new Int16Array(samplesPerFrame).fill(16_384);
const quiet: Frame = new Int16Array(samplesPerFrame);
/** Windows are speech where they are loud. */
const judge = { judge: (input: Float32Array) => Math.abs(input.at(-1) ?? 0) * 2 };
const closed: Expectation = {
  anyOf: [{ type: "phrases", phrases: ["yes", "no"] }],
  closed: true,
  endSilenceMs: 500,
};

class Ears {
  readonly heard: {
    readonly seconds: number;
    readonly isClosed: boolean;
    readonly before: readonly number[];
  }[] = [];
  readonly answers: WorkerAnswer[] = [];
  readonly jobs: HearingJob[] = [];
  readonly sessions: HearingSessions;
  #next: Partial<OpenAnswer>;

  constructor(next: Partial<OpenAnswer> = { text: "yes", complete: true }) {
    this.#next = next;
    const hear = (
      pcm: Float32Array,
      question: Question | undefined,
      before: readonly number[] = [],
    ): OpenAnswer => {
      this.heard.push({ seconds: pcm.length / 16_000, isClosed: question !== undefined, before });
      return { text: "", rejected: false, complete: false, pieces: [7], ...this.#next };
    };
    this.sessions = new HearingSessions({
      recogniser: { pieces, hear },
      judge,
      jobs: { add: (job) => this.jobs.push(job) > 0 },
      tell: (answer) => void this.answers.push(answer),
    });
  }

  say(id: number, ms: number, frame = loud): void {
    for (let at = 0; at < ms; at += 20) this.sessions.hear(id, frame);
  }

  /** Runs all waiting jobs that are not superseded; returns their urgencies. */
  work(): readonly HearingUrgency[] {
    const jobs = this.jobs.splice(0).filter((job) => !job.isOvertaken());
    for (const { run } of jobs) run();
    return jobs.map(({ urgency }) => urgency);
  }
}

test("a turn is decoded at its pause, and its end costs nothing more", () => {
  const ears = new Ears({ text: "yes", complete: true, confidence: 0.9, evidence: { fit: -0.1, lead: 5 } });
  ears.sessions.expect(1, closed);
  ears.say(1, 400);
  expect(ears.jobs).toEqual([]);
  ears.say(1, 200, quiet);
  expect(ears.work()).toEqual(["pause"]);
  expect(ears.answers).toEqual([{ type: "partial", id: 1, text: "yes", complete: true }]);
  ears.say(1, 200, quiet);
  ears.sessions.finalize(1, 3);
  expect(ears.work()).toEqual(["short-final"]);
  expect(ears.heard).toHaveLength(1);
  expect(ears.heard[0]?.isClosed).toBe(true);
  const evidence = { fit: -0.1, lead: 5 };
  expect(ears.answers.at(-1)).toEqual({
    type: "end-of-turn",
    id: 1,
    turn: 3,
    text: "yes",
    rejected: false,
    confidence: 0.9,
    evidence,
  });
});

test("a turn that continues after its pause is decoded again, with its text so far", () => {
  const ears = new Ears({ text: "I would", complete: false });
  ears.say(1, 400);
  ears.say(1, 200, quiet);
  ears.work();
  ears.say(1, 300);
  ears.sessions.finalize(1, 1);
  expect(ears.work()).toEqual(["final"]);
  expect(ears.heard.map(({ isClosed, before }) => [isClosed, before])).toEqual([
    [false, []],
    [false, [7]],
  ]);
});

test("a turn is decoded again when a soft word followed its pause", () => {
  const ears = new Ears({ text: "four", complete: true });
  ears.sessions.expect(1, closed);
  ears.say(1, 400);
  ears.say(1, 200, quiet);
  ears.work();
  ears.say(1, 300, new Int16Array(samplesPerFrame).fill(9_000));
  ears.sessions.finalize(1, 1);
  ears.work();
  const [before = 0, after = 0] = ears.heard.map(({ seconds }) => seconds);
  expect(after - before).toBeGreaterThan(0.3);
});

test("a turn is not decoded again when only breath followed its pause", () => {
  const ears = new Ears({ text: "four", complete: true });
  ears.sessions.expect(1, closed);
  ears.say(1, 400);
  ears.say(1, 200, quiet);
  ears.work();
  // The sound is as likely to be speech as not, and shorter than any word.
  ears.say(1, 60, new Int16Array(samplesPerFrame).fill(8_192));
  ears.say(1, 200, quiet);
  ears.sessions.finalize(1, 1);
  ears.work();
  expect(ears.heard).toHaveLength(1);
  expect(ears.answers.at(-1)).toMatchObject({ type: "end-of-turn", text: "four" });
});

test("a job for a pause does nothing when its turn is over by then", () => {
  const ears = new Ears();
  ears.say(1, 400);
  ears.say(1, 200, quiet);
  ears.sessions.reset(1);
  expect(ears.work()).toEqual([]);
  expect([ears.heard, ears.answers]).toEqual([[], []]);
});

test("an ended session gets nothing, and a turn without speech is no misunderstanding", () => {
  const ears = new Ears({ text: "" });
  ears.say(1, 300);
  ears.sessions.finalize(1, 1);
  ears.sessions.end(1);
  ears.work();
  expect(ears.answers).toEqual([]);
  ears.sessions.finalize(2, 1);
  ears.work();
  expect(ears.answers).toEqual([{ type: "end-of-turn", id: 2, turn: 1, text: "", rejected: false }]);
});

test("a caller who keeps talking is decoded meanwhile at an open question, and not at a closed one", () => {
  const ears = new Ears({ text: "so", complete: false });
  ears.say(1, 1_000);
  expect(ears.work()).toEqual(["interim"]);
  expect(ears.answers).toEqual([{ type: "partial", id: 1, text: "so", complete: false }]);
  ears.sessions.expect(2, closed);
  ears.say(2, 1_000);
  expect(ears.work()).toEqual([]);
});

test("a failing turn costs its call a warning, and others nothing", () => {
  const ears = new Ears();
  const failing = new HearingSessions({
    recogniser: {
      pieces,
      hear: () => {
        throw new RangeError("too long");
      },
    },
    judge,
    jobs: { add: (job) => ears.jobs.push(job) > 0 },
    tell: (answer) => void ears.answers.push(answer),
  });
  for (let n = 0; n < 20; n++) failing.hear(1, loud);
  failing.finalize(1, 1);
  ears.work();
  expect(ears.answers.map(({ type }) => type)).toEqual(["warning", "end-of-turn"]);
});

test("a caller's turns are answered in their order when a later one is more urgent", () => {
  const ears = new Ears({ text: "so" });
  ears.say(1, 400);
  ears.sessions.finalize(1, 1);
  ears.sessions.expect(1, closed);
  ears.say(1, 400);
  ears.sessions.finalize(1, 2);
  const [long, short] = ears.jobs.splice(0);
  expect([long?.urgency, short?.urgency]).toEqual(["final", "short-final"]);
  short?.run();
  long?.run();
  expect(ears.answers.map((each) => each.type === "end-of-turn" && each.turn)).toEqual([1, 2]);
});

test("cut: silence around speech is removed, silence within an answer stays, and soft words of an answer are kept", () => {
  const cutOf = (parts: readonly (readonly [ms: number, frame: Frame])[]): number => {
    const cut = new SpeechCut(judge);
    for (const [ms, frame] of parts) for (let at = 0; at < ms; at += 20) cut.push(frame);
    return (cut.pcm().length / 16_000) * 1_000;
  };
  const soft: Frame = new Int16Array(samplesPerFrame).fill(9_000);
  const word = cutOf([
    [1_000, quiet],
    [320, loud],
    [1_000, quiet],
  ]);
  expect(word).toBeGreaterThan(320 + 100);
  expect(word).toBeLessThan(320 + 250);
  const two = cutOf([
    [1_000, quiet],
    [320, loud],
    [800, quiet],
    [320, loud],
    [1_000, quiet],
  ]);
  expect(two).toBeGreaterThan(320 + 800 + 320);
  expect(
    cutOf([
      [500, quiet],
      [300, soft],
      [200, quiet],
      [320, loud],
    ]),
  ).toBeGreaterThan(300 + 200 + 320);
  const sentence = cutOf([
    [1_000, quiet],
    [2_000, loud],
    [1_000, quiet],
  ]);
  expect(sentence).toBeGreaterThan(2_000 + 600);
  expect(sentence).toBeLessThan(2_000 + 900);
  expect(cutOf([[1_000, quiet]])).toBe(0);
  expect(
    cutOf([
      [1_000, quiet],
      [320, soft],
      [1_000, quiet],
    ]),
  ).toBeGreaterThan(320);
});

test("cut: no more than 30 s of a turn are kept", () => {
  const cut = new SpeechCut(judge);
  for (let n = 0; n < 2_000; n++) cut.push(loud);
  expect(cut.pcm().length).toBeLessThanOrEqual(30 * 16_000);
});
