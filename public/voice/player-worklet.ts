// Player worklet: runs the playout queue in the audio thread. It takes audio and "clear", and reports what has been
// heard.

import { PlayoutQueue } from "./playout-queue.ts";
import type { PlayerReport, PlayerRequest } from "./player-messages.ts";
import { loudness } from "./wire-audio.ts";

/** Number of 128-sample blocks between two reports: 16 ms. */
const reportEvery = 2;

class PlayerProcessor extends AudioWorkletProcessor {
  readonly #playout: PlayoutQueue;
  #wasPlaying = false;
  #blocks = 0;
  #energy = 0;

  constructor(options: AudioWorkletNodeOptions) {
    super(options);
    this.#playout = new PlayoutQueue(options.processorOptions);
    this.port.onmessage = ({ data }: MessageEvent<PlayerRequest>) => {
      if (data === "clear") {
        this.#playout.clear();
        this.#report();
      } else {
        this.#playout.push(data);
      }
    };
  }

  process(_inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
    const output = outputs[0]?.[0];
    if (output === undefined) return true;
    this.#playout.pull(output);
    this.#energy += loudness(output) ** 2;
    this.#blocks += 1;
    const { playing } = this.#playout.status;
    const turned = playing !== this.#wasPlaying;
    if (turned || (playing && this.#blocks >= reportEvery)) this.#report();
    return true;
  }

  #report(): void {
    const { status } = this.#playout;
    const level = status.playing ? Math.sqrt(this.#energy / Math.max(1, this.#blocks)) : 0;
    this.#wasPlaying = status.playing;
    this.#blocks = 0;
    this.#energy = 0;
    this.port.postMessage({ ...status, level, atSeconds: currentTime } satisfies PlayerReport);
  }
}

registerProcessor("player", PlayerProcessor);
