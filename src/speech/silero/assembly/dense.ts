// Dense layer: outputs = biases + weights * inputs, used by every part of the network. Nearly all time is spent here,
// so both forms keep eight vectors of sums in registers throughout the inputs. A layer is stored block by block of
// its outputs: a row of biases and then a row of weights for each input, so a vector is four outputs and weights are
// read in memory order. Addresses and steps count bytes; inputs and outputs count floats.

import { multiplyAdd } from "./vector.ts";

/** A float, and the four of a vector, in bytes. */
const float: usize = 4;
const vector: usize = 16;

/** One column of inputs: 32 outputs, block after block. */
export function dense1(layer: usize, inputs: usize, outputs: usize, from: usize, to: usize): void {
  const inputsEnd = from + inputs * float;
  const toEnd = to + outputs * float;
  let weights = layer;
  for (let out = to; out < toEnd; out += 8 * vector) {
    let s0 = load<v128>(weights);
    let s1 = load<v128>(weights, vector);
    let s2 = load<v128>(weights, 2 * vector);
    let s3 = load<v128>(weights, 3 * vector);
    let s4 = load<v128>(weights, 4 * vector);
    let s5 = load<v128>(weights, 5 * vector);
    let s6 = load<v128>(weights, 6 * vector);
    let s7 = load<v128>(weights, 7 * vector);
    for (let at = from; at < inputsEnd; at += float) {
      weights += 8 * vector;
      const input = v128.load_splat<f32>(at);
      s0 = multiplyAdd(load<v128>(weights), input, s0);
      s1 = multiplyAdd(load<v128>(weights, vector), input, s1);
      s2 = multiplyAdd(load<v128>(weights, 2 * vector), input, s2);
      s3 = multiplyAdd(load<v128>(weights, 3 * vector), input, s3);
      s4 = multiplyAdd(load<v128>(weights, 4 * vector), input, s4);
      s5 = multiplyAdd(load<v128>(weights, 5 * vector), input, s5);
      s6 = multiplyAdd(load<v128>(weights, 6 * vector), input, s6);
      s7 = multiplyAdd(load<v128>(weights, 7 * vector), input, s7);
    }
    weights += 8 * vector;
    store<v128>(out, s0);
    store<v128>(out, s1, vector);
    store<v128>(out, s2, 2 * vector);
    store<v128>(out, s3, 3 * vector);
    store<v128>(out, s4, 4 * vector);
    store<v128>(out, s5, 5 * vector);
    store<v128>(out, s6, 6 * vector);
    store<v128>(out, s7, 7 * vector);
  }
}

/**
 * Four columns at once, which share each load of weights: eight outputs of each, block after block. Columns begin at
 * `from` with step `fromStep`; results go to `to` with step `toStep`.
 */
export function dense4(
  layer: usize,
  inputs: usize,
  outputs: usize,
  from: usize,
  fromStep: usize,
  to: usize,
  toStep: usize,
): void {
  const inputsEnd = from + inputs * float;
  const toEnd = to + outputs * float;
  let weights = layer;
  for (let first = to; first < toEnd; first += 2 * vector) {
    let a0 = load<v128>(weights);
    let a1 = load<v128>(weights, vector);
    let b0 = a0;
    let b1 = a1;
    let c0 = a0;
    let c1 = a1;
    let d0 = a0;
    let d1 = a1;
    for (let a = from; a < inputsEnd; a += float) {
      weights += 2 * vector;
      const b = a + fromStep;
      const c = b + fromStep;
      const d = c + fromStep;
      const w0 = load<v128>(weights);
      const w1 = load<v128>(weights, vector);
      let input = v128.load_splat<f32>(a);
      a0 = multiplyAdd(w0, input, a0);
      a1 = multiplyAdd(w1, input, a1);
      input = v128.load_splat<f32>(b);
      b0 = multiplyAdd(w0, input, b0);
      b1 = multiplyAdd(w1, input, b1);
      input = v128.load_splat<f32>(c);
      c0 = multiplyAdd(w0, input, c0);
      c1 = multiplyAdd(w1, input, c1);
      input = v128.load_splat<f32>(d);
      d0 = multiplyAdd(w0, input, d0);
      d1 = multiplyAdd(w1, input, d1);
    }
    weights += 2 * vector;
    let out = first;
    store<v128>(out, a0);
    store<v128>(out, a1, vector);
    out += toStep;
    store<v128>(out, b0);
    store<v128>(out, b1, vector);
    out += toStep;
    store<v128>(out, c0);
    store<v128>(out, c1, vector);
    out += toStep;
    store<v128>(out, d0);
    store<v128>(out, d1, vector);
  }
}
