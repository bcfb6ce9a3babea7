// Voice client: joins microphone, connection and loudspeaker into one call. It reports events and keeps no view
// state: that is in call-state.ts, and nothing here knows a page.

import type { CallAccess } from "./call-access.ts";
import type { CallEnd, CallEvent } from "./client-event.ts";
import type { Connection, ConnectionEvents, Loudspeaker, NetworkFigures } from "./connection/connection.ts";
import { commandText, markText, readMessage, readyText, type ServerMessage, wireText } from "./messages.ts";
import { Microphone, MicrophoneError } from "./microphone.ts";
import { ReturningPeer } from "./connection/reconnecting-peer.ts";
import { Player } from "./player.ts";
import { explainRefusal, type Refusal } from "./call-refusal.ts";
import { RemoteAudio } from "./remote-sound.ts";
import { type ReturnTicket, SeenMessages } from "./seen-messages.ts";
import { type ReturnWay, ticketOf, type Transport } from "./connection/return-way.ts";
import { SocketConnection } from "./connection/socket-connection.ts";
import { transferAnswerMs } from "./transfer.ts";

export interface CallOptions {
  readonly mode: "assistant" | "flow";
  readonly transport: Transport;
  /** The id of the flow to call. */
  readonly programId: string | undefined;
  /** False for calls in which the caller only types, presses keys and listens. */
  readonly microphone: boolean;
  readonly deviceId?: string | undefined;
  /** Called once, when the microphone is ready or not needed. A rejection refuses the call with its message. */
  readonly access: () => Promise<CallAccess>;
  /** Maximum time for a peer connection to connect, in milliseconds; undefined: until every path has been tried. */
  readonly connectMs?: number | undefined;
  /** Time until an unreported transfer counts as answered, in milliseconds. */
  readonly transferMs?: number;
  /** The call to continue, as returned by `leave` on the previous page; undefined: a new call. */
  readonly returnTo?: ReturnWay | undefined;
  readonly onEvent: (event: CallEvent) => void;
}

export interface Levels {
  readonly caller: number;
  readonly agent: number;
}

/** Interval of pings: the server ends a session after 30 s without audio and messages. */
const keepAliveMs = 10_000;
/** Time for which queued audio may still play after the connection has closed. */
const drainMsMax = 1_500;

/** Refusals that may also be the reason for a missing worklet. */
const silences: ReadonlySet<string> = new Set(["unreachable", "origin/refused", "no-access"]);

function noAccess(why: unknown): Refusal {
  return { code: "no-access", detail: why instanceof Error ? why.message : String(why) };
}

/** Client of one call: a new call needs a new client. */
export class VoiceClient {
  readonly #options: CallOptions;
  #loudspeaker: Loudspeaker | undefined;
  /** The loudspeaker while it opens. */
  #opening: Promise<Player | RemoteAudio> | undefined;
  #microphone: Microphone | undefined;
  #access: Promise<CallAccess> | undefined;
  #connection: Connection | undefined;
  #keepAlive: ReturnType<typeof setInterval> | undefined;
  /** Runs while a transfer waits for its result. */
  #transfer: ReturnType<typeof setTimeout> | undefined;
  /** The reason for the end, which the server sends before it closes. */
  #end: CallEnd | undefined;
  #over = false;
  #muted: boolean;
  /** The origin of the call's server. */
  #place: string | undefined;
  readonly #seen: SeenMessages;
  /** Start of the wait for a reply (`performance.now()`); after speech, from its last sound. */
  #awaitingAnswer: { readonly from: number } | "speech" | undefined;

  constructor(options: CallOptions) {
    this.#options = options;
    this.#muted = options.returnTo?.muted ?? false;
    this.#seen = new SeenMessages(options.returnTo && ticketOf(options.returnTo));
  }

