// Outgoing audio: frames on their way to the line. It knows when each will have been heard, makes them softer, and
// takes back what was sent and not heard yet when the agent pauses.

import { Fader } from "../../audio/fader.ts";
import { type Frame, frameMs, samplesPerFrame } from "../../audio/frame.ts";
import type { CallLine } from "../line.ts";
import type { AgentSentence } from "./agent-sentence.ts";

/** Softer volume while an interruption is uncertain: -12 dB. */
const duckedGain = 0.25;

/** A client that says how late it plays may turn out to be this much later: so much more is remembered. */
const lagMsMax = 2_000;
/** Notice before a frame is heard, and no more: until then it may be taken back. */
const earsAheadMs = 300;

/** One frame of a sentence. */
export interface SentFrame {
  readonly sentence: AgentSentence;
  readonly frame: Frame;
}

/** Listeners for the caller's audio and the agent's echo. */
export interface Ears {
  /** A frame goes to the line, and will be heard in so many milliseconds. */
  played(frame: Frame, inMs: number): void;
  /** The frames that are not heard yet are dropped. */
  takenBack(): void;
}

export interface OutgoingAudioOptions {
  readonly line: CallLine;
  readonly ears: Ears;
  /** Hears of each frame in the middle of a sentence how long there was nothing to play before it, in milliseconds. */
  readonly late?: ((ms: number) => void) | undefined;
}

export class OutgoingAudio {
  readonly #o: OutgoingAudioOptions;
  readonly #fader = new Fader();
  /** When everything that was sent will have been heard. */
  #endsAt = 0;
  /** Sent, and perhaps not heard yet; the oldest first. */
  #unheard: SentFrame[] = [];
  /** Frames sent further ahead than the ears know, with the times when they will be heard. */
  #untold: { readonly frame: Frame; readonly at: number }[] = [];
  /** Sentence of the frame before, if it was not stopped. */
  #flowing: AgentSentence | undefined;
  /** When the agent paused; undefined: it does not. */
  #pausedAt: number | undefined;
  /** Samples of the next frame that were heard before the pause. */
  #heardSamples = 0;

  constructor(options: OutgoingAudioOptions) {
    this.#o = options;
  }

  get pausedAt(): number | undefined {
    return this.#pausedAt;
  }

  /** When what is sent next will be heard. */
  nextAt(now: number): number {
    return Math.max(this.#endsAt, now);
  }

  /** How much later than planned the client is known to play, in milliseconds. */
  get lagMs(): number {
    return this.#o.line.lagMs ?? 0;
  }

  /** How much of what was sent is not heard yet, in milliseconds. */
  unheardMs(now: number): number {
    const ms = Math.max(0, this.#endsAt + this.lagMs - now);
    return Math.min(ms, this.#unheard.length * frameMs);
  }

  /** `leadMs`: how much of it may lie in the client's buffer, where that is less than the line takes. */
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
    // One frame more than the lag: it is heard just now.
    const laterMs = this.#o.line.lagMs === undefined ? 0 : lagMsMax;
    const kept = Math.ceil((this.#endsAt + laterMs - now) / frameMs);
    if (this.#unheard.length > kept) this.#unheard.splice(0, this.#unheard.length - kept);
  }

  /** Tells of what will be heard soon. To be called in each beat while audio is on its way. */
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

  /** From now on softer. */
  duck(): void {
    this.#fader.to(duckedGain);
  }

  /**
   * Falls silent, with a fade. `next`: what would be sent next of a sentence that has begun. Frames that were sent
   * and will not be heard are returned; returns the first sentence that got something.
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

  /** Falls silent for good; frames that were sent and not heard are dropped. */
  cut(next: Frame | undefined, now: number): void {
    const buffered = this.nextAt(now) - now;
    const [unheard] = buffered === 0 ? [] : this.#unheard.slice(-Math.floor(buffered / frameMs));
    this.#stop(this.#pausedAt === undefined ? next : undefined, unheard?.frame, now);
    this.goOn();
    this.#fader.reset();
  }

  /**
   * Whether the line drops what was sent. Clients that cannot play on to the last frame sent, and that one must not end
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
