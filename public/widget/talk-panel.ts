// Talk panel: a call with the agent of an embed: captions, keypad, words in writing, mute. It is the same in the widget of
// a foreign page and on our own page for one agent, and lives in a shadow root that no style of a page reaches.

import { connect } from "../client/client.ts";
import type { Call, CallError, CallState, ConnectOptions, TranscriptLine } from "../client/client-types.d.ts";
import { button, make, setText } from "../page/dom.ts";
import { openKeypad } from "../page/keypad.ts";
import { keepLeftCall, takeLeftCall } from "../page/left-call.ts";
import { turnOf } from "../voice/call-state.ts";
import { beginSession, type Embed, VisitorRefusal } from "./visitor-session.ts";
import type { WidgetWords } from "./widget-words.ts";

export interface TalkPanelOptions {
  readonly embed: Embed;
  /** Of the agent, as visitors read it. */
  readonly title: string;
  readonly words: WidgetWords;
  /** Puts it away; absent: it always stays. */
  readonly close?: (() => void) | undefined;
}

export class TalkPanel {
  readonly element: HTMLElement;
  readonly #options: TalkPanelOptions;
  readonly #words: WidgetWords;
  readonly #state = make("p", "state");
  readonly #notice = make("p", "notice");
  readonly #lines = make("ul");
  readonly #captions = make("div", "captions", this.#lines);
  readonly #recorded = make("p", "recorded");
  readonly #talk: HTMLButtonElement;
  readonly #quiet: HTMLButtonElement;
  readonly #mute: HTMLButtonElement;
  readonly #keypad: HTMLButtonElement;
  readonly #keys = make("div", "keys");
  readonly #input = make("input");
  readonly #write = make("form", "write", this.#input);
  #call: Call | undefined;
  /** As it was shown last. */
  #noSound: string | undefined;
  /** The server has given no session for it. */
  #refused: Call | undefined;
  /** A call of a page before this one. */
  #returned: Call | undefined;
  /** Stops what listens to the call. */
  #leave: (() => void)[] = [];