  /** Must be called while a click or a key is handled. Failures are reported as events. */
  async start(): Promise<void> {
    const { microphone, onEvent } = this.#options;
    let loudspeaker: Player | RemoteAudio;
    try {
      onEvent(microphone ? { type: "asking" } : { type: "connecting", microphone });
      // Before the first await: audio may start only while the click is handled (autoplay policy).
      const sound = this.#options.transport === "webrtc" ? RemoteAudio : Player;
      const changed = (playing: boolean, at: number): void => this.#soundChanged(playing, at);
      const blocked = (isBlocked: boolean): void => {
        if (!this.#over) onEvent({ type: "sound-blocked", isBlocked });
      };
      const granted = Promise.withResolvers<void>();
      const origin = (): Promise<string> => granted.promise.then(() => this.#origin());
      this.#opening = sound.open({ changed, blocked, origin });
      const listening = this.#openMicrophone(granted.resolve).catch((error: unknown) => {
        // A running call that does not regain its microphone continues with typing.
        if (this.#options.returnTo === undefined) throw error;
        return undefined;
      });
      listening.then(() => granted.resolve(), granted.reject);
      const [opened, heard] = await Promise.allSettled([this.#opening, listening, granted.promise]);
      if (heard.status === "fulfilled") this.#microphone = heard.value;
      else throw heard.reason;
      this.#microphone?.mute(this.#muted);
      if (opened.status === "rejected") throw opened.reason;
      loudspeaker = opened.value;
    } catch (error) {
      this.#finish(await this.#endForAudioError(error));
      return;
    }
    this.#loudspeaker = loudspeaker;
    if (this.#over) {
      await this.#release();
      return;
    }
    const isHeard = this.#microphone !== undefined;
    if (microphone) onEvent({ type: "connecting", microphone: isHeard });
    await this.#connect(loudspeaker);
  }

  /** Loudness of both sides now, 0 to 1. */
  get levels(): Levels {
    const caller = this.#muted ? 0 : (this.#microphone?.level ?? 0);
    return { caller, agent: this.#loudspeaker?.level ?? 0 };
  }

  /** Network figures; undefined while they are not available. */
  async figures(): Promise<NetworkFigures | undefined> {
    return await this.#connection?.figures();
  }

  get microphoneId(): string | undefined {
    return this.#microphone?.deviceId;
  }

  say(text: string): void {
    this.#awaitingAnswer = { from: performance.now() };
    this.#send(wireText("send-text", { content: text }));
  }

  /** Sends DTMF keys: 0 to 9, * and #. */
  press(keys: string): void {
    this.#awaitingAnswer = { from: performance.now() };
    this.#send(wireText("dtmf", { buttons: keys.split("") }));
    this.#options.onEvent({ type: "keyed", keys });
  }

  /** The server confirms it with a message. */
  mute(muted: boolean): void {
    this.#muted = muted;
    this.#microphone?.mute(muted);
    this.#send(commandText("mute", { muted }));
  }

  /** Reports whether the transfer that the server requested succeeded; nothing without one. */
  transferred(ok: boolean): void {
    if (this.#transfer === undefined || this.#over) return;
    this.#noTransfer();
    this.#send(commandText("transfer.result", { ok }));
    this.#options.onEvent({ type: "transferred", ok });
  }

  /** Stops the agent in the middle of a sentence. */
  interrupt(): void {
    this.#send(commandText("interrupt"));
  }

  hangUp(): void {
    if (this.#over) return;
    this.#connection?.hangUp();
    this.#loudspeaker?.clear();
    this.#finish({ type: "left" });
  }

  /** Leaves the call without ending it, because the page closes. Undefined: no call can be continued. */
  leave(): ReturnWay | undefined {
    const { ticket } = this.#seen;
    const { transport, microphone, returnTo } = this.#options;
    const origin = this.#place ?? returnTo?.url;
    if (this.#over || ticket === undefined || origin === undefined) {
      this.hangUp();
      return undefined;
    }
    this.#over = true;
    this.#connection?.abandon();
    void this.#release();
    const { token, ttlMs } = ticket;
    const { href: url } = new URL(`/v1/ws/${token}`, origin);
    return { url, ttlMs, transport, microphone, muted: this.#muted };
  }

  /** `granted` is called as soon as the person has allowed it. */
  async #openMicrophone(granted: () => void): Promise<Microphone | undefined> {
    if (!this.#options.microphone) return undefined;
    return await Microphone.open({
      deviceId: this.#options.deviceId,
      origin: () => {
        granted();
        return this.#origin();
      },
      hear: (pcm) => this.#connection?.sendAudio(pcm),
      lost: () => {
        if (!this.#over) this.#options.onEvent({ type: "microphone-lost" });
      },
      silent: (isSilent, name) => {
        if (!this.#over) this.#options.onEvent({ type: "microphone-silent", isSilent, name });
      },
    });
  }

  /** The worklets are loaded from the server, so an audio failure may be caused by an unreachable server. */
  async #endForAudioError(error: unknown): Promise<CallEnd> {
    const problem = error instanceof MicrophoneError ? error.problem : "failed";
    if (problem !== "failed") return { type: "no-microphone", problem };
    const access = await this.#accessed().catch((why: unknown) => noAccess(why));
    const refusal = "origin" in access ? await explainRefusal(this.#query(), access) : access;
    if (silences.has(refusal.code)) return { type: "refused", refusal };
    return { type: "no-microphone", problem };
  }

  #accessed(): Promise<CallAccess> {
    this.#access ??= this.#options.access();
    return this.#access;
  }

  async #origin(): Promise<string> {
    // A session for a caller who has left must not begin.
    if (this.#over) throw new Error("The call is over.");
    return (await this.#accessed()).origin;
  }

  async #connect(loudspeaker: Player | RemoteAudio): Promise<void> {
    const query = this.#query();
    const access = await this.#accessed().catch((why: unknown) => noAccess(why));
    if (this.#over) return;
    if (!("origin" in access)) {
      this.#finish({ type: "refused", refusal: access });
      return;
    }
    this.#place = access.origin;
    const events: ConnectionEvents = {
      opened: () => this.#connected(),
      away: () => this.#away(),
      back: () => this.#back(),
      text: (text) => this.#read(text),
      audio: (bytes) => {
        if (!this.#over && loudspeaker instanceof Player) loudspeaker.play(bytes);
      },
      closed: (code) => {
        if (!this.#over) void this.#closed(this.#end ?? { type: "lost", code });
      },
      refused: (refusal) => this.#finish({ type: "refused", refusal }),
    };
    const ticket = (): ReturnTicket | undefined => this.#seen.ticket;
    if (loudspeaker instanceof Player) {
      this.#connection = new SocketConnection({ query, access, events, ticket });
      return;
    }
    const microphone = this.#microphone?.track;
    const onTrack = (stream: MediaStream): void => loudspeaker.play(stream);
    const { connectMs } = this.#options;
    const parts = { query, access, connectMs, microphone, onTrack, events, ticket };
    const connection = await ReturningPeer.open(parts);
    this.#connection = connection;
    if (this.#over) connection.close();
  }

  #connected(): void {
    if (this.#over) return;
    this.#send(readyText());
    if (this.#muted) this.mute(true);
    this.#options.onEvent({ type: "opened" });
    if (this.#options.microphone && this.#microphone === undefined)
      this.#options.onEvent({ type: "microphone-lost" });
    this.#keepAlive = setInterval(() => this.#send(commandText("ping")), keepAliveMs);
  }

  /** Queued audio is cut off at the server, too, and never played. */
  #away(): void {
    if (this.#over) return;
    this.#loudspeaker?.clear();
    this.#awaitingAnswer = undefined;
    this.#options.onEvent({ type: "away" });
  }

  #back(): void {
    if (this.#over) return;
    this.#send(readyText());
    // The button may have been pressed meanwhile.
    this.mute(this.#muted);
    this.#options.onEvent({ type: "back" });
  }

  #query(): URLSearchParams {
    const { mode, programId } = this.#options;
    const query = new URLSearchParams({ mode, features: "clear,resume,marks" });
    if (mode === "flow" && programId !== undefined) query.set("program_id", programId);
    return query;
  }

  #read(text: string): void {
    if (this.#over) return;
    const message = readMessage(text);
    if (message === undefined || !this.#seen.take(message)) return;
    this.#apply(message);
    this.#options.onEvent({ type: "message", message });
  }

  #apply(message: ServerMessage): void {
    switch (message.type) {
      case "user-started-speaking":
        this.#awaitingAnswer = "speech";
        return;
      case "server-message":
        if (message.data.type === "audio_clear") this.#loudspeaker?.clear();
        if (message.data.type === "mark") this.#mark(message.data.name);
        if (message.data.type === "transfer") this.#awaitTransfer();
        // The server has waited long enough.
        if (message.data.type === "flow_state") this.#noTransfer();
        if (message.data.type === "session_end") {
          const { reason, duration_ms: durationMs } = message.data;
          this.#end = { type: "ended", reason, durationMs };
        }
        return;
      default:
    }
  }

  /** Reports to the server when the audio up to this mark was played. */
  #mark(name: string): void {
    if (this.#loudspeaker instanceof Player)
      this.#loudspeaker.mark(() => this.#connection?.sendText(markText(name)));
  }

  #awaitTransfer(): void {
    const { transferMs = transferAnswerMs } = this.#options;
    this.#noTransfer();
    this.#transfer = setTimeout(() => this.transferred(true), transferMs);
  }

  #noTransfer(): void {
    clearTimeout(this.#transfer);
    this.#transfer = undefined;
  }

  /** The agent's audio begins or ends; its first sound ends the response time. */
  #soundChanged(playing: boolean, at: number): void {
    const waiting = this.#awaitingAnswer;
    if (!playing || waiting === undefined || this.#over) return;
    const from = waiting === "speech" ? this.#microphone?.soundAt : waiting.from;
    this.#awaitingAnswer = undefined;
    if (from !== undefined && at > from)
      this.#options.onEvent({ type: "answered", ms: Math.round(at - from) });
  }

  #send(text: string): void {
    this.#connection?.sendText(text);
  }

  /** The server closed the connection; queued audio is played to its end first. */
  async #closed(end: CallEnd): Promise<void> {
    const patience = Promise.withResolvers<void>();
    const timer = setTimeout(patience.resolve, drainMsMax);
    if (end.type === "ended") await Promise.race([this.#loudspeaker?.drained(), patience.promise]);
    clearTimeout(timer);
    this.#finish(end);
  }

  #finish(end: CallEnd): void {
    if (this.#over) return;
    this.#over = true;
    void this.#release();
    this.#options.onEvent({ type: "over", end });
  }

  async #release(): Promise<void> {
    clearInterval(this.#keepAlive);
    this.#noTransfer();
    this.#connection?.close();
    await Promise.allSettled([
      this.#microphone?.close(),
      this.#opening?.then((loudspeaker) => loudspeaker.close()),
    ]);
  }
}
