// Simulated caller: one person on a line, 20 ms at a time. The caller waits for the agent to end, answers,
// hesitates, interrupts, makes noises, presses keys, and hangs up, as its manner determines.

import { type Frame, frameMs, silence } from "../audio/frame.ts";
import { returnedEvent } from "../flow/engine/run/outside/transfer-record-wait.ts";
import type { CallInput, LineEvent } from "../voice/call-event.ts";
import type { CallerAnswer } from "./caller-answer.ts";
import type { CallerManner } from "./caller-manner.ts";
import { callerSoundIn, noiseFrame, wordFrames } from "./marked-audio.ts";
import type { SeededRandom } from "./seeded-random.ts";

export interface SimCallerOptions {
  readonly manner: CallerManner;
  readonly random: SeededRandom;
  /** List that receives its words, for the recogniser. */
  readonly utterances: (readonly string[])[];
  /** Words that the caller would say now; undefined without a listener. */
  readonly answer: () => CallerAnswer | undefined;
  readonly input: (input: CallInput) => void;
}

/** After this silence of the agent, in milliseconds, a caller asks whether it is still there. */
const patienceMs = 15_000;
const pauseFrames = [15, 60] as const;
const noiseFrames = [5, 20] as const;
const transferMs = [500, 3_000] as const;
const transfersAnswered = 0.8;
/** Share of unanswered transfers. */
const transfersMissed = 0.5;
/** Duration of a talk with another person, in milliseconds. */
const awayMs = 5_000;
const framesPerSecond = 1_000 / frameMs;

export class SimCaller {
  readonly #o: SimCallerOptions;
  /** Frames to send. */
  #queue: Frame[] = [];
  #wasAudible = false;
  /** Time at which the caller speaks, on the call's clock; undefined: its turn is over. */
  #actsAt: number | undefined;
  #lastAt = 0;
  #transferAt: number | undefined;
  /** Time at which the caller returns from a transfer. */
  #returnAt: number | undefined;
  /** Number of its turns so far. */
  turns = 0;

  constructor(options: SimCallerOptions) {
    this.#o = options;
  }

  /** Whether the next frame belongs to a word. */
  get speaks(): boolean {
    const [next] = this.#queue;
    return next !== undefined && callerSoundIn(next)?.type === "word";
  }

  told(event: LineEvent, now: number): void {
    if (event.type === "transfer") this.#transferAt = now + this.#o.random.int(...transferMs);
  }

  /** The next 20 ms. `audible`: the agent is audible now. */
  next(now: number, audible: boolean): Frame {
    this.#notice(now, audible);
    if (this.#transferAt !== undefined && now >= this.#transferAt) this.#answerTransfer(now);
    if (this.#returnAt !== undefined && now >= this.#returnAt) this.#comeBack();
    if (this.#actsAt !== undefined && now >= this.#actsAt) this.#act(now);
    const frame = this.#queue.shift();
    if (frame !== undefined) this.#lastAt = now;
    else if (this.#o.random.chance(this.#o.manner.noises / framesPerSecond)) this.#makeNoise();
    return frame ?? silence;
  }

  #notice(now: number, audible: boolean): void {
    const { manner, random } = this.#o;
    const [begins, ends] = [audible && !this.#wasAudible, !audible && this.#wasAudible];
    this.#wasAudible = audible;
    if (audible) this.#lastAt = now;
    if (begins) this.#actsAt = random.chance(manner.interrupts) ? now + random.int(200, 2_000) : undefined;
    if (ends && this.#queue.length === 0) {
      this.#actsAt = random.chance(manner.keepsSilent) ? undefined : now + random.int(...manner.reactionMs);
    }
    if (now - this.#lastAt >= patienceMs && this.#actsAt === undefined) this.#actsAt = now;
  }

  #act(now: number): void {
    const { manner, random, input } = this.#o;
    this.#actsAt = undefined;
    this.#lastAt = now;
    this.turns += 1;
    if (random.chance(manner.hangsUp)) return input({ type: "end", drain: false });
    const answer = this.#o.answer() ?? { type: "words", text: "hello" };
    if (answer.type === "keys") input({ type: "keys", keys: answer.keys });
    else this.#say(answer.text.split(" ").filter((word) => word !== ""));
  }

  #say(words: readonly string[]): void {
    const { manner, random, utterances } = this.#o;
    const utterance = utterances.push(words) - 1;
    const pauseBefore = random.chance(manner.hesitates) ? random.int(1, words.length) : undefined;
    words.forEach((text, word) => {
      if (word === pauseBefore) this.#queue.push(...repeated(silence, random.int(...pauseFrames)));
      this.#queue.push(...wordFrames({ utterance, word, text }));
    });
  }

  #makeNoise(): void {
    this.#queue.push(...repeated(noiseFrame, this.#o.random.int(...noiseFrames)));
  }

  #answerTransfer(now: number): void {
    this.#transferAt = undefined;
    const ok = this.#o.random.chance(transfersAnswered);
    if (ok) this.#returnAt = now + awayMs;
    const isMissed = !ok && this.#o.random.chance(transfersMissed);
    this.#o.input({ type: "transferred", ok, ...(isMissed && { missed: true }) });
  }

  #comeBack(): void {
    this.#returnAt = undefined;
    this.#o.input({ type: "event", name: returnedEvent, data: null });
  }
}

const repeated = (frame: Frame, times: number): readonly Frame[] =>
  Array.from({ length: times }, () => frame);
