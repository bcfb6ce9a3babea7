// Sound network: says, frame by frame, how pulses of the vocal cords and noise are shaped into sound. The network is
// all convolutions, so a frame's predecessors are kept from window to window and nothing is made twice: sound is the
// same to the bit, however it is cut and whatever is said beside it.

import { assert } from "../../base/assert.ts";
import { floatBytes, tileRows, widthMax } from "./assembly/vocal-layout.ts";
import type { VocalKernel } from "./vocal-kernel.ts";
import type { Block, Product, VocalWeights } from "./vocal-weights.ts";

/** Steps of sound in a frame of 25 ms. */
export const planSteps = 2;
/** Pitch is the logarithm of its multiple of this. */
const pitchUnit = 200;
/** Lowest frequency of pulses in Hz, and the lowest reported one. */
const pulsesFrom = 10;
const loggedFrom = 20;
/** Frames that go through the network at once. */
const framesAtOnce = tileRows / planSteps;

/** Source of frames of 25 ms: `write` fills `rows` evenly with the network's input for each. */
export interface FrameSource {
  readonly frames: number;
  write(from: number, to: number, rows: Float32Array): void;
}

export interface ShapeInput {
  /** A row of `width` numbers for each requested step; the next window overwrites it. */
  readonly shape: Float32Array;
  readonly width: number;
  /** Hz, 0 where unvoiced; of all steps of the utterance, as far as they are known: some before the requested ones. */
  readonly pitch: Float32Array;
}

/** An utterance between two windows: some 130 KB. */
export class SoundStream {
  readonly source: FrameSource;
  readonly pitch: Float32Array;
  /** Rows ahead of each layer that it has not done with. */
  readonly kept: Float32Array;
  readonly counts: number[];
  /** Frames that went in, steps whose pitch is known, and steps that came out. */
  fed = 0;
  pitched = 0;
  given = 0;

  constructor(source: FrameSource, kept: number, counts: readonly number[]) {
    this.source = source;
    this.pitch = new Float32Array(source.frames * planSteps);
    this.kept = new Float32Array(kept);
    this.counts = [...counts];
  }
}

interface QueueSize {
  readonly taps: number;
  /** Rows that come at once, and those that are kept from window to window. */
  readonly rowsMax: number;
  readonly keptMax?: number;
}

/** Rows on their way into a layer that reads `taps` of them at a time. */
class Queue {
  readonly at: number;
  readonly width: number;
  readonly taps: number;
  readonly keptMax: number;
  count = 0;
  readonly #kernel: VocalKernel;

  constructor(kernel: VocalKernel, width: number, { taps, rowsMax, keptMax = taps - 1 }: QueueSize) {
    this.#kernel = kernel;
    this.width = width;
    this.taps = taps;
    this.keptMax = keptMax;
    this.at = kernel.take((keptMax + rowsMax) * this.rowBytes);
  }

  get rowBytes(): number {
    return this.width * floatBytes;
  }

  /** Zeros at each end of an utterance. */
  get edge(): number {
    return (this.taps - 1) / 2;
  }

  /** Place of the next row. */
  get end(): number {
    return this.at + this.count * this.rowBytes;
  }

  /** Rows that can come out of the layer. */
  get ready(): number {
    return Math.max(0, this.count - this.taps + 1);
  }

  /** Adds zeros behind the last row of the utterance. */
  close(): void {
    this.#kernel.floats(this.end, this.edge * this.width).fill(0);
    this.count += this.edge;
  }

  drop(rows: number): void {
    this.#kernel.floats(this.at, this.count * this.width).copyWithin(0, rows * this.width);
    this.count -= rows;
  }
}

interface Convolution {
  readonly block: Block;
  readonly queue: Queue;
}

export class SoundNetwork {
  readonly #kernel: VocalKernel;
  /** Steps that must be known behind one that is made. */
  readonly #ahead: number;
  readonly #inputs: number;
  readonly #enter: Product;
  readonly #frameBlocks: readonly Convolution[];
  /** A frame becomes two steps. */
  readonly #split: Product;
  readonly #stepBlocks: readonly Convolution[];
  /** Features of a step, and its pitch. */
  readonly #featuresNorm: number;
  readonly #features: Product;
  readonly #featureNumbers: number;
  readonly #gather: { readonly product: Product; readonly queue: Queue };
  readonly #soundBlocks: readonly Convolution[];
  readonly #last: Queue;
  readonly #shapeNorm: number;
  readonly #shape: Product;
  /** Normalised rows, and the results. */
  readonly #normed: number;
  readonly #shapes: number;
  readonly #stepsMax: number;

