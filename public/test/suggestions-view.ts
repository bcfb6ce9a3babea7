// Suggestions view: phrases that can be said now, each a button that says it.

import { type CallState, isBeingPutThrough } from "../voice/call-state.ts";
import { lastWords } from "../voice/call-transcript.ts";
import { button, make } from "../page/dom.ts";
import { capitalised, type Suggestions, suggestionsOf } from "../voice/suggestions.ts";

const ownWords = "Answer in your own words, such as";

export class SuggestionsView {
  readonly #box: HTMLElement;
  readonly #say: (phrase: string) => void;
  #shown = "";

  constructor(box: HTMLElement, say: (phrase: string) => void) {
    this.#box = box;
    this.#say = say;
  }

  show(state: CallState): void {
    const { phase, expected, transcript } = state;
    const open = phase === "open" && expected !== undefined && !isBeingPutThrough(state);
    const suggestions = open ? suggestionsOf(expected, lastWords(transcript)) : undefined;
    const key = open ? JSON.stringify(suggestions ?? null) : "";
    if (key === this.#shown) return;
    this.#shown = key;
    this.#box.hidden = !open;
    this.#box.replaceChildren();
    if (!open) return;
    if (suggestions === undefined) this.#box.append(make("p", "says-head", "You can say anything."));
    else this.#fill(suggestions);
  }

  #fill({ main, always, more, digits }: Suggestions): void {
    this.#box.append(
      make("p", "says-head", digits === undefined ? ownWords : `Say ${digits}, or use the keypad. Or`),
    );
    const chips = make("div", "chips", ...main.map((phrase) => this.#chip(phrase)));
    chips.append(...always.map((phrase) => this.#chip(phrase, "chip chip-always")));
    this.#box.append(chips);
    if (more.length === 0) return;
    const toggle = button(`${more.length} more`, "chip chip-more", () => {
      const rest = more.map((phrase) => this.#chip(phrase));
      chips.append(...rest);
      toggle.remove();
      rest[0]?.focus();
    });
    chips.append(toggle);
  }

  #chip(phrase: string, kind = "chip"): HTMLButtonElement {
    return button(capitalised(phrase), kind, () => this.#say(phrase));
  }
}
