// Hostile inputs: hundreds of words at each type of question, and random words of the rules, of which hardly any may be
// stored.

import { languageOf } from "../../../src/flow/grammar/languages/languages.ts";
import { understand } from "../../../src/flow/engine/understand/understand.ts";
import { type Phrase, pointOf, typeOf } from "../../phrases/corpus.ts";
import { effectOf } from "../../phrases/judge.ts";
import { cpuMsOf } from "../../support/fuzz/cpu-time.ts";
import { random } from "../../support/random.ts";

const seed = 20_271_130;
const wordsMax = 400;
/** An input that costs more than this is printed. */
const costMaxMs = 10;
const saladRuns = 3_000;
const saladWordsMax = 14;

const repeated = [
  [
    "and",
    "one",
    "friday",
    "a",
    "twenty",
    "no",
    "not friday",
    "from monday to friday",
    "dot",
    "at",
    "two and",
  ],
  ["the first of may", "me and my wife and", "double one", "half", "yes", "xq", "1", "12:30", "a b c", "1,5"],
  ["seven oh five", "one hundred", "kim at example dot com", "a large cola and", "no no", "or", "so", "€ 5"],
].flat();

/** Prints the worst input of each type, and the stored share of the word salad. */
export function tellHostile(phrases: readonly Phrase[], tell: (line: string) => void): void {
  const dice = random(seed);
  const questions = [
    ...Map.groupBy(phrases, ({ language, situation }) => `${language} ${typeOf(situation)}`),
  ];
  let stored = 0;
  let salads = 0;
  for (const [name, [phrase]] of questions) {
    if (phrase === undefined) continue;
    const point = pointOf(phrase);
    const vocabulary = [...languageOf(phrase.language).grammar.vocabulary];
    const salad = (length: number): string => Array.from({ length }, () => dice.pick(vocabulary)).join(" ");
    const inputs = [
      ...repeated.map((each) => `${each} `.repeat(wordsMax).split(" ").slice(0, wordsMax).join(" ")),
      ...Array.from({ length: 5 }, () => salad(wordsMax)),
    ];
    const costs = inputs.map((said) => ({ said, ms: costOf(() => understand(said, point)) }));
    const worst = costs.reduce((a, b) => (b.ms > a.ms ? b : a));
    if (worst.ms > costMaxMs) tell(`${name}: ${worst.ms.toFixed(1)} ms ("${worst.said.slice(0, 40)} …")`);
    if (point.asked?.wanted.kind === "text") continue;
    for (let run = 0; run < saladRuns / questions.length; run++) {
      const { taken, head } = effectOf(understand(salad(dice.int(1, saladWordsMax)), point));
      salads++;
      if (taken.length > 0 || head === "yes") stored++;
    }
  }
  tell(
    `${questions.length} types of questions: inputs of ${wordsMax} words above ${costMaxMs} ms are told above`,
  );
  tell(`word salad: ${stored} of ${salads} stored (${((100 * stored) / salads).toFixed(1)} %)`);
}

/** Processor time, the least of three runs, since the machine is shared. */
const costOf = (act: () => unknown): number => Math.min(...Array.from({ length: 3 }, () => cpuMsOf(act)));
