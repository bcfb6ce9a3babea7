// Client call: one call in the form that an app uses, on the voice client of the pages: events, a snapshot, and a
// second transport if the first finds no path through the network.

import { type CallAccess, sessionIn } from "../voice/call-access.ts";
import {
  type CallState as SharedState,
  noCall as notYet,
  soundBlockedWords,
  step,
} from "../voice/call-state.ts";
import type { CallEvent } from "../voice/client-event.ts";
import type { CallOptions, VoiceClient } from "../voice/voice-client.ts";
import type * as published from "./client-types.d.ts";
import type { CallEvents, ConnectOptions, Transport } from "./client-types.d.ts";
import { errorOf, linesOf, viewOf } from "./published-call.ts";

/** A usable path is found in one or two seconds; after a longer wait the call falls back to the WebSocket. */
const connectMs = 6_000;

type Voice = Pick<
  VoiceClient,
  "start" | "levels" | "mute" | "say" | "press" | "interrupt" | "transferred" | "hangUp" | "leave"
>;
/** A voice client for one try to call. */
export type OpenVoice = (options: CallOptions) => Voice;

export class ClientCall implements published.Call {
  readonly #options: ConnectOptions;
  readonly #voice: OpenVoice;
  /** Access for all attempts to call. */
  #access: Promise<CallAccess> | undefined;
  readonly #listeners = new Map<keyof CallEvents, Set<(event: never) => void>>();
  /** Resolved when the call is open. */
  #waiting: (() => void)[] = [];
  #client: Voice;
  #transport: Transport;
  #state: SharedState = notYet;
  #shown: published.CallSnapshot;
  /** Called for each new snapshot. */
  readonly #subscribers = new Set<() => void>();
  #muted: boolean;

  constructor(options: ConnectOptions, voice: OpenVoice) {
    this.#options = options;
    this.#voice = voice;
    // The app receives these rejections by an event, later.
    for (const given of [options.url, options.token])
      if (given instanceof Promise) given.catch(() => undefined);
    const { transport = "auto", returnTo } = options;
    const hasPeers = "RTCPeerConnection" in globalThis;
    const usual = hasPeers ? "webrtc" : "websocket";
    this.#transport = returnTo?.transport ?? (transport === "auto" ? usual : transport);
    this.#muted = returnTo?.muted ?? false;
    this.#shown = { state: viewOf(this.#state, this.#transport), transcript: [], error: undefined };
    this.#client = this.#open();
  }

  readonly getSnapshot = (): published.CallSnapshot => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    // Each subscription has its own listener: a function that subscribes twice is notified twice, and each stop ends
    // one of them.
    const told = (): void => listener();
    this.#subscribers.add(told);
    return () => void this.#subscribers.delete(told);
  };

  get state(): published.CallState {
    return this.#shown.state;
  }

  get transcript(): readonly published.TranscriptLine[] {
    return this.#shown.transcript;
  }

  get levels(): { readonly caller: number; readonly agent: number } {
    return this.#client.levels;
  }

  on<Name extends keyof CallEvents>(name: Name, listener: (event: CallEvents[Name]) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    if (name === "state") (listener as (state: published.CallState) => void)(this.state);
    if (name === "transcript")
      (listener as (lines: readonly published.TranscriptLine[]) => void)(this.transcript);
    return () => void listeners.delete(listener);
  }

  mute(muted: boolean): void {
    this.#muted = muted;
    this.#client.mute(muted);
  }

  sendText(text: string): void {
    this.#whenOpen(() => this.#client.say(text));
  }

  press(keys: string): void {
    this.#whenOpen(() => this.#client.press(keys));
  }

  interrupt(): void {
    this.#client.interrupt();
  }

  transferred(ok: boolean): void {
    this.#client.transferred(ok);
  }

  hangUp(): void {
    this.#client.hangUp();
  }

  leave(): published.ReturnWay | undefined {
    return this.#client.leave();
  }

  #whenOpen(act: () => void): void {
    if (this.#state.phase === "open") act();
    else if (this.#state.phase !== "over") this.#waiting.push(act);
  }

  #open(): Voice {
    const { flow, transport = "auto", returnTo } = this.#options;
    const { microphone = returnTo?.microphone ?? true } = this.#options;
    const client = this.#voice({
      mode: flow === undefined ? "assistant" : "flow",
      programId: flow,
      transport: this.#transport,
      connectMs: transport === "auto" ? connectMs : undefined,
      microphone: microphone !== false,
      deviceId: typeof microphone === "object" ? microphone.deviceId : undefined,
      access: () => (this.#access ??= accessOf(returnTo ?? this.#options)),
      returnTo,
      onEvent: (event) => {
        // Only the present client's events count.
        if (this.#client === undefined || this.#client === client) this.#happened(event);
      },
    });
    client.mute(this.#muted);
    void client.start();
    return client;
  }

  #happened(event: CallEvent): void {
    if (this.#isWayless(event)) {
      this.#transport = "websocket";
      // The call has a loudspeaker of its own.
      this.#state = { ...this.#state, soundBlocked: false };
      this.#client = this.#open();
      return;
    }
    const [before, shown] = [this.#state, this.#shown];
    this.#state = step(before, event);
    const { transcript } = this.#state;
    const error = event.type === "over" ? errorOf(event.end) : warningOf(event);
    this.#shown = {
      state: viewOf(this.#state, this.#transport),
      transcript: transcript === before.transcript ? shown.transcript : linesOf(transcript),
      error: error ?? shown.error,
    };
    if (event.type === "opened") for (const act of this.#waiting.splice(0)) act();
    if (event.type === "message") this.#emit("message", event.message);
    if (this.transcript !== shown.transcript) this.#emit("transcript", this.transcript);
    this.#emit("state", this.state);
    if (error !== undefined) this.#emit("error", error);
    for (const told of this.#subscribers) told();
  }

  /** True if WebRTC finds no path through the network, and another transport may be tried. */
  #isWayless(event: CallEvent): boolean {
    const { transport = "auto" } = this.#options;
    if (event.type !== "over" || event.end.type !== "refused" || transport !== "auto") return false;
    return this.#transport === "webrtc" && event.end.refusal.code === "no-path";
  }

  #emit<Name extends keyof CallEvents>(name: Name, event: CallEvents[Name]): void {
    for (const listener of this.#listeners.get(name) ?? [])
      (listener as (event: CallEvents[Name]) => void)(event);
  }
}

/** A failure that does not end the call. */
function warningOf(event: CallEvent): published.CallError | undefined {
  if (event.type === "microphone-lost") {
    const message = "The microphone was disconnected. Type to continue, or call again.";
    return { code: "microphone/lost", message, isFatal: false };
  }
  if (event.type === "sound-blocked" && event.isBlocked)
    return { code: "sound/blocked", message: soundBlockedWords, isFatal: false };
  if (event.type !== "message") return undefined;
  const { message } = event;
  if (message.type !== "error" && message.type !== "error-response") return undefined;
  const { code, error } = message.data;
  // After a fatal error the end follows, which says more.
  if ("fatal" in message.data && message.data.fatal) return undefined;
  return { code, message: error, isFatal: false };
}

async function accessOf({
  url = import.meta.url,
  token,
}: Pick<ConnectOptions, "url" | "token">): Promise<CallAccess> {
  const given = await (typeof url === "function" ? url() : url);
  const address = URL.parse(String(given));
  if (address === null) throw new Error(`"${String(given)}" is not the URL of a server.`);
  const session = sessionIn(address);
  address.protocol = address.protocol.replace(/^ws/, "http");
  return { origin: address.origin, token: await token, session };
}
