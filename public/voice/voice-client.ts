// One call with the agent: microphone, connection and loudspeaker joined. It tells what happens and keeps no opinion about
// it: what a call looks like is in call-state.ts, and nothing here knows a page.

import type { CallEnd, CallEvent } from "./client-event.ts";
import type { Connection, ConnectionEvents, Loudspeaker, NetworkFigures } from "./connection.ts";
import { commandText, readMessage, readyText, type ServerMessage, wireText } from "./messages.ts";
import { Microphone, MicrophoneError } from "./microphone.ts";
import { PeerConnection } from "./peer-call.ts";
import { Player } from "./player.ts";
import { explainRefusal } from "./call-refusal.ts";
import { RemoteSound } from "./remote-sound.ts";
import { SocketConnection } from "./socket-call.ts";
import { transferAnswerMs } from "./transfer.ts";

export type Transport = "webrtc" | "websocket";

export interface CallOptions {
  readonly mode: "assistant" | "flow";
  readonly transport: Transport;
  /** Which flow. */
  readonly programId: string | undefined;
  /** False: the caller types and presses keys, and only listens. */
  readonly microphone: boolean;
  readonly deviceId?: string | undefined;
  /** An access token, for servers that want one. */
  readonly token?: Promise<string | undefined>;
  /** How long nobody may say what became of a transfer before somebody has answered, in milliseconds. */
  readonly transferMs?: number;
  readonly tell: (event: CallEvent) => void;
}

export interface Levels {
  readonly caller: number;
  readonly agent: number;
}

/** A session without audio and messages ends after 30 s. */
const signOfLifeMs = 10_000;
/** How long the last words of a call may take to be heard after the socket has closed. */
const lastWordsMs = 1_500;

export class VoiceClient {
  readonly #options: CallOptions;
  #loudspeaker: Loudspeaker | undefined;
  /** The same while it is being opened. */
  #opening: Promise<Player | RemoteSound> | undefined;
  #microphone: Microphone | undefined;
  #connection: Connection | undefined;
  #lifeSign: ReturnType<typeof setInterval> | undefined;
  /** Runs while a transfer waits for its answer. */
  #transfer: ReturnType<typeof setTimeout> | undefined;
  /** What the server gave as the reason, before it closed. */
  #end: CallEnd | undefined;
  #over = false;
  #muted = false;
  /** What the next answer answers: since when it is waited for. Speech is timed by its last sound. */
  #waiting: { readonly from: number } | "speech" | undefined;

  constructor(options: CallOptions) {
    this.#options = options;
  }

