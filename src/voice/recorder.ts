// Recorder: keeps what a caller says after the tone, until they are silent, press a key, hang up, or have said
// enough.

import { type Frame, frameMs } from "../audio/frame.ts";
import { NoiseGate } from "../audio/noise-gate.ts";
import type { RecordLimits } from "./responder.ts";

/** Sees each frame of a call's caller, to record it. Does not throw. */
export interface CallWatcher {
  hear(frame: Frame): void;
}

/** A caller silent for this long will not begin. */
const beginMsMax = 6_000;

class Recording {
  readonly #limits: RecordLimits;
  readonly #gate = new NoiseGate();
  readonly #frames: Frame[] = [];
  readonly #done = Promise.withResolvers<readonly Frame[]>();
  #quietMs = 0;
  #spoken = 0;
  #isOver = false;

  constructor(limits: RecordLimits, stop: AbortSignal) {
    this.#limits = limits;
    if (stop.aborted) this.stop();
    else stop.addEventListener("abort", () => this.stop(), { once: true });
  }

  /** Frames up to the last with speech; none if nothing was said. */
  get done(): Promise<readonly Frame[]> {
    return this.#done.promise;
  }

  hear(frame: Frame): void {
    if (this.#isOver) return;
    this.#frames.push(frame);
    if (this.#gate.open(frame)) {
      this.#spoken = this.#frames.length;
      this.#quietMs = 0;
    } else this.#quietMs += frameMs;
    const enough = this.#spoken > 0 ? this.#limits.endSilenceMs : beginMsMax;
    if (this.#quietMs >= enough || this.#frames.length * frameMs >= this.#limits.maxMs) this.stop();
  }

  stop(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#done.resolve(this.#frames.slice(0, this.#spoken));
  }
}

/** Recorder of a call: one recording at a time; a newer one replaces the older. */
export class CallRecorder {
  #current: Recording | undefined;

  record(limits: RecordLimits, stop: AbortSignal): Promise<readonly Frame[]> {
    this.stop();
    this.#current = new Recording(limits, stop);
    return this.#current.done;
  }

  hear(frame: Frame): void {
    this.#current?.hear(frame);
  }

  stop(): void {
    this.#current?.stop();
    this.#current = undefined;
  }
}
