// Played marks: the client's position in the agent's audio. A mark follows every stretch of audio, the client reports
// when it has played up to it, and the difference to the clock is the client's delay. Pure state; the line sends and
// receives.

import { frameMs } from "../audio/frame.ts";

export interface MarkLimits {
  /** Longest audio between marks. */
  readonly markEveryMs: number;
  /** A client that plays later than this, or does not answer, is not waited for. */
  readonly markLagMaxMs: number;
  /** Time for which the last answer shows the client's position. */
  readonly markFreshMs: number;
}

interface OpenMark {
  readonly name: string;
  /** Time at which a client without delay has played everything before it. */
  readonly dueAt: number;
}

export class PlayedMarks {
  readonly #limits: MarkLimits;
  #number = 0;
  /** Sent and not answered, the oldest first. */
  #open: OpenMark[] = [];
  /** Time at which a client without delay has played everything sent. */
  #endsAt = 0;
  #unmarkedMs = 0;
  #lagMs = 0;
  /** Least delay so far: the client's delay when it begins again after silence. */
  #leastMs: number | undefined;
  #answeredAt: number | undefined;
  /** The client left a mark unanswered; no answer is awaited until one comes. */
  #isSilent = false;

  constructor(limits: MarkLimits) {
    this.#limits = limits;
  }

  /** Registers a sent frame; returns the name of the mark to follow it, if one is due. */
  sent(now: number): string | undefined {
    if (this.#endsAt <= now && this.#open.length === 0) this.#lagMs = this.#leastMs ?? 0;
    this.#endsAt = Math.max(this.#endsAt, now) + frameMs;
    this.#unmarkedMs += frameMs;
    return this.#unmarkedMs >= this.#limits.markEveryMs ? this.#mark() : undefined;
  }

  /** The reply's audio is complete: returns its last mark, unless there is one. */
  flushed(): string | undefined {
    return this.#unmarkedMs > 0 ? this.#mark() : undefined;
  }

  /** The client dropped its unplayed audio, and the marks in it. */
  cleared(now: number): void {
    this.#open = [];
    this.#unmarkedMs = 0;
    this.#endsAt = Math.min(this.#endsAt, now);
  }

  /** The client has played up to this mark. Unknown and cleared marks are ignored. */
  played(name: string, now: number): void {
    const at = this.#open.findIndex((mark) => mark.name === name);
    const mark = this.#open[at];
    if (mark === undefined) return;
    this.#open.splice(0, at + 1);
    this.#lagMs = this.#bounded(now - mark.dueAt);
    this.#leastMs = Math.min(this.#leastMs ?? this.#lagMs, this.#lagMs);
    this.#answeredAt = now;
    this.#isSilent = false;
  }

  /** Delay of the client, in milliseconds: as last reported, or more if an answer is overdue. */
  lagMs(now: number): number {
    const { markLagMaxMs } = this.#limits;
    while (this.#open[0] !== undefined && now - this.#open[0].dueAt > markLagMaxMs) {
      this.#open.shift();
      this.#isSilent = true;
    }
    const overdueMs = this.#isSilent ? 0 : now - (this.#open[0]?.dueAt ?? now);
    return this.#bounded(Math.max(this.#lagMs, overdueMs));
  }

  /** True if the client recently reported its position. */
  isFresh(now: number): boolean {
    return this.#answeredAt !== undefined && now - this.#answeredAt <= this.#limits.markFreshMs;
  }

  #mark(): string {
    this.#number += 1;
    const name = `m-${this.#number}`;
    this.#open.push({ name, dueAt: this.#endsAt });
    this.#unmarkedMs = 0;
    return name;
  }

  #bounded(ms: number): number {
    return Math.min(this.#limits.markLagMaxMs, Math.max(0, ms));
  }
}
