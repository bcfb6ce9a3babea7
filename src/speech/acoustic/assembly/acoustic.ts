// Acoustic kernel: how badly each sound of the model fits a frame. First the Gaussians that fit best are found, then
// each sound is judged by how much of them it has. All in whole numbers, as the model's weights are.

import * as layout from "./memory-layout.ts";

const vector: i32 = 16;
/** A misfit counts 1,024 of a Gaussian's. */
const scoreShift: i32 = 10;
/** A Gaussian that fits worse is as if it fitted so; with a weight it still is a byte. */
const misfitMax: i32 = 96;
const worst: i32 = i32.MIN_VALUE;
/** Of the number of a Gaussian in its codebook and stream. */
const densityBits: i64 = 7;

/** The numbers of so many frames into their best Gaussians. */
export function rank(frames: i32): void {
  for (let stream: i32 = 0; stream < layout.streams; stream++) {
    for (let codebook: i32 = 0; codebook < layout.codebooks; codebook++) {
      for (let frame: i32 = 0; frame < frames; frame += 2)
        rankCodebook(stream, codebook, frame, min(frame + 1, frames - 1));
    }
    for (let frame: i32 = 0; frame < frames; frame++) levelStream(stream, frame);
  }
}

/**
 * Scores all Gaussians, eight at a time, and then looks among those that may be the best. Two frames at a time, which
 * may be the same one: each number is then fetched once for both.
 */
function rankCodebook(stream: i32, codebook: i32, frame: i32, second: i32): void {
  const features = layout.featuresAt + frame * layout.featuresOfFrame + stream * layout.streamNumbers * 4;
  const secondFeatures = (second - frame) * layout.featuresOfFrame;
  const end = features + layout.streamNumbers * 4;
  let best = f32x4.splat(f32(worst));
  let secondBest = best;
  let block = layout.gaussiansAt + (codebook * layout.streams + stream) * layout.gaussiansOfStream;
  for (let to = layout.densityScoresAt; to < layout.secondDensityScoresAt; to += 2 * vector) {
    let low = load<v128>(block);
    let high = load<v128>(block, layout.gaussianBlock);
    let secondLow = low;
    let secondHigh = high;
    let weights = block + vector;
    for (let at = features; at < end; at += 4) {
      const feature = v128.load_splat<f32>(at);
      const secondFeature = v128.load_splat<f32>(at + secondFeatures);
      let mean = load<v128>(weights);
      let weight = load<v128>(weights, vector);
      low = further(low, feature, mean, weight);
      secondLow = further(secondLow, secondFeature, mean, weight);
      mean = load<v128>(weights, layout.gaussianBlock);
      weight = load<v128>(weights, layout.gaussianBlock + vector);
      high = further(high, feature, mean, weight);
      secondHigh = further(secondHigh, secondFeature, mean, weight);
      weights += 2 * vector;
    }
    block += 2 * layout.gaussianBlock;
    store<v128>(to, low);
    store<v128>(to, high, vector);
    best = f32x4.pmax(best, f32x4.pmax(low, high));
    store<v128>(to, secondLow, layout.densityScores);
    store<v128>(to, secondHigh, layout.densityScores + vector);
    secondBest = f32x4.pmax(secondBest, f32x4.pmax(secondLow, secondHigh));
  }
  choose(topOf(stream, codebook, frame), scoresOf(codebook, frame), layout.densityScoresAt, best);
  if (second !== frame)
    choose(
      topOf(stream, codebook, second),
      scoresOf(codebook, second),
      layout.secondDensityScoresAt,
      secondBest,
    );
}

/** The score of four Gaussians with the distance in one more number. */
function further(score: v128, feature: v128, mean: v128, weight: v128): v128 {
  const distance = f32x4.sub(feature, mean);
  return f32x4.sub(score, f32x4.mul(f32x4.mul(distance, distance), weight));
}

/**
 * `best`: the best of every fourth Gaussian, so that four are at least as good as the worst of them. Those are sorted
 * without branches, because a processor cannot guess which is better.
 */
function choose(top: i32, scores: i32, densityScores: i32, best: v128): void {
  const some = min(f32x4.extract_lane(best, 0), f32x4.extract_lane(best, 1));
  const least = f32x4.splat(min(some, min(f32x4.extract_lane(best, 2), f32x4.extract_lane(best, 3))));
  let first = i64.MIN_VALUE;
  let second = first;
  let third = first;
  let fourth = first;
  for (let from: i32 = 0; from < layout.densities; from += 64) {
    for (let found = notWorse(densityScores + from * 4, least); found !== 0; found &= found - 1) {
      const density = from + i32(ctz(found));
      const key = keyOf(load<f32>(densityScores + density * 4), density);
      const afterFirst = min(first, key);
      first = max(first, key);
      const afterSecond = min(second, afterFirst);
      second = max(second, afterFirst);
      const afterThird = min(third, afterSecond);
      third = max(third, afterSecond);
      fourth = max(fourth, afterThird);
    }
  }
  keep(top, scores, 0, first);
  keep(top, scores, 1, second);
  keep(top, scores, 2, third);
  keep(top, scores, 3, fourth);
}

