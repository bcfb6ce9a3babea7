// Resampler: converts a stream of PCM16 mono between the rates of networks and voices and the 16 kHz of this program.

import createSpeex, { type SpeexModule } from "@echogarden/speex-resampler-wasm/simd";
import speexWasm from "../../node_modules/@echogarden/speex-resampler-wasm/wasm/speex-resampler-simd.wasm" with { type: "file" };
import { assert } from "../base/assert.ts";

/**
 * 0 to 10. At 5 the error is below the 16 bit floor for speech at a third of the cost of 7. A voice trained with 5
 * sounds better with the range above 7 kHz, which 5 removes.
 */
const qualities = { line: 5, voice: 10 } as const;
type Quality = keyof typeof qualities;

/** Longest stretch in wasm memory at once; longer input is split. */
const chunkSamples = 1024;

let loading: Promise<SpeexModule> | undefined;

/**
 * Loads the resampler once per thread and returns a factory of streams. Rates are in samples a second, 8,000 to
 * 192,000. Dispose each resampler: its state lives outside the garbage collector.
 */
export async function loadResampler(
  quality: Quality = "line",
): Promise<(from: number, to: number) => Resampler> {
  loading ??= Bun.file(speexWasm)
    .arrayBuffer()
    .then((wasm) => createSpeex({ wasmBinary: new Uint8Array(wasm) }));
  const speex = await loading;
  return (from, to) => new Resampler(speex, { from, to, quality: qualities[quality] });
}

/**
 * One stream. Output is aligned with the input: the filter's delay is cut off at the start, and `flush` returns as
 * many samples at the end.
 */
export class Resampler implements Disposable {
  readonly #speex: SpeexModule;
  readonly #state: number;
  /** Wasm memory: the input, the output, and two lengths. */
  readonly #input: number;
  readonly #output: number;
  readonly #lengths: number;
  readonly #outputMax: number;
  /** Consumed samples of the last input. */
  #used = 0;
  #disposed = false;

  constructor(
    speex: SpeexModule,
    { from, to, quality }: { readonly from: number; readonly to: number; readonly quality: number },
  ) {
    assert(
      [from, to].every((rate) => rate >= 8_000 && rate <= 192_000),
      "rates lie between 8 and 192 kHz",
    );
    this.#speex = speex;
    this.#outputMax = Math.ceil((chunkSamples * to) / from) + 16;
    this.#input = speex._malloc(chunkSamples * 2);
    this.#output = speex._malloc(this.#outputMax * 2);
    this.#lengths = speex._malloc(8);
    this.#state = speex._speex_resampler_init(1, from, to, quality, 0);
    assert(this.#state !== 0, `there is a resampler from ${from} to ${to}`);
    speex._speex_resampler_skip_zeros(this.#state);
  }

  /** Takes the next input of any length; returns the output so far, possibly nothing. */
  push(pcm: Int16Array): Int16Array {
    assert(!this.#disposed, "the resampler is in use");
    const first = this.#step(pcm.length > chunkSamples ? pcm.subarray(0, chunkSamples) : pcm);
    if (this.#used === pcm.length) return first;
    const pieces = [first];
    for (let at = this.#used; at < pcm.length; at += this.#used) {
      pieces.push(this.#step(pcm.subarray(at, at + chunkSamples)));
      assert(this.#used > 0 || (pieces.at(-1)?.length ?? 0) > 0, "the resampler moves on");
    }
    return joined(pieces);
  }

  /** Returns the samples still in the filter and ends the stream. */
  flush(): Int16Array {
    return this.push(new Int16Array(this.#speex._speex_resampler_get_input_latency(this.#state)));
  }

  get isDisposed(): boolean {
    return this.#disposed;
  }

  [Symbol.dispose](): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#speex._speex_resampler_destroy(this.#state);
    for (const address of [this.#input, this.#output, this.#lengths]) this.#speex._free(address);
  }

  /** Allocates only the output: a telephone's packet passes here every 20 ms. */
  #step(pcm: Int16Array): Int16Array {
    const speex = this.#speex;
    const lengths = this.#lengths >> 1;
    speex.HEAP16.set(pcm, this.#input >> 1);
    // Two numbers of 32 bits that fit into 15.
    speex.HEAP16[lengths] = pcm.length;
    speex.HEAP16[lengths + 1] = 0;
    speex.HEAP16[lengths + 2] = this.#outputMax;
    speex.HEAP16[lengths + 3] = 0;
    speex._speex_resampler_process_int(
      this.#state,
      0,
      this.#input,
      this.#lengths,
      this.#output,
      this.#lengths + 4,
    );
    // The memory may have grown, and have another view then.
    this.#used = speex.HEAP16[lengths] ?? 0;
    const start = this.#output >> 1;
    return speex.HEAP16.slice(start, start + (speex.HEAP16[lengths + 2] ?? 0));
  }
}

function joined(pieces: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
