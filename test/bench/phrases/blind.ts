// Benchmark of a blind batch: `bun run bench blind --file=BATCH.jsonl --author="a nurse, for eight trades"
// --system=grammar` runs a batch through whole flows for the first and only time, prints rates by language and kind,
// and stores them in test/phrases/first-results.jsonl. Once a result is stored, `--again` runs it without storing, and
// `--show=wrong` (or right, readBack, asked, wrongReadBack) lists phrases of an outcome, but never those of a held-out
// batch (`kept-…`).

import { basename } from "node:path";
import {
  blindOutcome,
  countsOf,
  firstResults,
  hearBlind,
  keepFirstResult,
  parseBatch,
  toldCounts,
} from "../../phrases/blind.ts";

const option = (name: string): string | undefined =>
  process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);
const has = (name: string): boolean => process.argv.includes(`--${name}`);

export async function run(asJson: boolean): Promise<void> {
  const file = option("file");
  if (file === undefined) {
    for (const result of await firstResults()) tellResult(result);
    return;
  }
  const batch = basename(file, ".jsonl");
  const system = option("system") ?? "grammar";
  const phrases = parseBatch(await Bun.file(file).text());
  const judged = phrases.flatMap((phrase) => {
    const heard = hearBlind(phrase);
    return heard === undefined ? [] : [{ phrase, heard, outcome: blindOutcome(heard, phrase) }];
  });
  if (judged.length < phrases.length)
    console.log(`${phrases.length - judged.length} phrases no flow can ask for`);
  const result = {
    batch,
    author: option("author") ?? "unknown",
    date: new Date().toISOString().slice(0, 10),
    commit: (await Bun.$`git rev-parse --short HEAD`.text()).trim(),
    system,
    n: judged.length,
    counts: countsOf(judged.map(({ phrase, outcome }) => [phrase, outcome] as const)),
  };
  if (!has("again") && !(await keepFirstResult(result)))
    throw new Error(
      `The first result of ${batch} by ${system} is already kept: --again runs it without keeping`,
    );
  if (asJson) console.log(JSON.stringify(result, undefined, 2));
  else tellResult(result);
  const shown = option("show");
  if (shown === undefined || batch.startsWith("kept-")) return;
  for (const { phrase, heard, outcome } of judged)
    if (outcome === shown)
      console.log(
        `${phrase.id} ${phrase.language} ${phrase.kind} | ${phrase.say.join(" | ")} | ${JSON.stringify(phrase.want)} | ` +
          `${JSON.stringify(heard.stored)} ? ${JSON.stringify(heard.readBack)} | ${JSON.stringify(phrase.variables)}`,
      );
}

function tellResult({
  batch,
  author,
  date,
  commit,
  system,
  n,
  counts,
}: Parameters<typeof keepFirstResult>[0]): void {
  console.log(`${batch} by ${author}, ${n} phrases, ${system}, ${date} at ${commit}`);
  for (const line of toldCounts(counts)) console.log(`  ${line}`);
}
