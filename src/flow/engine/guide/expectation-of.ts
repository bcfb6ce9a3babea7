// Expectation builder: the phrases for guided recognition at one listening point, from the data of `understand`.

import type { Expectation, ExpectedKind } from "../expectation.ts";
import { headOf } from "../understand/lists/list-entry.ts";
import { dayOf } from "../../grammar/calendar.ts";
import { languageOf } from "../../grammar/languages/languages.ts";
import type { AskedVariable, Correctable, ListeningPoint, WantedField } from "../understand/understanding.ts";
import type { TurnRules } from "../run/step-contract.ts";
import { anyOf, anyOrder, type MaybeSayable, optional, phrasesTree, sequence } from "./phrase-tree.ts";
import { formTree, sayerOf } from "./sayer.ts";
import { commonPhrases, examplesOf, meaningsOf, shortAnswers } from "./short-answers.ts";
import { spokenWords } from "./spoken-words.ts";
import type { GuideContext } from "./guide-context.ts";
import { fieldTree, partyTree, variableTree } from "./value-tree.ts";

/** "Yes, at eight", "okay, at eight" */
const affirmationsMax = 6;

type Listening = Pick<TurnRules, "endSilenceMs" | "isPauseGiven" | "accepts" | "hints"> &
  Partial<Pick<TurnRules, "maxSpeechMs">>;

/**
 * Expectation at a listening point. Empty if the flow does not listen, or only to keys. Callers of the same question
 * share one: it is never changed.
 */
export function expectationOf(point: ListeningPoint | undefined, listening: Listening): Expectation {
  const { accepts } = listening;
  if (point === undefined || accepts === "nothing" || accepts === "dtmf")
    return { anyOf: [], ...timesOf(listening) };
  const key = keyOf(point, listening);
  const expectation = recent.get(key) ?? madeFor(point, listening);
  // The newest question goes to the end; the oldest is forgotten.
  recent.delete(key);
  recent.set(key, expectation);
  const [oldest] = recent.keys();
  if (recent.size > recentMax && oldest !== undefined) recent.delete(oldest);
  return expectation;
}

const timesOf = ({ endSilenceMs, isPauseGiven, maxSpeechMs }: Listening) => ({
  endSilenceMs,
  ...(isPauseGiven === undefined ? {} : { isPauseGiven }),
  ...(maxSpeechMs === undefined ? {} : { maxSpeechMs }),
});

/** A grammar takes milliseconds to make, and all callers of a flow get the same questions. */
const recent = new Map<string, Expectation>();
/** Cached expectations; a large one takes some 100 KB. */
const recentMax = 64;

/** A caller's answer, and its confidence, do not change the possible phrases; but a list may have begun. */
const answerKeys: ReadonlySet<string> = new Set(["value", "entries", "confidence"]);

/** Everything in an expectation; for the time, the day. */
function keyOf(here: ListeningPoint, listening: Listening): string {
  const { pack, moment, ...point } = here;
  const { accepts, hints } = listening;
  const made = [pack.tag, moment.date, point, isGrowing(here), timesOf(listening), accepts, hints];
  return JSON.stringify(made, (name, value: unknown) => (answerKeys.has(name) ? undefined : value));
}

function madeFor(point: ListeningPoint, listening: Listening): Expectation {
  const { hints } = listening;
  const guiding = guidingOf(point);
  if (guiding === undefined) return { anyOf: hinted(point, hints), ...timesOf(listening) };
  const meanings = meaningsOf(guiding, point);
  let made: readonly ExpectedKind[] | undefined;
  return {
    // The costly part, which many recognisers never read: made on demand.
    get anyOf() {
      return (made ??= guide(guiding, point, hints));
    },
    examples: examplesOf(point, guiding),
    ...(isClosed(point) ? { closed: true } : {}),
    ...(isHeardByNoPhrase(point) && hints.length === 0 ? { free: true } : {}),
    ...(meanings === undefined ? {} : { meanings }),
    ...timesOf(listening),
  };
}

