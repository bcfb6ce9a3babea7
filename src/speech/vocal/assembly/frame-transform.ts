// Frame transform: the Fourier transform of 1,200 complex numbers. Every fourth number belongs to one of four transforms
// of 300, which lie side by side in the lanes of vectors and are made together (Stockham, by fives, threes and fours);
// at the end the four become one.

import { multiplyAdd } from "../../silero/assembly/vector.ts";
import { frameAt, frameSamples, lanesAt, otherAt, planeBytes, stepSamples, turnsAt } from "./vocal-layout.ts";

const vector: usize = 16;
const sineBytes: usize = stepSamples * 4;

/** Transforms from `frameAt` to `otherAt`, where the first number is repeated behind the last. */
export function transform(): void {
  fives(frameAt, otherAt, 60, 1);
  fives(otherAt, frameAt, 12, 5);
  threes(frameAt, otherAt, 4, 25);
  fours(otherAt, frameAt, 1, 75);
  join();
}

/** `parts` places of `step` transforms each. */
function fives(from: usize, to: usize, parts: usize, step: usize): void {
  const c1 = f32x4.splat(0.309016994);
  const c2 = f32x4.splat(-0.809016994);
  const s1 = f32x4.splat(0.951056516);
  const s2 = f32x4.splat(0.587785252);
  const far = parts * step * vector;
  const next = step * vector;
  for (let part: usize = 0; part < parts; part++) {
    for (let i: usize = 0; i < step; i++) {
      const at = from + (part * step + i) * vector;
      const place = to + (5 * part * step + i) * vector;
      const ar = v128.load(at);
      const ai = v128.load(at, planeBytes);
      const br = v128.load(at + far);
      const bi = v128.load(at + far, planeBytes);
      const cr = v128.load(at + 2 * far);
      const ci = v128.load(at + 2 * far, planeBytes);
      const dr = v128.load(at + 3 * far);
      const di = v128.load(at + 3 * far, planeBytes);
      const er = v128.load(at + 4 * far);
      const ei = v128.load(at + 4 * far, planeBytes);
      const pr = f32x4.add(br, er);
      const pi = f32x4.add(bi, ei);
      const qr = f32x4.add(cr, dr);
      const qi = f32x4.add(ci, di);
      const ur = f32x4.sub(br, er);
      const ui = f32x4.sub(bi, ei);
      const vr = f32x4.sub(cr, dr);
      const vi = f32x4.sub(ci, di);
      v128.store(place, f32x4.add(ar, f32x4.add(pr, qr)));
      v128.store(place, f32x4.add(ai, f32x4.add(pi, qi)), planeBytes);
      const mr = multiplyAdd(c1, pr, multiplyAdd(c2, qr, ar));
      const mi = multiplyAdd(c1, pi, multiplyAdd(c2, qi, ai));
      const nr = multiplyAdd(c2, pr, multiplyAdd(c1, qr, ar));
      const ni = multiplyAdd(c2, pi, multiplyAdd(c1, qi, ai));
      const xr = multiplyAdd(s1, ur, f32x4.mul(s2, vr));
      const xi = multiplyAdd(s1, ui, f32x4.mul(s2, vi));
      const yr = f32x4.sub(f32x4.mul(s2, ur), f32x4.mul(s1, vr));
      const yi = f32x4.sub(f32x4.mul(s2, ui), f32x4.mul(s1, vi));
      const turn = part * step;
      turned(f32x4.add(mr, xi), f32x4.sub(mi, xr), turn, place + next);
      turned(f32x4.add(nr, yi), f32x4.sub(ni, yr), 2 * turn, place + 2 * next);
      turned(f32x4.sub(nr, yi), f32x4.add(ni, yr), 3 * turn, place + 3 * next);
      turned(f32x4.sub(mr, xi), f32x4.add(mi, xr), 4 * turn, place + 4 * next);
    }
  }
}

