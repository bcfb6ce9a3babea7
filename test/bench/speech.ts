// Speech benchmark: how well and how fast the embedded engines work, with people and voices against grammars, on
// clean and noisy lines.

import { cpus } from "node:os";
import { toFrames } from "../../src/audio/frame.ts";
import { NoiseGate } from "../../src/audio/noise-gate.ts";
import { wallClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import type { Expected } from "../../src/flow/engine/expectation.ts";
import type { SttEvent, TtsEvent } from "../../src/providers/provider-contract.ts";
import { AcousticModel } from "../../src/speech/acoustic/acoustic-model.ts";
import { grammarOf } from "../../src/speech/grammar.ts";
import { type FliteVoice, fliteVoices } from "../../src/speech/speech-message.ts";
import { openSpeechPool, type SpeechPool } from "../../src/speech/speech-pool.ts";
import { Recogniser } from "../../src/speech/recogniser.ts";
import {
  answer,
  dayWords,
  digitWords,
  human,
  joined,
  pinkNoise,
  synthetic,
  withNoise,
} from "../support/callers/callers.ts";
import { listened } from "../support/callers/listened.ts";
import { random } from "../support/random.ts";

interface Case {
  readonly said: readonly string[];
  /** Undefined: nothing that is expected, to be rejected. */
  readonly means: string | undefined;
}

interface Grammar {
  readonly name: string;
  readonly expected: readonly Expected[];
  readonly cases: readonly Case[];
  /** What a recorded person can say of it. */
  readonly human: readonly Case[];
}

const phrases = (list: readonly string[]): Expected => ({ type: "phrases", phrases: list });
const sameAsSaid = (list: readonly string[]): Case[] => list.map((text) => ({ said: [text], means: text }));

const menuPhrases = ["the time", "a number", "book a table", "sales", "opening hours", "help", "goodbye"];
const yesNo = ["yes", "no", "yeah", "nope", "yes please", "no thanks", "correct", "sure"];
const foreign = ["something else entirely", "i would like a pizza", "weasels have eaten our phone system"];
const humanForeign = (
  "hello-world im-sorry one-moment-please please-try-again do-not-disturb vm-sorry call-waiting activated " +
  "phonetic/b_p phonetic/h_p conf-locked spy-local vm-last disabled digits/million letters/w tt-weasels"
).split(" ");

function digitStrings(length: number, count: number): Case[] {
  const { int } = random(length);
  return Array.from({ length: count }, () => {
    const said = Array.from({ length }, () => digitWords[int(0, 9)]!);
    return { said, means: said.join(" ") };
  });
}

const rejects = (list: readonly string[]): Case[] => list.map((text) => ({ said: [text], means: undefined }));

const grammars: readonly Grammar[] = [
  { name: "yes/no", expected: [phrases(yesNo)], cases: sameAsSaid(yesNo), human: sameAsSaid(["no"]) },
  {
    name: "menu",
    expected: [phrases([...menuPhrases, "number", "time", "yes", "no"])],
    cases: sameAsSaid(menuPhrases),
    human: [...sameAsSaid(["time", "number", "goodbye", "no"]), { said: ["vm-goodbye"], means: "goodbye" }],
  },
  {
    name: "days",
    expected: [phrases([...dayWords, "today", "tomorrow"])],
    cases: sameAsSaid([...dayWords, "today", "tomorrow"]),
    human: sameAsSaid([...dayWords, "today", "tomorrow"]),
  },
  {
    name: "3 digits",
    expected: [{ type: "digits", lengths: [3] }],
    cases: digitStrings(3, 10),
    human: digitStrings(3, 10),
  },
  {
    name: "4 digits",
    expected: [{ type: "digits", lengths: [4] }],
    cases: digitStrings(4, 10),
    human: digitStrings(4, 10),
  },
].map((grammar) => ({
  ...grammar,
  cases: [...grammar.cases, ...rejects(foreign)],
  human: [...grammar.human, ...rejects(humanForeign)],
})) as readonly Grammar[];

class Score {
  right = 0;
  wrong = 0;
  rejected = 0;
  foreign = 0;
  accepted = 0;

  note(means: string | undefined, text: string): void {
    if (means === undefined) {
      this.foreign += 1;
      if (text !== "") this.accepted += 1;
    } else if (text === means) this.right += 1;
    else if (text === "") this.rejected += 1;
    else this.wrong += 1;
  }

  toString(): string {
    const n = this.right + this.wrong + this.rejected;
    return `${this.right}/${this.wrong}/${this.rejected} of ${n}, ${this.accepted}/${this.foreign}`;
  }
}

async function audioOf(voice: FliteVoice | "human", said: readonly string[]): Promise<Int16Array> {
  if (voice === "human") return answer(said);
  return joined(300, await synthetic(voice, said.join(" ")), 900);
}

/** Understands whole turns, and keeps count of the time that takes. */
class Listener {
  readonly #recogniser: Recogniser;
  #audioMs = 0;
  #workMs = 0;

  constructor(recogniser: Recogniser) {
    this.#recogniser = recogniser;
  }

  get realTimeFactor(): string {
    return `${(this.#workMs / this.#audioMs).toFixed(4)} of ${(this.#audioMs / 1000).toFixed(0)} s`;
  }

  understand(pcm: Int16Array, anyOf: readonly Expected[]): string {
    const grammar = grammarOf({ anyOf, endSilenceMs: 700 }, this.#recogniser.pronounce);
    const from = wallClock.now();
    const text = listened(this.#recogniser, pcm, grammar);
    this.#workMs += wallClock.now() - from;
    this.#audioMs += pcm.length / 16;
    return text.replaceAll(/\boh\b/g, "zero");
  }
}

/** Prints one row a voice and line. */
async function recognition(): Promise<void> {
  const listener = new Listener(await Recogniser.open());
  console.log("right/wrong/rejected, and what was accepted of what nobody expects");
  console.log(["".padEnd(17), ...grammars.map(({ name }) => name.padEnd(20))].join(" | "));
  for (const voice of ["human", ...fliteVoices] as const) {
    await recognitionOf(listener, voice, 0);
    await recognitionOf(listener, voice, 20);
  }
  console.log(`real-time factor ${listener.realTimeFactor}\n`);
}

/** `snrDb` of 0: a clean line. With MISSES set, says what was taken for what. */
async function recognitionOf(listener: Listener, voice: FliteVoice | "human", snrDb: number): Promise<void> {
  const scores: string[] = [];
  const misses: string[] = [];
  for (const grammar of grammars) {
    const score = new Score();
    for (const { said, means } of voice === "human" ? grammar.human : grammar.cases) {
      const pcm = await audioOf(voice, said);
      const text = listener.understand(snrDb === 0 ? pcm : withNoise(pcm, snrDb), grammar.expected);
      score.note(means, text);
      if (text !== (means ?? "")) misses.push(`${said.join(" ")} → ${text === "" ? "-" : text}`);
    }
    scores.push(score.toString().padEnd(20));
  }
  const line = snrDb === 0 ? "clean" : `noise ${snrDb} dB`;
  console.log([`${voice} ${line}`.padEnd(17), ...scores].join(" | "));
  if (process.env.MISSES !== undefined) console.log(`    ${misses.join("; ")}`);
}

const context = { clock: wallClock, log: silentLog };
const mib = (): string => `${Math.round(process.memoryUsage().rss / 1024 / 1024)} MiB`;

function summary(samples: readonly number[], unit: string): string {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
  return `${at(0.5)} ${unit} median, ${at(0.95)} p95, ${at(1)} worst of ${sorted.length}`;
}

/** One Worker, asked from this thread as a call would: what a caller waits for. */
async function timing(): Promise<void> {
  const before = mib();
  const from = wallClock.now();
  await using pool = openSpeechPool({ workers: 1, ears: "guided", clock: wallClock, log: silentLog });
  await pool.ready;
  console.log(`warm-up of a Worker  ${Math.round(wallClock.now() - from)} ms; memory ${before} → ${mib()}`);
  await timeVoice(pool);
  await timeRecogniser(pool);
  await timeSound();
  await timeDetector(pool);
  console.log(`memory afterwards    ${mib()}`);
}

async function timeVoice(pool: SpeechPool): Promise<void> {
  const first: number[] = [];
  const perSecond: number[] = [];
  for (let i = 0; i < 40; i++) {
    const from = wallClock.now();
    let samples = 0;
    let firstMs = 0;
    const sink = (event: TtsEvent): void => {
      if (event.type !== "audio") return;
      firstMs ||= wallClock.now() - from;
      samples += event.pcm.length;
    };
    await pool.tts("slt").speak(`This is sentence number ${i}, and it is ten words long.`, sink, context)
      .done;
    first.push(firstMs);
    perSecond.push((wallClock.now() - from) / (samples / 16_000));
  }
  console.log(`voice, first audio   ${summary(first, "ms")}`);
  console.log(`voice                ${summary(perSecond, "ms for each second of speech")}`);
}

async function timeRecogniser(pool: SpeechPool): Promise<void> {
  const partial: number[] = [];
  const final: number[] = [];
  let waiting = Promise.withResolvers<SttEvent>();
  const stt = await pool.stt.open(
    (event) => {
      if (event.type === "partial" || event.type === "end_of_turn") waiting.resolve(event);
    },
    context,
    new AbortController().signal,
  );
  stt.expect({ anyOf: [phrases([...dayWords, ...menuPhrases])], endSilenceMs: 700 });
  const heard = async (): Promise<number> => {
    waiting = Promise.withResolvers();
    const from = wallClock.now();
    await waiting.promise;
    return wallClock.now() - from;
  };
  for (let i = 0; i < 30; i++) {
    for (const frame of toFrames(await answer([dayWords[i % 7]!], { after: 300 }))) stt.send(frame);
    partial.push(await heard());
    stt.finalize(i);
    final.push(await heard());
  }
  console.log(`words at the pause   ${summary(partial, "ms")}`);
  console.log(`words at the end     ${summary(final, "ms")}`);
}

/** What all grammars of a turn share: its features, and which Gaussians fit them. */
async function timeSound(): Promise<void> {
  const model = await AcousticModel.open([]);
  const pcm = Float32Array.from(
    joined(...(await Promise.all(dayWords.map(human)))),
    (sample) => sample / 32_768,
  );
  const perSecond: number[] = [];
  for (let i = 0; i < 30; i++) {
    const from = wallClock.now();
    model.soundOf(pcm);
    perSecond.push((wallClock.now() - from) / (pcm.length / 16_000));
  }
  console.log(`sound of a turn      ${summary(perSecond, "ms for each second of speech")}`);
}

async function timeDetector(pool: SpeechPool): Promise<void> {
  const frames = toFrames(joined(...(await Promise.all(dayWords.map(human)))));
  for (const calls of [1, 16]) {
    const windows = Math.floor((frames.length * 320) / 512) * calls;
    let seen = 0;
    const done = Promise.withResolvers<void>();
    const sessions = Array.from({ length: calls }, () =>
      pool.vad.open(() => {
        if (++seen === windows) done.resolve();
      }),
    );
    const from = wallClock.now();
    for (const frame of frames) for (const session of sessions) session.push(frame);
    await done.promise;
    const us = ((wallClock.now() - from) * 1000) / windows;
    console.log(`detector, ${String(calls).padStart(2)} calls   ${us.toFixed(0)} µs a window of 32 ms`);
    for (const session of sessions) session.close();
  }
  const gate = new NoiseGate();
  const line = toFrames(pinkNoise(16_000 * 60, 100));
  const from = wallClock.now();
  for (const frame of line) gate.open(frame);
  console.log(
    `gate                 ${(((wallClock.now() - from) * 1000) / line.length).toFixed(1)} µs a frame`,
  );
}

export async function run(): Promise<void> {
  console.log(`${cpus().length} × ${cpus()[0]?.model ?? "?"}, Bun ${Bun.version}\n`);
  await recognition();
  await timing();
}

if (import.meta.main) await run();
