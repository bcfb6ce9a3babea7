// Played marks: where the client is in the agent's audio. A mark goes behind every stretch of audio, the client says when
// it has played up to there, and the difference to the clock is how late it plays. A pure state; the line sends and hears.

import { frameMs } from "../audio/frame.ts";

export interface MarkLimits {
  /** A mark at least so often while there is audio. */
  readonly markEveryMs: number;
  /** A client that plays later than this, or does not answer, is not waited for. */
  readonly markLagMaxMs: number;
  /** For so long the last answer tells where the client is. */
  readonly markFreshMs: number;
}

interface OpenMark {
  readonly name: string;
  /** When a client without any delay has played everything before it. */
  readonly dueAt: number;
}

export class PlayedMarks {
  readonly #limits: MarkLimits;
  #number = 0;
  /** Sent and not answered, the oldest first. */
  #open: OpenMark[] = [];
  /** When all that was sent is played by a client without delay. */
  #endsAt = 0;
  #unmarkedMs = 0;
  #lagMs = 0;
  /** The least delay so far: with it the client begins again after silence. */
  #leastMs: number | undefined;
  #answeredAt: number | undefined;
  /** The client left a mark unanswered, and none is awaited until it answers one. */
  #isSilent = false;

  constructor(limits: MarkLimits) {
    this.#limits = limits;
  }

  /** A frame was sent. The name of the mark that is to follow it, if one is due. */
  sent(now: number): string | undefined {
    if (this.#endsAt <= now && this.#open.length === 0) this.#lagMs = this.#leastMs ?? 0;
    this.#endsAt = Math.max(this.#endsAt, now) + frameMs;
    this.#unmarkedMs += frameMs;
    return this.#unmarkedMs >= this.#limits.markEveryMs ? this.#mark() : undefined;
  }

  /** The reply's audio is complete: the mark that is to follow it, unless one does already. */
  flushed(): string | undefined {
    return this.#unmarkedMs > 0 ? this.#mark() : undefined;
  }

  /** The client drops what it has not played, and the marks in it. */
  cleared(now: number): void {
    this.#open = [];
    this.#unmarkedMs = 0;
    this.#endsAt = Math.min(this.#endsAt, now);
  }

  /** The client has played up to this mark. A mark that is not known, or was cleared, says nothing. */
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

  /** How late the client plays, in milliseconds: as it said last, or later when an answer is overdue. */
  lagMs(now: number): number {
    const { markLagMaxMs } = this.#limits;
    while (this.#open[0] !== undefined && now - this.#open[0].dueAt > markLagMaxMs) {
      this.#open.shift();
      this.#isSilent = true;
    }
    const overdueMs = this.#isSilent ? 0 : now - (this.#open[0]?.dueAt ?? now);
    return this.#bounded(Math.max(this.#lagMs, overdueMs));
  }

  /** Whether the client has said lately where it is. */
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
