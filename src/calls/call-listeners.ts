// Call listeners: people of the call's account who hear both sides while it runs. Sensitive words of a flow are
// silent for them, as in recordings. Without a listener, a frame costs one comparison.

import { bytesOf, type Frame, frameMs, samplesPerFrame, silence } from "../audio/frame.ts";
import { type Clock, delay } from "../base/clock.ts";
import type { CallEvent } from "../voice/call-event.ts";
import type { CallLine } from "../voice/line.ts";
import type { CallWatcher } from "../voice/recorder.ts";
import { AgentMask } from "./agent-mask.ts";
import { endlessBytes, wavHead } from "./flight/flight-record.ts";
import { tappedLine } from "./tapped-line.ts";

export interface CallListenersOptions {
  readonly clock: Clock;
  /** True while the caller's words are sensitive. */
  readonly isSensitive: () => boolean;
  /** True while both sides are off the record. */
  readonly isUnrecorded: () => boolean;
}

/** Simultaneous listeners of one call. */
export const listenersMax = 4;
/** Interval of passing audio on, in milliseconds. */
const pieceMs = 100;
/** A network that delays a caller's sound by more leaves a gap: half a second. */
const callerFramesMax = 25;
/** Frames sent ahead to a buffering client: 40 s. */
const agentFramesMax = 2_000;
/** A reader later than this, in milliseconds, continues with the present. */
const lateMsMax = 2_000;

export class CallListeners {
  readonly #o: CallListenersOptions;
  readonly #open = new Set<Listener>();
  readonly #mask: AgentMask;
  readonly #over = new AbortController();

  constructor(options: CallListenersOptions) {
    this.#o = options;
    this.#mask = new AgentMask(undefined, options.isUnrecorded);
  }

  /** True if one more may listen. */
  get hasRoom(): boolean {
    return this.#open.size < listenersMax;
  }

  /** A caller's frame, as the call gets it. */
  hear(frame: Frame): void {
    if (this.#open.size === 0) return;
    const heard = this.#o.isSensitive() ? silence : frame;
    for (const listener of this.#open) listener.caller.push(heard);
  }

  /** Both the listeners and another watcher, if any, see each of the caller's frames. */
  beside(other: CallWatcher | undefined): CallWatcher {
    return {
      hear: (frame) => {
        other?.hear(frame);
        this.hear(frame);
      },
    };
  }

  /** The same line, with the agent's side heard. */
  around(line: CallLine): CallLine {
    return tappedLine(line, {
      played: (frame) => {
        if (this.#open.size === 0) return;
        const heard = this.#mask.isOn ? silence : frame;
        for (const listener of this.#open) listener.agent.push(heard);
      },
      dropped: () => this.#drop(),
    });
  }

  told(event: CallEvent): void {
    // Frames sent ahead are audible from now on.
    if (this.#mask.take(event)) this.#drop();
  }

  /** The call is over. */
  end(): void {
    this.#over.abort(new Error("The call is over"));
  }

  /**
   * Both sides from now on, as an endless WAV file: caller left, agent right. Read it at once; it ends with the call,
   * with its reader, and on `ended`; at once if there is no room.
   */
  async *listen(ended: AbortSignal): AsyncGenerator<Uint8Array> {
    // Others may have come since its reader was admitted.
    if (!this.hasRoom) return;
    const { clock } = this.#o;
    const signal = AbortSignal.any([this.#over.signal, ended]);
    const listener = new Listener(clock.now());
    this.#open.add(listener);
    try {
      yield wavHead(endlessBytes);
      while (!signal.aborted) {
        await delay(clock, pieceMs, signal).catch(() => undefined);
        const piece = listener.take(clock.now());
        if (piece.length > 0) yield bytesOf(piece);
      }
    } finally {
      this.#open.delete(listener);
    }
  }

  #drop(): void {
    for (const listener of this.#open) listener.agent.drop();
  }
}

/** Frames of one side not passed on yet. */
class Side {
  readonly #max: number;
  #frames: Frame[] = [];

  constructor(max: number) {
    this.#max = max;
  }

  push(frame: Frame): void {
    this.#frames.push(frame);
    if (this.#frames.length > this.#max) this.#frames.shift();
  }

  next(): Frame {
    return this.#frames.shift() ?? silence;
  }

  drop(): void {
    this.#frames = [];
  }
}

class Listener {
  readonly caller = new Side(callerFramesMax);
  readonly agent = new Side(agentFramesMax);
  /** End of the part passed on (`Clock.now`). */
  #atMs: number;

  constructor(nowMs: number) {
    this.#atMs = nowMs;
  }

  /** Both sides interleaved, for the time since the last call. */
  take(nowMs: number): Int16Array {
    if (nowMs - this.#atMs > lateMsMax) this.#atMs = nowMs - pieceMs;
    const frames = Math.floor((nowMs - this.#atMs) / frameMs);
    this.#atMs += frames * frameMs;
    const piece = new Int16Array(frames * samplesPerFrame * 2);
    for (let i = 0; i < frames; i++) {
      const [left, right] = [this.caller.next(), this.agent.next()];
      const from = i * samplesPerFrame;
      for (let at = 0; at < samplesPerFrame; at++) {
        piece[(from + at) * 2] = left[at] ?? 0;
        piece[(from + at) * 2 + 1] = right[at] ?? 0;
      }
    }
    return piece;
  }
}
