// Expectation builder: makes what guided recognition listens for at one listening point, from the same data that
// `understand` works on.

import type { Expectation, Expected } from "../expectation.ts";
import { ownWordsOf } from "../understand/own-words.ts";
import { headOf } from "../understand/records/list-head.ts";
import type { AskedVariable, Correctable, ListeningPoint, WantedField } from "../understand/understanding.ts";
import type { TurnTaking } from "../run/step-contract.ts";
import { commonPhrases } from "./common-phrases.ts";
import { guideEnglish } from "./english-guide.ts";
import { examplesOf } from "./example-phrases.ts";
import { fieldTree, variableTree, type GuideContext } from "./type-phrases.ts";
import {
  anyOf,
  anyOrder,
  type MaybeSayable,
  optional,
  phrasesTree,
  sequence,
  wordsIn,
} from "./phrase-tree.ts";
import { meaningsOf, shortAnswers } from "./short-answers.ts";
import { spokenWords } from "./spoken-words.ts";
import type { GuideWords } from "./guide-words.ts";

const guided: ReadonlyMap<string, GuideWords> = new Map([["en", guideEnglish]]);

/** Words of a grammar that is loaded and searched fast enough for a call. */
const wordsMax = 1_000;
/** "Yes, at eight", "okay, at eight" */
const affirmationsMax = 6;
const markersMax = 16;
const wrongMax = 6;

type Listening = Pick<TurnTaking, "endSilenceMs" | "isPauseGiven" | "accepts" | "hints"> &
  Partial<Pick<TurnTaking, "maxSpeechMs">>;

/**
 * The expectation at a listening point. Empty where the flow does not listen, or only to keys. Callers of the same
 * question share one: it is never changed.
 */
export function expectationOf(point: ListeningPoint | undefined, listening: Listening): Expectation {
  const { accepts } = listening;
  if (point === undefined || accepts === "nothing" || accepts === "dtmf")
    return { anyOf: [], ...timesOf(listening) };
  const key = keyOf(point, listening);
  const known = recent.get(key) ?? madeFor(point, listening);
  // The newest question goes to the end; the oldest is forgotten.
  recent.delete(key);
  recent.set(key, known);
  const [oldest] = recent.keys();
  if (recent.size > recentMax && oldest !== undefined) recent.delete(oldest);
  return known;
}

const timesOf = ({ endSilenceMs, isPauseGiven, maxSpeechMs }: Listening) => ({
  endSilenceMs,
  ...(isPauseGiven === undefined ? {} : { isPauseGiven }),
  ...(maxSpeechMs === undefined ? {} : { maxSpeechMs }),
});

/** A grammar takes milliseconds to make, and every caller of a flow is asked the same questions. */
const recent = new Map<string, Expectation>();
/** Expectations that are kept; a large one takes some 100 KB. */
const recentMax = 64;

/** What a caller has answered, and how surely, changes nothing of what can be said. */
const beside: ReadonlySet<string> = new Set(["value", "entries", "confidence"]);

/** Everything that an expectation is made of; of the time, the day. */
function keyOf({ pack, moment, ...point }: ListeningPoint, listening: Listening): string {
  const { accepts, hints } = listening;
  const made = [pack.language, moment.date, point, timesOf(listening), accepts, hints];
  return JSON.stringify(made, (name, value: unknown) => (beside.has(name) ? undefined : value));
}

function madeFor(point: ListeningPoint, listening: Listening): Expectation {
  const { hints } = listening;
  const words = guided.get(point.pack.language);
  if (words === undefined) return { anyOf: hinted(point, hints), ...timesOf(listening) };
  const guiding = { pack: point.pack, words, today: point.moment.date };
  const meanings = meaningsOf(guiding, point);
  let made: readonly Expected[] | undefined;
  return {
    // The costly part, which many recognisers never read: made when it is.
    get anyOf() {
      return (made ??= guide(guiding, point, hints));
    },
    examples: examplesOf(point, words),
    ...(isClosed(point) ? { closed: true } : {}),
    ...(isHeardByNoPhrase(point) && hints.length === 0 ? { free: true } : {}),
    ...(meanings === undefined ? {} : { meanings }),
    ...timesOf(listening),
  };
}

function isClosed({ asked, confirming }: ListeningPoint): boolean {
  return confirming !== undefined || (asked !== undefined && !isFree(asked));
}

function isHeardByNoPhrase({ asked, confirming }: ListeningPoint): boolean {
  return confirming === undefined && asked !== undefined && (isFree(asked) || asked.wanted.kind === "email");
}

/** The fields of the list that is asked for. */
const askedFields = ({ lists = [] }: ListeningPoint): readonly WantedField[] =>
  lists.find(({ role }) => role === "asked")?.fields ?? [];

const isFree = ({ wanted }: AskedVariable): boolean => wanted.kind === "name" || wanted.kind === "text";

