// Voice style: the table that makes the networks speak as one person; a row for each length of a text, in numbers of 16 bits.

const numbers = 256;

export class VoiceStyle {
  readonly #halves: Uint16Array;

  constructor(file: ArrayBuffer) {
    this.#halves = new Uint16Array(file);
  }

  /** Style for a text of so many symbols. */
  of(symbols: number): Float32Array {
    const rows = this.#halves.length / numbers;
    const row = Math.min(rows, Math.max(1, symbols)) - 1;
    return Float32Array.from(this.#halves.subarray(row * numbers, (row + 1) * numbers), fromHalf);
  }
}

function fromHalf(bits: number): number {
  const sign = (bits & 0x8000) === 0 ? 1 : -1;
  const exponent = (bits >> 10) & 31;
  const part = bits & 1023;
  return exponent === 0 ? sign * part * 2 ** -24 : sign * (1 + part / 1024) * 2 ** (exponent - 15);
}
