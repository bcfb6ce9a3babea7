// Ears kernel: the network of the open recogniser, Moonshine tiny. Written in AssemblyScript
// (https://www.assemblyscript.org), without allocation: ears-layout.ts places the weights, the server everything
// else, and build-kernels.ts makes ears.wasm of it.

import { decode, decodeScratchBytes } from "./decoder.ts";
import { encode, encodeScratchBytes, framesOf } from "./encoder.ts";

export { decode, decodeScratchBytes, encode, encodeScratchBytes, framesOf };

/**
 * Writes weights of one byte in blocks of four outputs x eight inputs, for `dense`. There are `count` inputs of the
 * `inputs` that fill whole vectors; steps are the distances of two outputs or two inputs at `from`. `flips`: 0, or
 * 128 for unsigned bytes.
 */
export function pack(
  from: usize,
  outputs: usize,
  outputStep: usize,
  count: usize,
  inputStep: usize,
  flips: u8,
  inputs: usize,
  to: usize,
): void {
  for (let output: usize = 0; output < outputs; output++) {
    const block = to + (output >> 2) * (4 * inputs) + (output & 3) * 8;
    let at = from + output * outputStep;
    for (let input: usize = 0; input < count; input++) {
      store<u8>(block + (input >> 3) * 32 + (input & 7), load<u8>(at) ^ flips);
      at += inputStep;
    }
  }
}
