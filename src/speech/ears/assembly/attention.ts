// Attention: sums the values of other rows for a row of queries, weighted by the fit of their keys. Queries come
// divided by the root of the head width.

import { multiplyAdd } from "../../silero/assembly/vector.ts";
import * as layout from "./ears-layout.ts";
import { exponentials } from "./rows.ts";

const vector: usize = 16;
/** A head has nine vectors. */
const headBytes: usize = layout.headWidth * layout.floatBytes;

/**
 * One row of the decoder. `list` has the addresses of `count` pairs of keys and values, each to be moved by `offset`.
 * `scratch` holds `count` floats and three more.
 */
export function attendList(
  query: usize,
  list: usize,
  count: usize,
  offset: usize,
  scratch: usize,
  to: usize,
): void {
  const listEnd = list + count * 4;
  for (let head: usize = 0; head < layout.rowBytes; head += headBytes) {
    const keys = offset + head;
    let score = scratch;
    for (let at = list; at < listEnd; at += 16) {
      // Fewer than four may be left: one is then scored more than once, beyond the end.
      const last = listEnd - 4;
      const a = products(query + head, keys + load<usize>(at));
      const b = products(query + head, keys + load<usize>(min(at + 4, last)));
      const c = products(query + head, keys + load<usize>(min(at + 8, last)));
      const d = products(query + head, keys + load<usize>(min(at + 12, last)));
      v128.store(score, sums(a, b, c, d));
      score += vector;
    }
    const factor = exponentials(scratch, count);
    weigh(scratch, list, listEnd, keys + layout.rowBytes, factor, to + head);
  }
}

/** Four sums of a query times a key. */
function products(query: usize, key: usize): v128 {
  let sum = f32x4.mul(v128.load(query), v128.load(key));
  sum = multiplyAdd(v128.load(query, 16), v128.load(key, 16), sum);
  sum = multiplyAdd(v128.load(query, 32), v128.load(key, 32), sum);
  sum = multiplyAdd(v128.load(query, 48), v128.load(key, 48), sum);
  sum = multiplyAdd(v128.load(query, 64), v128.load(key, 64), sum);
  sum = multiplyAdd(v128.load(query, 80), v128.load(key, 80), sum);
  sum = multiplyAdd(v128.load(query, 96), v128.load(key, 96), sum);
  sum = multiplyAdd(v128.load(query, 112), v128.load(key, 112), sum);
  return multiplyAdd(v128.load(query, 128), v128.load(key, 128), sum);
}

/** Weighted sum of one head's values. */
function weigh(weights: usize, list: usize, listEnd: usize, values: usize, factor: f32, to: usize): void {
  let s0 = f32x4.splat(0);
  let s1 = s0;
  let s2 = s0;
  let s3 = s0;
  let s4 = s0;
  let s5 = s0;
  let s6 = s0;
  let s7 = s0;
  let s8 = s0;
  for (let at = list; at < listEnd; at += 4) {
    const value = values + load<usize>(at);
    const weight = v128.load32_splat(weights);
    s0 = multiplyAdd(weight, v128.load(value), s0);
    s1 = multiplyAdd(weight, v128.load(value, 16), s1);
    s2 = multiplyAdd(weight, v128.load(value, 32), s2);
    s3 = multiplyAdd(weight, v128.load(value, 48), s3);
    s4 = multiplyAdd(weight, v128.load(value, 64), s4);
    s5 = multiplyAdd(weight, v128.load(value, 80), s5);
    s6 = multiplyAdd(weight, v128.load(value, 96), s6);
    s7 = multiplyAdd(weight, v128.load(value, 112), s7);
    s8 = multiplyAdd(weight, v128.load(value, 128), s8);
    weights += 4;
  }
  const by = f32x4.splat(factor);
  v128.store(to, f32x4.mul(s0, by));
  v128.store(to, f32x4.mul(s1, by), 16);
  v128.store(to, f32x4.mul(s2, by), 32);
  v128.store(to, f32x4.mul(s3, by), 48);
  v128.store(to, f32x4.mul(s4, by), 64);
  v128.store(to, f32x4.mul(s5, by), 80);
  v128.store(to, f32x4.mul(s6, by), 96);
  v128.store(to, f32x4.mul(s7, by), 112);
  v128.store(to, f32x4.mul(s8, by), 128);
}

/** The sum of each of the four vectors. */
function sums(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = f32x4.add(v128.shuffle<f32>(a, b, 0, 4, 1, 5), v128.shuffle<f32>(a, b, 2, 6, 3, 7));
  const cd = f32x4.add(v128.shuffle<f32>(c, d, 0, 4, 1, 5), v128.shuffle<f32>(c, d, 2, 6, 3, 7));
  return f32x4.add(v128.shuffle<i64>(ab, cd, 0, 2), v128.shuffle<i64>(ab, cd, 1, 3));
}

// ---- All frames with all frames ----

/** Queries scored together. */
export const tileRows = 4;
/** Keys scored together. */
const tileKeys: usize = 8;

/** Bytes needed by `attendAll` for this many frames: keys, values, and the scores of four queries. */
export function attendScratchBytes(frames: usize): usize {
  return (2 * layout.headWidth + tileRows) * scoreBytes(frames);
}

/** Softmax of a row of scores. */
function scoreBytes(frames: usize): usize {
  return ((frames + tileKeys - 1) / tileKeys) * tileKeys * layout.floatBytes;
}

/**
 * Attention of the encoder: each of `frames` rows of queries attends to all of them. Rows have 288 floats; `queries`
 * and `to` have room for up to three more rows.
 */
