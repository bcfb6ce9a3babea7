// Acoustic units: the phones of the model and how each sounds beside others, as the senones of its three states. The
// file has 137,000 phones in contexts; it is read where it lies, since few of them are ever asked for.

import { logOf, scoreOfLog } from "./log-score.ts";
import { transitionsOf } from "./model-files.ts";

export type PhonePosition = "internal" | "begin" | "end" | "single";
const positions: readonly PhonePosition[] = ["internal", "begin", "end", "single"];

/** Where a phone stands: between which phones, and where in its word. */
export interface PhonePlace {
  readonly left: number;
  readonly right: number;
  readonly position: PhonePosition;
}

/** The senones of the three states of a phone. */
export type Senones = readonly [number, number, number];

/** No transition is less likely than this, as its tools have it. */
const transitionFloor = 1e-4;
/** A costlier transition counts as impossible. */
const costMax = 255;

/** The names of all phones take less than this, in bytes. */
const namesMax = 1_024;
/** Where something lies in the file, and how many bytes one of them has. */
const treeNodeBytes = 8;
const phoneBytes = 12;

export class AcousticUnits {
  readonly phones: readonly string[];
  readonly silence: number;
  /** Of each senone: its phone. */
  readonly phoneOfSenone: Uint8Array;
  readonly #view: DataView;
  readonly #tree: number;
  readonly #entries: number;
  readonly #sequences: number;
  readonly #transitions: readonly Int32Array[];

  /** `definition` and `transitions`: the files `mdef` (binary) and `transition_matrices` of the model. */
  constructor(definition: Uint8Array, transitions: Uint8Array) {
    const view = new DataView(definition.buffer, definition.byteOffset, definition.byteLength);
    this.#view = view;
    if (Buffer.from(definition.subarray(0, 4)).toString("latin1") !== "BMDF")
      throw new Error("Not the definition of an acoustic model");
    const counts = 12 + view.getInt32(8, true);
    const count = (n: number): number => view.getInt32(counts + 4 * n, true);
    const [phones, units, senones, nodes] = [count(0), count(1), count(4), count(8)];
    const names = Buffer.from(definition.subarray(counts + 40, counts + 40 + namesMax))
      .toString("latin1")
      .split("\0", phones);
    this.phones = names;
    this.silence = names.indexOf("SIL");
    const namesBytes = names.reduce((sum, name) => sum + name.length + 1, 0);
    this.#tree = counts + 40 + 4 * Math.ceil(namesBytes / 4);
    this.#entries = this.#tree + nodes * treeNodeBytes;
    this.#sequences = this.#entries + units * phoneBytes + 4;
    this.phoneOfSenone = new Uint8Array(senones);
    for (let unit = 0; unit < units; unit++) {
      const phone = unit < phones ? unit : view.getUint8(this.#entries + unit * phoneBytes + 9);
      const sequence = this.#sequenceOf(unit);
      for (let state = 0; state < 3; state++)
        this.phoneOfSenone[view.getUint16(sequence + 2 * state, true)] = phone;
    }
    this.#transitions = costsOf(transitions);
  }

  /** Without a place: the phone as such. */
  senonesOf(phone: number, place?: PhonePlace): Senones {
    return this.#senones(place === undefined ? phone : this.#nearest(phone, place));
  }

  /** Logarithms of a phone's transitions in units of paths: 0-0, 0-1, 1-1, 1-2, 2-2, 2-end. */
  transitionsOf(phone: number): Int32Array {
    const costs = this.#transitions[this.#view.getInt32(this.#entries + phone * phoneBytes + 4, true)];
    if (costs === undefined) throw new RangeError(`No transitions of phone ${phone}`);
    return costs;
  }

  #senones(unit: number): Senones {
    const at = this.#sequenceOf(unit);
    const senone = (n: number): number => this.#view.getUint16(at + 2 * n, true);
    return [senone(0), senone(1), senone(2)];
  }

  /** Where its senones lie in the file. */
  #sequenceOf(unit: number): number {
    return this.#sequences + 6 * this.#view.getInt32(this.#entries + unit * phoneBytes, true);
  }

  /**
   * The unit itself; in another position; with silence before it where a word begins, which is of use in this model (after
   * a word's end it is not); or without neighbours.
   */
  #nearest(phone: number, { left, right, position }: PhonePlace): number {
    const isBegin = position === "begin" || position === "single";
    const beside: readonly (readonly [number, number])[] = [
      [left, right],
      [isBegin ? this.silence : left, right],
    ];
    const order = [position, ...positions.filter((other) => other !== position)];
    for (const [before, after] of beside) {
      for (const one of order) {
        const unit = this.#unit([positions.indexOf(one), phone, this.#context(before), this.#context(after)]);
        if (unit !== undefined) return unit;
      }
    }
    return phone;
  }

  /** Noise beside a phone is as silence. */
  #context(phone: number): number {
    return this.#view.getUint8(this.#entries + phone * phoneBytes + 8) === 0 ? phone : this.silence;
  }

  #unit(path: readonly number[]): number | undefined {
    let [from, count] = [0, positions.length];
    for (const wanted of path) {
      let at = this.#tree + from * treeNodeBytes;
      const end = at + count * treeNodeBytes;
      while (at < end && this.#view.getInt16(at, true) !== wanted) at += treeNodeBytes;
      if (at === end) return undefined;
      [count, from] = [this.#view.getInt16(at + 2, true), this.#view.getInt32(at + 4, true)];
      if (count === 0) return from < 0 ? undefined : from;
    }
    return undefined;
  }
}

function costsOf(file: Uint8Array): readonly Int32Array[] {
  const { shape, values } = transitionsOf(file);
  const [count = 0, from = 0, to = 0] = shape;
  return Array.from({ length: count }, (_, matrix) => {
    const rows = Array.from({ length: from }, (_unused, row) =>
      costsOfRow(values.subarray((matrix * from + row) * to, (matrix * from + row + 1) * to)),
    );
    const cost = (row: number, column: number): number => -(rows[row]?.[column] ?? costMax);
    if (from !== 3 || cost(0, 2) > -costMax || cost(1, 3) > -costMax)
      throw new Error("Phones of the acoustic model must have three states, one after the other");
    return Int32Array.of(cost(0, 0), cost(0, 1), cost(1, 1), cost(1, 2), cost(2, 2), cost(2, 3));
  });
}

function costsOfRow(row: Float32Array): readonly number[] {
  const floored = normalised(row).map((value) => (value === 0 ? 0 : Math.max(value, transitionFloor)));
  return [...normalised(floored)].map((value) => Math.min(costMax, scoreOfLog(-logOf(value))));
}

function normalised(row: Float32Array): Float32Array {
  const sum = row.reduce((all, value) => all + value, 0);
  return row.map((value) => (sum === 0 ? value : value * (1 / sum)));
}
