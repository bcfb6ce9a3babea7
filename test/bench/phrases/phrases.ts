// Benchmark of understanding: `bun run bench phrases` runs the corpus of test/phrases through `understand` and prints, by
// language and type, in per cent of answers: right at once, right after a read-back, asked again needlessly, read back
// wrongly, silently wrong; in per cent of sentences that answer nothing: stored, read back; each with its change since
// the last recorded rates; then the CPU a phrase. Options:
//   --language=en    one language          --type=date    one type (of those in the first column)
//   --show=wrong     lists the phrases of an outcome: right, readBack, asked, wrongReadBack, wrong; or `stored`, `none`
//                    (read back or stored without an answer)
//   --record         writes test/phrases/rates.jsonl, which the gate of the suite holds
//   --pin            writes what pinned phrases and rows of the grammar mean now (test/phrases/pinned, test/flow/grammar/
//                    rows), and adds an example for each form that has none: read the diff
//   --hostile        400 words at each type of question instead, and how much word salad is stored
//   --json           the rates as JSON

import { likestIn } from "../../../src/flow/engine/understand/hearing/likest-answer.ts";
import { type Phrase, pointOf, readPhrases, typeOf } from "../../phrases/corpus.ts";
import {
  type Effect,
  effectOf,
  heardAs,
  inShort,
  isNoAnswer,
  type Outcome,
  outcomeOf,
} from "../../phrases/judge.ts";
import { isSampled, ratesOf, recordedRates, recordRates, sampled, table } from "../../phrases/rates.ts";
import { tellHostile } from "./hostile.ts";
import { pin } from "./pin.ts";
import { quantile } from "../pinned.ts";

interface Heard {
  readonly phrase: Phrase;
  readonly effect: Effect;
  readonly outcome: Outcome;
  /** The fastest of three. */
  readonly ms: number;
}

const option = (name: string): string | undefined =>
  process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);
const has = (name: string): boolean => process.argv.includes(`--${name}`);

const byUnderstand = (phrase: Phrase): Effect => effectOf(heardAs(phrase));

export async function run(asJson: boolean): Promise<void> {
  if (has("pin")) {
    await pin();
    return;
  }
  const type = option("type");
  const phrases = (await readPhrases(option("language"))).filter(
    ({ situation }) => type === undefined || typeOf(situation) === type,
  );
  if (has("hostile")) {
    tellHostile(phrases, console.log);
    return;
  }
  const heard = phrases.map((phrase) => heardOf(phrase));
  const rates = ratesOf(heard);
  const before = has("record") ? {} : await recordedRates();
  if (has("record"))
    await recordRates({
      ...rates,
      ...sampled(ratesOf(heard.filter(({ phrase }, at) => isSampled(phrase, at)))),
    });

  const ms = heard.map((each) => each.ms).sort((a, b) => a - b);
  const cpu = { p50Ms: quantile(ms, 0.5), p99Ms: quantile(ms, 0.99), maxMs: ms.at(-1) ?? 0 };
  if (asJson) {
    console.log(JSON.stringify({ rates, cpu }, undefined, 2));
    return;
  }
  const shown = option("show");
  for (const each of heard) if (shown !== undefined && isShown(each, shown)) console.log(told(each));
  for (const line of table(rates, before)) console.log(line);
  const slowest = heard.find((each) => each.ms === cpu.maxMs);
  const times = Object.values(cpu).map((each) => each.toFixed(3));
  console.log(
    `a phrase: p50 ${times[0]} ms, p99 ${times[1]}, max ${times[2]} ("${slowest?.phrase.said.slice(0, 80)}")`,
  );
  tellLikest(phrases);
}

/** Time of the option that words may describe, by itself, and for 400 words. */
function tellLikest(phrases: readonly Phrase[]): void {
  const choices = phrases.filter(({ situation }) => typeOf(situation) === "choice");
  const costs = choices.map((phrase) => costOf(phrase, phrase.said)).sort((a, b) => a - b);
  const long = choices
    .slice(0, 20)
    .map((phrase) => costOf(phrase, `${phrase.said} `.repeat(400).split(" ").slice(0, 400).join(" ")));
  const [p50, p99, most] = [quantile(costs, 0.5), quantile(costs, 0.99), Math.max(0, ...long)];
  if (choices.length > 0)
    console.log(
      `the likest option: p50 ${p50.toFixed(3)} ms, p99 ${p99.toFixed(3)}, 400 words ${most.toFixed(3)}`,
    );
}

/** The fastest of three. */
function costOf(phrase: Phrase, said: string): number {
  const point = pointOf(phrase);
  const times = Array.from({ length: 3 }, () => {
    const from = performance.now();
    likestIn(said, point);
    return performance.now() - from;
  });
  return Math.min(...times);
}

function heardOf(phrase: Phrase): Heard {
  let effect = byUnderstand(phrase);
  let ms = Infinity;
  for (let turn = 0; turn < 3; turn++) {
    const from = performance.now();
    effect = byUnderstand(phrase);
    ms = Math.min(ms, performance.now() - from);
  }
  return { phrase, effect, outcome: outcomeOf(effect, phrase), ms };
}

function isShown({ phrase, outcome }: Heard, shown: string): boolean {
  if (!isNoAnswer(phrase)) return outcome === shown;
  return (
    (outcome === "wrong" && (shown === "stored" || shown === "none")) ||
    (outcome === "wrongReadBack" && shown === "none")
  );
}

const told = ({ phrase, effect, outcome }: Heard): string =>
  `${outcome} | ${phrase.where} | ${phrase.situation.name ?? typeOf(phrase.situation)} | ${phrase.said} | ` +
  `${phrase.meanings.join(" or ")} | ${inShort(effect)}`;
