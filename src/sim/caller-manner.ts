// Caller's manner: how a simulated caller takes turns. Real callers are patient, hasty, hesitant, silent,
// interrupting or in a noisy place; each manner is a few probabilities and times.

import type { SeededRandom } from "./seeded-random.ts";

export interface CallerManner {
  readonly name: string;
  /** From the agent's last sound to the caller's first: shortest and longest, in milliseconds. */
  readonly reactionMs: readonly [number, number];
  /** Probability of interrupting a reply of the agent. */
  readonly interrupts: number;
  /** Probability of no answer to a question. */
  readonly keepsSilent: number;
  /** Probability of a pause within an utterance. */
  readonly hesitates: number;
  /** Probability of a noise in each second: a cough, a door, traffic. */
  readonly noises: number;
  /** Probability of hanging up instead of an answer. */
  readonly hangsUp: number;
}

const patient: CallerManner = {
  name: "patient",
  reactionMs: [400, 1_200],
  interrupts: 0,
  keepsSilent: 0.02,
  hesitates: 0.05,
  noises: 0,
  hangsUp: 0.01,
};

/** The first manner stands for the most callers. */
const manners: readonly CallerManner[] = [
  patient,
  patient,
  { ...patient, name: "hasty", reactionMs: [0, 300], interrupts: 0.25, hesitates: 0 },
  { ...patient, name: "interrupting", reactionMs: [100, 600], interrupts: 0.6 },
  { ...patient, name: "hesitant", reactionMs: [800, 2_500], hesitates: 0.6 },
  { ...patient, name: "silent", keepsSilent: 0.35, hangsUp: 0.03 },
  { ...patient, name: "noisy", noises: 0.15 },
];

export const mannerByChance = (random: SeededRandom): CallerManner => random.pick(manners);
