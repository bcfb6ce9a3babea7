// Benchmark of knowledge: the duration of a search over 20,000 passages, in the file and beside running calls, the
// lateness of a call's beats meanwhile, and how often the right paragraph is found without an API key.

import { openStore } from "../../db/sqlite/file-store.ts";
import { searchBase } from "../../src/cloud/knowledge/knowledge-bases.ts";
import { KnowledgeIndex } from "../../src/flow/knowledge/knowledge-index.ts";
import { passagesOf } from "../../src/flow/knowledge/passage.ts";
import { indexOf } from "../../src/flow/knowledge/ranking.ts";
import { manuals } from "../flow/knowledge/manuals.ts";
import { addAccount, migrations, tempFolder } from "../support/servers/store.ts";
import { random as randomBy } from "../support/random.ts";
import { type Figure, FigureList, type Figures } from "./figures.ts";
import { quantile as quantileOf } from "./pinned.ts";

const passagesMax = 20_000;
const slicePassages = 100;
const sources = 10;
const searches = 2_000;
/** Beat of a call's clock. */
const beatMs = 20;

/** Realistic text: few words often, most words seldom (Zipf), 20,000 different ones and 120 in a passage. */
function passagesByChance(number: number): readonly { title: string; text: string }[] {
  const random = randomBy(1);
  const word = (): string => `w${Math.floor(20_000 ** random.next()).toString(36)}`;
  return Array.from({ length: number }, () => ({
    title: word(),
    text: Array.from({ length: 120 }, word).join(" "),
  }));
}

export { claimsOf as claims } from "./figures.ts";

export async function measure(isQuick: boolean, tell: (line: string) => void): Promise<Figures> {
  const list = new FigureList(tell);
  const number = isQuick ? 1_000 : passagesMax;
  using folder = tempFolder();
  using store = openStore({ directory: folder.path, migrations });
  const accountId = addAccount(store.durable, "acc_1");
  const limits = { sourcesMax: 1_000, basesMax: 10, passagesMax: number };
  const all = passagesByChance(number);
  const slowest = { addMs: 0 };
  for (let source = 0; source < sources; source++) {
    const own = all.slice((source * number) / sources, ((source + 1) * number) / sources);
    const key = { accountId, base: "faq", id: `src_${source}` };
    await store.knowledge.begin(
      { ...key, kind: "text", title: "", url: null, passages: own.length, at: 1 },
      limits,
    );
    for (let at = 0; at < own.length; at += slicePassages) {
      const passages = own.slice(at, at + slicePassages).map((each) => ({ ...each, questions: null }));
      const { terms, termCount } = indexOf(own.slice(at, at + slicePassages), "en");
      const began = performance.now();
      await store.knowledge.extend(key, {
        slice: at / slicePassages,
        passages,
        terms: [...terms],
        termCount,
      });
      slowest.addMs = Math.max(slowest.addMs, performance.now() - began);
    }
    await store.knowledge.finish(key);
  }
  const random = randomBy(2);
  const question = (): string =>
    Array.from({ length: 6 }, () => `w${Math.floor(20_000 ** random.next()).toString(36)}`).join(" ");
  const tookMs: number[] = [];
  const computedMs: number[] = [];
  const lateMs: number[] = [];
  let dueAt = performance.now() + beatMs;
  const beat = setInterval(() => {
    lateMs.push(Math.max(0, performance.now() - dueAt));
    dueAt = performance.now() + beatMs;
  }, beatMs);
  for (let at = 0; at < (isQuick ? 100 : searches); at++) {
    const began = performance.now();
    const computed = processorMs();
    await searchBase(store, accountId, { base: "faq", words: question(), language: "en" });
    tookMs.push(performance.now() - began);
    computedMs.push(processorMs() - computed);
    // A question every few milliseconds: a hundred calls that all ask at once.
    await Bun.sleep(2);
  }
  clearInterval(beat);
  const beside = `of ${number.toLocaleString("en")} passages`;
  list.add(
    { of: `a search ${beside}`, value: quantile(tookMs, 0.5), unit: "ms" },
    { of: `a search ${beside}, p99`, value: quantile(tookMs, 0.99), unit: "ms" },
    // On a shared machine the elapsed time proves little.
    { of: "processor of a search", value: quantile(computedMs, 0.5), unit: "ms", atMost: 5 },
    { of: "processor of a search, p99", value: quantile(computedMs, 0.99), unit: "ms", atMost: 15 },
    { of: "a call's beats late, p99", value: quantile(lateMs, 0.99), unit: "ms", atMost: 20 },
    { of: "slowest slice that is added", value: slowest.addMs, unit: "ms" },
    ...(await recall()),
  );
  return list;
}

/** Share of each language's questions whose paragraph is among the first three. */
async function recall(): Promise<readonly Figure[]> {
  const byLanguage = Map.groupBy(await manuals(), ({ language }) => language);
  return [...byLanguage].map(([language, own]) => {
    const index = new KnowledgeIndex(
      own.flatMap(({ text }) => passagesOf(text)),
      language,
    );
    const questions = own.flatMap((each) => each.questions);
    const hits = questions.filter(({ words, paragraph }) =>
      index.find(words).some(({ text }) => text.includes(paragraph)),
    );
    const of = `right paragraphs found, ${language}`;
    return {
      of,
      value: hits.length / questions.length,
      unit: "",
      note: `of ${questions.length}`,
      atLeast: 0.8,
    };
  });
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function quantile(values: readonly number[], share: number): number {
  return quantileOf(
    values.toSorted((a, b) => a - b),
    share,
  );
}
