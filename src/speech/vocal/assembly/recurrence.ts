// Recurrence: a gated recurrent unit (GRU) that goes through the symbols of an utterance in one direction.

import { multiplyAdd, sigmoid, tanh } from "../../silero/assembly/vector.ts";
import { floatBytes, rowAt, wideAt } from "./vocal-layout.ts";
import { productOfWholes, quantiseRow } from "./vocal-product.ts";

const vector: usize = 16;

/**
 * `layer`: the product of the state before. `gates`: what the inputs say, `rows` rows of three parts of `width` floats:
 * how much stays, how much of the state counts, and what is new. States go to `to` and each `toStep` further.
 */
export function recur(
  layer: usize,
  width: usize,
  rows: usize,
  gates: usize,
  to: usize,
  toStep: usize,
  isBackward: bool,
): void {
  const rowBytes = width * floatBytes;
  memory.fill(rowAt, 0, rowBytes);
  for (let i: usize = 0; i < rows; i++) {
    const row = isBackward ? rows - 1 - i : i;
    quantiseRow(rowAt, width, 0);
    productOfWholes(layer, width, 3 * width, 1, wideAt, 0, false);
    const input = gates + row * 3 * rowBytes;
    for (let at: usize = 0; at < rowBytes; at += vector) {
      const own = wideAt + at;
      const said = input + at;
      const stays = sigmoid(f32x4.add(v128.load(said), v128.load(own)));
      const counts = sigmoid(f32x4.add(v128.load(said + rowBytes), v128.load(own + rowBytes)));
      const news = tanh(multiplyAdd(counts, v128.load(own + 2 * rowBytes), v128.load(said + 2 * rowBytes)));
      const state = multiplyAdd(stays, f32x4.sub(v128.load(rowAt + at), news), news);
      v128.store(rowAt + at, state);
    }
    memory.copy(to + row * toStep, rowAt, rowBytes);
  }
}
