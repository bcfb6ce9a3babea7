// Talk panel: a call with the agent of an embed: captions, keypad, typed words, mute. The widget of a foreign page and
// our own page for one agent share it; it lives in a shadow root that no style of a page reaches.

import { connect } from "../client/client.ts";
import type { Call, CallError, CallState, ConnectOptions } from "../client/client-types.d.ts";
import { button, make, setText } from "../page/dom.ts";
import { openKeypad } from "../page/keypad.ts";
import { keepLeftCall, takeLeftCall } from "../page/left-call.ts";
import { turnOf } from "../voice/call-state.ts";
import type { AgentBrand } from "./agent-brand.ts";
import { Captions } from "./captions.ts";
import { panelIcon, setIcon } from "./panel-icons.ts";
import { TalkOrb } from "./talk-orb.ts";
import { beginSession, type Embed, VisitorRefusal } from "./visitor-session.ts";
import type { WidgetWords } from "./widget-words.ts";

export interface TalkPanelOptions {
  readonly embed: Embed;
  /** Title of the agent for visitors, until `showBrand` gives it another name. */
  readonly title: string;
  readonly words: WidgetWords;
  /** True if the panel is the whole page: its name is the page's heading. */
  readonly isPage?: boolean;
  /** Closes the panel; absent: it always stays. */
  readonly close?: (() => void) | undefined;
}

export class TalkPanel {
  readonly element: HTMLElement;
  readonly #options: TalkPanelOptions;
  readonly #words: WidgetWords;
  readonly #state = make("p", "state");
  readonly #notice = make("p", "notice");
  readonly #orb = new TalkOrb();
  readonly #title: HTMLElement;
  readonly #captions: Captions;
  readonly #greeting = make("p", "greeting");
  readonly #recorded = make("p", "recorded");
  readonly #talk: HTMLButtonElement;
  readonly #talkLabel = make("span");
  readonly #talkIcon = panelIcon("talk");
  readonly #quiet: HTMLButtonElement;
  readonly #mute: HTMLButtonElement;
  readonly #keypad: HTMLButtonElement;
  readonly #keys = make("div", "keys");
  readonly #input = make("input");
  readonly #write = make("form", "write", this.#input);
  #call: Call | undefined;
  /** The last shown problem. */
  #noSound: string | undefined;
  /** The call for which the server gave no session. */
  #refused: Call | undefined;
  /** A call of an earlier page. */
  #returned: Call | undefined;
  #follows = false;
  /** Functions that stop listening to the call. */
  #leave: (() => void)[] = [];

