// Word graph: a grammar as states with words between them, each with its probability. Between words and around them may
// be silence or noise.

import { logOf } from "./log-score.ts";
import type { JsgfRule, JsgfStep } from "./jsgf.ts";

/** A word that leads from one state to another. */
export interface WordArc {
  readonly to: number;
  readonly word: string;
  /** Natural logarithm in units of `logOf`. */
  readonly log: number;
  /** Silence or noise. */
  readonly isFiller: boolean;
}

export interface WordGraph {
  readonly start: number;
  readonly final: number;
  /** Of each state. */
  readonly arcs: readonly (readonly WordArc[])[];
  /** Of each state: those where words begin or all ends, reached from it without a word by the likeliest way. */
  readonly jumps: readonly ReadonlyMap<number, number>[];
}

/** How much the probability of silence counts beside that of sounds. */
const languageWeight = 6.5;
/** What may be between words, its sound, and how likely it is. */
export const fillers: readonly (readonly [word: string, sounds: string, probability: number])[] = [
  ["<sil>", "SIL", 0.005],
  ["[NOISE]", "+NSN+", 1e-8],
  ["[SPEECH]", "+SPN+", 1e-8],
];

/** Throws for a rule that goes on after itself. */
export function wordGraphOf(rule: JsgfRule): WordGraph {
  const building = new Building();
  const { entry, exit } = building.expand(rule);
  return building.finish(entry, exit);
}

interface Ends {
  readonly entry: number;
  readonly exit: number;
}

class Building {
  readonly #arcs: WordArc[][] = [];
  readonly #jumps: Map<number, number>[] = [];
  /** Rules that are being expanded, outermost first. */
  readonly #open = new Map<JsgfRule, Ends>();

  expand(rule: JsgfRule): Ends {
    const ends = { entry: this.#state(), exit: this.#state() };
    this.#open.set(rule, ends);
    const sum = rule.alternatives.reduce((all, [first]) => Math.fround(all + (first?.weight ?? 0)), 0);
    for (const [first, ...rest] of rule.alternatives) {
      if (first === undefined) {
        this.#jump(ends.entry, ends.exit, 0);
        continue;
      }
      const weight = Math.fround(Math.fround(first.weight) / (sum === 0 ? 1 : sum));
      let at: number | undefined = ends.entry;
      for (const step of [{ ...first, weight }, ...rest]) {
        if (at === undefined) throw new Error("A rule of a grammar may only end with itself");
        at = this.#step(at, step);
      }
      if (at !== undefined) this.#jump(at, ends.exit, 0);
    }
    this.#open.delete(rule);
    return ends;
  }

  finish(start: number, final: number): WordGraph {
    // Where nothing begins, silence need not be waited for: it is at the states that are reached from there.
    const isUsed = this.#arcs.map((arcs, state) => arcs.length > 0 || state === final);
    for (const [from, arcs] of this.#arcs.entries()) {
      if (isUsed[from] !== true) continue;
      for (const [word, , probability] of fillers)
        arcs.push({
          to: from,
          word,
          log: Math.trunc(logOf(Math.fround(probability)) * languageWeight),
          isFiller: true,
        });
    }
    const jumps = this.#jumps.map((_, from) => {
      const used = [...this.#reached(from)].filter(([to]) => isUsed[to] === true);
      return new Map(used);
    });
    return { start, final, arcs: this.#arcs, jumps };
  }

  /** Where the step leads; undefined when it leads back to the beginning of a rule. */
  #step(from: number, step: JsgfStep): number | undefined {
    const log = logOf(Math.fround(step.weight));
    if (step.type === "rule") {
      const back = this.#open.get(step.rule);
      const ends = back ?? this.expand(step.rule);
      this.#jump(from, ends.entry, log);
      return back === undefined ? ends.exit : undefined;
    }
    const to = this.#state();
    if (step.type === "nothing") this.#jump(from, to, log);
    else this.#arcs[from]?.push({ to, word: step.word, log, isFiller: false });
    return to;
  }

  #state(): number {
    this.#jumps.push(new Map());
    return this.#arcs.push([]) - 1;
  }

  #jump(from: number, to: number, log: number): void {
    const jumps = this.#jumps[from];
    if (from !== to && jumps !== undefined) jumps.set(to, Math.max(log, jumps.get(to) ?? -Infinity));
  }

  /** All states that can be reached by jumps only, by the likeliest of the ways. */
  #reached(from: number): ReadonlyMap<number, number> {
    const best = new Map<number, number>();
    const open: [state: number, log: number][] = [[from, 0]];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [at, log] = next;
      for (const [to, more] of this.#jumps[at] ?? []) {
        const sum = log + more;
        if (to === from || sum <= (best.get(to) ?? -Infinity)) continue;
        best.set(to, sum);
        open.push([to, sum]);
      }
    }
    return best;
  }
}
