// Transfer view: asks for the result of a transfer, while it is open.

import { type CallState, isBeingPutThrough } from "../voice/call-state.ts";
import { transferAnswers, transferWords } from "../voice/transfer.ts";
import { button, make } from "../page/dom.ts";

export interface TransferActions {
  readonly answer: (ok: boolean) => void;
  /** Moves the focus to the place where the caller continues, after the focused card disappeared. */
  readonly leave: () => void;
}

export class TransferView {
  readonly #box: HTMLElement;
  readonly #actions: TransferActions;
  #shown: string | undefined;

  constructor(box: HTMLElement, actions: TransferActions) {
    this.#box = box;
    this.#actions = actions;
  }

  show(state: CallState): void {
    const address = isBeingPutThrough(state) ? state.transfer?.address : undefined;
    if (address === this.#shown) return;
    this.#shown = address;
    const hadFocus = this.#box.contains(document.activeElement);
    this.#box.hidden = address === undefined;
    this.#box.replaceChildren();
    if (address !== undefined) this.#ask(address);
    else if (hadFocus) this.#actions.leave();
  }

  #ask(address: string): void {
    const { before, after, hint } = transferWords;
    const where = make("code", "", address);
    where.dir = "auto";
    const question = make("p", "", before, where, after);
    // Announced at once, also to people who do not see the card.
    question.role = "alert";
    const ways = transferAnswers.map(({ ok, label }) => button(label, "", () => this.#actions.answer(ok)));
    this.#box.append(question, make("div", "notice-ways", ...ways), make("p", "hint", hint));
    this.#box.scrollIntoView({ block: "nearest" });
  }
}
