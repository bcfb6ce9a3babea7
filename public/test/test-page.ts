// Test page entry: runs one call at a time and passes its state to the views.

import { type CallEvent } from "../voice/client-event.ts";
import { type CallState, noCall, step } from "../voice/call-state.ts";
import { VoiceClient } from "../voice/voice-client.ts";
import { insecureNotice, type Notice, noticeOf, speechOffNotice } from "../voice/notices.ts";
import { asText } from "../voice/call-transcript.ts";
import { PageAccess } from "../page/page-access.ts";
import { button, make, need } from "./dom.ts";
import { openKeypad } from "./keypad.ts";
import { LevelMeters } from "./meters.ts";
import { NetworkView } from "./network-view.ts";
import { NoticeView } from "./notice-view.ts";
import { readCapabilities, CallSettingsView } from "./call-settings.ts";
import { SignInView } from "./sign-in.ts";
import { isRunning, CallStageView } from "./call-stage.ts";
import { SuggestionsView } from "./suggestions-view.ts";
import { openTheme } from "../page/page-theme.ts";
import { TranscriptView } from "./transcript-view.ts";
import { TransferView } from "./transfer-view.ts";
import { TurnsView } from "./turns-view.ts";

/** Example phrases, each showing another feature. A click says it, and starts a call if there is none. */
const ideas: readonly (readonly [phrase: string, about: string])[] = [
  ["What time is it", "a question of one breath"],
  ["Book a table", "a small conversation"],
  ["Repeat a number", "say four digits, or use the keypad"],
];

