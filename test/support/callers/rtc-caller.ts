// WebRTC caller without a browser: Google's stack with a microphone of samples and an ear that records them.

import wrtc from "@roamhq/wrtc";
import { type Impairment, UdpRelay } from "./udp-relay.ts";
import { until } from "../until.ts";
import type { ReceivedMessages, ClientWish } from "./ws-client.ts";

const { nonstandard, RTCPeerConnection: Peer, MediaStream: Stream } = wrtc;

/** Samples a second of the microphone; libwebrtc requires frames of 10 ms. */
const microphoneRate = 16_000;
const frameSamples = microphoneRate / 100;
/** Noise of an idle line; the agent is far louder. */
const idleRms = 300;

export interface CallOptions {
  /** Origin of the server, without a path. */
  readonly url: string;
  readonly query?: string;
  /** Additional fields in the body of the first offer. */
  readonly body?: object;
  readonly configuration?: RTCConfiguration;
  /** Puts a relay of datagrams between both sides. */
  readonly network?: Partial<Impairment>;
  /** False: without a data channel. */
  readonly channel?: boolean;
  /** Changes the offer. */
  readonly edit?: (sdp: string) => string;
  /** The server gets only candidates of TCP, none at all, or only their end. */
  readonly trickle?: "tcp" | "never" | "end";
  /** Changes the answer. */
  readonly read?: (sdp: string) => string;
  /** Makes the requests; absent: the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Aborts the first offer. */
  readonly signal?: AbortSignal;
}

/** Refusal of an offer. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly status: number;

  constructor(status: number, text: string) {
    super(`${status} ${text}`);
    this.status = status;
  }
}

/** Received audio of 10 ms. */
export interface HeardBlock {
  readonly at: number;
  readonly rms: number;
}

export class Microphone implements Disposable {
  readonly #source = new nonstandard.RTCAudioSource();
  readonly track: MediaStreamTrack = this.#source.createTrack();
  readonly #timer: ReturnType<typeof setInterval>;
  #queue: Int16Array = new Int16Array(0);
  #emptied = Promise.withResolvers<void>();
  #next = performance.now();

  constructor() {
    // A microphone runs in real time, and so does the stack behind it.
    this.#timer = setInterval(() => this.#beat(), 10);
  }

