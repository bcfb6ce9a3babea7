// Vector functions: arithmetic on four floats at a time.

export function multiplyAdd(a: v128, b: v128, sum: v128): v128 {
  return f32x4.add(sum, f32x4.mul(a, b));
}

/** Negative numbers become zero. */
export function rectified(x: v128): v128 {
  return f32x4.pmax(f32x4.splat(0), x);
}

/**
 * e^x within 2e-7 of its value, as 2^n * e^r with n whole and |r| at most half of ln(2). The coefficients are those
 * of expf in Cephes (https://www.netlib.org/cephes/); beyond ±87 the result is no float, so x is clamped.
 */
export function exp(x: v128): v128 {
  x = f32x4.pmin(f32x4.splat(87), f32x4.pmax(f32x4.splat(-87), x));
  const n = f32x4.nearest(f32x4.mul(x, f32x4.splat(1.44269504)));
  // ln(2) in two parts: the first has few digits, so that n times it is exact.
  let r = f32x4.sub(x, f32x4.mul(n, f32x4.splat(0.693359375)));
  r = f32x4.sub(r, f32x4.mul(n, f32x4.splat(-2.1219444e-4)));
  let p = f32x4.splat(1.98756915e-4);
  p = multiplyAdd(p, r, f32x4.splat(1.3981999507e-3));
  p = multiplyAdd(p, r, f32x4.splat(8.3334519073e-3));
  p = multiplyAdd(p, r, f32x4.splat(4.1665795894e-2));
  p = multiplyAdd(p, r, f32x4.splat(1.6666665459e-1));
  p = multiplyAdd(p, r, f32x4.splat(5.0000001201e-1));
  p = multiplyAdd(p, f32x4.mul(r, r), f32x4.add(r, f32x4.splat(1)));
  // 2^n: n written into the exponent of a float.
  const exponent = i32x4.add(i32x4.trunc_sat_f32x4_s(n), i32x4.splat(127));
  return f32x4.mul(p, i32x4.shl(exponent, 23));
}

export function sigmoid(x: v128): v128 {
  return f32x4.div(f32x4.splat(1), f32x4.add(f32x4.splat(1), exp(f32x4.neg(x))));
}

export function tanh(x: v128): v128 {
  return f32x4.sub(f32x4.mul(f32x4.splat(2), sigmoid(f32x4.add(x, x))), f32x4.splat(1));
}

export function sumOf(x: v128): f32 {
  return (
    f32x4.extract_lane(x, 0) + f32x4.extract_lane(x, 1) + f32x4.extract_lane(x, 2) + f32x4.extract_lane(x, 3)
  );
}
