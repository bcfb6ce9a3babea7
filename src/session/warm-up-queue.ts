// Warm-up queue: receives input for a call that is being opened. Remembers `client-ready` and the client's
// last inputs, and passes both to the call when it is open.

import type { Frame } from "../audio/frame.ts";
import type { CallInput } from "../voice/call-event.ts";
import type { ClientReceiver } from "./reconnecting-line.ts";

/** 2 s of audio. */
const framesMax = 100;
/** More inputs than a person types meanwhile; older ones are no longer useful. */
const inputsMax = 16;

export class WarmUpQueue implements ClientReceiver {
  readonly #frames: Frame[] = [];
  readonly #inputs: CallInput[] = [];
  #ready = false;
  #call: ClientReceiver | undefined;

  /** The call is open: passes earlier input on, and then all later input. */
  hand(call: ClientReceiver): void {
    this.#call = call;
    if (this.#ready) call.ready();
    for (const frame of this.#frames.splice(0)) call.hear(frame);
    for (const input of this.#inputs.splice(0)) call.input(input);
  }

  ready(): void {
    this.#ready = true;
    this.#call?.ready();
  }

  away(): void {
    this.#ready = false;
    this.#call?.away();
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
    if (this.#call !== undefined) {
      this.#call.input(input);
      return;
    }
    this.#inputs.push(input);
    if (this.#inputs.length > inputsMax) this.#inputs.shift();
  }
}
