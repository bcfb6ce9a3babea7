// Driver of a typed conversation: types to a flow as the editor's page does, without the page.

import { madeTest, type MadeTest } from "../../../../public/flow-editor/try/recorded-test.ts";
import {
  appendEvent,
  type ConversationEvent,
} from "../../../../public/flow-editor/try/conversation-event.ts";
import {
  defaultSetup,
  type ConversationSetup,
  prepareConversation,
} from "../../../../public/flow-editor/try/conversation-setup.ts";
import { TypedConversation } from "../../../../public/flow-editor/try/typed-conversation.ts";
import { VirtualClock } from "../../../support/fakes/virtual-clock.ts";

export class TypedDriver {
  readonly #text: string;
  readonly #made;
  readonly #startedAtMs: number;
  readonly #clock = new VirtualClock();
  readonly conversation: TypedConversation;
  log: readonly ConversationEvent[] = [];

  constructor(text: string, setup: Partial<ConversationSetup> = {}) {
    const whole = { ...defaultSetup, now: "2026-11-20T10:00", ...setup };
    const made = prepareConversation(text, whole, { nowMs: 0 });
    if (!("program" in made)) throw new Error(JSON.stringify(made));
    this.#text = text;
    this.#made = made;
    this.#startedAtMs = made.startedAtMs;
    const clock = this.#clock;
    this.conversation = new TypedConversation({
      prepared: made,
      startedAtMs: this.#startedAtMs,
      clock: {
        now: () => clock.now(),
        wall: () => this.#startedAtMs + clock.now(),
        after: (ms, fire) => clock.after(ms, fire),
      },
      onEvent: (happened) => (this.log = appendEvent(this.log, happened, clock.now())),
    });
    this.conversation.start();
  }

  get program() {
    return this.#made.program;
  }

  /** Lets pending timers and results of tools finish, within the given virtual milliseconds. */
  async settle(ms = 0): Promise<void> {
    await this.#clock.advance(ms);
  }

  get test(): MadeTest | undefined {
    const { program, given } = this.#made;
    return madeTest({
      text: this.#text,
      program,
      given,
      log: this.log,
      startedAtMs: this.#startedAtMs,
    });
  }
}
