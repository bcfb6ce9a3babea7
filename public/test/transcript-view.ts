// Transcript view: shows the conversation as it grows, the agent left and the caller right, with interrupted text
// marked.

import type { CallState } from "../voice/call-state.ts";
import type { TranscriptEntry, TranscriptSentence } from "../voice/call-transcript.ts";
import { make, need, setText } from "../page/dom.ts";

/** The transcript follows new lines while it is within this many pixels of its end. */
const followPixels = 80;

export class TranscriptView {
  readonly #scroller = need("transcript", HTMLElement);
  readonly #welcome = need("welcome", HTMLElement);
  readonly #list = need("entries", HTMLElement);
  readonly #interim = need("interim", HTMLElement);
  #shown: readonly TranscriptEntry[] = [];

  show({ transcript, interim, phase }: CallState): void {
    if (transcript === this.#shown && interim === this.#interim.textContent) return;
    const follows = this.#follows;
    const empty = transcript.length === 0 && (phase === "idle" || phase === "over");
    this.#welcome.hidden = !empty;
    this.#entries(transcript);
    setText(this.#interim, interim);
    this.#interim.hidden = interim === "";
    if (follows) this.#scroller.scrollTop = this.#scroller.scrollHeight;
  }

  /** Keeps the last words visible while `change` shrinks the view. */
  makeRoom(change: () => void): void {
    const follows = this.#follows;
    const before = this.#scroller.clientHeight;
    change();
    const isLess = this.#scroller.clientHeight < before;
    if (follows && isLess) this.#scroller.scrollTop = this.#scroller.scrollHeight;
  }

  get #follows(): boolean {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller;
    return scrollHeight - scrollTop - clientHeight < followPixels;
  }

  #entries(transcript: readonly TranscriptEntry[]): void {
    const rows = [...this.#list.children];
    for (const row of rows.slice(transcript.length)) row.remove();
    transcript.forEach((entry, i) => {
      if (entry === this.#shown[i] && rows[i] !== undefined) return;
      const row = entry.who === "agent" ? agentRow(entry.sentences) : callerRow(entry);
      if (rows[i] === undefined) this.#list.append(row);
      else rows[i].replaceWith(row);
    });
    this.#shown = transcript;
  }
}

function agentRow(sentences: readonly TranscriptSentence[]): HTMLElement {
  const row = make("li", "entry agent", make("span", "who", "Agent"));
  if (sentences.length === 0) {
    // A reply without sentences gets an empty row without height.
    row.classList.add("blank");
    return row;
  }
  const bubble = make("p", "bubble");
  for (const sentence of sentences) bubble.append(...sentenceNodes(sentence));
  row.append(bubble);
  if (sentences.some(({ status }) => status === "cut")) row.append(make("span", "note", "cut off here"));
  return row;
}

function sentenceNodes({ text, status, heard = "" }: TranscriptSentence): readonly Node[] {
  if (status !== "cut") return [make("span", status, text), document.createTextNode(" ")];
  const rest = text.startsWith(heard) ? text.slice(heard.length) : text;
  const kept = heard === "" ? [] : [make("span", "spoken", heard)];
  return [...kept, make("del", "cut", rest), document.createTextNode(" ")];
}

function callerRow({
  how,
  text,
  understood,
  unanswered,
}: Extract<TranscriptEntry, { who: "caller" }>): HTMLElement {
  const who = { said: "You", typed: "You, typed", keyed: "You, keys" }[how];
  const bubble = make("p", "bubble", text === "" ? "…" : text);
  const row = make("li", `entry caller ${how}`, make("span", "who", who), bubble);
  if (!understood) {
    row.classList.add("lost");
    row.append(make("span", "note", "not understood"));
  }
  if (unanswered) row.append(make("span", "note", "not answered: the agent was saying goodbye"));
  return row;
}
