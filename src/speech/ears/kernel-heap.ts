// Kernel heap: allocates memory of a WebAssembly kernel from an address on. Takes the first gap that is large enough;
// without one, memory grows, and it never shrinks.

import { assert } from "../../base/assert.ts";

const pageBytes = 65_536;
/** Addresses are multiples of this. */
const unit = 16;

interface Gap {
  readonly at: number;
  readonly end: number;
}

export class KernelHeap {
  readonly #memory: WebAssembly.Memory;
  readonly #taken = new Map<number, number>();
  /** Gaps in the order of addresses, with allocated memory between them. */
  #gaps: Gap[];

  constructor(memory: WebAssembly.Memory, at: number) {
    this.#memory = memory;
    this.#gaps = [{ at: Math.ceil(at / unit) * unit, end: memory.buffer.byteLength }];
  }

  /** Address of a block with undefined content. Throws a RangeError if the memory may not grow so far. */
  take(bytes: number): number {
    const size = Math.max(unit, Math.ceil(bytes / unit) * unit);
    const fitting = this.#gaps.find((gap) => gap.end - gap.at >= size) ?? this.#grown(size);
    const rest = { at: fitting.at + size, end: fitting.end };
    this.#gaps = this.#gaps.flatMap((gap) => (gap !== fitting ? [gap] : rest.at < rest.end ? [rest] : []));
    this.#taken.set(fitting.at, size);
    return fitting.at;
  }

  /** Frees the block at this address. */
  give(at: number): void {
    const size = this.#taken.get(at);
    assert(size !== undefined, "only what was taken is given back");
    this.#taken.delete(at);
    const gaps = [...this.#gaps, { at, end: at + size }].sort((a, b) => a.at - b.at);
    this.#gaps = gaps.reduce<Gap[]>((joined, gap) => {
      const last = joined.at(-1);
      return last?.end === gap.at
        ? [...joined.slice(0, -1), { at: last.at, end: gap.end }]
        : [...joined, gap];
    }, []);
  }

  /** Last gap, at the end of memory, after growing. */
  #grown(size: number): Gap {
    const end = this.#memory.buffer.byteLength;
    const last = this.#gaps.at(-1);
    const at = last?.end === end ? last.at : end;
    const pages = Math.ceil((at + size - end) / pageBytes);
    this.#memory.grow(pages);
    const gap = { at, end: end + pages * pageBytes };
    this.#gaps = [...this.#gaps.filter((gap) => gap !== last || last.end !== end), gap];
    return gap;
  }
}