class TestPage {
  readonly #stage = new CallStageView({
    talk: () => this.#start({ microphone: true }),
    listen: () => this.#start({ microphone: false }),
    hangUp: () => this.#client?.hangUp(),
    mute: () => this.#client?.mute(!this.#state.muted),
    interrupt: () => this.#client?.interrupt(),
  });
  readonly #settings = new CallSettingsView(() => undefined);
  readonly #transcript = new TranscriptView();
  readonly #suggestions = new SuggestionsView(need("says", HTMLElement), (phrase) => this.#say(phrase));
  readonly #transfer = new TransferView(need("transfer", HTMLElement), {
    answer: (ok) => this.#client?.transferred(ok),
    leave: () => need("text", HTMLInputElement).focus({ preventScroll: true }),
  });
  readonly #turns = new TurnsView(need("turns", HTMLElement));
  readonly #meters = new LevelMeters();
  readonly #network = new NetworkView(() => this.#tokenRead.then(() => this.#access.token));
  readonly #notice = new NoticeView(need("notice", HTMLElement), {
    again: () => this.#start({ microphone: this.#withMicrophone }),
    without: () => this.#start({ microphone: false }),
  });
  readonly #signIn = new SignInView({
    enter: async (action, credentials) => {
      const errors = await this.#access.enter(action, credentials);
      if (errors === undefined) this.#admitted();
      return errors;
    },
    signOut: () => {
      this.#access.forget();
      void this.#checkAdmission().then(() => {
        if (this.#signInReason === undefined) need("call", HTMLButtonElement).focus();
      });
    },
  });
  readonly #save = need("save", HTMLButtonElement);

  readonly #access = new PageAccess();
  /** Resolves when a token in the address has been exchanged. */
  #tokenRead: Promise<unknown> = Promise.resolve();
  /** Why calls need a sign-in first; undefined when they do not. */
  #signInReason: "anonymous" | "expired" | undefined;
  #client: VoiceClient | undefined;
  #state: CallState = noCall;
  #withMicrophone = true;
  /** Text typed before the call opened, to be sent then. */
  #pendingText: string | undefined;
  /** Why the token in the address was refused. */
  #rejectedLink: Notice | undefined;
  /** A problem that is known before any call. */
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
    this.#tokenRead = this.#access
      .readAddress()
      .then((problem) => (this.#rejectedLink = problem && { ...problem, remedies: [] }));
    void this.#tokenRead.then(() => this.#checkAdmission());
    void readCapabilities().then((said) => {
      if (said === undefined) return;
      this.#settings.showModel(said);
      if (!said.speech) this.#obstacle = speechOffNotice;
      this.#show();
    });
  }

  #start({ microphone }: { readonly microphone: boolean }): void {
    if (isRunning(this.#state)) return;
    if (this.#signInReason !== undefined) {
      this.#signIn.focus();
      return;
    }
    this.#obstacle = undefined;
    this.#withMicrophone = microphone;
    const client = new VoiceClient({
      ...this.#settings.chosen,
      microphone,
      token: this.#tokenRead.then(() => this.#access.token),
      onEvent: (event) => {
        if (this.#client === client) this.#onCallEvent(event);
      },
    });
    this.#client = client;
    void client.start();
    this.#meters.start(
      () => client.levels,
      () => this.#stage.tick(this.#state),
    );
  }

  /** Asks the server whether calls are accepted, and shows the sign-in card if not. */
  async #checkAdmission(): Promise<void> {
    const admission = await this.#access.admission();
    this.#signInReason = admission === "admitted" ? undefined : admission;
    this.#show();
    if (this.#signInReason !== undefined) this.#signIn.focus();
  }

  #admitted(): void {
    this.#signInReason = undefined;
    this.#show();
    need("call", HTMLButtonElement).focus();
  }

  /** A call was refused for its token. Without that token the same server may accept calls, so it is asked again. */
  async #accessRefused(event: CallEvent): Promise<void> {
    const before = this.#access.token;
    await this.#checkAdmission();
    if (this.#signInReason === undefined && this.#access.token === before) {
      this.#state = step(this.#state, event);
    } else {
      this.#state = noCall;
      if (this.#signInReason === undefined) return this.#start({ microphone: this.#withMicrophone });
    }
    this.#pendingText = undefined;
    this.#show();
  }

  #onCallEvent(event: CallEvent): void {
    if (event.type === "over" && event.end.type === "refused" && event.end.refusal.code.startsWith("auth/")) {
      this.#meters.stop();
      void this.#accessRefused(event);
      return;
    }
    this.#state = step(this.#state, event);
    if (event.type === "opened") {
      void this.#settings.listDevices(this.#client?.microphoneId);
      this.#network.start(async () => await this.#client?.figures());
      if (this.#pendingText !== undefined) this.#client?.say(this.#pendingText);
      this.#pendingText = undefined;
      // On a small screen the call may have been started from further down.
      need("stage", HTMLElement).scrollIntoView({ block: "nearest" });
    }
    if (event.type === "over") {
      this.#meters.stop();
      this.#network.stop();
      this.#pendingText = undefined;
    }
    this.#show();
  }

  /** Words from the keyboard or a button. Without a call they start one that needs no microphone. */
  #say(text: string): void {
    if (this.#state.phase === "open") {
      this.#client?.say(text);
      return;
    }
    if (this.#signInReason === undefined) this.#pendingText = text;
    this.#start({ microphone: false });
  }

  #show(): void {
    const state = this.#state;
    need("stage", HTMLElement).hidden = this.#signInReason !== undefined;
    // Signing out is hidden during a call, because it would end it.
    this.#signIn.show(this.#signInReason, isRunning(state) ? undefined : this.#access.signedInAs);
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
    if (this.#signInReason !== undefined) return this.#rejectedLink ?? this.#obstacle;
    if (end !== undefined) return noticeOf(end, location);
    if (warning !== undefined) return { title: "Please note", text: warning, remedies: [] };
    return this.#obstacle;
  }

  #openComposer(): void {
    const input = need("text", HTMLInputElement);
    need("composer", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      const text = input.value.trim();
      if (text === "") return;
      // Before signing in the text stays in the field.
      if (this.#signInReason === undefined) input.value = "";
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
