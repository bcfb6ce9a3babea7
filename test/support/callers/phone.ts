// Phone caller: a caller at real pace over a real socket, who plays recordings into the line, is silent or noisy
// otherwise, and records the agent in time. The real pace matters: the test covers a person's experience.

import {
  bytesOf,
  type Frame,
  frameMs,
  samplesPerFrame,
  silence,
  toFrames,
} from "../../../src/audio/frame.ts";
import { wallClock } from "../../../src/base/clock.ts";
import { Ticker } from "../../../src/base/ticker.ts";
import { connect, type WsClient } from "./ws-client.ts";

/** A number without a common divisor with the length of any noise, and longer than most utterances. */
const noiseStrideFrames = 211;

export class Phone implements AsyncDisposable {
  readonly client: WsClient;
  readonly #ticker = new Ticker(wallClock, frameMs);
  readonly #queue: { frame: Frame; sent: () => void }[] = [];
  readonly #noise: Int16Array | undefined;
  readonly #beat: Disposable;
  readonly #startedAt = wallClock.now();
  #sent = 0;
  #said = 0;
  #noiseFrame = 0;
  #isOver = false;

  /**
   * `noise` is played round and round under everything, as a line's own. Each run meets the same noise, however long
   * the agent took before; said again, it meets other noise.
   */
  constructor(client: WsClient, noise?: Int16Array) {
    this.client = client;
    this.#noise = noise;
    this.#beat = this.#ticker.add((now) => this.#pump(now));
    void client.closed.then(() => {
      this.#beat[Symbol.dispose]();
      this.#isOver = true;
      for (const { sent } of this.#queue.splice(0)) sent();
    });
  }

  /** Plays the audio; resolves when the last sample has been sent, or the line is closed. */
  async say(pcm: Int16Array): Promise<void> {
    if (this.#isOver) return;
    const frames = toFrames(pcm);
    this.#noiseFrame = this.#said++ * noiseStrideFrames;
    await new Promise<void>((resolve) => {
      frames.forEach((frame, i) => {
        this.#queue.push({ frame, sent: i === frames.length - 1 ? resolve : () => undefined });
      });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#beat[Symbol.dispose]();
    await this.client.close();
  }

  #pump(now: number): void {
    for (const due = (now - this.#startedAt) / frameMs; this.#sent < due; this.#sent += 1) {
      const next = this.#queue.shift();
      this.client.sendAudio(bytesOf(this.#mixed(next?.frame ?? silence)));
      next?.sent();
    }
  }

  #mixed(frame: Frame): Frame {
    const noise = this.#noise;
    if (noise === undefined) return frame;
    const from = this.#noiseFrame++ * samplesPerFrame;
    return frame.map((sample, i) =>
      Math.max(-32_768, Math.min(32_767, sample + (noise[(from + i) % noise.length] ?? 0))),
    );
  }
}

/** Calls; resolves when the agent has begun. */
export async function dial(url: string, noise?: Int16Array): Promise<Phone> {
  const client = await connect(url);
  const phone = new Phone(client, noise);
  await client.ready();
  return phone;
}
