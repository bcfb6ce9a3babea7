// One call with the agent: microphone, socket and player joined. It tells what happens and keeps no opinion about
// it: what a call looks like is in call-state.ts, and nothing here knows a page.

import type { CallEnd, CallEvent } from "./call-event.ts";
import { commandText, readMessage, readyText, type ServerMessage, wireText } from "./messages.ts";
import { Microphone, MicrophoneError } from "./microphone.ts";
import { Player } from "./player.ts";
import { explainRefusal } from "./refusal.ts";

export interface CallOptions {
  readonly mode: "assistant" | "flow";
  /** Which flow. */
  readonly programId: string | undefined;
  /** False: the caller types and presses keys, and only listens. */
  readonly microphone: boolean;
  readonly deviceId?: string | undefined;
  /** An access token, for servers that want one. */
  readonly token?: Promise<string | undefined>;
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
/** Unsent bytes above which the microphone's audio is dropped: two seconds. */
const unsentBytesMax = 64_000;

export class VoiceClient {
  readonly #options: CallOptions;
  #player: Player | undefined;
  /** The same while it is being opened. */
  #opening: Promise<Player> | undefined;
  #microphone: Microphone | undefined;
  #socket: WebSocket | undefined;
  #lifeSign: ReturnType<typeof setInterval> | undefined;
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
    try {
      tell(microphone ? { type: "asking" } : { type: "connecting", microphone });
      // Before anything is awaited: sound may begin only while the click is handled.
      this.#opening = Player.open({ changed: (playing, at) => this.#sounded(playing, at) });
      const [opened, heard] = await Promise.allSettled([this.#opening, this.#openMicrophone()]);
      if (heard.status === "fulfilled") this.#microphone = heard.value;
      else throw heard.reason;
      if (opened.status === "rejected") throw opened.reason;
      this.#player = opened.value;
    } catch (error) {
      this.#finish(await this.#whyNoSound(error));
      return;
    }
    if (this.#over) {
      await this.#release();
      return;
    }
    if (microphone) tell({ type: "connecting", microphone });
    await this.#connect();
  }

  /** Loudness of both sides now, 0 to 1. */
  get levels(): Levels {
    const caller = this.#muted ? 0 : (this.#microphone?.level ?? 0);
    return { caller, agent: this.#player?.level ?? 0 };
  }

  /** What was played, for those who want to know exactly. */
  get playout(): Player["status"] {
    return this.#player?.status;
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

  /** Stops the agent in the middle of a sentence. */
  interrupt(): void {
    this.#send(commandText("interrupt"));
  }

  hangUp(): void {
    if (this.#over) return;
    this.#send(wireText("disconnect-bot"));
    this.#player?.clear();
    this.#finish({ type: "left" });
  }

  async #openMicrophone(): Promise<Microphone | undefined> {
    if (!this.#options.microphone) return undefined;
    return await Microphone.open({
      deviceId: this.#options.deviceId,
      hear: (pcm) => this.#sendAudio(pcm),
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

  async #connect(): Promise<void> {
    const query = this.#query();
    const token = await this.#options.token;
    if (this.#over) return;
    const url = new URL(`/ws?${query.toString()}`, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url, ["voice.v1", ...(token === undefined ? [] : [`bearer.${token}`])]);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    let opened = false;
    socket.addEventListener("open", () => {
      opened = true;
      this.#send(readyText());
      if (this.#muted) this.mute(true);
      this.#options.tell({ type: "opened" });
      this.#lifeSign = setInterval(() => this.#send(commandText("ping")), signOfLifeMs);
    });
    socket.addEventListener("message", ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (this.#over) return;
      if (typeof data === "string") this.#read(data);
      else this.#player?.play(data);
    });
    socket.addEventListener("close", ({ code }) => {
      if (this.#over) return;
      if (opened) void this.#closed(this.#end ?? { type: "lost", code });
      else void explainRefusal(query, token).then((refusal) => this.#finish({ type: "refused", refusal }));
    });
  }

  #query(): URLSearchParams {
    const { mode, programId } = this.#options;
    const query = new URLSearchParams({ mode, features: "clear" });
    if (mode === "flow" && programId !== undefined) query.set("program_id", programId);
    return query;
  }

  #read(text: string): void {
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
        if (message.data.type === "audio_clear") this.#player?.clear();
        if (message.data.type === "session_end") {
          const { reason, duration_ms: durationMs } = message.data;
          this.#end = { type: "ended", reason, durationMs };
        }
        return;
      default:
    }
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
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  #sendAudio(pcm: Int16Array<ArrayBuffer>): void {
    const socket = this.#socket;
    if (socket?.readyState === WebSocket.OPEN && socket.bufferedAmount < unsentBytesMax) socket.send(pcm);
  }

  /** The server closed; what it said last is heard to its end. */
  async #closed(end: CallEnd): Promise<void> {
    const patience = Promise.withResolvers<void>();
    const timer = setTimeout(patience.resolve, lastWordsMs);
    if (end.type === "ended") await Promise.race([this.#player?.drained(), patience.promise]);
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
    this.#socket?.close(1000);
    await Promise.allSettled([this.#microphone?.close(), this.#opening?.then((player) => player.close())]);
  }
}