function guidingOf({ pack, moment }: ListeningPoint): GuideContext | undefined {
  const language = languageOf(pack.tag);
  // Without sentences around a value there are no expected phrases.
  if (!language.grammar.byType.has("answer")) return undefined;
  return { pack, language, sayer: sayerOf(language), today: dayOf(moment.date) };
}

function isClosed({ asked, confirming }: ListeningPoint): boolean {
  return confirming !== undefined || (asked !== undefined && !isFree(asked));
}

function isHeardByNoPhrase({ asked, confirming }: ListeningPoint): boolean {
  return confirming === undefined && asked !== undefined && (isFree(asked) || asked.wanted.kind === "email");
}

/** Fields of the asked list. */
const askedFields = ({ lists = [] }: ListeningPoint): readonly WantedField[] =>
  lists.find(({ role }) => role === "asked")?.fields ?? [];

const isFree = ({ wanted }: AskedVariable): boolean => wanted.kind === "name" || wanted.kind === "text";

/** Phrases for a language without guide words: they still help a recogniser as hints. */
function hinted(point: ListeningPoint, hints: readonly string[]): readonly ExpectedKind[] {
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

function guide(
  guiding: GuideContext,
  point: ListeningPoint,
  hints: readonly string[],
): readonly ExpectedKind[] {
  const { language } = guiding;
  const { asked, confirming } = point;
  const commands = [
    ...endsOfList(guiding, point),
    ...commandsOf(guiding, point),
    ...(confirming === undefined && (asked === undefined || isFree(asked))
      ? hints.map((hint) => spokenWords(hint, language))
      : []),
  ];
  const short = shortAnswers(guiding, point, commands);
  const sayable = anyOf(
    ...(confirming === undefined
      ? answers(guiding, point)
      : confirmations(guiding, { ...point, confirming })),
    ...corrections(guiding, point),
  );
  return sayable === undefined ? short : [...short, { type: "grammar", said: sayable }];
}

/** Permanent commands that callers rarely say: while listened for, each is heard in place of some answers. */
const seldom: ReadonlySet<string> = new Set(["back", "start_over", "skip"]);
const seldomPhrasesMax = 1;
/** Answers of so many forms that, in noise, each command beside them costs some. */
const full: ReadonlySet<string> = new Set(["time", "date", "money", "date_range", "time_range"]);

/** The flow's own first, and the most common built-in ones. */
function commandsOf(
  { pack, language }: GuideContext,
  { handlers, asked }: ListeningPoint,
): readonly string[] {
  const isFull = asked !== undefined && full.has(asked.wanted.kind);
  const flowPhrases = handlers.flatMap(({ name, phrases }) => {
    const packPhrases = new Set(pack.handlers.get(name));
    return phrases
      .filter((phrase) => !packPhrases.has(phrase))
      .map((phrase) => spokenWords(phrase, language));
  });
  const builtIn = handlers.flatMap(({ name, phrases }) => {
    const packPhrases = new Set(pack.handlers.get(name));
    return commonPhrases(
      phrases.filter((phrase) => packPhrases.has(phrase)),
      language,
      seldom.has(name) ? (isFull ? 0 : seldomPhrasesMax) : undefined,
    );
  });
  return [...flowPhrases, ...builtIn];
}

/** True if something has been ordered, and more is asked for. */
const isGrowing = ({ lists = [] }: ListeningPoint): boolean =>
  lists.some(({ role, entries: some }) => role === "asked" && some.length > 0);

/** "That's all": words that end a growing list. */
const endsOfList = ({ sayer }: GuideContext, point: ListeningPoint): readonly string[] =>
  isGrowing(point) ? sayer.words("said_end") : [];

/** Entries listened for in one breath. */
const entriesMax = 3;

/** "Two large margheritas and a cola": the count of an entry, its other fields in any order, and so on. */
function entries(guiding: GuideContext, point: ListeningPoint): MaybeSayable {
  const fields = askedFields(point);
  const isCount = ({ wanted }: WantedField): boolean => wanted.kind === "number";
  const head = fields.some(isCount) ? headOf(fields) : undefined;
  const treeOf = (each: WantedField): MaybeSayable =>
    fieldTree(each === head ? withPlurals(each, guiding) : each, guiding);
  const [and] = guiding.sayer.words("and");
  const count = anyOf(...fields.filter(isCount).map(treeOf), phrasesTree(guiding.sayer.words("article")));
  const entry = sequence(...optional(count), anyOrder(fields.filter((each) => !isCount(each)).map(treeOf)));
  const sayable = Array.from({ length: entriesMax }).reduce<MaybeSayable>(
    (rest) => sequence(entry, ...optional(rest === undefined ? undefined : sequence(and, rest))),
    undefined,
  );
  return isGrowing(point) && sayable !== undefined ? sequence(...optional(and), sayable) : sayable;
}

/** Counted entries may be plural: "two colas". */
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
function answers(guiding: GuideContext, point: ListeningPoint): readonly MaybeSayable[] {
  const { asked, open } = point;
  // A free text is the whole utterance, and yes and no are short answers.
  if (asked?.wanted.kind === "text" || asked?.wanted.kind === "boolean") return [];
  const all = asked === undefined ? open : [asked, ...open];
  const others = anyOrder(all.map((each) => variableTree(each, each === asked, guiding)));
  const listed = entries(guiding, point);
  // "Two margheritas, for tomorrow"
  const first = others === undefined ? undefined : listed;
  return [
    framed("answer", others === undefined ? undefined : sequence(...optional(first), others), guiding),
    asked && dictated.has(asked.wanted.kind) ? framed("dictated", others, guiding) : undefined,
    framed("answer", listed, guiding),
    asked && partyTree(asked, guiding),
  ];
}

/** "I would like … please": a value, or a name, in the rules' forms for such a sentence. */
function framed(frame: string, sayable: MaybeSayable, { language }: GuideContext): MaybeSayable {
  const forms = sayable === undefined ? [] : (language.grammar.byType.get(frame) ?? []);
  return anyOf(...forms.map(({ form }) => formTree(form, () => sayable, language.spelt)));
}

/** "My code is …" is said before these. */
const dictated: ReadonlySet<string> = new Set(["digits", "code"]);

/** "No, six", "yes, at eight". */
function confirmations(
  guiding: GuideContext,
  { confirming, open }: ListeningPoint & Required<Pick<ListeningPoint, "confirming">>,
): readonly MaybeSayable[] {
  const again = confirming.values
    .filter(({ wanted }) => wanted.kind !== "boolean")
    .map((each) => variableTree(each, true, guiding));
  const others = open.map((each) => variableTree(each, false, guiding));
  const single = guiding.sayer.words("said_yes").filter((phrase) => !phrase.includes(" "));
  const yes = phrasesTree(single.slice(0, affirmationsMax));
  return [
    framed("correction", anyOf(...again), guiding),
    framed("answer", anyOf(...again), guiding),
    others.length === 0 ? undefined : sequence(yes, anyOf(...others)),
  ];
}

/** "No, make it five people", "no, the day is wrong". */
function corrections(guiding: GuideContext, { correctable }: ListeningPoint): readonly MaybeSayable[] {
  // A bare value counts only if it can mean no other.
  const isLikely = (each: Correctable): boolean => each.echoed || correctable.length === 1;
  const values = correctable.map((each) => variableTree(each, isLikely(each), guiding));
  const names = correctable.flatMap((each) => callNames(each, correctable, guiding));
  return [framed("correction", anyOf(...values), guiding), framed("complaint", phrasesTree(names), guiding)];
}

/** Names of a variable. The noun of its type counts only if no other has that type. */
function callNames(
  { wanted, synonyms }: AskedVariable,
  all: readonly AskedVariable[],
  { language }: GuideContext,
): readonly string[] {
  const isAlone = all.filter((each) => each.wanted.kind === wanted.kind).length === 1;
  const typeNames = isAlone ? (language.typeWords[wanted.kind] ?? "").split(" ") : [];
  return [...synonyms, ...typeNames].map((name) => spokenWords(name, language)).filter((name) => name !== "");
}
