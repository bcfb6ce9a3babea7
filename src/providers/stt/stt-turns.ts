// Turns of a recogniser's session: the words of each turn, and one answer for each finalize(), in order and in time,
// for any vendor. Clients tell it what the vendor says; it speaks the contract.

import type { Clock } from "../../base/clock.ts";
import type { HearingReading, SttEvent, WordTime } from "../provider-contract.ts";

export interface SttTurnsOptions {
  readonly sink: (event: SttEvent) => void;
  readonly clock: Clock;
  /** How long the vendor may take to answer finalize(); then what has come so far counts. */
  readonly answerMsMax: number;
  /** A vendor that answers each finalize() in the end: what comes after the deadline is then known to be late. */
  readonly answersAll: boolean;
  /**
   * Whether a vendor that does not answer in time may have heard only noise, because it is known to be there and not
   * to answer each turn. Absent: it has to answer.
   */
  readonly isThere?: () => boolean;
  /** The oldest turn that was awaited is done with, also one that was dropped. `isLate`: by its deadline. */
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
  /** Undefined for a turn that was dropped: the vendor's answer to it is waited for and thrown away. */
  readonly turn: number | undefined;
  readonly deadline: Disposable;
  /** When the deadline passes, by the clock. */
  readonly due: number;
}

/** An answer may take twice what 99 of 100 need, within these limits. */
const answerMs = { least: 800, most: 4_000 } as const;

/**
 * So many turns in a row that the vendor did not answer: it is not there any more. Where no answer may be an answer,
 * any message shows that it is.
 */
export const muteTurnsMax = 3;

/** How long an answer may take, in milliseconds; `finalMs`: how long 99 of 100 take. */
export function answerMsOf(finalMs: number): number {
  return Math.min(answerMs.most, Math.max(answerMs.least, 2 * finalMs));
}

const nothing = (): Heard => ({ text: "", words: [], confidences: [], rejected: false });

export class SttTurns {
  readonly #o: SttTurnsOptions;
  /** Finalized and not yet answered, oldest first. A vendor's message belongs to the oldest. */
  readonly #pending: Pending[] = [];
  /** Answers of the vendor that will come for turns that are answered already. */
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

  /** How many turns the vendor has still to answer. */
  get awaited(): number {
    return this.#pending.length;
  }

  /** Words that will not change any more; joined with what came before by a space, or as they are when `glued`. */
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

  /** Words after the settled ones that may still change; replaces those of the last call. */
  tail(text: string, glued = false): void {
    if (this.#ignores) return;
    this.#tail = glued ? this.#heard.text + text : joined(this.#heard.text, text);
    this.#tell();
  }

  /** All words of the turn as the vendor sees it now; replaces everything that came before. */
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
    // A turn without audio behind one that is awaited: its answer follows that one's.
    if (!asks) this.#empty.add(turn);
    return asks;
  }

  readonly #empty = new Set<number>();

  /** Drops the open turn. True means that the vendor is to be asked to finalize, so that its words are not mixed in. */
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

  /** Every turn that is awaited is answered with what there is; nothing comes after. */
  close(): void {
    this.#closed = true;
    for (const { deadline } of this.#pending) deadline[Symbol.dispose]();
    this.#pending.length = 0;
  }

  /** Messages now belong to a turn that was answered without them, or to none. */
  get #ignores(): boolean {
    return (
      this.#closed || this.#late > 0 || (this.#pending[0]?.turn === undefined && this.#pending.length > 0)
    );
  }

  #await(turn: number | undefined, answerMsMax: number): void {
    const { clock, answersAll } = this.#o;
    // Never before the turn ahead of it: the oldest is the one whose time is over.
    const due = Math.max(clock.now() + answerMsMax, this.#pending.at(-1)?.due ?? 0);
    const deadline = clock.after(due - clock.now(), () => {
      if (answersAll) this.#late++;
      this.#next(true);
    });
    this.#pending.push({ turn, deadline, due });
  }

  /** Ends the oldest turn that is awaited, and those behind it that had no audio. */
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
    // A partial is of the turn that is open: words of one that is over are its end only.
    if (this.#pending.length > 0) return;
    const text = (this.#tail === "" ? this.#heard.text : this.#tail).trim();
    if (text === this.#told) return;
    this.#told = text;
    this.#o.sink({ type: "partial", text, complete: false });
  }
}

export interface SettledMore {
  readonly words?: readonly WordTime[];
  /** From 0 to 1. */
  readonly confidence?: number;
  /** There was speech, but not what was expected, or none after all. */
  readonly rejected?: boolean;
  /** Answer to the question of the turn. */
  readonly reading?: HearingReading | undefined;
  /** The piece brings its own spaces. */
  readonly glued?: boolean;
}

function joined(before: string, after: string): string {
  return before === "" || after === "" ? before + after : `${before} ${after}`;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}
