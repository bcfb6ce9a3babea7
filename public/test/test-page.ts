// The test page: one call at a time, its state in the middle, and views around it that show a state and no more.

import { type CallEvent } from "../voice/client-event.ts";
import { type CallState, noCall, step } from "../voice/call-state.ts";
import { VoiceClient } from "../voice/voice-client.ts";
import { insecureNotice, type Notice, noticeOf, speechOffNotice } from "../voice/notices.ts";
import { asText } from "../voice/call-transcript.ts";
import { Access } from "../page/page-access.ts";
import { button, make, need } from "./dom.ts";
import { openKeypad } from "./keypad.ts";
import { Meters } from "./meters.ts";
import { NetworkView } from "./network-view.ts";
import { NoticeView } from "./notice-view.ts";
import { readCapabilities, SettingsView } from "./call-settings.ts";
import { SignInView } from "./sign-in.ts";
import { isRunning, StageView } from "./call-stage.ts";
import { SuggestionsView } from "./suggestions-view.ts";
import { openTheme } from "../page/page-theme.ts";
import { TranscriptView } from "./transcript-view.ts";
import { TransferView } from "./transfer-view.ts";
import { TurnsView } from "./turns-view.ts";

/** Said by a click before there is a call, too: each shows something else that works. */
const ideas: readonly (readonly [phrase: string, about: string])[] = [
  ["What time is it", "a question of one breath"],
  ["Book a table", "a small conversation"],
  ["Repeat a number", "say four digits, or use the keypad"],
];

