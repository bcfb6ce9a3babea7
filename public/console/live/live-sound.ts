// Live sound: plays the sound of a running call, the caller on the left and the agent on the right. It needs no media
// element, which the policy of the page forbids.

import { tracksOf } from "../calls/two-tracks.ts";

const headBytes = 44;
const pairBytes = 4;
/** A shorter network delay is not audible, in seconds. */
const aheadSeconds = 0.25;

/** Undefined until the whole head has arrived, and for other formats. */
function rateOf(head: Uint8Array<ArrayBuffer>): number | undefined {
  return head.length < headBytes ? undefined : tracksOf(head.slice(0, headBytes).buffer)?.rate;
}

export class LiveSound {
  readonly #context: AudioContext;
  readonly #over = new AbortController();
  /** Start of the next audio, by the clock of the context. */
  #nextAt = 0;

  /** Create it in the handler of a button press: browsers allow no other sound. */
  constructor() {
    this.#context = new AudioContext();
    void this.#context.resume();
  }

  /** Signal for the request that fetches the sound. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** Resolves when the sound has ended, or was closed. */
  async play(answer: Response): Promise<void> {
    let rest = new Uint8Array(0);
    let rate: number | undefined;
    for await (const piece of piecesOf(answer)) {
      const all = new Uint8Array(rest.length + piece.length);
      all.set(rest);
      all.set(piece, rest.length);
      rest = all;
      if (rate === undefined) {
        rate = rateOf(rest);
        if (rate !== undefined) rest = rest.slice(headBytes);
      }
      if (rate === undefined) continue;
      const whole = rest.length - (rest.length % pairBytes);
      this.#hear(new Int16Array(rest.slice(0, whole).buffer), rate);
      rest = rest.slice(whole);
    }
  }

  close(): void {
    this.#over.abort();
    if (this.#context.state !== "closed") void this.#context.close();
  }

  #hear(samples: Int16Array, rate: number): void {
    const count = samples.length / 2;
    if (count === 0 || this.#over.signal.aborted) return;
    const buffer = this.#context.createBuffer(2, count, rate);
    for (const side of [0, 1] as const) {
      const channel = buffer.getChannelData(side);
      for (let at = 0; at < count; at++) channel[at] = (samples[2 * at + side] ?? 0) / 32_768;
    }
    const source = new AudioBufferSourceNode(this.#context, { buffer });
    source.connect(this.#context.destination);
    const now = this.#context.currentTime;
    if (this.#nextAt < now) this.#nextAt = now + aheadSeconds;
    source.start(this.#nextAt);
    this.#nextAt += buffer.duration;
  }
}

async function* piecesOf(answer: Response): AsyncGenerator<Uint8Array> {
  const reader = answer.body?.getReader();
  for (;;) {
    // Closing the player ends the request.
    const read = await reader?.read().catch(() => undefined);
    if (read === undefined || read.done) return;
    yield read.value;
  }
}
