// Ears kernel: runs the open recogniser's network. Results for a text depend on the sound and the pieces alone, to
// the bit: not on other rows, and not on the number of steps.

import { assert } from "../../base/assert.ts";
import * as layout from "./assembly/ears-layout.ts";
import type { EarsModel, EncodedTurn, Past, Step } from "./ears-model.ts";
import { rowsMax, samplesMax, samplesMin, startPiece, vocabularyPieces } from "./ears-model.ts";
import { type EarsModelFiles, type PackingKernel, stagingBytes, writeEarsWeights } from "./ears-weights.ts";
import { KernelHeap } from "./kernel-heap.ts";

/** Slots allocated at a time: 16 pieces of one text, or two steps of eight rows, in 216 KiB. */
const slotsAtOnce = 16;

/** Functions of assembly/ears.ts. */
interface Exports extends PackingKernel {
  framesOf(samples: number): number;
  encodeScratchBytes(samples: number): number;
  encode(pcm: number, samples: number, scratch: number, to: number): void;
  decodeScratchBytes(rows: number): number;
  decode(
    records: number,
    rows: number,
    cross: number,
    frames: number,
    scratch: number,
    logits: number,
    summaries: number,
  ): void;
}

/** Keys and values of the frames, the list of their addresses, and slots for the pieces of all texts of this turn. */
class Turn implements EncodedTurn {
  readonly #heap: KernelHeap;
  readonly samples: number;
  readonly frames: number;
  /** Keys and values of all frames, layer by layer. */
  readonly pairs: number;
  /** Addresses of the first layer's. */
  readonly list: number;
  readonly #blocks: number[] = [];
  #slotsLeft = 0;

  constructor(heap: KernelHeap, samples: number, frames: number) {
    this.#heap = heap;
    this.samples = samples;
    this.frames = frames;
    this.pairs = heap.take(frames * layout.slotBytes);
    this.list = heap.take(frames * Uint32Array.BYTES_PER_ELEMENT);
  }

  /** Address of a slot for one more piece. */
  slot(): number {
    if (this.#slotsLeft === 0) {
      this.#blocks.push(this.#heap.take(slotsAtOnce * layout.slotBytes));
      this.#slotsLeft = slotsAtOnce;
    }
    const block = this.#blocks.at(-1);
    assert(block !== undefined, "there is a block with a slot");
    return block + --this.#slotsLeft * layout.slotBytes;
  }

  release(): void {
    for (const at of [this.pairs, this.list, ...this.#blocks.splice(0)]) this.#heap.give(at);
  }
}

/** Slot addresses of each row's pieces. Rows with a common beginning share its slots. */
class SlotPast implements Past {
  readonly turn: Turn;
  readonly slots: readonly (readonly number[])[];

  constructor(turn: Turn, slots: readonly (readonly number[])[]) {
    this.turn = turn;
    this.slots = slots;
  }

  get rows(): number {
    return this.slots.length;
  }

  get length(): number {
    return this.slots[0]?.length ?? 0;
  }
}

/** A text at one of its pieces: the piece, and the slots up to it. */
interface Row {
  readonly piece: number;
  readonly slots: readonly number[];
}

/** Pieces of a step, one for each row. */
function check(pieces: readonly number[]): void {
  if (pieces.length < 1 || pieces.length > rowsMax)
    throw new RangeError(`A step has 1 to ${rowsMax} rows, and this one has ${pieces.length}`);
  const isPiece = (piece: number): boolean =>
    Number.isInteger(piece) && piece >= 0 && piece < vocabularyPieces;
  const strange = pieces.find((piece) => !isPiece(piece));
  if (strange !== undefined) throw new RangeError(`There is no piece ${strange}`);
}

export class EarsKernel implements EarsModel {
  readonly #kernel: Exports;
  readonly #heap: KernelHeap;
  readonly #turns = new Set<Turn>();
  /** Logits of the last step, valid until the next one. */
  #logits: number | undefined;

  private constructor(kernel: Exports) {
    this.#kernel = kernel;
    this.#heap = new KernelHeap(kernel.memory, layout.heapAt);
  }

  /**
   * `code`: ears.wasm. Takes about 70 ms. The files are not needed afterwards. Throws for a file other than the
   * expected one.
   */
  static async open(code: Uint8Array<ArrayBuffer>, files: EarsModelFiles): Promise<EarsKernel> {
    const { instance } = await WebAssembly.instantiate(code);
    const exports: unknown = instance.exports;
    const kernel = exports as Exports;
    assert(
      kernel.memory instanceof WebAssembly.Memory && typeof kernel.decode === "function",
      "the kernel has both",
    );
    const missing = layout.heapAt + stagingBytes - kernel.memory.buffer.byteLength;
    if (missing > 0) kernel.memory.grow(Math.ceil(missing / 65_536));
    writeEarsWeights(files, kernel);
    return new EarsKernel(kernel);
  }

  /** Whole memory of the kernel: weights, unreleased turns, and the maximum of work memory. */
  get memoryBytes(): number {
    return this.#kernel.memory.buffer.byteLength;
  }

  encode(pcm: Float32Array): EncodedTurn {
    if (pcm.length > samplesMax)
      throw new RangeError(`A turn has at most ${samplesMax} samples, and this one has ${pcm.length}`);
    this.#forgetLogits();
    const samples = Math.max(samplesMin, pcm.length);
    const turn = new Turn(this.#heap, samples, this.#kernel.framesOf(samples));
    this.#turns.add(turn);
    // At least one zero fills the last vector.
    const filled = Math.floor(samples / 8) * 8 + 8;
    const pcmAt = this.#heap.take(filled * Float32Array.BYTES_PER_ELEMENT);
    const scratch = this.#heap.take(this.#kernel.encodeScratchBytes(samples));
    const input = this.#floats(pcmAt, filled);
    input.fill(0, pcm.length);
    input.set(pcm);
    this.#wholes(turn.list, turn.frames).set(
      Uint32Array.from({ length: turn.frames }, (_, frame) => turn.pairs + frame * layout.pairBytes),
    );
    this.#kernel.encode(pcmAt, samples, scratch, turn.pairs);
    this.#heap.give(pcmAt);
    this.#heap.give(scratch);
    return turn;
  }

  begin(encoded: EncodedTurn, pieces: readonly number[]): Step {
    const turn = this.#turn(encoded);
    const all = [startPiece, ...pieces];
    check(all);
    const slots = all.map(() => turn.slot());
    // A row sees the pieces up to its own.
    const step = this.#decode(
      turn,
      all.map((piece, row) => ({ piece, slots: slots.slice(0, row + 1) })),
    );
    return { ...step, past: new SlotPast(turn, [slots]) };
  }

  next(encoded: EncodedTurn, past: Past, pieces: readonly number[]): Step {
    const turn = this.#turn(encoded);
    const { slots: before } = this.#past(past, turn);
    if (pieces.length !== before.length)
      throw new RangeError(`${before.length} rows want a piece each, and there are ${pieces.length}`);
    check(pieces);
    if (past.length >= layout.positionsMax)
      throw new RangeError(`A text has at most ${layout.positionsMax} pieces`);
    const slots = before.map((row) => [...row, turn.slot()]);
    const step = this.#decode(
      turn,
      pieces.map((piece, row) => ({ piece, slots: slots[row] ?? [] })),
    );
    return { ...step, past: new SlotPast(turn, slots) };
  }

