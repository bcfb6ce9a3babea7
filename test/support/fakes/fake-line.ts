// Fake line: records the actions of a call on its line.

import type { Frame } from "../../../src/audio/frame.ts";
import type { CallEvent, EndReason } from "../../../src/voice/call-event.ts";
import type { CallSide, Line } from "../../../src/voice/line.ts";

export interface FakeLine extends Line {
  writable: boolean;
  readonly played: { readonly atMs: number; readonly frame: Frame }[];
  readonly events: CallEvent[];
  clears: number;
  /** Whether the client drops unplayed audio on request. */
  drops: boolean;
  /** Number of played frames at each flush. */
  readonly flushes: number[];
  closed: EndReason | undefined;
  /** New address of the session that the client received. */
  closedTo: string | undefined;
  call: CallSide | undefined;
}

export function fakeLine(now: () => number, leadMs = 200): FakeLine {
  const line: FakeLine = {
    transport: "websocket",
    leadMs,
    writable: true,
    played: [],
    events: [],
    clears: 0,
    drops: false,
    flushes: [],
    closed: undefined,
    closedTo: undefined,
    call: undefined,
    attach: (call) => void (line.call = call),
    play: (frame) => void line.played.push({ atMs: now(), frame }),
    flush: () => void line.flushes.push(line.played.length),
    clear: () => {
      line.clears += 1;
      return line.drops;
    },
    tell: (event) => void line.events.push(event),
    close: (reason, to) => {
      line.closed = reason;
      line.closedTo = to;
    },
  };
  return line;
}
