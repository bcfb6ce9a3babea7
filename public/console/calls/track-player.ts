// Track player: plays the two tracks of a recording from any position, the caller on the left and the agent on the
// right. It needs no media element, which the policy of the page forbids.

import type { TwoTracks } from "./two-tracks.ts";

export class TrackPlayer {
  readonly seconds: number;
  readonly #tracks: TwoTracks;
  /** Created by the first press of a button: browsers allow no earlier sound. */
  #context: AudioContext | undefined;
  #source: AudioBufferSourceNode | undefined;
  /** Position of the last start or stop, and its time by the clock of the context. */
  #from = 0;
  #startedAt = 0;

  constructor(tracks: TwoTracks) {
    this.#tracks = tracks;
    this.seconds = tracks.caller.length / tracks.rate;
  }

  get isPlaying(): boolean {
    return this.#source !== undefined;
  }

  /** Seconds of the recording. */
  get position(): number {
    if (this.#context === undefined || this.#source === undefined) return this.#from;
    return Math.min(this.seconds, this.#from + this.#context.currentTime - this.#startedAt);
  }

  play(from = this.position): void {
    this.pause();
    const context = (this.#context ??= new AudioContext());
    const { caller, agent, rate } = this.#tracks;
    const buffer = context.createBuffer(2, caller.length, rate);
    buffer.copyToChannel(caller, 0);
    buffer.copyToChannel(agent, 1);
    const source = new AudioBufferSourceNode(context, { buffer });
    source.connect(context.destination);
    source.addEventListener("ended", () => {
      if (this.#source === source) this.pause();
    });
    this.#from = from >= this.seconds ? 0 : from;
    this.#startedAt = context.currentTime;
    this.#source = source;
    source.start(0, this.#from);
    void context.resume();
  }

  pause(): void {
    this.#from = this.position;
    this.#source?.stop();
    this.#source = undefined;
  }

  /** Moves the position; a playing recording continues from there. */
  seek(seconds: number): void {
    if (this.isPlaying) this.play(seconds);
    else this.#from = seconds;
  }

  close(): void {
    this.pause();
    void this.#context?.close();
  }
}
