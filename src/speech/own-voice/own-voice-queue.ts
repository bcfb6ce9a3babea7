// Own voice queue: the texts of one voice. One part is made at a time: first of a text whose audio is about to run
// out, then of texts without audio yet, then of the text whose audio runs out first. So no running sentence breaks
// off, and a long text delays the beginning of no other. Speech made in advance comes last.

import { sampleRate } from "../../audio/frame.ts";
import { type Clock, wallClock } from "../../base/clock.ts";
import type { WorkerAnswer } from "../speech-message.ts";
import type { OwnVoice, SpokenPart } from "./own-voice.ts";

const samplesPerMs = sampleRate / 1_000;

export interface OwnVoiceQueueOptions {
  readonly voice: Pick<OwnVoice, "speak">;
  readonly tell: (answer: WorkerAnswer) => void;
  /** Resolves when meanwhile received messages are read. */
  readonly pause: () => Promise<void>;
  /** Frees the garbage of the networks, some megabytes per part, which the runtime would keep for long. */
  readonly collect: () => void;
  readonly clock?: Pick<Clock, "now">;
}

/** Some ten milliseconds of work after each minute of speech. */
const partsPerCollection = 60;

/** Audio is about to run out below this, in milliseconds: some parts of others take as long. */
const lateMs = 250;

interface Job {
  readonly id: number;
  readonly isAhead: boolean;
  readonly parts: AsyncGenerator<SpokenPart, void>;
  /** Time at which its audio has been heard, in milliseconds of the clock; undefined: none yet. */
  heardAt: number | undefined;
}

export class OwnVoiceQueue {
  readonly #o: OwnVoiceQueueOptions;
  readonly #clock: Pick<Clock, "now">;
  readonly #jobs = new Map<number, Job>();
  #isRunning = false;
  #made = 0;

  constructor(options: OwnVoiceQueueOptions) {
    this.#o = options;
    this.#clock = options.clock ?? wallClock;
  }

  speak(
    id: number,
    { text, speed, isAhead }: { readonly text: string; readonly speed: number; readonly isAhead: boolean },
  ): void {
    this.#jobs.set(id, { id, isAhead, parts: this.#o.voice.speak(text, speed), heardAt: undefined });
    if (!this.#isRunning) void this.#run();
  }

  cancel(id: number): void {
    const job = this.#jobs.get(id);
    this.#jobs.delete(id);
    // Frees its memory once the running part is done.
    void job?.parts.return().catch(() => undefined);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let job = this.#next(); job !== undefined; job = this.#next()) {
      await this.#makePart(job);
      if (++this.#made % partsPerCollection === 0) this.#o.collect();
      await this.#o.pause();
    }
    this.#isRunning = false;
  }

  #next(): Job | undefined {
    const all = [...this.#jobs.values()];
    const jobs = all.filter(({ isAhead }) => !isAhead);
    const unheard = jobs.find(({ heardAt }) => heardAt === undefined);
    const [first] = jobs
      .filter(({ heardAt }) => heardAt !== undefined)
      .toSorted((a, b) => (a.heardAt ?? 0) - (b.heardAt ?? 0));
    const isLate = first?.heardAt !== undefined && first.heardAt - this.#clock.now() < lateMs;
    return (isLate ? first : unheard) ?? first ?? all[0];
  }

  async #makePart(job: Job): Promise<void> {
    const { id } = job;
    try {
      const { done, value } = await job.parts.next();
      // Cancelled meanwhile.
      if (this.#jobs.get(id) !== job) return;
      if (done === true) {
        this.#jobs.delete(id);
        this.#o.tell({ type: "spoken", id });
        return;
      }
      if (value.words.length > 0) this.#o.tell({ type: "words", id, words: value.words });
      if (value.pcm.length > 0) this.#o.tell({ type: "audio", id, pcm: value.pcm });
      job.heardAt = (job.heardAt ?? this.#clock.now()) + value.pcm.length / samplesPerMs;
    } catch (error) {
      if (!this.#jobs.delete(id)) return;
      this.#o.tell({ type: "failed", id, kind: "transient", message: String(error) });
    }
  }
}
