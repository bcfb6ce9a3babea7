// The agent's sound where the browser itself receives it: played, and watched for when it begins.

import { Activity } from "./activity.ts";
import type { Loudspeaker } from "./connection.ts";
import { loudness } from "./sound.ts";

/** Silence this long between two sounds is a pause within speech. */
const pauseMs = 250;
/** How long a block of the worklet is. */
const blockMs = 20;

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
  #level = 0;
  #playing = false;
  #idle: (() => void)[] = [];

  /** To be called while a click or a key is handled, or browsers keep the context silent. */
  static async open(options: RemoteSoundOptions): Promise<RemoteSound> {
    const context = new AudioContext({ latencyHint: "interactive" });
    void context.resume();
    await context.audioWorklet.addModule(new URL("voice-microphone-worklet.js", import.meta.url));
    return new RemoteSound(context, options);
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
    const ear = new AudioWorkletNode(this.#context, "microphone", { numberOfOutputs: 0 });
    ear.port.onmessage = ({ data }: MessageEvent<Float32Array>) => this.#hear(data);
    source.connect(ear);
    source.connect(this.#context.destination);
  }

  clear(): void {
    // What the server has not sent is cleared there; what is on the way is a tenth of a second.
  }

  async drained(): Promise<void> {
    if (this.#playing) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  async close(): Promise<void> {
    this.#pump.srcObject = null;
    if (this.#context.state !== "closed") await this.#context.close();
  }

  #hear(block: Float32Array): void {
    const now = performance.now();
    this.#level = loudness(block);
    this.#activity.hear(this.#level, now);
    const { soundAt } = this.#activity;
    const playing = soundAt !== undefined && now - soundAt < pauseMs;
    if (playing === this.#playing) return;
    this.#playing = playing;
    this.#changed(playing, now - blockMs + (this.#context.outputLatency || 0) * 1000);
    if (playing) return;
    for (const resolve of this.#idle) resolve();
    this.#idle = [];
  }
}