/** Phrases for a language without guide words: they still help a recogniser as hints. */
function hinted(point: ListeningPoint, hints: readonly string[]): readonly Expected[] {
  const { handlers, asked } = point;
  const options = (asked === undefined ? askedFields(point) : [asked]).flatMap(({ wanted }) =>
    wanted.kind === "choice" ? wanted.options : [],
  );
  const phrases = [
    ...options.flatMap(({ label, synonyms }) => [label, ...synonyms]),
    ...handlers.flatMap((handler) => handler.phrases),
    ...hints,
  ];
  return phrases.length === 0 ? [] : [{ type: "phrases", phrases: [...new Set(phrases)] }];
}

function guide(guiding: GuideContext, point: ListeningPoint, hints: readonly string[]): readonly Expected[] {
  const { words } = guiding;
  const { asked, confirming } = point;
  const commands = [
    ...endsOfList(guiding, point),
    ...commandsOf(guiding, point),
    ...(confirming === undefined && (asked === undefined || isFree(asked))
      ? hints.map((hint) => spokenWords(hint, words))
      : []),
  ];
  const short = shortAnswers(guiding, point, commands);
  const budget = new WordBudget(wordsMax - shortWords(short));
  const said = anyOf(
    ...(confirming === undefined
      ? answers(guiding, point, budget)
      : confirmations(guiding, { ...point, confirming }, budget)),
    ...corrections(guiding, point, budget),
  );
  return said === undefined ? short : [...short, { type: "grammar", said }];
}

const shortWords = (short: readonly Expected[]): number =>
  short
    .flatMap((one) => (one.type === "phrases" ? one.phrases : []))
    .reduce((sum, phrase) => sum + phrase.split(" ").length, 0);

/** Word budget of a grammar: parts come in order of importance, and those that do not fit any more are left out. */
class WordBudget {
  #left: number;

  constructor(words: number) {
    this.#left = words;
  }

