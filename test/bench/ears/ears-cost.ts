// Recogniser cost benchmark: milliseconds of the recogniser's thread for common utterances: answers to closed questions
// and free speech, decoded once and as in a call, and the thread's start and memory.

import { toFrames } from "../../../src/audio/frame.ts";
import { startWorker } from "../../../src/base/start-worker.ts";
import type { Expectation } from "../../../src/flow/engine/expectation.ts";
import { OpenRecogniser } from "../../../src/speech/open/any-words.ts";
import type { HearingJob } from "../../../src/speech/open/ears-queue.ts";
import { HearingSessions } from "../../../src/speech/open/hearing-sessions.ts";
import { openEars } from "../../../src/speech/open/open-ears.ts";
import { Question } from "../../../src/speech/open/question.ts";
import { SpeechCut } from "../../../src/speech/open/speech-cut.ts";
import { SileroKernel } from "../../../src/speech/silero/silero-kernel.ts";
import type { FromWorker, ToWorker, WorkerAnswer } from "../../../src/speech/speech-message.ts";
import { digitWords, human, joined } from "../../support/callers/callers.ts";
import { FlowTalk } from "../../support/fakes/flow-talk.ts";
import { random } from "../../support/random.ts";
import { FigureList, type Figures } from "../figures.ts";
import { questionOf } from "./ears-caller.ts";

export { claimsOf as claims } from "../figures.ts";

/** Milliseconds of a good line before and after the speech. */
const before = 300;
const after = 700;
const stringsOfFour = 6;
/** Turns that a Worker hears before its memory is measured. */
const workerTurns = 16;
const mebibyte = 2 ** 20;
const pcmOfNothing = new Int16Array();

interface Spoken {
  readonly pcm: Int16Array;
  readonly expectation: Expectation | undefined;
}

function expectationOf(variable: string): Expectation | undefined {
  const talk = new FlowTalk(questionOf(variable));
  talk.start();
  return talk.expectation;
}

async function sayings(): Promise<Readonly<Record<"numbers" | "strings" | "free", readonly Spoken[]>>> {
  const number = expectationOf(`type: number, integer: true, min: 0, max: 12, ask: "For how many people?"`);
  const code = expectationOf(`type: digits, length: 4, ask: "Which code, please?"`);
  const digits = await Promise.all(digitWords.map(human));
  const { int } = random(5);
  const strings = Array.from({ length: stringsOfFour }, () => {
    const parts = Array.from({ length: 4 }, () => [
      int(80, 250),
      withoutSilence(digits[int(0, 9)] ?? pcmOfNothing),
    ]);
    return joined(before, ...parts.flat().slice(1), after);
  });
  const free = await Promise.all(["tt-weasels", "vm-sorry", "one-moment-please"].map(human));
  return {
    numbers: digits.map((pcm) => ({ pcm: joined(before, pcm, after), expectation: number })),
    strings: strings.map((pcm) => ({ pcm, expectation: code })),
    free: free.map((pcm) => ({ pcm: joined(before, pcm, after), expectation: undefined })),
  };
}

/** The part from the first to the last sample that is at most 30 dB below the loudest. */
function withoutSilence(pcm: Int16Array): Int16Array {
  const least = pcm.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) * 10 ** (-30 / 20);
  const isLoud = (sample: number): boolean => Math.abs(sample) >= least;
  return pcm.subarray(pcm.findIndex(isLoud), pcm.findLastIndex(isLoud) + 1);
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Cost of one: the least mean of several rounds, because other work on the machine only adds. */
function least<T>(all: readonly T[], rounds: number, work: (one: T) => void): number {
  const round = (): number => {
    const from = threadMs();
    for (const one of all) work(one);
    return (threadMs() - from) / all.length;
  };
  return Math.min(...Array.from({ length: rounds }, round));
}

