// Remote audio: plays the agent's WebRTC stream and detects when sound begins and ends.

import { Activity } from "./caller-activity.ts";
import type { Loudspeaker } from "./connection.ts";
import { loudness } from "./wire-audio.ts";

/** Silence this long between two sounds is a pause within speech. */
const pauseMs = 250;
/** How often the sound is looked at, and how much of it: without a worklet, which insecure pages have not. */
const lookMs = 20;
const samplesLookedAt = 1_024;

export interface RemoteSoundOptions {
  /** Sound begins or ends; `at` is when it is heard, on the axis of `performance.now()`. */
  readonly changed: (playing: boolean, at: number) => void;
}

export class RemoteSound implements Loudspeaker {
  readonly #context: AudioContext;
  readonly #changed: RemoteSoundOptions["changed"];
  readonly #activity = new Activity();
  /** Chromium lets a peer's audio flow only while an element plays it. */
  readonly #pump = new Audio();
  readonly #samples = new Float32Array(samplesLookedAt);
  #looking: ReturnType<typeof setInterval> | undefined;
  #level = 0;
  #playing = false;
  #idle: (() => void)[] = [];

  /** To be called while a click or a key is handled, or browsers keep the context silent. */
  static open(options: RemoteSoundOptions): Promise<RemoteSound> {
    const context = new AudioContext({ latencyHint: "interactive" });
    void context.resume();
    return Promise.resolve(new RemoteSound(context, options));
  }

  private constructor(context: AudioContext, { changed }: RemoteSoundOptions) {
    this.#context = context;
    this.#changed = changed;
    this.#pump.muted = true;
  }

  get level(): number {
    return this.#playing ? this.#level : 0;
  }

  /** What the peer sends is heard from now on. */
  play(stream: MediaStream): void {
    this.#pump.srcObject = stream;
    void this.#pump.play().catch(() => undefined); // Muted elements may always play.
    const source = this.#context.createMediaStreamSource(stream);
    const ear = new AnalyserNode(this.#context, { fftSize: samplesLookedAt });
    source.connect(ear);
    source.connect(this.#context.destination);
    clearInterval(this.#looking);
    this.#looking = setInterval(() => this.#look(ear), lookMs);
  }

  clear(): void {
    // What the server has not sent is cleared there; what is on the way is a tenth of a second.
  }

  async drained(): Promise<void> {
    if (this.#playing) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  async close(): Promise<void> {
    clearInterval(this.#looking);
    this.#pump.srcObject = null;
    if (this.#context.state !== "closed") await this.#context.close();
  }

  #look(ear: AnalyserNode): void {
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
