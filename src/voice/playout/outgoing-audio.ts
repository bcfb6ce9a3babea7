// Outgoing audio: frames on their way to the line. Knows when each is heard, makes them softer, and takes unheard
// frames back when the agent pauses.

import { Fader } from "../../audio/fader.ts";
import { type Frame, frameMs, samplesPerFrame } from "../../audio/frame.ts";
import type { CallLine } from "../line.ts";
import type { AgentSentence } from "./agent-sentence.ts";

/** Softer volume while an interruption is uncertain: -12 dB. */
const duckedGain = 0.25;

/** A client that reports its delay may turn out to be this much later: frames are remembered for longer. */
const lagMsMax = 2_000;
/** Notice before a frame is heard, and no more: until then it may be taken back. */
const earsAheadMs = 300;

/** Frame of a sentence. */
export interface SentFrame {
  readonly sentence: AgentSentence;
  readonly frame: Frame;
}

/** Listeners for the caller's audio and the agent's echo. */
export interface Ears {
  /** A frame goes to the line, and is heard in `inMs`. */
  played(frame: Frame, inMs: number): void;
  /** Unheard frames are dropped. */
  takenBack(): void;
}

export interface OutgoingAudioOptions {
  readonly line: CallLine;
  readonly ears: Ears;
  /** Receives the gap before each frame in the middle of a sentence, in milliseconds. */
  readonly late?: ((ms: number) => void) | undefined;
}

export class OutgoingAudio {
  readonly #o: OutgoingAudioOptions;
  readonly #fader = new Fader();
  /** Time at which all sent audio has been heard. */
  #endsAt = 0;
  /** Sent and possibly unheard frames, oldest first. */
  #unheard: SentFrame[] = [];
  /** Frames sent further ahead than the ears know, with the times at which they are heard. */
  #untold: { readonly frame: Frame; readonly at: number }[] = [];
  /** Sentence of the previous frame, if it was not stopped. */
  #flowing: AgentSentence | undefined;
  /** Start of the agent's pause; undefined: none. */
  #pausedAt: number | undefined;
  /** Samples of the next frame that were heard before the pause. */
  #heardSamples = 0;

  constructor(options: OutgoingAudioOptions) {
    this.#o = options;
  }

  get pausedAt(): number | undefined {
    return this.#pausedAt;
  }

  /** Time at which the next sent frame is heard. */
  nextAt(now: number): number {
    return Math.max(this.#endsAt, now);
  }

  /** Known delay of the client's playing, in milliseconds. */
  get lagMs(): number {
    return this.#o.line.lagMs ?? 0;
  }

  /** Length of the unheard audio, in milliseconds. */
  unheardMs(now: number): number {
    const ms = Math.max(0, this.#endsAt + this.lagMs - now);
    return Math.min(ms, this.#unheard.length * frameMs);
  }

  /** `leadMs`: limit of the client's buffer, if lower than the line's. */
  hasRoom(now: number, leadMs = Infinity): boolean {
    const { line } = this.#o;
    const room = Math.min(line.leadMs, leadMs);
    return this.#pausedAt === undefined && this.nextAt(now) - now < room && line.writable;
  }

  play(sent: SentFrame, now: number): void {
    const at = this.nextAt(now);
    if (this.#flowing === sent.sentence) this.#o.late?.(at - this.#endsAt);
    this.#flowing = sent.sentence;
    const faded = this.#fader.apply(sent.frame);
    this.#o.line.play(faded);
    if (this.#untold.length === 0 && at - now <= earsAheadMs) this.#o.ears.played(faded, at - now);
    else this.#untold.push({ frame: faded, at });
    this.#endsAt = at + frameMs;
    this.#unheard.push(sent);
    // One frame more than the lag: it is being heard.
    const laterMs = this.#o.line.lagMs === undefined ? 0 : lagMsMax;
    const kept = Math.ceil((this.#endsAt + laterMs - now) / frameMs);
    if (this.#unheard.length > kept) this.#unheard.splice(0, this.#unheard.length - kept);
  }

  /** Announces audio that is about to be heard. Call it in each beat while audio is on its way. */
  tellEars(now: number): void {
    for (
      let next = this.#untold[0];
      next !== undefined && next.at - now <= earsAheadMs;
      next = this.#untold[0]
    ) {
      this.#untold.shift();
      this.#o.ears.played(next.frame, next.at - now);
    }
  }

  flush(): void {
    this.#o.line.flush();
  }

  /** Softer from now on. */
  duck(): void {
    this.#fader.to(duckedGain);
  }

  /**
   * Falls silent, with a fade. `next`: next frame of a begun sentence. Takes back sent, unheard frames; returns the
   * first sentence that got some.
   */
  pause(next: Frame | undefined, now: number): AgentSentence | undefined {
    const buffered = this.unheardMs(now);
    const back = buffered === 0 ? [] : this.#unheard.slice(-Math.ceil(buffered / frameMs));
    const partMs = (back.length * frameMs - buffered) % frameMs;
    const taken = this.#stop(next, partMs > 0 ? back[1]?.frame : back[0]?.frame, now) ? back : [];
    this.#pausedAt = now;
    this.#heardSamples = taken.length === 0 ? 0 : Math.round((partMs / frameMs) * samplesPerFrame);
    for (const { sentence, frame } of taken.toReversed()) sentence.takeBack(frame);
    return taken[0]?.sentence;
  }

  /** Falls silent for good and drops sent, unheard frames. */
  cut(next: Frame | undefined, now: number): void {
    const buffered = this.nextAt(now) - now;
    const [unheard] = buffered === 0 ? [] : this.#unheard.slice(-Math.floor(buffered / frameMs));
    this.#stop(this.#pausedAt === undefined ? next : undefined, unheard?.frame, now);
    this.goOn();
    this.#fader.reset();
  }

  /**
   * True if the line drops sent audio. Clients that cannot play on to the last frame sent, and that one must not end
   * in a click.
   */
  #stop(next: Frame | undefined, unheard: Frame | undefined, now: number): boolean {
    const { line, ears } = this.#o;
    this.#flowing = undefined;
    if (next !== undefined && line.writable) {
      line.play(this.#fader.last(next));
      line.flush();
      this.#endsAt += frameMs;
    }
    const last = unheard ?? next;
    const drops = line.clear(last && this.#fader.last(last));
    if (!drops) return false;
    this.#endsAt = Math.min(this.#endsAt, now);
    this.#unheard = [];
    this.#untold = [];
    ears.takenBack();
    return true;
  }

  /** After a pause it begins from silence at the very sample; a softer voice grows loud again. */
  goOn(): void {
    if (this.#pausedAt === undefined) this.#fader.to(1);
    else this.#fader.fromSilence(this.#heardSamples);
    this.#pausedAt = undefined;
  }
}
