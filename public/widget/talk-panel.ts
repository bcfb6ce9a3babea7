// Talk panel: a call with the agent of an embed: captions, keypad, words in writing, mute. It is the same in the widget of
// a foreign page and on our own page for one agent, and lives in a shadow root that no style of a page reaches.

import { connect } from "../client/client.ts";
import type { Call, CallError, CallState, TranscriptLine } from "../client/client-types.d.ts";
import { button, make, setText } from "../page/dom.ts";
import { openKeypad } from "../page/keypad.ts";
import { beginSession, type Embed } from "./visitor-session.ts";

export interface TalkPanelOptions {
  readonly embed: Embed;
  /** Of the agent, as visitors read it. */
  readonly title: string;
  /** Puts it away; absent: it always stays. */
  readonly close?: (() => void) | undefined;
}

/** What a visitor is told instead, who is not the one to change it. */
const visitorWords: Readonly<Record<string, string>> = {
  "microphone/insecure":
    "This page cannot use the microphone, because it did not come over HTTPS. You can type instead.",
  "ended/credits": "The time for calls here is used up. Thank you for talking.",
  "ended/dismissed": "The call was ended by the service.",
  "ended/revoked": "The call was ended by the service.",
  "ended/failed": "Something failed. Please call again.",
};

export class TalkPanel {
  readonly element: HTMLElement;
  readonly #options: TalkPanelOptions;
  readonly #state = make("p", "state");
  readonly #notice = make("p", "notice");
  readonly #lines = make("ul");
  readonly #captions = make("div", "captions", this.#lines);
  readonly #talk = button("Talk", "main", () => this.#toggle());
  readonly #quiet = button("Type without a microphone", "", () => this.#begin(false));
  readonly #mute = button("Mute", "", () => this.#call?.mute(!this.#call.state.muted));
  readonly #keypad = button("Keypad", "", () => undefined);
  readonly #keys = make("div", "keys");
  readonly #words = make("input");
  readonly #write = make("form", "write", this.#words);
  #call: Call | undefined;
  /** As it was shown last. */
  #noSound: string | undefined;
  /** The server has given no session for it. */
  #refused: Call | undefined;
  /** Stops what listens to the call. */
  #leave: (() => void)[] = [];

  constructor(options: TalkPanelOptions) {
    this.#options = options;
    const title = make("h2", "", options.title);
    title.id = "title";
    const ways = make("div", "ways", this.#talk, this.#quiet, this.#mute, this.#keypad);
    this.#describe();
    const top = make("div", "top", title);
    if (options.close !== undefined) {
      const close = button("×", "", () => this.#close());
      close.ariaLabel = "Close";
      top.append(close);
    }
    const parts = [top, this.#notice, this.#captions, this.#state, ways, this.#keys, this.#write];
    this.element = make("section", "panel", ...parts);
    this.element.setAttribute("aria-labelledby", "title");
    openKeypad(this.#keys, this.#keypad, (key) => this.#call?.press(key));
    this.#show(undefined);
  }

  /** To be called while a click or a key is handled, or the browser keeps the sound off. */
  talk(): void {
    this.#begin(true);
  }

  /** Ends the call, if there is one. */
  hangUp(): void {
    this.#call?.hangUp();
  }

  focus(): void {
    this.#talk.focus();
  }

  #describe(): void {
    this.#state.setAttribute("role", "status");
    this.#notice.setAttribute("role", "alert");
    this.#tell("");
    this.#captions.setAttribute("role", "log");
    this.#captions.ariaLabel = "Conversation";
    // It scrolls, and whoever uses the keyboard alone must reach it.
    this.#captions.tabIndex = 0;
    this.#keys.setAttribute("role", "group");
    this.#keys.ariaLabel = "Keypad";
    this.#keys.hidden = true;
    this.#keypad.ariaExpanded = "false";
    this.#words.ariaLabel = "Say it in writing";
    this.#words.placeholder = "Or type…";
    this.#words.maxLength = 500;
    this.#words.autocomplete = "off";
    const send = make("button", "", "Send");
    send.type = "submit";
    this.#write.append(send);
    this.#write.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#say();
    });
  }

  get #isOn(): boolean {
    return this.#call !== undefined && this.#call.state.phase !== "over";
  }

