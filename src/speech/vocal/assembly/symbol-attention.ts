// Symbol attention: each symbol takes from all symbols of its utterance what fits it.

import { exponentials } from "../../ears/assembly/rows.ts";
import { multiplyAdd, sumOf } from "../../silero/assembly/vector.ts";
import { floatBytes, scoresAt } from "./vocal-layout.ts";

const vector: usize = 16;

/**
 * At `from` are rows of queries, keys and values of `width` floats each, cut into `heads` parts; at most `symbolsMax`
 * rows. Each row's part goes to `to`. Parts are multiples of four floats.
 */
export function attend(width: usize, heads: usize, rows: usize, from: usize, to: usize): void {
  const rowBytes = width * floatBytes;
  const step: usize = 3 * rowBytes;
  const headBytes = rowBytes / heads;
  const factor: f32 = 1 / sqrt<f32>(<f32>(width / heads));
  const end = from + rows * step;
  for (let query = from; query < end; query += step) {
    for (let head: usize = 0; head < rowBytes; head += headBytes) {
      let score = scoresAt;
      for (let key = from + rowBytes + head; key < end; key += step) {
        store<f32>(score, dot(query + head, key, headBytes) * factor);
        score += floatBytes;
      }
      const share = exponentials(scoresAt, rows);
      weigh(from + 2 * rowBytes + head, step, rows, headBytes, share, to + head);
    }
    to += rowBytes;
  }
}

function dot(a: usize, b: usize, bytes: usize): f32 {
  let sum = f32x4.splat(0);
  for (let at: usize = 0; at < bytes; at += vector)
    sum = multiplyAdd(v128.load(a + at), v128.load(b + at), sum);
  return sumOf(sum);
}

/** The values, each as often as its score says, times `share`. */
function weigh(values: usize, step: usize, rows: usize, bytes: usize, share: f32, to: usize): void {
  const by = f32x4.splat(share);
  for (let at: usize = 0; at < bytes; at += vector) {
    let sum = f32x4.splat(0);
    let value = values + at;
    for (let row: usize = 0; row < rows; row++) {
      sum = multiplyAdd(v128.load32_splat(scoresAt + row * floatBytes), v128.load(value), sum);
      value += step;
    }
    v128.store(to + at, f32x4.mul(sum, by));
  }
}
