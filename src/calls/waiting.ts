// Keeps a caller's place while speech warms up: remembers that the client is ready and the last of what it
// said, and hands both over when the call begins.

import type { Frame } from "../audio/frame.ts";
import type { CallInput, EndReason } from "../voice/event.ts";
import type { CallSide } from "../voice/line.ts";

/** 2 s of audio, and more inputs than anyone types in the meantime. */
const framesMax = 100;
const inputsMax = 50;

export class WaitingRoom implements CallSide {
  readonly #left: (reason: EndReason) => void;
  readonly #frames: Frame[] = [];
  readonly #inputs: CallInput[] = [];
  #ready = false;
  #call: CallSide | undefined;

  /** `left` is called when the client goes before the call has begun. */
  constructor(left: (reason: EndReason) => void) {
    this.#left = left;
  }

  /** The call begins: it gets what came before, and from now on everything. */
  enter(call: CallSide): void {
    this.#call = call;
    if (this.#ready) call.ready();
    for (const frame of this.#frames.splice(0)) call.hear(frame);
    for (const input of this.#inputs.splice(0)) call.input(input);
  }

  ready(): void {
    this.#ready = true;
    this.#call?.ready();
  }

  hear(frame: Frame): void {
    if (this.#call !== undefined) {
      this.#call.hear(frame);
      return;
    }
    this.#frames.push(frame);
    if (this.#frames.length > framesMax) this.#frames.shift();
  }

  input(input: CallInput): void {
    if (this.#call !== undefined) this.#call.input(input);
    else if (this.#inputs.length < inputsMax) this.#inputs.push(input);
  }

  gone(reason: EndReason): void {
    if (this.#call !== undefined) this.#call.gone(reason);
    else this.#left(reason);
  }
}
