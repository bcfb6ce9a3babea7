// Beeps: listens for the tone of an answering machine while the responder wants it, and reports it.

import { type BeepState, beepStep } from "../../audio/beep-detector.ts";
import type { Frame } from "../../audio/frame.ts";
import { beepEvent } from "../../flow/engine/run/outside/answering-machine.ts";
import type { Responder } from "../responder.ts";
import type { TurnEvent } from "../turn.ts";

export class Beeps {
  readonly #responder: Pick<Responder, "awaitsBeep">;
  readonly #dispatch: (event: TurnEvent) => void;
  #tone: BeepState;

  constructor(responder: Pick<Responder, "awaitsBeep">, dispatch: (event: TurnEvent) => void) {
    this.#responder = responder;
    this.#dispatch = dispatch;
  }

  hear(frame: Frame): void {
    if (this.#responder.awaitsBeep !== true) {
      this.#tone = undefined;
      return;
    }
    const { tone, heard } = beepStep(this.#tone, frame);
    this.#tone = tone;
    // A machine does not record the agent's words at this time.
    if (heard)
      this.#dispatch({
        type: "input",
        input: { type: "event", name: beepEvent, data: null },
        interrupt: true,
      });
  }
}
