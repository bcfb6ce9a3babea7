// Notice view: shows a problem with a button for each remedy.

import { button, make } from "./dom.ts";
import type { Notice } from "../voice/notices.ts";

export interface NoticeWays {
  readonly again: () => void;
  readonly without: () => void;
}

const labels = { again: "Try again", without: "Go on without a microphone" } as const;

export class NoticeView {
  readonly #box: HTMLElement;
  readonly #ways: NoticeWays;
  #shown: Notice | undefined;

  constructor(box: HTMLElement, ways: NoticeWays) {
    this.#box = box;
    this.#ways = ways;
  }

  show(notice: Notice | undefined): void {
    if (notice?.title === this.#shown?.title && notice?.text === this.#shown?.text) return;
    this.#shown = notice;
    this.#box.hidden = notice === undefined;
    this.#box.replaceChildren();
    if (notice === undefined) return;
    this.#box.append(make("strong", "", notice.title), make("p", "", notice.text));
    const ways = notice.ways.map((way) => button(labels[way], "", this.#ways[way]));
    if (ways.length > 0) this.#box.append(make("div", "notice-ways", ...ways));
    this.#box.scrollIntoView({ block: "nearest" });
  }
}
