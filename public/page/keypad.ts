// Keypad: the twelve keys of a telephone.

import { button } from "./dom.ts";

const rows = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#"];
const spoken: Readonly<Record<string, string>> = { "*": "star", "#": "hash" };

/** Fills the box with keys and lets the button show and hide it. */
export function openKeypad(box: HTMLElement, toggle: HTMLButtonElement, press: (key: string) => void): void {
  for (const key of rows) {
    const one = button(key, "key", () => press(key));
    const name = spoken[key];
    if (name !== undefined) one.ariaLabel = name;
    box.append(one);
  }
  // A keyboard's own digits work as well, while the keypad has the focus.
  box.addEventListener("keydown", (event) => {
    if (rows.includes(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) press(event.key);
  });
  toggle.addEventListener("click", () => {
    box.hidden = !box.hidden;
    toggle.ariaExpanded = String(!box.hidden);
    if (box.hidden) return;
    const first = box.firstElementChild;
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  });
}
