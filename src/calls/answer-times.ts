// Answer times: how long late answers of each model and voice took, so that a caller who is about to be answered hears
// no filler first.

import { fillerSoonMs } from "../voice/fillers/dead-air.ts";

/** Late answers that are remembered of each; older ones tell nothing of today's load and network. */
const answersMax = 30;
/** Before so many nothing is known: one or two may be chance. */
const answersMin = 3;
/** This share of them has come when the first filler does. */
const share = 0.8;
/** An answer may take so much longer than those before it. */
const marginMs = 150;
/** A caller waits no longer in silence: an answer that takes longer as a rule is not waited for at all. */
const silenceMsMax = 1_600;
/** Models with their voices that are remembered; the one that was silent longest goes first. */
const answerersMax = 1_000;

/**
 * From the end of the caller's turn to the first filler, in milliseconds. `lateMs`: how long answers took that were not
 * there after `fillerSoonMs`, in any order: of those that are quicker, a caller who waits longer learns nothing.
 */
function fillerDelayMs(lateMs: readonly number[]): number {
  const likely = lateMs.toSorted((a, b) => a - b)[Math.ceil(lateMs.length * share) - 1];
  if (likely === undefined || lateMs.length < answersMin) return fillerSoonMs;
  return likely + marginMs <= silenceMsMax ? likely + marginMs : fillerSoonMs;
}

/** All of a process, in memory: after a restart it is learned anew within a few turns. */
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