  constructor(options: TalkPanelOptions) {
    this.#options = options;
    const { words } = options;
    this.#words = words;
    this.#captions = new Captions(words);
    this.#talk = button("", "main", () => this.#toggle());
    this.#talk.append(this.#talkIcon, this.#talkLabel);
    this.#quiet = button(words.of("quiet"), "quiet", () => this.#begin(false));
    this.#mute = button(words.of("mute"), "", () => this.#call?.mute(!this.#call.state.muted));
    this.#mute.prepend(panelIcon("mute"));
    this.#keypad = button(words.of("keypad"), "", () => undefined);
    this.#keypad.prepend(panelIcon("keypad"));
    setText(this.#greeting, words.of("greeting"));
    this.#title = make(options.isPage === true ? "h1" : "h2", "", options.title);
    this.#title.id = "title";
    const ways = make("div", "ways", this.#mute, this.#keypad, this.#talk, this.#quiet);
    this.#describe();
    const top = make("div", "top", make("div", "name", this.#title, this.#state));
    if (options.close !== undefined) {
      const close = button("×", "close", () => this.#close());
      close.ariaLabel = words.of("close");
      top.append(close);
    }
    const parts = [
      top,
      this.#orb.element,
      this.#greeting,
      this.#notice,
      this.#recorded,
      this.#captions.element,
      this.#keys,
      ways,
      this.#write,
    ];
    this.element = make("section", "panel", ...parts);
    this.element.setAttribute("aria-labelledby", "title");
    openKeypad(this.#keys, this.#keypad, (key) => this.#call?.press(key));
    this.#show(undefined);
  }

  /** Shows the agent's brand; absent parts stay unchanged. */
  showBrand({ name, picture, greeting }: AgentBrand): void {
    if (name !== undefined) setText(this.#title, name);
    if (greeting !== undefined) setText(this.#greeting, greeting);
    if (picture !== undefined) this.#orb.show(picture);
  }

  /** Call it while a click or a key is handled, or the browser blocks the sound. */
  talk(): void {
    this.#begin(true);
  }

  /** Ends the call, if there is one. */
  hangUp(): void {
    this.#call?.hangUp();
  }

  /** The page closes. Its call waits for the next page of this tab. */
  leave(): void {
    const wasOpen = this.#call?.state.phase === "open";
    const way = this.#call?.leave();
    const left = { sessionId: undefined, way, isRecorded: !this.#recorded.hidden };
    if (way !== undefined || wasOpen) keepLeftCall(this.#place, left, Date.now());
  }

  /** Continues the call of an earlier page. Returns whether there was one. */
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

  /** Shows that a call ended because the page was left. */
  #showLeft(): void {
    this.#tell(this.#words.of("left"));
    this.#showButton("again");
  }

  #showButton(name: "talk" | "hang_up" | "again"): void {
    setText(this.#talkLabel, this.#words.of(name));
    setIcon(this.#talkIcon, name === "hang_up" ? "end" : name);
    this.#talk.className = name === "hang_up" ? "end" : "main";
  }

  #followVoices(isOpen: boolean): void {
    const call = this.#call;
    if (isOpen === this.#follows) return;
    this.#follows = isOpen;
    if (isOpen && call !== undefined) this.#orb.follow(() => call.levels);
    else this.#orb.stop();
  }

  /** A session belongs to one embed, on any page. */
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
    this.#keys.setAttribute("role", "group");
    this.#keys.ariaLabel = this.#words.of("keypad");
    this.#keys.hidden = true;
    this.#keypad.ariaExpanded = "false";
    this.#input.ariaLabel = this.#words.of("write");
    this.#input.placeholder = this.#words.of("or_type");
    this.#input.maxLength = 500;
    this.#input.autocomplete = "off";
    const send = make("button", "send", panelIcon("send"));
    send.ariaLabel = this.#words.of("send");
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
    // A caller who types first needs no microphone.
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
    this.#captions.clear();
    this.#recorded.hidden = true;
    const call = connect(options);
    this.#call = call;
    this.#leave = [
      call.on("state", (state) => this.#show(state)),
      call.on("transcript", (lines) => this.#captions.show(lines, call.state.interim)),
      call.on("error", (error) => this.#fail(call, error)),
    ];
  }

  /** The address of a new session. A refused call shows only its reason. */
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
    // Only the page's author can correct it.
    if (code === "request/invalid") reportError(new Error(`Voice Flow: ${message}`));
    this.#tell(this.#words.say(code, message));
  }

  #fail(call: Call, { code, message }: CallError): void {
    if (this.#call === call && this.#returned === call && call.state.sessionId === undefined) {
      this.#showLeft();
      return;
    }
    // The session's refusal is already shown.
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
    // A call that never began has not ended: the notice says everything.
    const isRefused = this.#call !== undefined && this.#call === this.#refused;
    setText(this.#state, state === undefined || isRefused ? "" : this.#words.of(`turn/${turnIn(state)}`));
    this.#showSound(this.#soundOf(state));
    this.#showButton(isOn ? "hang_up" : state === undefined ? "talk" : "again");
    this.element.dataset["phase"] = isOn ? "on" : state === undefined ? "idle" : "over";
    this.element.dataset["mood"] = state === undefined ? "idle" : turnIn(state);
    this.#greeting.hidden = state !== undefined;
    this.#followVoices(isOpen);
    this.#quiet.hidden = isOn;
    this.#mute.hidden = !isOpen || !state.microphone;
    this.#mute.ariaPressed = String(state?.muted === true);
    this.#keypad.hidden = !isOpen;
    if (!isOpen) {
      this.#keys.hidden = true;
      this.#keypad.ariaExpanded = "false";
    }
    if (this.#call !== undefined && state !== undefined)
      this.#captions.show(this.#call.transcript, state.interim);
  }

  /** Problem with the sound of one side, if any. */
  #soundOf(state: CallState | undefined): string | undefined {
    if (state?.soundBlocked === true) return this.#words.say("sound/blocked", state.words);
    return state?.noSound === undefined ? undefined : this.#words.say("microphone/silent", state.noSound);
  }

  /** Clears only a message that this method showed. */
  #showSound(noSound: string | undefined): void {
    if (noSound === this.#noSound) return;
    const isShown = this.#notice.hidden || this.#notice.textContent === this.#noSound;
    if (isShown) this.#tell(noSound ?? "");
    this.#noSound = noSound;
  }
}

function turnIn(state: CallState): ReturnType<typeof turnOf> {
  const began = state.endReason !== "refused" && state.endReason !== "no-microphone";
  return turnOf(state, { began, transfers: state.transferTo !== undefined });
}
