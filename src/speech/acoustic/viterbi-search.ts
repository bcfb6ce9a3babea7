// Viterbi search: the best path through a phone network, frame by frame. What is far behind the best is dropped. The
// words so far can be asked for at any time, at the cost of walking back along them.

import { type DecodedPath, isWord } from "./decoded-path.ts";
import { logOf, scoreOfLog, worstScore } from "./log-score.ts";
import type { PhoneNetwork } from "./phone-network.ts";
import { type CostOf, WordEnds } from "./word-ends.ts";

/** How far behind the best path another may be, as a probability: any, and one that ends a word. */
const beam = scoreOfLog(logOf(1e-48));
const wordBeam = scoreOfLog(logOf(7e-29));
/** The last word may end so many frames before the sound does, 50 ms. */
const unexplainedMax = 5;
/** So many word ends are held before those without a path are looked for, some 1.5 MB. */
const wordEndsMin = 16_384;

export class ViterbiSearch {
  readonly #network: PhoneNetwork;
  /** Of each node: the scores of its three states and of its end, and the words that led there. */
  readonly #score0: Int32Array;
  readonly #score1: Int32Array;
  readonly #score2: Int32Array;
  readonly #scoreEnd: Int32Array;
  readonly #before0: Int32Array;
  readonly #before1: Int32Array;
  readonly #before2: Int32Array;
  readonly #beforeEnd: Int32Array;
  readonly #bestOf: Int32Array;
  /** The frame for which a node is alive. */
  readonly #aliveAt: Int32Array;
  #alive: Int32Array;
  #aliveCount = 0;
  #aliveNext: Int32Array;
  #nextCount = 0;
  #best = 0;
  #frame = -1;
  readonly #ends: WordEnds;
  #forgetAt = wordEndsMin;
  /** By frame: how well the sound fits that fits best, so that words of different frames can be compared. */
  #levels = new Int32Array(256);

