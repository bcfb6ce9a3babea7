// Shared encoder: encodes a call's frames, and takes packets of shared audio unchanged. Its own encoder then gets the
// end of the missed audio, so it continues from the state of the peer's decoder.

import type { Frame } from "../../audio/frame.ts";
import { repeatedFromLossPercent } from "../../audio/opus.ts";
import {
  type PacketEncoder,
  type PacketTrack,
  type SharedAudio,
  sharedPlaceOf,
} from "../../audio/shared-audio.ts";
import type { Encoder } from "./audio-codecs.ts";

/** Frames after which an encoder reaches the state of another one. */
const settleFrames = 5;

export interface SharedEncoderOptions {
  readonly own: Encoder;
  /** Identifies everything the packets depend on. */
  readonly codec: string;
  /** Opens an encoder like a fresh one of the call. */
  readonly open: () => Promise<PacketEncoder>;
}

interface Following {
  readonly audio: SharedAudio;
  readonly track: PacketTrack;
  /** Index of the next frame. */
  next: number;
}

export class SharedEncoder implements Encoder {
  readonly #o: SharedEncoderOptions;
  #lossPercent = 0;
  #following: Following | undefined;
  /** Audio that the call's encoder has missed. */
  #missed: Following | undefined;

  constructor(options: SharedEncoderOptions) {
    this.#o = options;
  }

  get clockRate(): number {
    return this.#o.own.clockRate;
  }

  encode(frame: Frame): Uint8Array {
    return this.#shared(frame) ?? this.#own(frame);
  }

  expectLoss(percent: number): void {
    this.#lossPercent = percent;
    this.#o.own.expectLoss(percent);
  }

  [Symbol.dispose](): void {
    this.#o.own[Symbol.dispose]();
  }

  #shared(frame: Frame): Uint8Array | undefined {
    const place = sharedPlaceOf(frame);
    // Packets build upon one another: only a listener of the first one can use the others.
    if (place?.index === 0) this.#following = this.#follow(place.audio);
    const following = this.#following;
    if (following === undefined) return undefined;
    const isNext = place?.audio === following.audio && place.index === following.next;
    const packet = isNext ? following.track.packet(following.next) : undefined;
    if (packet === undefined) {
      this.#following = undefined;
      return undefined;
    }
    following.next += 1;
    this.#missed = following;
    return packet;
  }

  #follow(audio: SharedAudio): Following | undefined {
    // Shared packets repeat nothing.
    if (this.#lossPercent >= repeatedFromLossPercent) return undefined;
    const track = audio.track(this.#o.codec, this.#o.open);
    return track && { audio, track, next: 0 };
  }

  #own(frame: Frame): Uint8Array {
    const { own } = this.#o;
    if (this.#missed !== undefined) {
      const { audio, next } = this.#missed;
      this.#missed = undefined;
      for (let i = Math.max(0, next - settleFrames); i < next; i += 1) own.encode(audio.frame(i));
    }
    return own.encode(frame);
  }
}
