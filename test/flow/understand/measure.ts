// How fast utterances are understood: real sentences where they are said, and all variables of a form open.

import { understand } from "../../../src/flow/understand/understand.ts";
import { readCorpus } from "./corpus.ts";
import { anyTime, day, dept, guest, guests, hearing, was } from "./dialogue.ts";

export interface Speed {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly slowestMs: number;
  /** One after the other, on one core. */
  readonly perSecond: number;
}

/** Each sentence of the corpus, again and again, at a question of a form of four with three answers to correct. */
export async function measureUnderstanding(runs = 20_000): Promise<Speed> {
  const sentences = (await readCorpus("en")).map(({ utterance }) => utterance);
  const form = hearing({
    asked: day,
    open: [anyTime, dept, guest],
    correctable: [
      was(guests, 4, true),
      was({ ...dept, name: "former" }, "sales"),
      was({ ...day, name: "birthday" }, "2027-01-01"),
    ],
  });
  const tookMs: number[] = [];
  for (let run = -sentences.length; run < runs; run++) {
    const words = sentences[(run + sentences.length) % sentences.length] ?? "";
    const startedAt = performance.now();
    understand(words, form);
    if (run >= 0) tookMs.push(performance.now() - startedAt);
  }
  const sorted = tookMs.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const totalMs = tookMs.reduce((sum, each) => sum + each, 0);
  return { p50Ms: at(0.5), p99Ms: at(0.99), slowestMs: at(1), perSecond: (1000 * runs) / totalMs };
}
