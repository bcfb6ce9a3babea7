// Audio sender: one stream of audio and messages to a vendor, in order, in chunks of the vendor's length, at
// most at its speed, and with silence if it needs some. It counts the sent audio.

import { bytesOf, type Frame, frameMs, sampleRate, silence } from "../../audio/frame.ts";
import type { Clock } from "../../base/clock.ts";
import { ChunkJoiner, paceMs } from "./audio-chunks.ts";

export interface AudioSenderOptions {
  readonly clock: Clock;
  readonly chunkMs: number;
  /** The shortest chunk that the vendor accepts. */
  readonly chunkMsMin: number;
  /** Milliseconds by which the audio sent may be ahead of real time. */
  readonly aheadMs: number;
  readonly encode: (pcm: Int16Array) => string | Uint8Array;
  /** False if the message was dropped. */
  readonly send: (message: string | Uint8Array) => boolean;
  /** Whether silence must follow when there is no audio. */
  readonly needsSilence: () => boolean;
  /** Called when audio was dropped, because too much waits. */
  readonly onLost: () => void;
}

/** Audio that waits for its time; further samples are dropped. */
const waitingMsMax = 12_000;

export class AudioSender implements Disposable {
  readonly #o: AudioSenderOptions;
  readonly #joiner: ChunkJoiner;
  #beganAt: number;
  readonly #waiting: (Int16Array | string)[] = [];
  #takenMs = 0;
  #sentMs = 0;
  #waitTimer: Disposable | undefined;
  #silenceTimer: Disposable | undefined;

  constructor(options: AudioSenderOptions) {
    this.#o = options;
    this.#joiner = new ChunkJoiner(options.chunkMs);
    this.#beganAt = options.clock.now();
  }

  /** The position in the stream behind all that was given, in milliseconds. */
  get takenMs(): number {
    return this.#takenMs;
  }

  /** Milliseconds of sent audio, including silence. */
  get sentMs(): number {
    return this.#sentMs;
  }

  /** Milliseconds until the last waiting audio is sent. */
  get behindMs(): number {
    return this.#paceMs(this.#takenMs, 0);
  }

  /** The vendor is ready: its clock starts, by which "ahead" is measured. */
  begin(): void {
    this.#beganAt = this.#o.clock.now();
  }

  frame(frame: Frame): void {
    this.#takenMs += frameMs;
    this.#put(this.#joiner.push(frame));
    this.#armSilence(2 * this.#o.chunkMs);
  }

  /** Sends the rest of a chunk, padded to the vendor's minimum. */
  flush(): void {
    const open = this.#joiner.openMs;
    const rest = this.#joiner.rest(this.#o.chunkMsMin);
    if (rest !== undefined) this.#takenMs += msOf(rest) - open;
    this.#put(rest);
  }

  /** Sends a message after the waiting audio. */
  message(message: string): void {
    this.#waiting.push(message);
    this.#drain();
  }

  /** The turn is over: from here on silence may be needed. */
  endTurn(): void {
    this.#armSilence(this.#o.chunkMs);
  }

  /** A chunk of silence for the caller of this method to send. */
  silence(): string | Uint8Array {
    const chunk = silentChunk(this.#o.chunkMs);
    this.#takenMs += msOf(chunk);
    this.#sentMs += msOf(chunk);
    return this.#o.encode(chunk);
  }

  [Symbol.dispose](): void {
    this.#waiting.length = 0;
    this.#waitTimer?.[Symbol.dispose]();
    this.#silenceTimer?.[Symbol.dispose]();
  }

  #paceMs(sentMs: number, chunkMs: number): number {
    const elapsedMs = this.#o.clock.now() - this.#beganAt;
    return paceMs({ sentMs, chunkMs, elapsedMs, aheadMs: this.#o.aheadMs });
  }

  #put(chunk: Int16Array | undefined): void {
    if (chunk === undefined) return;
    if (this.#takenMs - this.#sentMs > waitingMsMax) return this.#lose(chunk);
    this.#waiting.push(chunk);
    this.#drain();
  }

  #drain(): void {
    this.#waitTimer?.[Symbol.dispose]();
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (typeof next === "string") this.#o.send(next);
      else if (!this.#sendChunk(next)) return;
      this.#waiting.shift();
    }
  }

  /** False while the chunk's time has not come. */
  #sendChunk(chunk: Int16Array): boolean {
    const wait = this.#paceMs(this.#sentMs, msOf(chunk));
    if (wait > 0) {
      this.#waitTimer = this.#o.clock.after(wait, () => this.#drain());
      return false;
    }
    if (this.#o.send(this.#o.encode(chunk))) this.#sentMs += msOf(chunk);
    else this.#lose(chunk);
    return true;
  }

  #lose(chunk: Int16Array): void {
    this.#takenMs -= msOf(chunk);
    this.#o.onLost();
  }

  #armSilence(ms: number): void {
    this.#silenceTimer?.[Symbol.dispose]();
    if (!this.#o.needsSilence()) return;
    this.#silenceTimer = this.#o.clock.after(ms, () => {
      if (!this.#o.needsSilence()) return;
      this.#o.send(this.silence());
      this.#armSilence(this.#o.chunkMs);
    });
  }
}

export const bytesAsTheyAre = (pcm: Int16Array): Uint8Array => bytesOf(pcm);

function msOf(pcm: Int16Array): number {
  return (pcm.length * 1_000) / sampleRate;
}

function silentChunk(ms: number): Int16Array {
  return new Int16Array(Math.round(ms / frameMs) * silence.length);
}
