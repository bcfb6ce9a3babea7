// Test page entry: runs one call at a time and passes its state to the views.

import { type CallEvent } from "../voice/client-event.ts";
import { type CallState, noCall, step } from "../voice/call-state.ts";
import { accessOfPage } from "../voice/call-access.ts";
import type { ReturnWay } from "../voice/connection/return-way.ts";
import { VoiceClient } from "../voice/voice-client.ts";
import { insecureNotice, leftNotice, type Notice, noticeOf, speechOffNotice } from "../voice/notices.ts";
import { asText } from "../voice/call-transcript.ts";
import { type Admission, PageAccess } from "../page/page-access.ts";
import { make, need } from "../page/dom.ts";
import { openKeypad } from "../page/keypad.ts";
import { LevelMeters } from "./meters.ts";
import { NetworkView } from "./network-view.ts";
import { NoticeView } from "./notice-view.ts";
import { showVoices } from "./voices-field.ts";
import { readCapabilities, CallSettingsView } from "./call-settings.ts";
import { SignInView } from "./sign-in.ts";
import { type SignInRequest, signInRequest } from "./sign-in-request.ts";
import { isRunning, CallStageView } from "./call-stage.ts";
import { SuggestionsView } from "./suggestions-view.ts";
import { openTheme } from "../page/page-theme.ts";
import { TranscriptView } from "./transcript-view.ts";
import { TransferView } from "./transfer-view.ts";
import { TurnsView } from "./turns-view.ts";
import { WantedFlow } from "./wanted-flow.ts";
import { WelcomeView } from "./welcome-view.ts";
import { keepLeftCall, type LeftCall, takeLeftCall } from "../page/left-call.ts";

