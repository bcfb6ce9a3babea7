// Field figures: what a row of the table says of one agent. Shares in 100, times in milliseconds.

import type { Figure } from "../figures.ts";
import { quantile } from "../pinned.ts";
import type { Interaction, Share } from "./interaction.ts";

const inHundred = ({ right, all }: Share): number => (100 * right) / Math.max(1, all);
const mean = (all: readonly number[]): number =>
  all.reduce((sum, each) => sum + each, 0) / Math.max(1, all.length);

/** `who`: the agent, at the beginning of each line. */
export function figuresOf(who: string, of: Interaction): readonly Figure[] {
  const share = (what: string, given: Share): Figure => ({
    of: `${who}: ${what}`,
    value: inHundred(given),
    unit: "in 100",
    note: `${given.right} of ${given.all}`,
  });
  const time = (what: string, all: readonly number[]): Figure => {
    const sorted = all.toSorted((a, b) => a - b);
    const [p50, p95] = [0.5, 0.95].map((p) => Math.round(quantile(sorted, p)));
    return {
      of: `${who}: ${what}`,
      value: Math.round(mean(all)),
      unit: "ms of audio",
      note: `mean; p50 ${p50}, p95 ${p95}`,
    };
  };
  const rate = (what: string, { count, all }: Interaction["interrupts"]): Figure => ({
    ...share(what, { right: count, all }),
    note: `${count} times in ${all} turns`,
  });
  return [
    share("answers", of.answers),
    share("yields to an interruption", of.yields),
    rate("interrupts the caller", of.interrupts),
    rate("takes a pause for the end", of.pauses),
    share("ignores a backchannel", of.ignores.backchannel),
    share("ignores a vocal tic", of.ignores.tic),
    share("ignores other people", of.ignores.other),
    time("end of words to answer", of.answerMs),
    time("interruption to silence", of.yieldMs),
  ];
}

/** Head of the table as Markdown; times in seconds. */
export const tableHead = [
  "| agent | answers | yields | interrupts | backchannel | tic | other | answer | yield | load |",
  "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
] as const;

export function rowOf(who: string, of: Interaction, load: number): string {
  const percent = (share: Share): string => `${inHundred(share).toFixed(1)} % of ${share.all}`;
  const seconds = (all: readonly number[]): string => `${(mean(all) / 1000).toFixed(2)} s`;
  const { count, all } = of.interrupts;
  const { backchannel, tic, other } = of.ignores;
  const cells = [
    who,
    percent(of.answers),
    percent(of.yields),
    percent({ right: count, all }),
    ...[backchannel, tic, other].map(percent),
    seconds(of.answerMs),
    seconds(of.yieldMs),
    load.toFixed(1),
  ];
  return `| ${cells.join(" | ")} |`;
}