export function attendAll(
  queries: usize,
  keys: usize,
  values: usize,
  frames: usize,
  scratch: usize,
  to: usize,
): void {
  const step = scoreBytes(frames);
  const turnedKeys = scratch;
  const packedValues = turnedKeys + layout.headWidth * step;
  const scores = packedValues + layout.headWidth * step;
  for (let head: usize = 0; head < layout.rowBytes; head += headBytes) {
    for (let frame: usize = 0; frame < frames; frame++) {
      const key = keys + frame * layout.rowBytes + head;
      const value = values + frame * layout.rowBytes + head;
      for (let i: usize = 0; i < layout.headWidth; i++)
        store<f32>(turnedKeys + i * step + frame * layout.floatBytes, load<f32>(key + i * layout.floatBytes));
      memory.copy(packedValues + frame * headBytes, value, headBytes);
    }
    for (let row: usize = 0; row < frames; row += tileRows) {
      const query = queries + row * layout.rowBytes + head;
      score(query, turnedKeys, step, scores);
      const a = exponentials(scores, frames);
      const b = exponentials(scores + step, frames);
      const c = exponentials(scores + 2 * step, frames);
      const d = exponentials(scores + 3 * step, frames);
      const out = to + row * layout.rowBytes + head;
      // Three vectors of each of the four rows at a time.
      for (let at: usize = 0; at < headBytes; at += 3 * vector)
        mix(scores, step, frames, packedValues + at, f32x4(a, b, c, d), out + at);
    }
  }
}

/** Scores of four queries with all keys: eight keys at a time. */
function score(query: usize, turnedKeys: usize, step: usize, to: usize): void {
  const query1 = query + layout.rowBytes;
  const query2 = query1 + layout.rowBytes;
  const query3 = query2 + layout.rowBytes;
  for (let key: usize = 0; key < step; key += tileKeys * layout.floatBytes) {
    let a0 = f32x4.splat(0);
    let a1 = a0;
    let b0 = a0;
    let b1 = a0;
    let c0 = a0;
    let c1 = a0;
    let d0 = a0;
    let d1 = a0;
    let from = turnedKeys + key;
    for (let at: usize = 0; at < headBytes; at += layout.floatBytes) {
      const k0 = v128.load(from);
      const k1 = v128.load(from, vector);
      let x = v128.load32_splat(query + at);
      a0 = multiplyAdd(x, k0, a0);
      a1 = multiplyAdd(x, k1, a1);
      x = v128.load32_splat(query1 + at);
      b0 = multiplyAdd(x, k0, b0);
      b1 = multiplyAdd(x, k1, b1);
      x = v128.load32_splat(query2 + at);
      c0 = multiplyAdd(x, k0, c0);
      c1 = multiplyAdd(x, k1, c1);
      x = v128.load32_splat(query3 + at);
      d0 = multiplyAdd(x, k0, d0);
      d1 = multiplyAdd(x, k1, d1);
      from += step;
    }
    let out = to + key;
    v128.store(out, a0);
    v128.store(out, a1, vector);
    out += step;
    v128.store(out, b0);
    v128.store(out, b1, vector);
    out += step;
    v128.store(out, c0);
    v128.store(out, c1, vector);
    out += step;
    v128.store(out, d0);
    v128.store(out, d1, vector);
  }
}

/** Twelve numbers of each of four rows: values by their weights, times the row's `factors`. */
function mix(weights: usize, step: usize, count: usize, values: usize, factors: v128, to: usize): void {
  let a0 = f32x4.splat(0);
  let a1 = a0;
  let a2 = a0;
  let b0 = a0;
  let b1 = a0;
  let b2 = a0;
  let c0 = a0;
  let c1 = a0;
  let c2 = a0;
  let d0 = a0;
  let d1 = a0;
  let d2 = a0;
  const weights1 = weights + step;
  const weights2 = weights1 + step;
  const weights3 = weights2 + step;
  for (let at: usize = 0; at < count * layout.floatBytes; at += layout.floatBytes) {
    const v0 = v128.load(values);
    const v1 = v128.load(values, vector);
    const v2 = v128.load(values, 2 * vector);
    let x = v128.load32_splat(weights + at);
    a0 = multiplyAdd(x, v0, a0);
    a1 = multiplyAdd(x, v1, a1);
    a2 = multiplyAdd(x, v2, a2);
    x = v128.load32_splat(weights1 + at);
    b0 = multiplyAdd(x, v0, b0);
    b1 = multiplyAdd(x, v1, b1);
    b2 = multiplyAdd(x, v2, b2);
    x = v128.load32_splat(weights2 + at);
    c0 = multiplyAdd(x, v0, c0);
    c1 = multiplyAdd(x, v1, c1);
    c2 = multiplyAdd(x, v2, c2);
    x = v128.load32_splat(weights3 + at);
    d0 = multiplyAdd(x, v0, d0);
    d1 = multiplyAdd(x, v1, d1);
    d2 = multiplyAdd(x, v2, d2);
    values += headBytes;
  }
  put(a0, a1, a2, v128.shuffle<f32>(factors, factors, 0, 0, 0, 0), to);
  put(b0, b1, b2, v128.shuffle<f32>(factors, factors, 1, 1, 1, 1), to + layout.rowBytes);
  put(c0, c1, c2, v128.shuffle<f32>(factors, factors, 2, 2, 2, 2), to + 2 * layout.rowBytes);
  put(d0, d1, d2, v128.shuffle<f32>(factors, factors, 3, 3, 3, 3), to + 3 * layout.rowBytes);
}

function put(x: v128, y: v128, z: v128, factor: v128, to: usize): void {
  v128.store(to, f32x4.mul(x, factor));
  v128.store(to, f32x4.mul(y, factor), vector);
  v128.store(to, f32x4.mul(z, factor), 2 * vector);
}