  constructor(options: TalkPanelOptions) {
    this.#options = options;
    const { words } = options;
    this.#words = words;
    this.#talk = button(words.of("talk"), "main", () => this.#toggle());
    this.#quiet = button(words.of("quiet"), "", () => this.#begin(false));
    this.#mute = button(words.of("mute"), "", () => this.#call?.mute(!this.#call.state.muted));
    this.#keypad = button(words.of("keypad"), "", () => undefined);
    const title = make("h2", "", options.title);
    title.id = "title";
    const ways = make("div", "ways", this.#talk, this.#quiet, this.#mute, this.#keypad);
    this.#describe();
    const top = make("div", "top", title);
    if (options.close !== undefined) {
      const close = button("×", "", () => this.#close());
      close.ariaLabel = words.of("close");
      top.append(close);
    }
    const parts = [
      top,
      this.#notice,
      this.#recorded,
      this.#captions,
      this.#state,
      ways,
      this.#keys,
      this.#write,
    ];
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

  /** The page is left. Its call waits for the next page of this tab. */
  leave(): void {
    const wasOpen = this.#call?.state.phase === "open";
    const way = this.#call?.leave();
    const left = { sessionId: undefined, way, isRecorded: !this.#recorded.hidden };
    if (way !== undefined || wasOpen) keepLeftCall(this.#place, left, Date.now());
  }

  /** Goes on with the call that a page before this one has left. Returns whether there was one. */
  goOn(): boolean {
    const left = takeLeftCall(this.#place, Date.now());
    if (left === undefined) return false;
    if (left.way === undefined) {
      this.#showLeft();
      return true;
    }
    this.#connect({ returnTo: left.way });
    this.#returned = this.#call;
    this.#tellRecorded(left.isRecorded === true);
    return true;
  }

  /** Says that a call ended because the page was left. */
  #showLeft(): void {
    this.#tell(this.#words.of("left"));
    setText(this.#talk, this.#words.of("again"));
  }

  /** A session is of one embed, whichever page shows that. */
  get #place(): string {
    return this.#options.embed.token;
  }

  focus(): void {
    this.#talk.focus();
  }

  #describe(): void {
    this.#state.setAttribute("role", "status");
    this.#notice.setAttribute("role", "alert");
    this.#recorded.setAttribute("role", "note");
    this.#recorded.hidden = true;
    this.#tell("");
    this.#captions.setAttribute("role", "log");
    this.#captions.ariaLabel = this.#words.of("conversation");
    // It scrolls, and a person with the keyboard alone must reach it.
    this.#captions.tabIndex = 0;
    this.#keys.setAttribute("role", "group");
    this.#keys.ariaLabel = this.#words.of("keypad");
    this.#keys.hidden = true;
    this.#keypad.ariaExpanded = "false";
    this.#input.ariaLabel = this.#words.of("write");
    this.#input.placeholder = this.#words.of("or_type");
    this.#input.maxLength = 500;
    this.#input.autocomplete = "off";
    const send = make("button", "", this.#words.of("send"));
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
    const words = this.#input.value.trim();
    if (words === "") return;
    // Who types first does not need the microphone.
    if (!this.#isOn) this.#begin(false);
    this.#call?.sendText(words);
    this.#input.value = "";
  }

  #begin(microphone: boolean): void {
    if (!this.#isOn) this.#connect({ url: () => this.#session(), microphone });
  }

  #connect(options: ConnectOptions): void {
    for (const leave of this.#leave.splice(0)) leave();
    this.#tell("");
    this.#lines.replaceChildren();
    this.#recorded.hidden = true;
    const call = connect(options);
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
      const { url, isRecorded } = await beginSession(this.#options.embed);
      if (this.#call === call) this.#tellRecorded(isRecorded);
      return url;
    } catch (error) {
      if (this.#call === call) this.#refuse(error);
      throw error;
    }
  }

  /** A visitor reads it before the first word. */
  #tellRecorded(isRecorded: boolean): void {
    this.#recorded.hidden = !isRecorded;
    setText(this.#recorded, isRecorded ? this.#words.of("recorded") : "");
  }

  #refuse(error: unknown): void {
    this.#refused = this.#call;
    const { code, message } =
      error instanceof VisitorRefusal ? error : { code: "silent", message: String(error) };
    // The page's author can mend it, and a visitor cannot.
    if (code === "request/invalid") reportError(new Error(`Voice Flow: ${message}`));
    this.#tell(this.#words.say(code, message));
  }

  #fail(call: Call, { code, message }: CallError): void {
    if (this.#call === call && this.#returned === call && call.state.sessionId === undefined) {
      this.#showLeft();
      return;
    }
    // What the session was refused for is said already.
    if (this.#call !== call || code === "no-access") return;
    this.#tell(this.#words.say(code, message));
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
    setText(this.#state, state === undefined || isRefused ? "" : this.#words.of(`turn/${turnIn(state)}`));
    this.#showSound(this.#soundOf(state));
    setText(this.#talk, this.#words.of(isOn ? "hang_up" : state === undefined ? "talk" : "again"));
    this.#talk.className = isOn ? "end" : "main";
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

  /** What is wrong with the sound of one side, if anything is. */
  #soundOf(state: CallState | undefined): string | undefined {
    if (state?.soundBlocked === true) return this.#words.say("sound/blocked", state.words);
    return state?.noSound === undefined ? undefined : this.#words.say("microphone/silent", state.noSound);
  }

  /** Takes away only what it has said itself. */
  #showSound(noSound: string | undefined): void {
    if (noSound === this.#noSound) return;
    const isShown = this.#notice.hidden || this.#notice.textContent === this.#noSound;
    if (isShown) this.#tell(noSound ?? "");
    this.#noSound = noSound;
  }

  /** Only what changed is written: a screen reader reads every change. */
  #caption(lines: readonly Pick<TranscriptLine, "who" | "text">[], interim: string): void {
    const rows = [...this.#lines.children];
    const isNear = this.#captions.scrollHeight - this.#captions.scrollTop - this.#captions.clientHeight < 80;
    const wanted = [
      ...lines.map(({ who, text }) => ({
        kind: who as string,
        who: `${this.#words.of(who === "agent" ? "agent_line" : "caller_line")} `,
        text,
      })),
      ...(interim === ""
        ? []
        : [{ kind: "interim", who: `${this.#words.of("caller_line")} `, text: interim }]),
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

function turnIn(state: CallState): ReturnType<typeof turnOf> {
  const began = state.endReason !== "refused" && state.endReason !== "no-microphone";
  return turnOf(state, { began, transfers: state.transferTo !== undefined });
}
