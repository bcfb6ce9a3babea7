// Waves: sines and logarithms of four floats at a time.

import { multiplyAdd } from "../../silero/assembly/vector.ts";

/** The sine of so many turns within 2e-7, for at most some thousand turns, of which a float has few digits left. */
export function sineOfTurns(x: v128): v128 {
  x = f32x4.sub(x, f32x4.nearest(x));
  // Beyond a quarter turn the sine goes back through the same values.
  const far = f32x4.gt(f32x4.abs(x), f32x4.splat(0.25));
  const half = v128.or(f32x4.splat(0.5), v128.and(x, f32x4.splat(-0.0)));
  x = v128.bitselect(f32x4.sub(half, x), x, far);
  const angle = f32x4.mul(x, f32x4.splat(6.283185307));
  const square = f32x4.mul(angle, angle);
  let p = f32x4.splat(-2.5052108e-8);
  p = multiplyAdd(p, square, f32x4.splat(2.7557319e-6));
  p = multiplyAdd(p, square, f32x4.splat(-1.984127e-4));
  p = multiplyAdd(p, square, f32x4.splat(8.3333333e-3));
  p = multiplyAdd(p, square, f32x4.splat(-1.6666667e-1));
  return multiplyAdd(f32x4.mul(p, square), angle, angle);
}

export function cosineOfTurns(x: v128): v128 {
  x = f32x4.sub(x, f32x4.nearest(x));
  return sineOfTurns(f32x4.add(x, f32x4.splat(0.25)));
}

/**
 * The natural logarithm of positive floats within 2e-7 of one or of its value: 2^n * m with m from 0.71 to 1.41. The
 * coefficients are those of logf in Cephes (https://www.netlib.org/cephes/).
 */
export function logarithm(x: v128): v128 {
  const bits = i32x4.sub(x, i32x4.splat(0x3f3504f3));
  const exponent = i32x4.shr_s(bits, 23);
  const m = f32x4.sub(i32x4.sub(x, i32x4.shl(exponent, 23)), f32x4.splat(1));
  const n = f32x4.convert_i32x4_s(exponent);
  const square = f32x4.mul(m, m);
  let p = f32x4.splat(7.0376836292e-2);
  p = multiplyAdd(p, m, f32x4.splat(-1.151461031e-1));
  p = multiplyAdd(p, m, f32x4.splat(1.167699874e-1));
  p = multiplyAdd(p, m, f32x4.splat(-1.2420140846e-1));
  p = multiplyAdd(p, m, f32x4.splat(1.4249322787e-1));
  p = multiplyAdd(p, m, f32x4.splat(-1.6668057665e-1));
  p = multiplyAdd(p, m, f32x4.splat(2.0000714765e-1));
  p = multiplyAdd(p, m, f32x4.splat(-2.4999993993e-1));
  p = multiplyAdd(p, m, f32x4.splat(3.3333331174e-1));
  let y = f32x4.mul(f32x4.mul(p, m), square);
  y = multiplyAdd(n, f32x4.splat(-2.1219444e-4), y);
  y = f32x4.sub(y, f32x4.mul(square, f32x4.splat(0.5)));
  return multiplyAdd(n, f32x4.splat(0.693359375), f32x4.add(m, y));
}
