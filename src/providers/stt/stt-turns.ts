// Turns of a recogniser's session: the words of each turn, and one answer for each finalize(), in order and
// in time, for any vendor. Clients report the vendor's messages; the events follow the contract.

import type { Clock } from "../../base/clock.ts";
import type { HearingReading, SttEvent, WordTime } from "../provider-contract.ts";

export interface SttTurnsOptions {
  readonly sink: (event: SttEvent) => void;
  readonly clock: Clock;
  /** Longest wait for the answer to finalize(); then the words so far count. */
  readonly answerMsMax: number;
  /** True if the vendor finally answers each finalize(): an answer after the deadline is then known to be late. */
  readonly answersAll: boolean;
  /**
   * Whether a vendor without an answer in time may have heard only noise, because it is alive and does not
   * answer each turn. Absent: it must answer.
   */
  readonly isThere?: () => boolean;
  /** The oldest awaited turn is done, even a dropped one. `isLate`: by its deadline. */
  readonly onDone?: (isLate: boolean) => void;
}

/** Words of one turn. */
interface Heard {
  text: string;
  readonly words: WordTime[];
  readonly confidences: number[];
  rejected: boolean;
  reading?: HearingReading | undefined;
}

interface Pending {
  /** Undefined for a dropped turn: the vendor's answer to it is awaited and discarded. */
  readonly turn: number | undefined;
  readonly deadline: Disposable;
  /** Deadline, by the clock. */
  readonly due: number;
}

/** An answer may take twice the time within which 99 of 100 come, within these limits. */
const answerMs = { least: 800, most: 4_000 } as const;

/**
 * Turns in a row without an answer, after which the vendor counts as gone. For a vendor that need not answer,
 * any message shows that it is alive.
 */
export const muteTurnsMax = 3;

/** Longest wait for an answer, in milliseconds; `finalMs`: time within which 99 of 100 come. */
export function answerMsOf(finalMs: number): number {
  return Math.min(answerMs.most, Math.max(answerMs.least, 2 * finalMs));
}

const nothing = (): Heard => ({ text: "", words: [], confidences: [], rejected: false });

export class SttTurns {
  readonly #o: SttTurnsOptions;
  /** Finalized and not yet answered, oldest first. A vendor's message belongs to the oldest. */
  readonly #pending: Pending[] = [];
  /** Number of outstanding answers for turns that were already answered. */
  #late = 0;
  #heard = nothing();
  #tail = "";
  #told = "";
  #hasAudio = false;
  #closed = false;

  constructor(options: SttTurnsOptions) {
    this.#o = options;
  }

  /** Audio of the open turn was sent. */
  sent(): void {
    this.#hasAudio = true;
  }

  /** Whether the open turn has audio. */
  get hasAudio(): boolean {
    return this.#hasAudio;
  }

  /** Number of turns that the vendor has not answered yet. */
  get awaited(): number {
    return this.#pending.length;
  }