class TestPage {
  readonly #stage = new CallStageView({
    talk: () => this.#start({ microphone: true }),
    listen: () => this.#start({ microphone: false }),
    hangUp: () => this.#client?.hangUp(),
    mute: () => this.#client?.mute(!this.#state.muted),
    interrupt: () => this.#client?.interrupt(),
  });
  readonly #settings = new CallSettingsView(() => {
    this.#flow.follow();
    this.#show();
  });
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
      this.#access.signOut();
      this.#flow.leave();
      void this.#checkAdmission().then(() => {
        if (this.#signInRequest === undefined) need("call", HTMLButtonElement).focus();
      });
    },
    ask: () => {
      this.#asksSignIn = true;
      this.#show();
      this.#signIn.focus();
    },
    leave: () => {
      this.#asksSignIn = false;
      this.#flow.leave();
      this.#show();
      need("call", HTMLButtonElement).focus();
    },
  });
  readonly #save = need("save", HTMLButtonElement);

  readonly #welcome = new WelcomeView((phrase) => this.#say(phrase));
  readonly #access = new PageAccess();
  readonly #flow = new WantedFlow(this.#settings, this.#access);
  /** Resolves when a token in the address has been exchanged. */
  #tokenRead: Promise<unknown> = Promise.resolve();
  /** Undefined until the server has said it. */
  #admission: Admission | undefined;
  /** The person has asked to sign in. */
  #asksSignIn = false;
  #client: VoiceClient | undefined;
  /** The flow of the last call. */
  #calledFlow: string | undefined;
  #state: CallState = noCall;
  #withMicrophone = true;
  /** A call during which the page was left, until the next one. */
  #left: LeftCall | undefined;
  /** Text typed before the call opened, to be sent then. */
  #pendingText: string | undefined;
  /** Reason why the token in the address was refused. */
  #rejectedLink: Notice | undefined;
  /** A problem that is known before any call. */
  #obstacle: Notice | undefined;

  open(): void {
    openTheme(need("theme", HTMLButtonElement));
    openKeypad(need("keypad", HTMLElement), need("keypad-toggle", HTMLButtonElement), (key) =>
      this.#client?.press(key),
    );
    this.#openComposer();
    this.#save.addEventListener("click", () => save(this.#state));
    if (!isSecureContext) this.#obstacle = insecureNotice(location);
    addEventListener("pagehide", () => this.#leave());
    addEventListener("pageshow", ({ persisted }: PageTransitionEvent) => {
      if (persisted) this.#goOn();
    });
    this.#show();
    void this.#settings.listDevices(undefined);
    this.#tokenRead = this.#access
      .open()
      .then((problem) => (this.#rejectedLink = problem && { ...problem, remedies: [] }));
    void this.#tokenRead.then(() => this.#checkAdmission());
    this.#goOn();
    void showVoices();
    void readCapabilities().then((capabilities) => {
      if (capabilities === undefined) return;
      this.#settings.showModel(capabilities);
      if (!capabilities.speech) this.#obstacle = speechOffNotice;
      this.#show();
    });
  }

  #leave(): void {
    const { phase, sessionId } = this.#state;
    const way = this.#client?.leave();
    if (way !== undefined || phase === "open")
      keepLeftCall(location.pathname, { sessionId, way }, Date.now());
  }

  /** Continues the call of the left page, if the server still waits for it. */
  #goOn(): void {
    const left = takeLeftCall(location.pathname, Date.now());
    if (left === undefined) return;
    this.#state = noCall;
    this.#left = left;
    if (left.way === undefined) this.#show();
    else this.#open(left.way.microphone, left.way);
  }

  #start({ microphone }: { readonly microphone: boolean }): void {
    if (isRunning(this.#state)) return;
    if (this.#signInRequest !== undefined) {
      this.#signIn.focus();
      return;
    }
    this.#obstacle = undefined;
    this.#left = undefined;
    this.#open(microphone);
  }

  #open(microphone: boolean, returnTo?: ReturnWay): void {
    this.#withMicrophone = microphone;
    const settings = this.#flow.settings;
    this.#calledFlow = settings.programId;
    const client = new VoiceClient({
      ...settings,
      transport: returnTo?.transport ?? settings.transport,
      microphone,
      returnTo,
      access: () => this.#tokenRead.then(() => accessOfPage(this.#access.token)),
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

  /** Undefined if no sign-in is needed. */
  get #signInRequest(): SignInRequest | undefined {
    const flowNeedsAccount = this.#flow.choice === "sign-in";
    return signInRequest({ admission: this.#admission, flowNeedsAccount, asked: this.#asksSignIn });
  }

  /** Asks the server whether calls are accepted, and for the account's flows. Shows the sign-in card if it is needed. */
  async #checkAdmission(): Promise<void> {
    this.#admission = await this.#access.admission();
    await this.#listFlows();
    if (this.#signInRequest !== undefined) this.#signIn.focus();
  }

  #admitted(): void {
    this.#admission = "admitted";
    this.#asksSignIn = false;
    void this.#listFlows();
    need("call", HTMLButtonElement).focus();
  }

  async #listFlows(): Promise<void> {
    const listed = this.#flow.list();
    this.#show();
    await listed;
    this.#show();
  }

  /** A call was refused for its token. Without that token the same server may accept calls, so it is asked again. */
  async #accessRefused(event: CallEvent): Promise<void> {
    const before = this.#access.token;
    await this.#checkAdmission();
    if (this.#signInRequest === undefined && this.#access.token === before) {
      this.#state = step(this.#state, event);
    } else {
      this.#state = noCall;
      if (this.#signInRequest === undefined) return this.#start({ microphone: this.#withMicrophone });
    }
    this.#pendingText = undefined;
    this.#show();
  }

  #onCallEvent(event: CallEvent): void {
    const { way } = this.#left ?? {};
    if (event.type === "opened") this.#left = undefined;
    if (way !== undefined && event.type === "over") {
      this.#meters.stop();
      this.#left = this.#left && { ...this.#left, way: undefined };
      this.#state = noCall;
      this.#show();
      return;
    }
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
    if (this.#signInRequest === undefined) this.#pendingText = text;
    this.#start({ microphone: false });
  }

  #show(): void {
    const state = this.#state;
    const request = this.#signInRequest;
    need("stage", HTMLElement).hidden = request !== undefined;
    // Signing in and out are hidden during a call, because they would end it.
    const changeable = this.#admission !== undefined && !isRunning(state);
    this.#signIn.show(request, this.#access.signedInAs, changeable);
    const { mode, programId } = this.#flow.settings;
    const flowId = mode === "assistant" ? undefined : programId;
    this.#welcome.show({ flowId });
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
    const { end, warning, noSound } = this.#state;
    if (this.#signInRequest !== undefined) return this.#rejectedLink ?? this.#obstacle;
    if (this.#left !== undefined && !isRunning(this.#state))
      return leftNotice(this.#left, this.#access.signedInAs !== undefined);
    if (end !== undefined) return noticeOf(end, location, this.#calledFlow);
    if (warning !== undefined) return { title: "Please note", text: warning, remedies: [] };
    if (noSound !== undefined) return { title: "No sound from your microphone", text: noSound, remedies: [] };
    return (isRunning(this.#state) ? undefined : this.#flow.notice) ?? this.#obstacle;
  }

  #openComposer(): void {
    const input = need("text", HTMLInputElement);
    need("composer", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      const text = input.value.trim();
      if (text === "") return;
      // Before signing in the text stays in the field.
      if (this.#signInRequest === undefined) input.value = "";
      this.#say(text);
    });
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
