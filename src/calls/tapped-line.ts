// Call line with a tap: a call's line whose listener receives the heard audio of the agent.

import type { Frame } from "../audio/frame.ts";
import type { CallLine } from "../voice/line.ts";

/** Neither throws nor waits. */
export interface LineTap {
  /** The frame has been sent. */
  readonly played: (frame: Frame) => void;
  /** Sent, unheard frames were dropped. */
  readonly dropped: () => void;
}

export function tappedLine(line: CallLine, { played, dropped }: LineTap): CallLine {
  return {
    get leadMs() {
      return line.leadMs;
    },
    get lagMs() {
      return line.lagMs;
    },
    get writable() {
      return line.writable;
    },
    play: (frame) => {
      line.play(frame);
      played(frame);
    },
    flush: () => line.flush(),
    clear: (last) => {
      const isDropped = line.clear(last);
      if (isDropped) dropped();
      return isDropped;
    },
    tell: (event) => line.tell(event),
    close: (reason, to) => line.close(reason, to),
  };
}
