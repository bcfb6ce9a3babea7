// Call listeners: people of the account that has a call, who hear both sides of it while it runs. Sensitive words of
// a flow are silent for them, as in recordings. Without a listener, a frame costs one comparison.

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

/** People at the same time in one call. */
export const listenersMax = 4;
/** How often what was heard is handed on, in milliseconds. */
const pieceMs = 100;
/** A network that holds a caller's sound back for longer than this leaves a gap: half a second. */
const callerFramesMax = 25;
/** Frames sent ahead to a buffering client: 40 s. */
const agentFramesMax = 2_000;
/** A reader that is later than this, in milliseconds, continues with the present. */
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

  /** Whether one more may listen. */
  get hasRoom(): boolean {
    return this.#open.size < listenersMax;
  }

  /** A caller's frame, as the call gets it. */
  hear(frame: Frame): void {
    if (this.#open.size === 0) return;
    const heard = this.#o.isSensitive() ? silence : frame;
    for (const listener of this.#open) listener.caller.push(heard);
  }

  /** Both they and another one, if there is one, see each of the caller's frames. */
  beside(other: CallWatcher | undefined): CallWatcher {
    return {
      hear: (frame) => {
        other?.hear(frame);
        this.hear(frame);
      },
    };
  }

  /** The same line, of which the agent's side is heard. */
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
   * Both sides from now on, as a WAV file without an end: the caller left, the agent right. To be read at once; it ends
   * with the call, with its reader, and when `ended` says so; at once where there is no room.
   */
  async *listen(ended: AbortSignal): AsyncGenerator<Uint8Array> {
    // Others may have come since its reader was let in.
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

/** Frames of one side that were not handed on yet. */
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
  /** Up to when it was handed on (`Clock.now`). */
  #atMs: number;

  constructor(nowMs: number) {
    this.#atMs = nowMs;
  }

  /** Both sides, interleaved, as long as the time since the last. */
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
