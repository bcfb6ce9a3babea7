// Lag of the event loop: a pure step over how late each beat of the media clock came. It tells a server that cannot
// keep up, or has just stood still, from one that was late once.

/** A beat this late means that the process stood still: a new call would wait with all others. */
const stallMs = 500;
/** Beats that are later than this are noticed by callers: half of what lies in their buffers. */
const lateBeatMs = 100;
/** So many late beats in a row are no accident; so many in time, and it has recovered. */
const beatsToChange = 25;
/** With fewer calls something else keeps the process waiting, and refusing one more would not help. */
const callsMin = 20;

export interface LoopLag {
  readonly isBehind: boolean;
  /** Beats in a row that speak against `isBehind`. */
  readonly against: number;
}

export const inTime: LoopLag = { isBehind: false, against: 0 };
const behind: LoopLag = { isBehind: true, against: 0 };

/** After a beat that came `lateMs` after its time. Allocates nothing while every beat is in time. */
export function afterBeat(lag: LoopLag, lateMs: number): LoopLag {
  if (lateMs >= stallMs) return behind;
  const isLate = lateMs > lateBeatMs;
  if (isLate === lag.isBehind) return lag.isBehind ? behind : inTime;
  const against = lag.against + 1;
  if (against < beatsToChange) return { isBehind: lag.isBehind, against };
  return lag.isBehind ? inTime : behind;
}

/** Whether new calls would wait. `overdueMs`: of the next beat, since after a stall sockets may be read first. */
export function isBehind(lag: LoopLag, overdueMs: number, calls: number): boolean {
  return calls >= callsMin && (lag.isBehind || overdueMs >= stallMs);
}
