// Remote audio: plays the agent's WebRTC stream and detects when sound begins and ends.

import { SoundActivity } from "./sound-activity.ts";
import type { Loudspeaker } from "./connection/connection.ts";
import { SoundGate } from "./sound-gate.ts";
import { loudness } from "./wire-audio.ts";

/** A shorter silence is a pause within speech. */
const pauseMs = 250;
/** Polling interval and window of the analyser, which replaces a worklet because insecure pages have none. */
const pollMs = 20;
const analysedSamples = 1_024;

export interface RemoteAudioOptions {
  /** Sound begins or ends; `at` is when it is heard, on the axis of `performance.now()`. */
  readonly changed: (playing: boolean, at: number) => void;
  /** The browser blocks the page's sound, or no longer blocks it. */
  readonly blocked: (isBlocked: boolean) => void;
}

export class RemoteAudio implements Loudspeaker {
  readonly #context: AudioContext;
  readonly #changed: RemoteAudioOptions["changed"];
  readonly #gate: SoundGate;
  readonly #activity = new SoundActivity();
  /** Chromium lets a peer's audio flow only while an element plays it. */
  readonly #pump = new Audio();
  readonly #samples = new Float32Array(analysedSamples);
  #stream: MediaStream | undefined;
  #source: MediaStreamAudioSourceNode | undefined;
  #polling: ReturnType<typeof setInterval> | undefined;
  #level = 0;
  #playing = false;
  #idle: (() => void)[] = [];

  /** Must be called while a click or a key is handled, or browsers keep the context silent (autoplay policy). */
  static open(options: RemoteAudioOptions): Promise<RemoteAudio> {
    const context = new AudioContext({ latencyHint: "interactive" });
    return Promise.resolve(new RemoteAudio(context, options));
  }

  private constructor(context: AudioContext, { changed, blocked }: RemoteAudioOptions) {
    this.#context = context;
    this.#gate = new SoundGate(context, (isBlocked) => {
      // A source that was made in a silent context may stay silent in Chromium.
      if (!isBlocked) this.#connect();
      blocked(isBlocked);
    });
    this.#changed = changed;
    this.#pump.muted = true;
  }

  get level(): number {
    return this.#playing ? this.#level : 0;
  }

  /** Plays the peer's stream from now on. */
  play(stream: MediaStream): void {
    this.#stream = stream;
    this.#connect();
  }

  #connect(): void {
    if (this.#stream === undefined) return;
    this.#pump.srcObject = this.#stream;
    void this.#pump.play().catch(() => undefined); // Muted elements may always play.
    this.#source?.disconnect();
    const source = this.#context.createMediaStreamSource(this.#stream);
    this.#source = source;
    const ear = new AnalyserNode(this.#context, { fftSize: analysedSamples });
    source.connect(ear);
    source.connect(this.#context.destination);
    clearInterval(this.#polling);
    this.#polling = setInterval(() => this.#measure(ear), pollMs);
  }

  clear(): void {
    // The server clears its own queue; audio in transit is about a tenth of a second.
  }

  async drained(): Promise<void> {
    if (this.#playing) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  async close(): Promise<void> {
    this.#gate.close();
    clearInterval(this.#polling);
    this.#pump.srcObject = null;
    if (this.#context.state !== "closed") await this.#context.close();
  }

  #measure(ear: AnalyserNode): void {
    const now = performance.now();
    ear.getFloatTimeDomainData(this.#samples);
    this.#level = loudness(this.#samples);
    this.#activity.hear(this.#level, now);
    const { soundAt } = this.#activity;
    const playing = soundAt !== undefined && now - soundAt < pauseMs;
    if (playing === this.#playing) return;
    this.#playing = playing;
    this.#changed(playing, now + (this.#context.outputLatency || 0) * 1000);
    if (playing) return;
    for (const resolve of this.#idle) resolve();
    this.#idle = [];
  }
}