  pick(past: Past, rows: readonly number[]): Past {
    const { turn, slots } = this.#past(past);
    return new SlotPast(
      turn,
      rows.map((row) => {
        const picked = slots[row];
        if (picked === undefined) throw new RangeError(`There is no row ${row} among ${slots.length}`);
        return picked;
      }),
    );
  }

  shorten(past: Past, length: number): Past {
    const { turn, slots } = this.#past(past);
    if (length < 1 || length > past.length)
      throw new RangeError(`A text of ${past.length} pieces cannot be shortened to ${length}`);
    return new SlotPast(
      turn,
      slots.map((row) => row.slice(0, length)),
    );
  }

  release(encoded: EncodedTurn): void {
    const turn = this.#turn(encoded);
    this.#turns.delete(turn);
    turn.release();
  }

  /** The newest piece of each row. */
  #decode(turn: Turn, rows: readonly Row[]): Omit<Step, "past"> {
    this.#forgetLogits();
    const heap = this.#heap;
    const count = rows.length;
    const longest = Math.max(...rows.map(({ slots }) => slots.length));
    const listBytes = longest * Uint32Array.BYTES_PER_ELEMENT;
    this.#logits = heap.take(count * layout.logitRowBytes);
    const lists = heap.take(count * listBytes);
    const records = heap.take(count * layout.rowRecordBytes);
    const summaries = heap.take(count * layout.summaryBytes);
    const scratch = heap.take(this.#kernel.decodeScratchBytes(count));
    for (const [row, { slots }] of rows.entries())
      this.#wholes(lists + row * listBytes, slots.length).set(slots);
    this.#wholes(records, count * 3).set(
      rows.flatMap(({ piece, slots }, row) => [piece, slots.length - 1, lists + row * listBytes]),
    );
    this.#kernel.decode(records, count, turn.list, turn.frames, scratch, this.#logits, summaries);
    const summaryValues = this.#floats(summaries, count * 2);
    const logSums = Float64Array.from(
      rows,
      (_, row) => (summaryValues[row * 2] ?? Number.NaN) + Math.log(summaryValues[row * 2 + 1] ?? Number.NaN),
    );
    for (const at of [lists, records, summaries, scratch]) heap.give(at);
    return { logits: this.#floats(this.#logits, count * vocabularyPieces), logSums };
  }

  #forgetLogits(): void {
    if (this.#logits !== undefined) this.#heap.give(this.#logits);
    this.#logits = undefined;
  }

  #turn(encoded: EncodedTurn): Turn {
    assert(encoded instanceof Turn && this.#turns.has(encoded), "the turn is of this model and not released");
    return encoded;
  }

  #past(past: Past, turn?: Turn): SlotPast {
    assert(
      past instanceof SlotPast && this.#turns.has(past.turn),
      "the past is of a turn that is not released",
    );
    assert(turn === undefined || past.turn === turn, "the past is of this turn");
    return past;
  }

  #floats(at: number, count: number): Float32Array {
    return new Float32Array(this.#kernel.memory.buffer, at, count);
  }

  #wholes(at: number, count: number): Uint32Array {
    return new Uint32Array(this.#kernel.memory.buffer, at, count);
  }
}