function threes(from: usize, to: usize, parts: usize, step: usize): void {
  const s = f32x4.splat(0.866025404);
  const half = f32x4.splat(0.5);
  const far = parts * step * vector;
  const next = step * vector;
  for (let part: usize = 0; part < parts; part++) {
    for (let i: usize = 0; i < step; i++) {
      const at = from + (part * step + i) * vector;
      const place = to + (3 * part * step + i) * vector;
      const ar = v128.load(at);
      const ai = v128.load(at, planeBytes);
      const br = v128.load(at + far);
      const bi = v128.load(at + far, planeBytes);
      const cr = v128.load(at + 2 * far);
      const ci = v128.load(at + 2 * far, planeBytes);
      const pr = f32x4.add(br, cr);
      const pi = f32x4.add(bi, ci);
      const ur = f32x4.mul(s, f32x4.sub(br, cr));
      const ui = f32x4.mul(s, f32x4.sub(bi, ci));
      v128.store(place, f32x4.add(ar, pr));
      v128.store(place, f32x4.add(ai, pi), planeBytes);
      const mr = f32x4.sub(ar, f32x4.mul(half, pr));
      const mi = f32x4.sub(ai, f32x4.mul(half, pi));
      const turn = part * step;
      turned(f32x4.add(mr, ui), f32x4.sub(mi, ur), turn, place + next);
      turned(f32x4.sub(mr, ui), f32x4.add(mi, ur), 2 * turn, place + 2 * next);
    }
  }
}

function fours(from: usize, to: usize, parts: usize, step: usize): void {
  const far = parts * step * vector;
  const next = step * vector;
  for (let part: usize = 0; part < parts; part++) {
    for (let i: usize = 0; i < step; i++) {
      const at = from + (part * step + i) * vector;
      const place = to + (4 * part * step + i) * vector;
      const ar = v128.load(at);
      const ai = v128.load(at, planeBytes);
      const br = v128.load(at + far);
      const bi = v128.load(at + far, planeBytes);
      const cr = v128.load(at + 2 * far);
      const ci = v128.load(at + 2 * far, planeBytes);
      const dr = v128.load(at + 3 * far);
      const di = v128.load(at + 3 * far, planeBytes);
      const pr = f32x4.add(ar, cr);
      const pi = f32x4.add(ai, ci);
      const qr = f32x4.add(br, dr);
      const qi = f32x4.add(bi, di);
      const ur = f32x4.sub(ar, cr);
      const ui = f32x4.sub(ai, ci);
      const vr = f32x4.sub(br, dr);
      const vi = f32x4.sub(bi, di);
      const turn = part * step;
      v128.store(place, f32x4.add(pr, qr));
      v128.store(place, f32x4.add(pi, qi), planeBytes);
      turned(f32x4.add(ur, vi), f32x4.sub(ui, vr), turn, place + next);
      turned(f32x4.sub(pr, qr), f32x4.sub(pi, qi), 2 * turn, place + 2 * next);
      turned(f32x4.sub(ur, vi), f32x4.add(ui, vr), 3 * turn, place + 3 * next);
    }
  }
}

/** Stores a number turned by so many parts of 300. */
function turned(real: v128, imaginary: v128, turn: usize, to: usize): void {
  const place = turnsAt + turn * 4;
  const cosine = v128.load32_splat(place);
  const sine = v128.load32_splat(place, sineBytes);
  v128.store(to, f32x4.sub(f32x4.mul(real, cosine), f32x4.mul(imaginary, sine)));
  v128.store(to, multiplyAdd(real, sine, f32x4.mul(imaginary, cosine)), planeBytes);
}

