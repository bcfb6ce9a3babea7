// Lag of the event loop: a pure step over the delay of each beat of the media clock. Distinguishes a server that
// cannot keep up, or has just stalled, from one that was late once.

/** Delay of a beat that means a stall: a new call would wait with all others. */
const stallMs = 500;
/** Delay that callers notice: half of their buffers. */
const lateBeatMs = 100;
/** Late beats in a row that are no accident, and punctual ones in a row that show recovery. */
const beatsToChange = 25;
/** With fewer calls the process waits for another reason, and refusing a call would not help. */
const callsMin = 20;

export interface LoopLag {
  readonly isBehind: boolean;
  /** Beats in a row that contradict `isBehind`. */
  readonly against: number;
}

export const inTime: LoopLag = { isBehind: false, against: 0 };
const behind: LoopLag = { isBehind: true, against: 0 };

/** State after a beat that came `lateMs` late. Allocates nothing while every beat is in time. */
export function afterBeat(lag: LoopLag, lateMs: number): LoopLag {
  if (lateMs >= stallMs) return behind;
  const isLate = lateMs > lateBeatMs;
  if (isLate === lag.isBehind) return lag.isBehind ? behind : inTime;
  const against = lag.against + 1;
  if (against < beatsToChange) return { isBehind: lag.isBehind, against };
  return lag.isBehind ? inTime : behind;
}

/** True if new calls would wait. `overdueMs`: of the next beat, since after a stall sockets may be read first. */
export function isBehind(lag: LoopLag, overdueMs: number, calls: number): boolean {
  return calls >= callsMin && (lag.isBehind || overdueMs >= stallMs);
}