class TestPage {
  readonly #stage = new StageView({
    talk: () => this.#start({ microphone: true }),
    listen: () => this.#start({ microphone: false }),
    hangUp: () => this.#client?.hangUp(),
    mute: () => this.#client?.mute(!this.#state.muted),
    interrupt: () => this.#client?.interrupt(),
  });
  readonly #settings = new SettingsView(() => undefined);
  readonly #transcript = new TranscriptView();
  readonly #suggestions = new SuggestionsView(need("says", HTMLElement), (phrase) => this.#say(phrase));
  readonly #transfer = new TransferView(need("transfer", HTMLElement), {
    answer: (ok) => this.#client?.transferred(ok),
    leave: () => need("text", HTMLInputElement).focus({ preventScroll: true }),
  });
  readonly #turns = new TurnsView(need("turns", HTMLElement));
  readonly #meters = new Meters();
  readonly #network = new NetworkView(() => this.#arrived.then(() => this.#access.token));
  readonly #notice = new NoticeView(need("notice", HTMLElement), {
    again: () => this.#start({ microphone: this.#withMicrophone }),
    without: () => this.#start({ microphone: false }),
  });
  readonly #signIn = new SignInView({
    enter: async (way, credentials) => {
      const objection = await this.#access.enter(way, credentials);
      if (objection === undefined) this.#letIn();
      return objection;
    },
    signOut: () => {
      this.#access.forget();
      void this.#ask().then(() => {
        if (this.#outside === undefined) need("call", HTMLButtonElement).focus();
      });
    },
  });
  readonly #save = need("save", HTMLButtonElement);

  readonly #access = new Access();
  /** Until the token of the address, if there is one, has been looked at. */
  #arrived: Promise<unknown> = Promise.resolve();
  /** Why nobody can call before somebody has said who they are. */
  #outside: "stranger" | "expired" | undefined;
  #client: VoiceClient | undefined;
  #state: CallState = noCall;
  #withMicrophone = true;
  /** Typed before the call was there. */
  #unsaid: string | undefined;
  /** Why the address with its token let nobody in. */
  #uselessAddress: Notice | undefined;
  /** What stands in the way before a call was tried. */
  #obstacle: Notice | undefined;

  open(): void {
    openTheme(need("theme", HTMLButtonElement));
    openKeypad(need("keypad", HTMLElement), need("keypad-toggle", HTMLButtonElement), (key) =>
      this.#client?.press(key),
    );
    this.#openComposer();
    this.#openIdeas();
    this.#save.addEventListener("click", () => save(this.#state));
    if (!isSecureContext) this.#obstacle = insecureNotice(location);
    addEventListener("pagehide", () => this.#client?.hangUp());
    this.#show();
    void this.#settings.listDevices(undefined);
    this.#arrived = this.#access
      .readAddress()
      .then((problem) => (this.#uselessAddress = problem && { ...problem, ways: [] }));
    void this.#arrived.then(() => this.#ask());
    void readCapabilities().then((said) => {
      if (said === undefined) return;
      this.#settings.tell(said);
      if (!said.speech) this.#obstacle = speechOffNotice;
      this.#show();
    });
  }

  #start({ microphone }: { readonly microphone: boolean }): void {
    if (isRunning(this.#state)) return;
    if (this.#outside !== undefined) {
      this.#signIn.focus();
      return;
    }
    this.#obstacle = undefined;
    this.#withMicrophone = microphone;
    const client = new VoiceClient({
      ...this.#settings.chosen,
      microphone,
      token: this.#arrived.then(() => this.#access.token),
      tell: (event) => {
        if (this.#client === client) this.#happened(event);
      },
    });
    this.#client = client;
    void client.start();
    this.#meters.start(
      () => client.levels,
      () => this.#stage.tick(this.#state),
    );
  }

  /** Asks the engine whether it takes whoever is here, and, if not, the person who they are. */
  async #ask(): Promise<void> {
    const standing = await this.#access.standing();
    this.#outside = standing === "in" ? undefined : standing;
    this.#show();
    if (this.#outside !== undefined) this.#signIn.focus();
  }

  #letIn(): void {
    this.#outside = undefined;
    this.#show();
    need("call", HTMLButtonElement).focus();
  }

  /** A call was refused for want of a good token. Without the bad one the same server may be open. */
  async #refused(event: CallEvent): Promise<void> {
    const before = this.#access.token;
    await this.#ask();
    if (this.#outside === undefined && this.#access.token === before) {
      this.#state = step(this.#state, event);
    } else {
      this.#state = noCall;
      if (this.#outside === undefined) return this.#start({ microphone: this.#withMicrophone });
    }
    this.#unsaid = undefined;
    this.#show();
  }

  #happened(event: CallEvent): void {
    if (event.type === "over" && event.end.type === "refused" && event.end.refusal.code.startsWith("auth/")) {
      this.#meters.stop();
      void this.#refused(event);
      return;
    }
    this.#state = step(this.#state, event);
    if (event.type === "opened") {
      void this.#settings.listDevices(this.#client?.microphoneId);
      this.#network.start(async () => await this.#client?.figures());
      if (this.#unsaid !== undefined) this.#client?.say(this.#unsaid);
      this.#unsaid = undefined;
      // On a small screen the call may have been started from further down.
      need("stage", HTMLElement).scrollIntoView({ block: "nearest" });
    }
    if (event.type === "over") {
      this.#meters.stop();
      this.#network.stop();
      this.#unsaid = undefined;
    }
    this.#show();
  }

  /** Words from the keyboard or a button. Without a call they start one that needs no microphone. */
  #say(text: string): void {
    if (this.#state.phase === "open") {
      this.#client?.say(text);
      return;
    }
    if (this.#outside === undefined) this.#unsaid = text;
    this.#start({ microphone: false });
  }

  #show(): void {
    const state = this.#state;
    need("stage", HTMLElement).hidden = this.#outside !== undefined;
    // Whoever calls is not sent away in the middle of it.
    this.#signIn.show(this.#outside, isRunning(state) ? undefined : this.#access.who);
    this.#stage.show(state);
    this.#settings.lock(isRunning(state));
    this.#transcript.show(state);
    this.#transcript.makeRoom(() => {
      this.#transfer.show(state);
      this.#suggestions.show(state);
    });
    this.#turns.show(state);
    this.#save.hidden = state.transcript.length === 0;
    this.#notice.show(this.#noticeNow());
  }

  #noticeNow(): Notice | undefined {
    const { end, warning } = this.#state;
    if (this.#outside !== undefined) return this.#uselessAddress ?? this.#obstacle;
    if (end !== undefined) return noticeOf(end, location);
    if (warning !== undefined) return { title: "Please note", text: warning, ways: [] };
    return this.#obstacle;
  }

  #openComposer(): void {
    const input = need("text", HTMLInputElement);
    need("composer", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      const text = input.value.trim();
      if (text === "") return;
      // What cannot be said yet stays to be sent again.
      if (this.#outside === undefined) input.value = "";
      this.#say(text);
    });
  }

  #openIdeas(): void {
    const rows = ideas.map(([phrase, about]) =>
      make(
        "li",
        "",
        button(`“${phrase}”`, "chip", () => this.#say(phrase)),
        make("span", "", about),
      ),
    );
    need("ideas", HTMLElement).append(...rows);
  }
}

function save({ transcript, sessionId }: CallState): void {
  const link = make("a");
  link.href = URL.createObjectURL(new Blob([asText(transcript)], { type: "text/plain" }));
  link.download = `${sessionId ?? "call"}.txt`;
  link.click();
  URL.revokeObjectURL(link.href);
}

new TestPage().open();