/** Four transforms of 300 in the lanes become one of 1,200. */
function join(): void {
  for (let k: usize = 0; k < stepSamples; k += 4) {
    const at = frameAt + k * vector;
    const to = otherAt + k * 4;
    const lane = lanesAt + k * 4;
    const r0 = v128.load(at);
    const r1 = v128.load(at, vector);
    const r2 = v128.load(at, 2 * vector);
    const r3 = v128.load(at, 3 * vector);
    const i0 = v128.load(at, planeBytes);
    const i1 = v128.load(at, planeBytes + vector);
    const i2 = v128.load(at, planeBytes + 2 * vector);
    const i3 = v128.load(at, planeBytes + 3 * vector);
    const ar = lowLanes(r0, r1, r2, r3, false);
    const ai = lowLanes(i0, i1, i2, i3, false);
    const br = turnedReal(lowLanes(r0, r1, r2, r3, true), lowLanes(i0, i1, i2, i3, true), lane);
    const bi = turnedImaginary(lowLanes(r0, r1, r2, r3, true), lowLanes(i0, i1, i2, i3, true), lane);
    const third = lane + 2 * sineBytes;
    const cr = turnedReal(highLanes(r0, r1, r2, r3, false), highLanes(i0, i1, i2, i3, false), third);
    const ci = turnedImaginary(highLanes(r0, r1, r2, r3, false), highLanes(i0, i1, i2, i3, false), third);
    const fourth = third + 2 * sineBytes;
    const dr = turnedReal(highLanes(r0, r1, r2, r3, true), highLanes(i0, i1, i2, i3, true), fourth);
    const di = turnedImaginary(highLanes(r0, r1, r2, r3, true), highLanes(i0, i1, i2, i3, true), fourth);
    const pr = f32x4.add(ar, cr);
    const pi = f32x4.add(ai, ci);
    const qr = f32x4.add(br, dr);
    const qi = f32x4.add(bi, di);
    const ur = f32x4.sub(ar, cr);
    const ui = f32x4.sub(ai, ci);
    const vr = f32x4.sub(br, dr);
    const vi = f32x4.sub(bi, di);
    v128.store(to, f32x4.add(pr, qr));
    v128.store(to, f32x4.add(pi, qi), planeBytes);
    v128.store(to, f32x4.add(ur, vi), sineBytes);
    v128.store(to, f32x4.sub(ui, vr), sineBytes + planeBytes);
    v128.store(to, f32x4.sub(pr, qr), 2 * sineBytes);
    v128.store(to, f32x4.sub(pi, qi), 2 * sineBytes + planeBytes);
    v128.store(to, f32x4.sub(ur, vi), 3 * sineBytes);
    v128.store(to, f32x4.add(ui, vr), 3 * sineBytes + planeBytes);
  }
  const end = otherAt + frameSamples * 4;
  store<f32>(end, load<f32>(otherAt));
  store<f32>(end, load<f32>(otherAt, planeBytes), planeBytes);
}

/** The first or the second lane of each. */
function lowLanes(a: v128, b: v128, c: v128, d: v128, isSecond: bool): v128 {
  const ab = v128.shuffle<i32>(a, b, 0, 4, 1, 5);
  const cd = v128.shuffle<i32>(c, d, 0, 4, 1, 5);
  return isSecond ? v128.shuffle<i64>(ab, cd, 1, 3) : v128.shuffle<i64>(ab, cd, 0, 2);
}

/** The third or the fourth lane of each. */
function highLanes(a: v128, b: v128, c: v128, d: v128, isFourth: bool): v128 {
  const ab = v128.shuffle<i32>(a, b, 2, 6, 3, 7);
  const cd = v128.shuffle<i32>(c, d, 2, 6, 3, 7);
  return isFourth ? v128.shuffle<i64>(ab, cd, 1, 3) : v128.shuffle<i64>(ab, cd, 0, 2);
}

function turnedReal(real: v128, imaginary: v128, lane: usize): v128 {
  return f32x4.sub(f32x4.mul(real, v128.load(lane)), f32x4.mul(imaginary, v128.load(lane, sineBytes)));
}

function turnedImaginary(real: v128, imaginary: v128, lane: usize): v128 {
  return multiplyAdd(real, v128.load(lane, sineBytes), f32x4.mul(imaginary, v128.load(lane)));
}