  /** Final words; joined to the previous ones by a space, or directly when `glued`. */
  settle(text: string, more: SettledMore = {}): void {
    if (this.#ignores) return;
    const heard = this.#heard;
    heard.text = more.glued === true ? heard.text + text : joined(heard.text, text);
    heard.words.push(...(more.words ?? []));
    if (more.confidence !== undefined) heard.confidences.push(more.confidence);
    heard.rejected = more.rejected === true;
    heard.reading = more.reading;
    this.#tail = "";
    this.#tell();
  }

  /** Words after the final ones that may still change; replaces those of the last call. */
  tail(text: string, glued = false): void {
    if (this.#ignores) return;
    this.#tail = glued ? this.#heard.text + text : joined(this.#heard.text, text);
    this.#tell();
  }

  /** All words of the turn so far; replaces all earlier ones. */
  whole(text: string, more: Omit<SettledMore, "glued"> = {}): void {
    if (this.#ignores) return;
    this.#heard = nothing();
    this.settle(text, more);
  }

  /**
   * The turn is over. Answers itself when no audio was sent: true means that the vendor is to be asked, and that
   * `answered()` follows. `answerMsMax`: how long for this turn, where less or more is known to be needed.
   */
  finalize(turn: number, answerMsMax = this.#o.answerMsMax): boolean {
    if (this.#closed) return false;
    if (!this.#hasAudio && this.#pending.length === 0) {
      this.#clear();
      this.#answer(turn);
      return false;
    }
    const asks = this.#hasAudio;
    this.#hasAudio = false;
    this.#await(turn, answerMsMax);
    // A turn without audio after an awaited one: its answer follows that one's.
    if (!asks) this.#empty.add(turn);
    return asks;
  }

  readonly #empty = new Set<number>();

  /**
   * Drops the open turn. True: the vendor must be asked to finalize, so that the dropped words do not mix
   * with later ones.
   */
  reset(): boolean {
    if (this.#closed || !this.#hasAudio) return false;
    this.#hasAudio = false;
    if (this.#pending.length === 0) this.#clear();
    this.#await(undefined, this.#o.answerMsMax);
    return true;
  }

  /** The vendor has answered the oldest finalize(). */
  answered(): void {
    if (this.#late > 0) {
      this.#late--;
      this.#clear();
      return;
    }
    this.#next(false);
  }

  /** Answers every awaited turn with the words so far; no event follows. */
  close(): void {
    this.#closed = true;
    for (const { deadline } of this.#pending) deadline[Symbol.dispose]();
    this.#pending.length = 0;
  }

  /** True if messages now belong to a turn that was answered without them, or to none. */
  get #ignores(): boolean {
    return (
      this.#closed || this.#late > 0 || (this.#pending[0]?.turn === undefined && this.#pending.length > 0)
    );
  }

  #await(turn: number | undefined, answerMsMax: number): void {
    const { clock, answersAll } = this.#o;
    // Never before the turn ahead of it: the oldest turn's deadline is always first.
    const due = Math.max(clock.now() + answerMsMax, this.#pending.at(-1)?.due ?? 0);
    const deadline = clock.after(due - clock.now(), () => {
      if (answersAll) this.#late++;
      this.#next(true);
    });
    this.#pending.push({ turn, deadline, due });
  }

  /** Ends the oldest awaited turn, and the ones after it that had no audio. */
  #next(isLate: boolean): void {
    const oldest = this.#pending.shift();
    if (oldest === undefined) return;
    oldest.deadline[Symbol.dispose]();
    const isMute = isLate && this.#o.isThere?.() !== true;
    if (oldest.turn !== undefined) this.#answer(oldest.turn, isMute);
    else this.#clear();
    this.#o.onDone?.(isLate);
    const behind = this.#pending[0]?.turn;
    if (behind !== undefined && this.#empty.delete(behind)) this.#next(false);
  }

  /** `isMute`: speech without a transcript; the caller has to be told, and not to wait in silence. */
  #answer(turn: number, isMute = false): void {
    const { text: settled, words, confidences, rejected, reading } = this.#heard;
    const text = (this.#tail === "" ? settled : this.#tail).trim();
    this.#clear();
    const confidence = confidences.length === 0 ? undefined : mean(confidences);
    this.#o.sink({
      type: "end_of_turn",
      turn,
      text,
      rejected: rejected || (isMute && text === ""),
      ...(confidence === undefined ? {} : { confidence }),
      ...(words.length === 0 ? {} : { words }),
      ...(reading === undefined ? {} : { reading }),
    });
  }

  #clear(): void {
    this.#heard = nothing();
    this.#tail = "";
    this.#told = "";
  }

  #tell(): void {
    // A partial belongs to the open turn: words of an ended turn are only its end.
    if (this.#pending.length > 0) return;
    const text = (this.#tail === "" ? this.#heard.text : this.#tail).trim();
    if (text === this.#told) return;
    this.#told = text;
    this.#o.sink({ type: "partial", text, complete: false });
  }
}

export interface SettledMore {
  readonly words?: readonly WordTime[];
  /** Confidence from 0 to 1. */
  readonly confidence?: number;
  /** Speech that was not expected, or no speech after all. */
  readonly rejected?: boolean;
  /** Answer to the question of the turn. */
  readonly reading?: HearingReading | undefined;
  /** True if the piece includes its own spaces. */
  readonly glued?: boolean;
}

function joined(before: string, after: string): string {
  return before === "" || after === "" ? before + after : `${before} ${after}`;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}
