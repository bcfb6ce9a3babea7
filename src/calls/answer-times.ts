// Answer times: durations of late answers by model and voice, so that a caller who is about to be answered hears no
// filler first.

import { fillerSoonMs } from "../voice/fillers/dead-air.ts";

/** Remembered late answers of each; older ones say nothing about today's load and network. */
const answersMax = 30;
/** Minimum for an estimate: one or two may be chance. */
const answersMin = 3;
/** Share of them that comes before the first filler. */
const share = 0.8;
/** Allowance over earlier answers. */
const marginMs = 150;
/** Longest silence: an answer that usually takes longer is not waited for. */
const silenceMsMax = 1_600;
/** Remembered models with their voices; the one silent longest goes first. */
const answerersMax = 1_000;

/**
 * From the end of the caller's turn to the first filler, in milliseconds. `lateMs`: times of answers later than
 * `fillerSoonMs`, in any order; quicker ones say nothing about a caller who waits longer.
 */
function fillerDelayMs(lateMs: readonly number[]): number {
  const likely = lateMs.toSorted((a, b) => a - b)[Math.ceil(lateMs.length * share) - 1];
  if (likely === undefined || lateMs.length < answersMin) return fillerSoonMs;
  return likely + marginMs <= silenceMsMax ? likely + marginMs : fillerSoonMs;
}

/** In memory for the whole process: learned again within a few turns of a restart. */
export class AnswerTimes {
  readonly #lateMs = new Map<string, readonly number[]>();

  get size(): number {
    return this.#lateMs.size;
  }

  /** `id`: the id of the answering part. From the end of the caller's turn to the first filler, in milliseconds. */
  soonMs(id: string): number {
    return fillerDelayMs(this.#lateMs.get(id) ?? []);
  }

  /** `tookMs`: from the end of the caller's turn to the answer's first audio. */
  note(id: string, tookMs: number): void {
    if (tookMs <= fillerSoonMs) return;
    const before = this.#lateMs.get(id) ?? [];
    this.#lateMs.delete(id);
    this.#lateMs.set(id, [...before, tookMs].slice(-answersMax));
    const [oldest] = this.#lateMs.keys();
    if (this.#lateMs.size > answerersMax && oldest !== undefined) this.#lateMs.delete(oldest);
  }
}
