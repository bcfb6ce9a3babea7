// Word ends: where words have ended on the paths of a search, each with the one before it. Of those that end in one
// frame, in one state, with the same phone and before the same phone, only the best counts. Those that no path comes
// from any more can be forgotten: half a minute of talk has 400,000, of which a few thousand are left.

import type { PathSegment } from "./decoded-path.ts";
import type { PhoneNetwork } from "./phone-network.ts";

/** What words cost beside their fit, in units of paths; `isWhole`: they are all of what the grammar holds. */
export type CostOf = (words: readonly string[], isWhole: boolean) => number;

/** Units of a segment for one of paths. */
const segmentUnit = 0.1;

interface WordEnd {
  /** The word; -1 where a state was reached without one. */
  readonly arc: number;
  readonly state: number;
  readonly frame: number;
  readonly score: number;
  /** The end of the word before. */
  before: number;
  /** The last phone. */
  readonly phone: number;
  /** Phones that may follow, as bits. */
  rightLow: number;
  rightHigh: number;
}

export class WordEnds {
  readonly #network: PhoneNetwork;
  #all: WordEnd[];
  /** Those of one frame that are not settled yet: best first, by state and last phone. */
  readonly #open = new Map<number, WordEnd[]>();
  #settled = 0;
  #frame = -1;

  constructor(network: PhoneNetwork) {
    this.#network = network;
    const { start, silence } = network;
    this.#all = [
      { arc: -1, state: start, frame: -1, score: 0, before: -1, phone: silence, rightLow: -1, rightHigh: -1 },
    ];
  }

  get count(): number {
    return this.#all.length;
  }

  at(index: number): WordEnd {
    const end = this.#all[index];
    if (end === undefined) throw new RangeError(`No word end ${index}`);
    return end;
  }

  /** The word of a last node ends in this frame; the frame is over when these are settled. */
  add(node: number, score: number, before: number): void {
    const { endingArc, arcTo, arcs, phoneOf, afterLow, afterHigh } = this.#network;
    const arc = endingArc[node] ?? -1;
    const isAlone = arcs[arc]?.isAlone === true;
    this.#insert({
      arc,
      state: arcTo[arc] ?? 0,
      frame: this.#frame,
      score,
      before,
      phone: phoneOf[node] ?? 0,
      rightLow: isAlone ? -1 : (afterLow[node] ?? 0),
      rightHigh: isAlone ? -1 : (afterHigh[node] ?? 0),
    });
  }

  /** Keeps the best of those that were added, and goes on to states that need no word. Tells where the new ones begin. */
  settle(least: number): number {
    const first = this.#settled;
    this.#keep();
    const { jumpFrom, jumpTo, jumpScore } = this.#network;
    const words = this.#all.length;
    for (let at = first; at < words; at++) {
      const end = this.at(at);
      const last = jumpFrom[end.state + 1] ?? 0;
      for (let jump = jumpFrom[end.state] ?? 0; jump < last; jump++) {
        const score = end.score + (jumpScore[jump] ?? 0);
        if (score >= least) this.#insert({ ...end, arc: -1, state: jumpTo[jump] ?? 0, score, before: at });
      }
    }
    this.#keep();
    this.#settled = this.#all.length;
    this.#frame += 1;
    return first;
  }

  /**
   * The best of the last frame in which words ended, or of those at the end of the grammar; -1: none. `costOf`: what a
   * path is behind another of the same score, by its words.
   */
  best(isWhole: boolean, costOf: CostOf): number {
    const last = this.#all.at(-1)?.frame ?? -1;
    let [best, bestScore] = [-1, -Infinity];
    if (last < 0) return best;
    for (let at = this.#all.length - 1; at > 0 && this.at(at).frame === last; at--) {
      const { score, state } = this.at(at);
      const isFinal = state === this.#network.final;
      if (isWhole && !isFinal) continue;
      const own = score - costOf(this.#wordsTo(at), isFinal);
      if (own > bestScore || (own === bestScore && isFinal)) [best, bestScore] = [at, own];
    }
    return best;
  }

  #wordsTo(index: number): string[] {
    const words: string[] = [];
    for (let at = index; at > 0; at = this.at(at).before) {
      const word = this.#network.arcs[this.at(at).arc];
      if (word?.isFiller === false) words.push(word.name);
    }
    return words;
  }

  /**
   * Forgets those that none of `held` comes from, but for the last frame's. Tells the new place of each: -1 for what is
   * forgotten.
   */
  keepOnly(held: Iterable<number>): Int32Array {
    const isKept = new Uint8Array(this.count);
    const keep = (index: number): void => {
      for (let at = index; at >= 0 && isKept[at] === 0; at = this.at(at).before) isKept[at] = 1;
    };
    keep(0);
    for (const index of held) keep(index);
    const last = this.#all.at(-1)?.frame;
    for (let at = this.count - 1; at > 0 && this.at(at).frame === last; at--) keep(at);
    const placeOf = new Int32Array(this.count).fill(-1);
    const kept: WordEnd[] = [];
    for (const [at, end] of this.#all.entries()) {
      if (isKept[at] === 0) continue;
      end.before = placeOf[end.before] ?? -1;
      placeOf[at] = kept.push(end) - 1;
    }
    this.#all = kept;
    this.#settled = kept.length;
    return placeOf;
  }

  /** The words up to there with silences. `levels`: of each frame, the least misfit of any sound. */
  segmentsTo(index: number, levels: Int32Array): PathSegment[] {
    const segments: PathSegment[] = [];
    for (let at = index; at > 0; at = this.at(at).before) {
      const end = this.at(at);
      const word = this.#network.arcs[end.arc];
      if (word === undefined) continue;
      const before = this.at(end.before);
      const from = before.frame + 1;
      const score = (end.score - before.score) * segmentUnit;
      const least = levels.subarray(from, end.frame + 1).reduce((sum, level) => sum + level, 0);
      const frames = end.frame + 1 - from;
      segments.push({ text: word.name, from, frames, score, misfit: -score - least * segmentUnit });
    }
    return segments.reverse();
  }

  #insert(end: WordEnd): void {
    const key = end.state * this.#network.phones + end.phone;
    const others = this.#open.get(key);
    if (others === undefined) {
      this.#open.set(key, [end]);
      return;
    }
    let at = 0;
    for (; at < others.length; at++) {
      const other = others[at];
      if (other === undefined || end.score > other.score) break;
      end.rightLow &= ~other.rightLow;
      end.rightHigh &= ~other.rightHigh;
      if (end.rightLow === 0 && end.rightHigh === 0) return;
    }
    const worse = others.splice(at);
    others.push(end);
    for (const other of worse) {
      other.rightLow &= ~end.rightLow;
      other.rightHigh &= ~end.rightHigh;
      if (other.rightLow !== 0 || other.rightHigh !== 0) others.push(other);
    }
  }

  #keep(): void {
    for (const ends of this.#open.values()) this.#all.push(...ends);
    this.#open.clear();
  }
}
