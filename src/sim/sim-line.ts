// Simulated line: the client of a simulated call. It plays what it is sent, in its time, and tells whether the agent is
// being heard now.

import { type Frame, frameMs } from "../audio/frame.ts";
import type { Clock } from "../base/clock.ts";
import type { EndReason, LineEvent } from "../voice/call-event.ts";
import type { CallLine } from "../voice/line.ts";

export interface SimLineOptions {
  readonly clock: Clock;
  readonly played: (frame: Frame) => void;
  readonly told: (event: LineEvent) => void;
}

export class SimLine implements CallLine {
  /** As of the clients that we ship. */
  readonly leadMs = 200;
  readonly writable = true;
  readonly #o: SimLineOptions;
  #audibleUntil = 0;
  closed: EndReason | undefined;

  constructor(options: SimLineOptions) {
    this.#o = options;
  }

  /** When the last sample of what it was sent will have been heard, on the call's clock. */
  get audibleUntil(): number {
    return this.#audibleUntil;
  }

  play(frame: Frame): void {
    this.#audibleUntil = Math.max(this.#audibleUntil, this.#o.clock.now()) + frameMs;
    this.#o.played(frame);
  }

  flush(): void {}

  clear(): boolean {
    this.#audibleUntil = Math.min(this.#audibleUntil, this.#o.clock.now());
    return true;
  }

  tell(event: LineEvent): void {
    this.#o.told(event);
  }

  close(reason: EndReason): void {
    this.closed = reason;
  }
}