  #toggle(): void {
    if (this.#isOn) this.hangUp();
    else this.#begin(true);
  }

  #close(): void {
    this.hangUp();
    this.#options.close?.();
  }

  #say(): void {
    const words = this.#words.value.trim();
    if (words === "") return;
    // Who types first does not need the microphone.
    if (!this.#isOn) this.#begin(false);
    this.#call?.sendText(words);
    this.#words.value = "";
  }

  #begin(microphone: boolean): void {
    if (this.#isOn) return;
    for (const leave of this.#leave.splice(0)) leave();
    this.#tell("");
    this.#lines.replaceChildren();
    const call = connect({ url: () => this.#session(), microphone });
    this.#call = call;
    this.#leave = [
      call.on("state", (state) => this.#show(state)),
      call.on("transcript", (lines) => this.#caption(lines, call.state.interim)),
      call.on("error", (error) => this.#fail(call, error)),
    ];
  }

  /** The address of a new session. Of none that is refused anything is shown but why. */
  async #session(): Promise<string> {
    const call = this.#call;
    try {
      return await beginSession(this.#options.embed);
    } catch (refusal) {
      if (this.#call === call) {
        this.#refused = call;
        this.#tell(refusal instanceof Error ? refusal.message : String(refusal));
      }
      throw refusal;
    }
  }

  #fail(call: Call, { code, message }: CallError): void {
    // What the session was refused for is said already.
    if (this.#call !== call || code === "no-access") return;
    this.#tell(visitorWords[code] ?? message);
  }

  #tell(words: string): void {
    this.#notice.hidden = words === "";
    setText(this.#notice, words);
  }

  #show(state: CallState | undefined): void {
    const isOn = state !== undefined && state.phase !== "over";
    const isOpen = state?.phase === "open";
    // What never began has not ended: the notice says all there is.
    const isRefused = this.#call !== undefined && this.#call === this.#refused;
    setText(this.#state, state === undefined || isRefused ? "" : state.words);
    this.#showSound(state?.noSound);
    setText(this.#talk, isOn ? "Hang up" : state === undefined ? "Talk" : "Call again");
    this.#quiet.hidden = isOn;
    this.#mute.hidden = !isOpen || !state.microphone;
    this.#mute.ariaPressed = String(state?.muted === true);
    this.#keypad.hidden = !isOpen;
    if (!isOpen) {
      this.#keys.hidden = true;
      this.#keypad.ariaExpanded = "false";
    }
    if (this.#call !== undefined && state !== undefined) this.#caption(this.#call.transcript, state.interim);
  }

  /** Takes away only what it has said itself. */
  #showSound(noSound: string | undefined): void {
    if (noSound === this.#noSound) return;
    const isShown = this.#notice.hidden || this.#notice.textContent === this.#noSound;
    if (isShown) this.#tell(noSound ?? "");
    this.#noSound = noSound;
  }

  /** Only what changed is written: a screen reader reads every change. */
  #caption(lines: readonly TranscriptLine[], interim: string): void {
    const rows = [...this.#lines.children];
    const isNear = this.#captions.scrollHeight - this.#captions.scrollTop - this.#captions.clientHeight < 80;
    const wanted = [
      ...lines.map(({ who, text }) => ({
        kind: who as string,
        who: who === "agent" ? "Agent: " : "You: ",
        text,
      })),
      ...(interim === "" ? [] : [{ kind: "interim", who: "You: ", text: interim }]),
    ];
    wanted.forEach(({ kind, who, text }, n) => {
      const row = rows[n];
      if (row?.className === kind && row.lastChild?.textContent === text) return;
      const made = make("li", kind, make("span", "who", who), text);
      if (row === undefined) this.#lines.append(made);
      else row.replaceWith(made);
    });
    for (const row of rows.slice(wanted.length)) row.remove();
    if (isNear) this.#captions.scrollTop = this.#captions.scrollHeight;
  }
}