  constructor(network: PhoneNetwork) {
    this.#network = network;
    const nodes = network.entering.length;
    const filled = (value: number): Int32Array => new Int32Array(nodes).fill(value);
    [this.#score0, this.#score1, this.#score2] = [filled(worstScore), filled(worstScore), filled(worstScore)];
    [this.#scoreEnd, this.#bestOf] = [filled(worstScore), filled(worstScore)];
    [this.#before0, this.#before1, this.#before2, this.#beforeEnd] = [
      filled(-1),
      filled(-1),
      filled(-1),
      filled(-1),
    ];
    this.#aliveAt = filled(-1);
    [this.#alive, this.#aliveNext] = [filled(0), filled(0)];
    this.#ends = new WordEnds(network);
    this.#enterWords();
    this.#nextFrame();
  }

  /** Frames that have been searched. */
  get frames(): number {
    return this.#frame;
  }

  /** `misfits`: how badly each slot fits the next frame, in units of paths; read before this returns. */
  step(misfits: Int16Array): void {
    this.#evaluate(misfits);
    this.#prune();
    this.#enterWords();
    this.#leave();
    this.#nextFrame();
    if (this.#ends.count >= this.#forgetAt) this.#forget();
  }

  /**
   * What is likeliest so far: all of what the grammar holds, and then all of the sound, or (`isWhole` false) a part of it
   * that ends a word. `costOf`: what words cost beside their fit, in units of paths.
   */
  path(isWhole: boolean, costOf: CostOf = () => 0): DecodedPath {
    const end = this.#ends.best(isWhole, costOf);
    // A path that was given up on the way would seem to fit well, since what came after it costs it nothing.
    const isGivenUp = isWhole && end >= 0 && this.#frame - 1 - this.#ends.at(end).frame > unexplainedMax;
    const segments = this.#ends.segmentsTo(end, this.#levels);
    const text = segments.filter(isWord).map((segment) => segment.text.replace(/\(\d+\)$/, ""));
    return { text: isGivenUp ? "" : text.join(" "), segments: text.length === 0 ? [] : segments };
  }

  /** The three states of each node that is alive, one frame further. */
  #evaluate(misfits: Int16Array): void {
    const { slots, transitions } = this.#network;
    const [score0, score1, score2, scoreEnd] = [this.#score0, this.#score1, this.#score2, this.#scoreEnd];
    const [before0, before1, before2] = [this.#before0, this.#before1, this.#before2];
    const alive = this.#alive;
    let [best, level] = [worstScore, 0x7fff];
    for (let n = 0; n < this.#aliveCount; n++) {
      const node = alive[n] ?? 0;
      const [i, t] = [node * 3, node * 6];
      const misfit0 = misfits[slots[i] ?? 0] ?? 0;
      const misfit1 = misfits[slots[i + 1] ?? 0] ?? 0;
      const misfit2 = misfits[slots[i + 2] ?? 0] ?? 0;
      if (misfit0 < level) level = misfit0;
      if (misfit1 < level) level = misfit1;
      if (misfit2 < level) level = misfit2;
      const from0 = (score0[node] ?? 0) - misfit0;
      const from1 = (score1[node] ?? 0) - misfit1;
      const from2 = (score2[node] ?? 0) - misfit2;
      let own = worstScore;
      if (from1 > worstScore) {
        own = from2 + (transitions[t + 5] ?? 0);
        if (own < worstScore) own = worstScore;
        scoreEnd[node] = own;
        this.#beforeEnd[node] = before2[node] ?? -1;
      }
      let next = from2 + (transitions[t + 4] ?? 0);
      const into2 = from1 + (transitions[t + 3] ?? 0);
      if (into2 >= next) {
        next = into2;
        before2[node] = before1[node] ?? -1;
      }
      if (next < worstScore) next = worstScore;
      score2[node] = next;
      if (next > own) own = next;
      next = from1 + (transitions[t + 2] ?? 0);
      const into1 = from0 + (transitions[t + 1] ?? 0);
      if (into1 >= next) {
        next = into1;
        before1[node] = before0[node] ?? -1;
      }
      if (next < worstScore) next = worstScore;
      score1[node] = next;
      if (next > own) own = next;
      next = from0 + (transitions[t] ?? 0);
      if (next < worstScore) next = worstScore;
      score0[node] = next;
      if (next > own) own = next;
      this.#bestOf[node] = own;
      if (own > best) best = own;
    }
    this.#best = best;
    if (this.#frame >= this.#levels.length) {
      const longer = new Int32Array(this.#levels.length * 2);
      longer.set(this.#levels);
      this.#levels = longer;
    }
    this.#levels[this.#frame] = level;
  }

  /** Nodes that are close enough to the best live on, and lead to the next phone or to the end of a word. */
  #prune(): void {
    const { next, nextFrom, entering, endingArc } = this.#network;
    const [after, least, leastWord] = [this.#frame + 1, this.#best + beam, this.#best + wordBeam];
    for (let n = 0; n < this.#aliveCount; n++) {
      const node = this.#alive[n] ?? 0;
      if ((this.#bestOf[node] ?? 0) < least) continue;
      if ((this.#aliveAt[node] ?? 0) < after) {
        this.#aliveAt[node] = after;
        this.#aliveNext[this.#nextCount++] = node;
      }
      const score = this.#scoreEnd[node] ?? 0;
      const before = this.#beforeEnd[node] ?? -1;
      if ((endingArc[node] ?? -1) >= 0) {
        if (score >= leastWord) this.#ends.add(node, score, before);
      } else if (score >= least) {
        const end = nextFrom[node + 1] ?? 0;
        for (let at = nextFrom[node] ?? 0; at < end; at++) {
          const child = next[at] ?? 0;
          this.#enter(child, score + (entering[child] ?? 0), before);
        }
      }
    }
  }

  /** From the words that have ended on to those that may follow. */
  #enterWords(): void {
    const { phones, rootFrom, roots, entering, phoneOf } = this.#network;
    const ends = this.#ends;
    for (let at = ends.settle(this.#best + wordBeam); at < ends.count; at++) {
      const { state, score, phone, rightLow, rightHigh } = ends.at(at);
      const key = state * phones + phone;
      const end = rootFrom[key + 1] ?? 0;
      for (let r = rootFrom[key] ?? 0; r < end; r++) {
        const root = roots[r] ?? 0;
        if (has(rightLow, rightHigh, phoneOf[root] ?? 0))
          this.#enter(root, score + (entering[root] ?? 0), at);
      }
    }
  }

  #enter(node: number, score: number, before: number): void {
    if (score <= this.#best + beam || score <= (this.#score0[node] ?? 0)) return;
    if ((this.#aliveAt[node] ?? 0) <= this.#frame) {
      this.#aliveAt[node] = this.#frame + 1;
      this.#aliveNext[this.#nextCount++] = node;
    }
    this.#score0[node] = score;
    this.#before0[node] = before;
  }

  /** Nodes that do not live on are as if they had never lived. */
  #leave(): void {
    for (let n = 0; n < this.#aliveCount; n++) {
      const node = this.#alive[n] ?? 0;
      if (this.#aliveAt[node] !== this.#frame) continue;
      this.#score0[node] = worstScore;
      this.#score1[node] = worstScore;
      this.#score2[node] = worstScore;
      this.#scoreEnd[node] = worstScore;
      this.#aliveAt[node] = -1;
    }
  }

  /** Word ends that no living node comes from are given up. A state without a path remembers an old one or none. */
  #forget(): void {
    const states = [
      [this.#score0, this.#before0],
      [this.#score1, this.#before1],
      [this.#score2, this.#before2],
      [this.#scoreEnd, this.#beforeEnd],
    ] as const;
    const alive = this.#alive.subarray(0, this.#aliveCount);
    const held = new Set<number>();
    for (const [score, before] of states) {
      for (const node of alive) if ((score[node] ?? 0) > worstScore) held.add(before[node] ?? 0);
    }
    const placeOf = this.#ends.keepOnly(held);
    for (const [, before] of states)
      for (const node of alive) before[node] = placeOf[before[node] ?? 0] ?? -1;
    this.#forgetAt = Math.max(wordEndsMin, 2 * this.#ends.count);
  }

  #nextFrame(): void {
    [this.#alive, this.#aliveNext] = [this.#aliveNext, this.#alive];
    [this.#aliveCount, this.#nextCount] = [this.#nextCount, 0];
    this.#frame += 1;
  }
}

const has = (low: number, high: number, phone: number): boolean =>
  ((phone < 32 ? low >> phone : high >> (phone - 32)) & 1) === 1;