  /** To be called while a click or a key is handled. All that can go wrong is told. */
  async start(): Promise<void> {
    const { microphone, tell } = this.#options;
    let loudspeaker: Player | RemoteSound;
    try {
      tell(microphone ? { type: "asking" } : { type: "connecting", microphone });
      // Before anything is awaited: sound may begin only while the click is handled.
      const sound = this.#options.transport === "webrtc" ? RemoteSound : Player;
      this.#opening = sound.open({ changed: (playing, at) => this.#sounded(playing, at) });
      const [opened, heard] = await Promise.allSettled([this.#opening, this.#openMicrophone()]);
      if (heard.status === "fulfilled") this.#microphone = heard.value;
      else throw heard.reason;
      if (opened.status === "rejected") throw opened.reason;
      loudspeaker = opened.value;
    } catch (error) {
      this.#finish(await this.#whyNoSound(error));
      return;
    }
    this.#loudspeaker = loudspeaker;
    if (this.#over) {
      await this.#release();
      return;
    }
    if (microphone) tell({ type: "connecting", microphone });
    await this.#connect(loudspeaker);
  }

  /** Loudness of both sides now, 0 to 1. */
  get levels(): Levels {
    const caller = this.#muted ? 0 : (this.#microphone?.level ?? 0);
    return { caller, agent: this.#loudspeaker?.level ?? 0 };
  }

  /** How the network does; undefined while nothing is known. */
  async figures(): Promise<NetworkFigures | undefined> {
    return await this.#connection?.figures();
  }

  get microphoneId(): string | undefined {
    return this.#microphone?.deviceId;
  }

  say(text: string): void {
    this.#waiting = { from: performance.now() };
    this.#send(wireText("send-text", { content: text }));
  }

  /** 0 to 9, * and #. */
  press(keys: string): void {
    this.#waiting = { from: performance.now() };
    this.#send(wireText("dtmf", { buttons: keys.split("") }));
    this.#options.tell({ type: "keyed", keys });
  }

  /** The server confirms it with a message. */
  mute(muted: boolean): void {
    this.#muted = muted;
    this.#microphone?.mute(muted);
    this.#send(commandText("mute", { muted }));
  }

  /** What became of the transfer that the server asked for; nothing without one. */
  transferred(ok: boolean): void {
    if (this.#transfer === undefined || this.#over) return;
    this.#noTransfer();
    this.#send(commandText("transfer.result", { ok }));
    this.#options.tell({ type: "transferred", ok });
  }

  /** Stops the agent in the middle of a sentence. */
  interrupt(): void {
    this.#send(commandText("interrupt"));
  }

  hangUp(): void {
    if (this.#over) return;
    this.#send(wireText("disconnect-bot"));
    this.#loudspeaker?.clear();
    this.#finish({ type: "left" });
  }

  async #openMicrophone(): Promise<Microphone | undefined> {
    if (!this.#options.microphone) return undefined;
    return await Microphone.open({
      deviceId: this.#options.deviceId,
      hear: (pcm) => this.#connection?.sendAudio(pcm),
      lost: () => {
        if (!this.#over) this.#options.tell({ type: "microphone-lost" });
      },
    });
  }

  /** The worklets come from the server: what looks like a fault of the sound may be one of the network. */
  async #whyNoSound(error: unknown): Promise<CallEnd> {
    const problem = error instanceof MicrophoneError ? error.problem : "failed";
    if (problem !== "failed") return { type: "no-microphone", problem };
    const refusal = await explainRefusal(this.#query(), await this.#options.token);
    if (refusal.code === "unreachable") return { type: "refused", refusal };
    return { type: "no-microphone", problem };
  }

  async #connect(loudspeaker: Player | RemoteSound): Promise<void> {
    const query = this.#query();
    const token = await this.#options.token;
    if (this.#over) return;
    const events: ConnectionEvents = {
      opened: () => this.#connected(),
      text: (text) => this.#read(text),
      audio: (bytes) => {
        if (!this.#over && loudspeaker instanceof Player) loudspeaker.play(bytes);
      },
      closed: (code) => {
        if (!this.#over) void this.#closed(this.#end ?? { type: "lost", code });
      },
      refused: (refusal) => this.#finish({ type: "refused", refusal }),
    };
    if (loudspeaker instanceof Player) {
      this.#connection = new SocketConnection(query, token, events);
      return;
    }
    const microphone = this.#microphone?.track;
    const heard = (stream: MediaStream): void => loudspeaker.play(stream);
    const connection = await PeerConnection.open({ query, token, microphone, heard, events });
    this.#connection = connection;
    if (this.#over) connection.close();
  }

  #connected(): void {
    if (this.#over) return;
    this.#send(readyText());
    if (this.#muted) this.mute(true);
    this.#options.tell({ type: "opened" });
    this.#lifeSign = setInterval(() => this.#send(commandText("ping")), signOfLifeMs);
  }

  #query(): URLSearchParams {
    const { mode, programId } = this.#options;
    const query = new URLSearchParams({ mode, features: "clear" });
    if (mode === "flow" && programId !== undefined) query.set("program_id", programId);
    return query;
  }

  #read(text: string): void {
    if (this.#over) return;
    const message = readMessage(text);
    if (message === undefined) return;
    this.#obey(message);
    this.#options.tell({ type: "message", message });
  }

  #obey(message: ServerMessage): void {
    switch (message.type) {
      case "user-started-speaking":
        this.#waiting = "speech";
        return;
      case "server-message":
        if (message.data.type === "audio_clear") this.#loudspeaker?.clear();
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

  #awaitTransfer(): void {
    const { transferMs = transferAnswerMs } = this.#options;
    this.#noTransfer();
    this.#transfer = setTimeout(() => this.transferred(true), transferMs);
  }

  #noTransfer(): void {
    clearTimeout(this.#transfer);
    this.#transfer = undefined;
  }

  /** The agent's sound begins or ends; an answer is timed by its first. */
  #sounded(playing: boolean, at: number): void {
    const waiting = this.#waiting;
    if (!playing || waiting === undefined || this.#over) return;
    const from = waiting === "speech" ? this.#microphone?.soundAt : waiting.from;
    this.#waiting = undefined;
    if (from !== undefined && at > from) this.#options.tell({ type: "answered", ms: Math.round(at - from) });
  }

  #send(text: string): void {
    this.#connection?.sendText(text);
  }

  /** The server closed; what it said last is heard to its end. */
  async #closed(end: CallEnd): Promise<void> {
    const patience = Promise.withResolvers<void>();
    const timer = setTimeout(patience.resolve, lastWordsMs);
    if (end.type === "ended") await Promise.race([this.#loudspeaker?.drained(), patience.promise]);
    clearTimeout(timer);
    this.#finish(end);
  }

  #finish(end: CallEnd): void {
    if (this.#over) return;
    this.#over = true;
    void this.#release();
    this.#options.tell({ type: "over", end });
  }

  async #release(): Promise<void> {
    clearInterval(this.#lifeSign);
    this.#noTransfer();
    this.#connection?.close();
    await Promise.allSettled([
      this.#microphone?.close(),
      this.#opening?.then((loudspeaker) => loudspeaker.close()),
    ]);
  }
}