  /** Resolves when the last sample has been sent. */
  async say(pcm: Int16Array): Promise<void> {
    const all = new Int16Array(this.#queue.length + pcm.length);
    all.set(this.#queue);
    all.set(pcm, this.#queue.length);
    this.#queue = all;
    this.#emptied = Promise.withResolvers();
    await this.#emptied.promise;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.track.stop();
  }

  #beat(): void {
    for (; this.#next <= performance.now(); this.#next += 10) {
      const samples = new Int16Array(frameSamples);
      samples.set(this.#queue.subarray(0, frameSamples));
      this.#queue = this.#queue.subarray(frameSamples);
      this.#source.onData({
        samples,
        sampleRate: microphoneRate,
        bitsPerSample: 16,
        channelCount: 1,
        numberOfFrames: frameSamples,
      });
    }
    if (this.#queue.length === 0) this.#emptied.resolve();
  }
}

interface Sound {
  readonly samples: Int16Array;
  readonly sampleRate: number;
  readonly channelCount?: number;
}

/** Records a track at 16 kHz. */
export class Ear {
  readonly blocks: HeardBlock[] = [];
  readonly #pieces: Int16Array[] = [];
  #stop: () => void = () => undefined;

  listen(track: MediaStreamTrack): void {
    this.#stop();
    const sink = new nonstandard.RTCAudioSink(track);
    sink.ondata = ({ samples, sampleRate, channelCount }: Sound) => {
      const step = (channelCount ?? 1) * Math.max(1, Math.round(sampleRate / 16_000));
      const mono = Int16Array.from(
        { length: Math.floor(samples.length / step) },
        (_, i) => samples[i * step] ?? 0,
      );
      this.#pieces.push(mono);
      let sum = 0;
      for (const sample of mono) sum += sample * sample;
      this.blocks.push({ at: performance.now(), rms: Math.sqrt(sum / Math.max(1, mono.length)) });
    };
    this.#stop = () => sink.stop();
  }

  /** 16 kHz. */
  get pcm(): Int16Array {
    const all = new Int16Array(this.#pieces.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const piece of this.#pieces) {
      all.set(piece, at);
      at += piece.length;
    }
    return all;
  }

  /** Whether anything louder than an idle line arrived since then, on the axis of `performance.now()`. */
  loudSince(at: number): boolean {
    return this.blocks.some((block) => block.at >= at && block.rms > idleRms);
  }

  /** Times of louder audio, on the axis of `performance.now()`: one for each hundredth of a second. */
  get loudAt(): number[] {
    return this.blocks.filter(({ rms }) => rms > idleRms).map(({ at }) => at);
  }

  /** Number of louder hundredths of a second. */
  get loudBlocks(): number {
    return this.loudAt.length;
  }

  /** Whether the last quarter of a second was no louder than an idle line. */
  isQuiet(): boolean {
    const last = this.blocks.slice(-25);
    return last.length === 25 && last.every(({ rms }) => rms <= idleRms);
  }

  stop(): void {
    this.#stop();
  }
}

export class RtcCaller implements AsyncDisposable {
  readonly microphone = new Microphone();
  readonly ear = new Ear();
  readonly messages: ReceivedMessages[] = [];
  /** Texts that were no RTVI message, and `signalling`. */
  readonly signals: ReceivedMessages[] = [];
  readonly peer: RTCPeerConnection;
  readonly channel: RTCDataChannel | undefined;
  answer = "";
  pcId = "";
  relay: UdpRelay | undefined;
  #cursor = 0;
  readonly #options: CallOptions;
  readonly #candidates: RTCIceCandidate[] = [];

  private constructor(options: CallOptions) {
    this.#options = options;
    this.peer = new Peer(options.configuration ?? {});
    this.peer.addTrack(this.microphone.track, new Stream());
    this.peer.addEventListener("track", ({ track }) => this.ear.listen(track));
    if (options.channel !== false) {
      this.channel = this.peer.createDataChannel("chat");
      this.channel.addEventListener("message", ({ data }) => this.#read(String(data)));
    }
    if (options.network !== undefined || options.trickle === "never" || options.trickle === "end") return;
    this.peer.addEventListener("icecandidate", ({ candidate }) => {
      if (candidate === null || candidate.candidate.includes(options.trickle === "tcp" ? " udp " : "none"))
        return;
      this.#candidates.push(candidate);
      void this.#trickle();
    });
  }

  /** Resolves when the offer is answered. The connection comes up later, or never. */
  static async begin(options: CallOptions): Promise<RtcCaller> {
    const caller = new RtcCaller(options);
    try {
      await caller.offer(options.body);
    } catch (error) {
      await caller[Symbol.asyncDispose]();
      throw error;
    }
    return caller;
  }

  /** Resolves when the connection is up. */
  static async call(options: CallOptions): Promise<RtcCaller> {
    const caller = await RtcCaller.begin(options);
    await caller.until("a connection", () => caller.peer.connectionState === "connected");
    const { channel } = caller;
    if (channel !== undefined) await caller.until("a data channel", () => channel.readyState === "open");
    return caller;
  }

  /** The first offer, or another one for the same call. */
  async offer(more: object = {}, description?: RTCOfferOptions): Promise<void> {
    const { url, query = "", network, edit = same, read = same, signal = null } = this.#options;
    const { fetch: request = fetch } = this.#options;
    const made = await this.peer.createOffer(description);
    await this.peer.setLocalDescription(made);
    // Not `localDescription`: candidates are added to it on another thread, and reading it meanwhile can crash the
    // process.
    const offered = edit(made.sdp ?? "");
    // No path may bypass the relay.
    const sdp = network === undefined ? offered : offered.replaceAll(/a=candidate:.*\r\n/g, "");
    const body = JSON.stringify({ sdp, type: "offer", ...more });
    const response = await request(`${url}/offer${query}`, { method: "POST", body, signal });
    const text = await response.text();
    if (!response.ok) throw new Refused(response.status, text);
    const answer = JSON.parse(text) as { pc_id: string; sdp: string };
    this.pcId = answer.pc_id;
    this.answer = answer.sdp;
    if (network !== undefined) {
      const between = await UdpRelay.between(answer.sdp, network);
      this.relay?.[Symbol.dispose]();
      this.relay = between.relay;
      answer.sdp = between.sdp;
    }
    if (this.#options.trickle === "end") await this.#tell([{ candidate: "", sdpMid: "0" }]);
    await this.peer.setRemoteDescription({ type: "answer", sdp: read(answer.sdp) });
    await this.#trickle();
  }

  send(message: object): void {
    this.channel?.send(JSON.stringify(message));
  }

  /** Sends `client-ready` and waits for `bot-ready`. */
  async ready(): Promise<ReceivedMessages> {
    this.send({ label: "rtvi-ai", type: "client-ready", id: "ready", data: { version: "2.1.0" } });
    return await this.message("bot-ready");
  }

  /** Interrupts the agent, and waits until the agent is silent. */
  async interrupt(): Promise<void> {
    this.send({ label: "rtvi-ai", type: "client-message", id: "i", data: { t: "interrupt", d: {} } });
    await this.until("silence", () => this.ear.isQuiet());
  }

  /** The next message, past or future, after the last one returned here. */
  async message(wanted: ClientWish, msMax = 60_000): Promise<ReceivedMessages> {
    let found: ReceivedMessages | undefined;
    await this.until(
      String(wanted),
      () => {
        while (found === undefined && this.#cursor < this.messages.length) {
          const one = this.messages[this.#cursor++];
          if (one !== undefined && isWanted(one, wanted)) found = one;
        }
        return found !== undefined;
      },
      msMax,
    );
    if (found === undefined) throw new Error("It was there a moment ago");
    return found;
  }

  async until(what: string, isSo: () => boolean | Promise<boolean>, msMax = 60_000): Promise<void> {
    try {
      await until(what, isSo, msMax);
    } catch (cause) {
      throw new Error(`There was no ${what}; last came ${this.messages.at(-1)?.type ?? "nothing"}`, {
        cause,
      });
    }
  }

  /** Simulates a pulled cable: no message is sent. */
  vanish(): void {
    this.relay?.cut();
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.ear.stop();
    this.microphone[Symbol.dispose]();
    this.peer.close();
    this.relay?.[Symbol.dispose]();
    return Promise.resolve();
  }

  async #trickle(): Promise<void> {
    if (this.pcId === "" || this.#candidates.length === 0) return;
    await this.#tell(this.#candidates.splice(0).map((it) => it.toJSON()));
  }

  async #tell(candidates: readonly RTCIceCandidateInit[]): Promise<void> {
    const body = JSON.stringify({ candidates });
    const { url, fetch: request = fetch } = this.#options;
    await request(`${url}/offer/${this.pcId}`, { method: "PATCH", body });
  }

  #read(text: string): void {
    const message = JSON.parse(text) as ReceivedMessages;
    (message.type === "signalling" ? this.signals : this.messages).push(message);
  }
}

const same = (sdp: string): string => sdp;

function isWanted(one: ReceivedMessages, wanted: ClientWish): boolean {
  if (typeof wanted === "function") return wanted(one);
  return one.type === wanted || (one.type === "server-message" && one.data?.type === wanted);
}
