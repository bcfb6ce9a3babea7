// Notice view: shows a problem with a button for each remedy, and a link to where it can be solved.

import { button, make } from "../page/dom.ts";
import type { Notice } from "../voice/notices.ts";

export interface NoticeActions {
  readonly again: () => void;
  readonly without: () => void;
}

const labels = { again: "Try again", without: "Continue without a microphone" } as const;

export class NoticeView {
  readonly #box: HTMLElement;
  readonly #actions: NoticeActions;
  #shown: Notice | undefined;

  constructor(box: HTMLElement, actions: NoticeActions) {
    this.#box = box;
    this.#actions = actions;
  }

  show(notice: Notice | undefined): void {
    if (notice?.title === this.#shown?.title && notice?.text === this.#shown?.text) return;
    this.#shown = notice;
    this.#box.hidden = notice === undefined;
    this.#box.replaceChildren();
    if (notice === undefined) return;
    this.#box.append(make("strong", "", notice.title), make("p", "", notice.text));
    const ways: HTMLElement[] = notice.remedies.map((remedy) =>
      button(labels[remedy], "", this.#actions[remedy]),
    );
    if (notice.link !== undefined) ways.unshift(linkTo(notice.link));
    if (ways.length > 0) this.#box.append(make("div", "notice-ways", ...ways));
    this.#box.scrollIntoView({ block: "nearest" });
  }
}

function linkTo({ label, href }: NonNullable<Notice["link"]>): HTMLAnchorElement {
  const link = make("a", "", label);
  link.href = href;
  return link;
}