/** Which of 64 scores are at least so good, as bits. */
function notWorse(scores: i32, least: v128): u64 {
  let found: u64 = 0;
  for (let from: i32 = 0; from < 64; from += 16) {
    const at = scores + from * 4;
    const low = i16x8.narrow_i32x4_s(
      f32x4.ge(load<v128>(at), least),
      f32x4.ge(load<v128>(at, vector), least),
    );
    const high = i16x8.narrow_i32x4_s(
      f32x4.ge(load<v128>(at, 2 * vector), least),
      f32x4.ge(load<v128>(at, 3 * vector), least),
    );
    found |= u64(i8x16.bitmask(i8x16.narrow_i16x8_s(low, high))) << from;
  }
  return found;
}

/** A number that is higher for a better Gaussian, and of two that are as good for the first: its score, then its place. */
function keyOf(exact: f32, density: i32): i64 {
  return (i64(i32(max(exact, f32(worst)))) << densityBits) | (layout.densities - 1 - density);
}

function keep(top: i32, scores: i32, n: i32, key: i64): void {
  store<i32>(scores + n * 4, i32(key >> densityBits));
  store<u8>(top + n, layout.densities - 1 - (i32(key) & (layout.densities - 1)));
}

/** Scores of a stream into misfits, measured from the best. */
function levelStream(stream: i32, frame: i32): void {
  let best: i32 = worst;
  for (let codebook: i32 = 0; codebook < layout.codebooks; codebook++)
    best = max(best, load<i32>(scoresOf(codebook, frame)) >> scoreShift);
  for (let codebook: i32 = 0; codebook < layout.codebooks; codebook++) {
    const top = topOf(stream, codebook, frame) + layout.topDensities;
    const scores = scoresOf(codebook, frame);
    for (let n: i32 = 0; n < layout.topDensities; n++) {
      const misfit = best - (load<i32>(scores + n * 4) >> scoreShift);
      store<u8>(top + n, min(misfit, misfitMax));
    }
  }
}

/** The best Gaussians of the first frame into the misfits of all slots, 16 at a time. */
export function judge(): void {
  for (let codebook: i32 = 0; codebook < layout.codebooks; codebook++) {
    const from = load<i32>(layout.slotsFromAt + codebook * 4);
    const to = load<i32>(layout.slotsFromAt + codebook * 4, 4);
    for (let slot = from; slot < to; slot += 16) judgeSlots(codebook, slot);
  }
}

function judgeSlots(codebook: i32, slot: i32): void {
  let low = i16x8.splat(0);
  let high = i16x8.splat(0);
  for (let stream: i32 = 0; stream < layout.streams; stream++) {
    const top = topOf(stream, codebook, 0);
    const weights = layout.weightsAt + stream * layout.weightsOfStream + slot;
    let sum = weighted(weights, top, 0);
    for (let n: i32 = 1; n < layout.topDensities; n++) sum = added(sum, weighted(weights, top, n));
    low = i16x8.add(low, i16x8.extend_low_i8x16_u(sum));
    high = i16x8.add(high, i16x8.extend_high_i8x16_u(sum));
  }
  const out = layout.misfitsAt + slot * 2;
  store<v128>(out, low);
  store<v128>(out, high, vector);
}

/** The misfit with two chances of which each has one. The table ends where the worse one counts no more. */
function added(a: v128, b: v128): v128 {
  const distance = v128.or(i8x16.sub_sat_u(a, b), i8x16.sub_sat_u(b, a));
  const near = i8x16.swizzle(load<v128>(layout.addTableAt), distance);
  const far = i8x16.swizzle(load<v128>(layout.addTableAt, vector), i8x16.sub(distance, i8x16.splat(16)));
  return i8x16.sub_sat_u(i8x16.min_u(a, b), v128.or(near, far));
}

function weighted(weights: i32, top: i32, n: i32): v128 {
  const row = weights + i32(load<u8>(top + n)) * layout.slots;
  return i8x16.add_sat_u(load<v128>(row), i8x16.splat(load<u8>(top + layout.topDensities + n)));
}

function topOf(stream: i32, codebook: i32, frame: i32): i32 {
  return (
    layout.topAt + frame * layout.topOfFrame + (stream * layout.codebooks + codebook) * layout.topOfCodebook
  );
}

function scoresOf(codebook: i32, frame: i32): i32 {
  return layout.scoresAt + frame * layout.scoresOfFrame + codebook * layout.topDensities * 4;
}