  take(said: MaybeSayable): MaybeSayable {
    const words = wordsIn(said);
    if (words > this.#left) return undefined;
    this.#left -= words;
    return said;
  }
}

/** Commands that are always on and seldom said: each takes words from what answers the question. */
const seldom: ReadonlySet<string> = new Set(["back", "start_over", "skip"]);
const seldomPhrasesMax = 1;
/** Answers of so many forms that, in noise, each command beside them costs some. */
const full: ReadonlySet<string> = new Set(["time", "date", "money", "date_range", "time_range"]);

/** The flow's own first, and of the built-in ones the commonest. */
function commandsOf({ pack, words }: GuideContext, { handlers, asked }: ListeningPoint): readonly string[] {
  const isFull = asked !== undefined && full.has(asked.wanted.kind);
  const own = handlers.flatMap(({ name, phrases }) => {
    const known = new Set(pack.handlers.get(name));
    return phrases.filter((phrase) => !known.has(phrase)).map((phrase) => spokenWords(phrase, words));
  });
  const builtIn = handlers.flatMap(({ name, phrases }) => {
    const known = new Set(pack.handlers.get(name));
    return commonPhrases(
      phrases.filter((phrase) => known.has(phrase)),
      words,
      seldom.has(name) ? (isFull ? 0 : seldomPhrasesMax) : undefined,
    );
  });
  return [...own, ...builtIn];
}

/** Whether something has been ordered, and more is asked for. */
const isGrowing = ({ lists = [] }: ListeningPoint): boolean =>
  lists.some(({ role, entries: some }) => role === "asked" && some.length > 0);

/** "That's all": what ends a list that grows. */
const endsOfList = ({ pack, words }: GuideContext, point: ListeningPoint): readonly string[] =>
  isGrowing(point) ? commonPhrases(pack.noMore, words) : [];

/** Entries that are listened for in one breath. */
const entriesMax = 3;

/** "Two large margheritas and a cola": the count of an entry, its other fields in any order, and so on. */
function entries(guiding: GuideContext, point: ListeningPoint, budget: WordBudget): MaybeSayable {
  const fields = askedFields(point);
  const isCount = ({ wanted }: WantedField): boolean => wanted.kind === "number";
  const head = fields.some(isCount) ? headOf(fields) : undefined;
  const treeOf = (each: WantedField): MaybeSayable => {
    const said = each === head ? withPlurals(each, guiding) : each;
    return budget.take(fieldTree(said, { mode: "asked", ...company(each, fields) }, guiding));
  };
  const entry = (): MaybeSayable => {
    const count = anyOf(...fields.filter(isCount).map(treeOf), phrasesTree(guiding.words.articles));
    return sequence(...optional(count), anyOrder(fields.filter((each) => !isCount(each)).map(treeOf)));
  };
  const all = Array.from({ length: entriesMax }, entry);
  const said = all.reduceRight<MaybeSayable>(
    (rest, each) => sequence(each, ...optional(rest === undefined ? undefined : sequence("and", rest))),
    undefined,
  );
  return isGrowing(point) && said !== undefined ? sequence(...optional("and"), said) : said;
}

/** What is counted may be several: "two colas". */
function withPlurals(field: WantedField, { pack }: GuideContext): WantedField {
  const { wanted } = field;
  if (wanted.kind !== "choice") return field;
  const several = (name: string): string =>
    name.replace(/\p{L}+$/u, (noun) => pack.nouns.counted(2, noun) ?? noun);
  const options = wanted.options.map((option) => ({
    ...option,
    synonyms: [option.label, ...option.synonyms].flatMap((name) => [name, several(name)]),
  }));
  return { ...field, wanted: { ...wanted, options } };
}

/** The asked variable and the other open ones in any order. */
function answers(guiding: GuideContext, point: ListeningPoint, budget: WordBudget): readonly MaybeSayable[] {
  const { open } = point;
  const asked = point.asked && withNames(point.asked, point);
  // A free text is the whole utterance, and yes and no are short answers.
  if (asked?.wanted.kind === "text" || asked?.wanted.kind === "boolean") return [];
  const all = asked === undefined ? open : [asked, ...open];
  const pieces = all.map((each) =>
    budget.take(
      variableTree(each, { mode: each === asked ? "asked" : "open", ...company(each, all) }, guiding),
    ),
  );
  const others = anyOrder(pieces);
  const listed = entries(guiding, point, budget);
  // "Two margheritas, for tomorrow"
  const first = others === undefined || listed === undefined ? undefined : budget.take(listed);
  return [
    around(others === undefined ? undefined : sequence(...optional(first), others), guiding),
    around(listed, guiding),
  ];
}

/** So many words of its question are listened for after a number. */
const ownWordsMax = 4;

/** "Six people", where the author gave no synonyms. A question's noun comes late in it, so the last words are kept. */
function withNames(asked: AskedVariable, point: ListeningPoint): AskedVariable {
  if (asked.wanted.kind !== "number" || asked.synonyms.length > 0) return asked;
  return { ...asked, synonyms: [...ownWordsOf(asked, point)].slice(-ownWordsMax) };
}

const isAlone = ({ wanted }: AskedVariable, all: readonly AskedVariable[]): boolean =>
  all.filter((each) => each.wanted.kind === wanted.kind).length === 1;

const company = (asked: AskedVariable, all: readonly AskedVariable[]) => ({
  isAlone: isAlone(asked, all),
  rivals: all.filter((each) => each !== asked).map(({ wanted }) => wanted.kind),
});

/** "I would like … please". */
function around(said: MaybeSayable, { words }: GuideContext): MaybeSayable {
  return sequence(...optional(phrasesTree(words.leads)), said, ...optional(phrasesTree(words.tails), true));
}

/** "No, six", "yes, at eight". */
function confirmations(
  guiding: GuideContext,
  { confirming, open }: ListeningPoint & Required<Pick<ListeningPoint, "confirming">>,
  budget: WordBudget,
): readonly MaybeSayable[] {
  const { pack, words } = guiding;
  const all = [...confirming.values, ...open];
  const again = confirming.values
    .filter(({ wanted }) => wanted.kind !== "boolean")
    .map((each) => budget.take(variableTree(each, { mode: "again", ...company(each, all) }, guiding)));
  const others = open.map((each) =>
    budget.take(variableTree(each, { mode: "open", ...company(each, all) }, guiding)),
  );
  const yes = phrasesTree(pack.affirmations.slice(0, affirmationsMax));
  const [no] = commonPhrases(pack.no, words);
  const tail = optional(phrasesTree(words.tails), true);
  return [
    sequence(...optional(anyOf(no, markersTree(guiding))), anyOf(...again), ...tail),
    sequence(yes, anyOf(...others), ...tail),
  ];
}

/** "No", "sorry", "no, make it". */
function markersTree({ pack, words }: GuideContext): MaybeSayable {
  const all = commonPhrases(pack.markers, words, markersMax);
  const [no] = commonPhrases(pack.no, words);
  return phrasesTree([
    ...all,
    ...all.flatMap((marker) => (no === undefined || marker === no ? [] : `${no} ${marker}`)),
  ]);
}

/** "No, make it five people", "no, the day is wrong". */
function corrections(
  guiding: GuideContext,
  { correctable }: ListeningPoint,
  budget: WordBudget,
): readonly MaybeSayable[] {
  const { pack, words } = guiding;
  const marker = markersTree(guiding);
  const values = correctable.map((each) =>
    budget.take(
      variableTree(each, { mode: modeOf(each, correctable), ...company(each, correctable) }, guiding),
    ),
  );
  const names = correctable.map((each) => phrasesTree(callNames(each, correctable, guiding)));
  const wrong = phrasesTree(pack.wrong.slice(0, wrongMax).map((phrase) => spokenWords(phrase, words)));
  return [
    budget.take(marker) === undefined ? undefined : sequence(marker, anyOf(...values)),
    budget.take(sequence(...optional(marker), ...optional(words.the), anyOf(...names), wrong)),
  ];
}

/** A bare value counts where it can only be this one's. */
const modeOf = (each: Correctable, all: readonly Correctable[]) =>
  each.echoed || all.length === 1 ? "again" : "open";

function callNames(
  each: Correctable,
  all: readonly Correctable[],
  { pack, words }: GuideContext,
): readonly string[] {
  const typeNames = isAlone(each, all) ? pack.typeNames[each.wanted.kind] : [];
  return [...each.synonyms, ...typeNames]
    .map((name) => spokenWords(name, words))
    .filter((name) => name !== "");
}