  /** `stepsMax`: of a window. */
  constructor(kernel: VocalKernel, weights: VocalWeights, stepsMax: number) {
    this.#kernel = kernel;
    this.#stepsMax = stepsMax;
    this.#enter = weights.product([weights.dense("/f/i", "f.i")]);
    this.#inputs = kernel.take(framesAtOnce * this.#enter.inputs * floatBytes);
    const frames = weights.blocks("/f/l", "f.l");
    this.#split = weights.product([weights.dense("/f/u", "f.u")]);
    const steps = weights.blocks("/f/l2", "f.l2");
    this.#featuresNorm = weights.norm("f.n");
    this.#features = weights.product([weights.dense("/f/o", "f.o")]);
    this.#featureNumbers = weights.floats("f.o.bias").length;
    const featuresWidth = Math.ceil(this.#featureNumbers / 8) * 8;
    const gather = weights.product([weights.window("v.pre", this.#featureNumbers, featuresWidth)]);
    const sound = weights.blocks("/bl", "v.bl");
    this.#shapeNorm = weights.norm("v.n");
    this.#shape = weights.product([weights.dense("/h", "v.h"), weights.dense("/e", "v.e")]);
    const gatherTaps = gather.inputs / featuresWidth;
    const edges = (blocks: readonly Block[]): number =>
      blocks.reduce((sum, { taps }) => sum + (taps - 1) / 2, 0);
    this.#ahead = planSteps * edges(frames) + edges(steps) + (gatherTaps - 1) / 2 + edges(sound);
    // At the end of an utterance all held-back rows come at once.
    const rowsMax = framesAtOnce * planSteps + this.#ahead + 8;
    const queued = (block: Block): Convolution => ({
      block,
      queue: new Queue(kernel, block.width, { taps: block.taps, rowsMax }),
    });
    this.#frameBlocks = frames.map(queued);
    this.#stepBlocks = steps.map(queued);
    this.#gather = {
      product: gather,
      queue: new Queue(kernel, featuresWidth, { taps: gatherTaps, rowsMax }),
    };
    this.#soundBlocks = sound.map(queued);
    this.#last = new Queue(kernel, this.#shape.inputs, {
      taps: 1,
      rowsMax,
      keptMax: this.#ahead + planSteps,
    });
    this.#normed = kernel.take(rowsMax * widthMax * floatBytes);
    this.#shapes = kernel.take(stepsMax * this.#shape.outputs * floatBytes);
  }

  begin(source: FrameSource): SoundStream {
    const kept = this.#queues.reduce((sum, { keptMax, width }) => sum + keptMax * width, 0);
    return new SoundStream(
      source,
      kept,
      this.#queues.map(({ edge }) => edge),
    );
  }

  /** Makes the steps from `from` until `to`, none of which was requested before; all steps before `from` are done. */
  shape(stream: SoundStream, from: number, to: number): ShapeInput {
    assert(
      to - from <= this.#stepsMax && from >= stream.given,
      "a window is short and begins where others end",
    );
    const { source } = stream;
    this.#restore(stream);
    const wanted = Math.min(source.frames, Math.ceil((to + this.#ahead) / planSteps));
    this.#give(stream, from, to);
    while (stream.given < to) {
      this.#feed(stream, Math.min(wanted, stream.fed + framesAtOnce));
      this.#give(stream, from, to);
    }
    this.#keep(stream);
    const width = this.#shape.outputs;
    return {
      shape: this.#kernel.floats(this.#shapes, (to - from) * width),
      width,
      pitch: stream.pitch,
    };
  }

  #feed(stream: SoundStream, until: number): void {
    const { layers } = this.#kernel;
    const { inputs, outputs, at } = this.#enter;
    const { source } = stream;
    const count = until - stream.fed;
    const isLast = until === source.frames;
    const rows = this.#kernel.floats(this.#inputs, count * inputs);
    source.write(stream.fed, until, rows);
    stream.fed = until;
    const [first] = this.#frameBlocks;
    assert(first !== undefined && first.block.width === outputs, "frames go into blocks");
    const rowBytes = first.queue.rowBytes;
    layers.product(
      at,
      inputs,
      outputs,
      count,
      this.#inputs,
      inputs * floatBytes,
      first.queue.end,
      rowBytes,
      0,
    );
    first.queue.count += count;
    const split = this.#convolve(this.#frameBlocks, isLast);
    this.#splitFrames(split);
    const steps = this.#convolve(this.#stepBlocks, isLast);
    this.#feature(stream, steps);
    this.#gatherSteps(isLast);
    const made = this.#convolve(this.#soundBlocks, isLast);
    layers.normaliseRows(this.#shapeNorm, this.#last.width, made, this.#normed, this.#last.end);
    this.#last.count += made;
  }

  /** Through all blocks, each into the queue of the next one. The last one's output is at `#normed`. */
  #convolve(convolutions: readonly Convolution[], isLast: boolean): number {
    let rows = 0;
    for (const [index, { block, queue }] of convolutions.entries()) {
      if (isLast) queue.close();
      const next = convolutions[index + 1]?.queue;
      rows = queue.ready;
      const to = next?.end ?? this.#normed;
      this.#kernel.layers.block(block.at, block.width, block.taps, block.inner, rows, queue.at, to);
      queue.drop(rows);
      if (next !== undefined) next.count += rows;
    }
    return rows;
  }

  #splitFrames(frames: number): void {
    const { at, inputs, outputs } = this.#split;
    const [{ queue } = missing()] = this.#stepBlocks;
    const step = inputs * floatBytes;
    const rowBytes = outputs * floatBytes;
    this.#kernel.layers.product(at, inputs, outputs, frames, this.#normed, step, queue.end, rowBytes, 0);
    queue.count += frames * planSteps;
  }

  /** Writes features, whose last two numbers describe pitch: the network's output becomes the next input. */
  #feature(stream: SoundStream, steps: number): void {
    const { layers } = this.#kernel;
    const { at, inputs, outputs } = this.#features;
    const { queue } = this.#gather;
    const numbers = this.#featureNumbers;
    layers.normaliseRows(this.#featuresNorm, inputs, steps, this.#normed, this.#normed);
    const to = queue.end;
    layers.product(at, inputs, outputs, steps, this.#normed, inputs * floatBytes, to, queue.rowBytes, 0);
    queue.count += steps;
    const rows = this.#kernel.floats(to, steps * queue.width);
    for (let last = numbers - 1; last < rows.length; last += queue.width) {
      const isVoiced = (rows[last] ?? 0) > 0;
      const hz = isVoiced ? Math.exp(rows[last - 1] ?? 0) * pitchUnit : 0;
      const isPulsed = hz > pulsesFrom;
      rows[last - 1] = isPulsed ? Math.log(Math.max(hz, loggedFrom) / pitchUnit) : 0;
      rows[last] = isPulsed ? 1 : 0;
      stream.pitch[stream.pitched++] = hz;
    }
  }

  #gatherSteps(isLast: boolean): void {
    const { product, queue } = this.#gather;
    const [first = missing()] = this.#soundBlocks;
    if (isLast) queue.close();
    const rows = queue.ready;
    const { at, inputs, outputs } = product;
    const { end, rowBytes } = first.queue;
    this.#kernel.layers.product(at, inputs, outputs, rows, queue.at, queue.rowBytes, end, rowBytes, 0);
    queue.drop(rows);
    first.queue.count += rows;
  }

  /** Shapes the steps that are ready, and leaves out those before `from`. */
  #give(stream: SoundStream, from: number, to: number): void {
    const left = Math.min(this.#last.count, from - stream.given);
    if (left > 0) {
      this.#last.drop(left);
      stream.given += left;
    }
    const rows = Math.min(this.#last.count, to - stream.given);
    if (rows <= 0 || stream.given < from) return;
    const { at, inputs, outputs } = this.#shape;
    const rowBytes = outputs * floatBytes;
    const place = this.#shapes + (stream.given - from) * rowBytes;
    this.#kernel.layers.product(
      at,
      inputs,
      outputs,
      rows,
      this.#last.at,
      inputs * floatBytes,
      place,
      rowBytes,
      0,
    );
    this.#last.drop(rows);
    stream.given += rows;
  }

  get #queues(): readonly Queue[] {
    const blocks = [...this.#frameBlocks, ...this.#stepBlocks, ...this.#soundBlocks];
    return [...blocks.map(({ queue }) => queue), this.#gather.queue, this.#last];
  }

  #restore({ kept, counts }: SoundStream): void {
    let from = 0;
    for (const [index, queue] of this.#queues.entries()) {
      queue.count = counts[index] ?? 0;
      const numbers = queue.count * queue.width;
      this.#kernel.floats(queue.at, numbers).set(kept.subarray(from, from + numbers));
      from += queue.keptMax * queue.width;
    }
  }

  #keep({ kept, counts }: SoundStream): void {
    let to = 0;
    for (const [index, queue] of this.#queues.entries()) {
      assert(queue.count <= queue.keptMax, "a layer keeps no more than it looks at");
      counts[index] = queue.count;
      kept.set(this.#kernel.floats(queue.at, queue.count * queue.width), to);
      to += queue.keptMax * queue.width;
    }
  }
}

function missing(): never {
  throw new Error("The network of a voice has no blocks");
}
