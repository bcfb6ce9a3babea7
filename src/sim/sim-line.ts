// Simulated line: the client of a simulated call. It plays received audio in real time, and reports whether
// the agent is audible now.

import { type Frame, frameMs } from "../audio/frame.ts";
import type { Clock } from "../base/clock.ts";
import type { CallInput, EndReason, LineEvent } from "../voice/call-event.ts";
import type { CallLine, CallSide } from "../voice/line.ts";
import { markHeardMs } from "./marked-audio.ts";

/** Line between a simulated caller and its call. */
export interface CallerLine extends CallLine {
  /** Time on the call's clock at which the last received sample has been played. */
  readonly audibleUntil: number;
  /** Reason for which the call closed the line. */
  readonly closed: EndReason | undefined;
  /** True if the line has no work left. */
  readonly isOver: boolean;
  /** Whether the other end hears the caller. */
  readonly carries: boolean;
  begin(call: CallSide): void;
  /** Reports the audio that was played by now. */
  listen(): void;
  /** Sends the next 20 ms of the caller. */
  say(frame: Frame): void;
  input(input: CallInput): void;
}

export interface SimLineOptions {
  readonly clock: Clock;
  /** Receives each frame after all of it was played. */
  readonly played: (frame: Frame) => void;
  readonly told: (event: LineEvent) => void;
}

export class SimLine implements CallerLine {
  /** The lead of the clients that we ship. */
  readonly leadMs = 200;
  readonly writable = true;
  readonly #o: SimLineOptions;
  readonly isOver = true;
  readonly carries = true;
  #call: CallSide | undefined;
  #audibleUntil = 0;
  /** Frames that are played now or later. */
  readonly #sent: { readonly frame: Frame; readonly endsAt: number }[] = [];
  closed: EndReason | undefined;

  constructor(options: SimLineOptions) {
    this.#o = options;
  }

  get audibleUntil(): number {
    return this.#audibleUntil;
  }

  play(frame: Frame): void {
    this.#audibleUntil = Math.max(this.#audibleUntil, this.#o.clock.now()) + frameMs;
    this.#sent.push({ frame, endsAt: this.#audibleUntil });
  }

  begin(call: CallSide): void {
    this.#call = call;
    call.ready();
  }

  say(frame: Frame): void {
    this.#call?.hear(frame);
  }

  input(input: CallInput): void {
    this.#call?.input(input);
  }

  listen(): void {
    for (
      let [next] = this.#sent;
      next !== undefined && next.endsAt <= this.#o.clock.now();
      [next] = this.#sent
    ) {
      this.#sent.shift();
      this.#o.played(next.frame);
    }
  }

  flush(): void {}

  clear(): boolean {
    this.listen();
    const [cut] = this.#sent;
    const heardMs = cut === undefined ? 0 : this.#o.clock.now() - (cut.endsAt - frameMs);
    if (cut !== undefined && heardMs > markHeardMs) this.#o.played(cut.frame);
    this.#sent.length = 0;
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
