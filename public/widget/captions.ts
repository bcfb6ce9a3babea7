// Captions: the lines of a conversation. Only changed lines are written, since a screen reader reads every change.

import { make } from "../page/dom.ts";
import { type CaptionLine, captionsOf } from "./caption-lines.ts";
import type { WidgetWords } from "./widget-words.ts";

export class Captions {
  readonly element: HTMLElement;
  readonly #lines = make("ul");
  readonly #words: WidgetWords;

  constructor(words: WidgetWords) {
    this.#words = words;
    this.element = make("div", "captions", this.#lines);
    this.element.setAttribute("role", "log");
    this.element.ariaLabel = words.of("conversation");
    // The list scrolls, and must be reachable by keyboard.
    this.element.tabIndex = 0;
  }

  clear(): void {
    this.#lines.replaceChildren();
  }

  show(lines: readonly CaptionLine[], interim: string): void {
    const isNear =
      this.element.scrollHeight - this.element.scrollTop - this.element.clientHeight < nearPixels;
    const wanted = captionsOf(lines, interim);
    const agent = `${this.#words.of("agent_line")} `;
    const caller = `${this.#words.of("caller_line")} `;
    const rows = [...this.#lines.children];
    wanted.forEach(({ kind, text }, n) => {
      const row = rows[n];
      if (row?.className === kind && row.lastChild?.textContent === text) return;
      const made = make("li", kind, make("span", "who", kind === "agent" ? agent : caller), text);
      if (row === undefined) this.#lines.append(made);
      else row.replaceWith(made);
    });
    for (const row of rows.slice(wanted.length)) row.remove();
    if (isNear) this.element.scrollTop = this.element.scrollHeight;
  }
}

/** Within this many pixels of its end the list follows new lines; a person who has scrolled further up is reading. */
const nearPixels = 80;