export async function measure(isQuick: boolean, tell: (line: string) => void): Promise<Figures> {
  const list = new FigureList(tell);
  const rounds = isQuick ? 1 : 8;
  const { numbers, strings, free } = await sayings();
  // Measured first, while no other memory could be freed meanwhile.
  await measureWorker(list, numbers.concat(free));
  const judge = await SileroKernel.open();
  const recogniser = new OpenRecogniser(await openEars());
  recogniser.warmUp();
  const once = (all: readonly Spoken[]): { readonly ms: number; readonly seconds: number } => {
    const cut = all.map(({ pcm, expectation }) => {
      const question = Question.of(recogniser.pieces, expectation);
      const kinds = { isDictated: question?.kind === "digits", isAnswer: question !== undefined };
      const speech = new SpeechCut(judge, kinds);
      for (const frame of toFrames(pcm)) speech.push(frame);
      return { pcm: speech.pcm(), question };
    });
    const seconds = cut.reduce((sum, { pcm }) => sum + pcm.length / 16_000, 0) / cut.length;
    return { ms: least(cut, rounds, ({ pcm, question }) => recogniser.hear(pcm, question)), seconds };
  };
  const turns = (all: readonly Spoken[]): number => {
    let id = 0;
    // Without a queue: each job is done at once.
    const jobs = { add: (job: HearingJob) => (job.run(), true) };
    const sessions = new HearingSessions({ recogniser, judge, jobs, tell: () => {} });
    return least(all, rounds, ({ pcm, expectation }) => {
      id += 1;
      sessions.expect(id, expectation);
      for (const frame of toFrames(pcm)) sessions.hear(id, frame);
      sessions.finalize(id, 1);
      sessions.end(id);
    });
  };
  const [oneNumber, four, sentence] = [once(numbers), once(strings), once(free)];
  const long = ({ seconds }: { readonly seconds: number }): string => `${seconds.toFixed(2)} s of speech`;
  list.add(
    { of: "a number", value: oneNumber.ms, unit: "ms", atMost: 25, note: long(oneNumber) },
    { of: "four digits, heard once", value: four.ms, unit: "ms", atMost: 80, note: long(four) },
    {
      of: "a second of free speech, heard once",
      value: sentence.ms / sentence.seconds,
      unit: "ms",
      atMost: 25,
    },
    { of: "a number's turn, with the detector", value: turns(numbers), unit: "ms" },
    { of: "the turn of four digits, heard at its pauses", value: turns(strings), unit: "ms" },
    {
      of: "a second of free speech, heard each 600 ms",
      value: turns(free) / sentence.seconds,
      unit: "ms",
    },
  );
  return list;
}

/** A thread of its own, like in calls. */
async function measureWorker(list: FigureList, all: readonly Spoken[]): Promise<void> {
  const held = (): number => (Bun.gc(true), process.memoryUsage.rss());
  const rssBefore = held();
  const [from, cpu] = [performance.now(), process.cpuUsage()];
  const worker = startWorker("ears");
  let wake: (answer: WorkerAnswer) => void = () => {};
  worker.onmessage = ({ data }: MessageEvent<FromWorker>): void => data.answers.forEach((one) => wake(one));
  const answered = (type: WorkerAnswer["type"]): Promise<void> =>
    new Promise((resolve) => (wake = (answer) => answer.type === type && resolve()));
  await answered("ready");
  const { user, system } = process.cpuUsage(cpu);
  list.add(
    { of: "a thread until it hears", value: performance.now() - from, unit: "ms", atMost: 600 },
    { of: "the processor's part of that", value: (user + system) / 1_000, unit: "ms" },
  );
  for (let turn = 0; turn < workerTurns; turn++) {
    const { pcm, expectation } = all[turn % all.length] ?? { pcm: pcmOfNothing, expectation: undefined };
    const frames = Math.floor(pcm.length / 320);
    const message: ToWorker = {
      audio: pcm.slice(0, frames * 320),
      orders: [
        { type: "expect", id: 1, expectation },
        { type: "hear", id: 1, frames },
        { type: "hear-finalize", id: 1, turn },
      ],
    };
    const heard = answered("end-of-turn");
    worker.postMessage(message);
    await heard;
  }
  list.add({ of: "memory of a thread", value: (held() - rssBefore) / mebibyte, unit: "MiB", atMost: 60 });
  worker.terminate();
}
