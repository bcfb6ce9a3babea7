// Agent mask: whether the agent's present words are for its caller only, because a flow marks them sensitive or
// records nothing, or the account redacts them.

import type { CallEvent } from "../voice/call-event.ts";
import type { RedactText } from "./text-redaction.ts";

export class AgentMask {
  readonly #redactText: RedactText | undefined;
  readonly #isUnrecorded: () => boolean;
  #isOn = false;

  /** `isUnrecorded`: true while nothing is stored; for words outside the flow. */
  constructor(redactText: RedactText | undefined, isUnrecorded: () => boolean) {
    this.#redactText = redactText;
    this.#isUnrecorded = isUnrecorded;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Sees each event of the call. True: such a sentence begins to be heard now. */
  take(event: CallEvent): boolean {
    if (event.type === "filler") {
      this.#isOn = this.#isUnrecorded();
      return this.#isOn;
    }
    // The next one is written while this one is heard.
    if (event.type !== "sentence" || event.status === "new") return false;
    const { status, text, logged = text } = event;
    const shown = this.#redactText?.(logged) ?? logged;
    this.#isOn = status === "started" && shown !== text;
    return this.#isOn;
  }
}
