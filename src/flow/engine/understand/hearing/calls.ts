// Calls: phrases of handlers, and the handlers that the words call.

import { courtesies } from "../../../locale/acts.ts";
import { hasObject } from "../../../grammar/leading.ts";
import { hear, type Hearing } from "../../../grammar/hearing.ts";
import { languageOf, politeAnywhere } from "../../../grammar/languages/languages.ts";
import type { Language } from "../../../grammar/language.ts";
import type { Arc, Call } from "../../../grammar/scene.ts";
import type { LanguagePack } from "../../../locale/language-pack.ts";
import { type Token, tokenise } from "../../../grammar/tokens.ts";
import { HANDLER_COVERAGE_MIN } from "../thresholds.ts";
import type { HandlerPhrases, ListeningPoint, Understood } from "../understanding.ts";

/** Maximum number of words in an act. */
const wordsMax = 100;

type Words = readonly (readonly string[])[];
/** Cache: a handler's phrases are the same objects while its flow is loaded. */
const knownPhrases = new WeakMap<readonly string[], Map<Language, Words>>();
/** Cache: flows share most phrases. */
const knownWords = new WeakMap<Language, Map<string, readonly string[]>>();
const KNOWN_WORDS_MAX = 20_000;

function wordsOf(phrases: readonly string[], language: Language): Words {
  const byLanguage = knownPhrases.get(phrases) ?? new Map<Language, Words>();
  knownPhrases.set(phrases, byLanguage);
  const cached = byLanguage.get(language);
  if (cached !== undefined) return cached;
  const words = phrases.map((phrase) => tokensOf(phrase, language));
  byLanguage.set(language, words);
  return words;
}

function tokensOf(phrase: string, language: Language): readonly string[] {
  const byPhrase = knownWords.get(language) ?? new Map<string, readonly string[]>();
  knownWords.set(language, byPhrase);
  const cached = byPhrase.get(phrase);
  if (cached !== undefined) return cached;
  if (byPhrase.size >= KNOWN_WORDS_MAX) byPhrase.clear();
  const words = tokenise(phrase, language).tokens.map(({ text }) => text);
  byPhrase.set(phrase, words);
  return words;
}

export function callsOf(handlers: readonly HandlerPhrases[], language: Language): readonly Call[] {
  return handlers.flatMap(({ name, phrases }) =>
    wordsOf(phrases, language)
      .filter((words) => words.length > 0)
      .map((words): Call => ({ name, words })),
  );
}

/** Handler that most of the words call. */
export function calledIn(hearing: Hearing, point: ListeningPoint): Understood | undefined {
  const { path } = hearing;
  const language = languageOf(point.pack.tag);
  const handlers = new Map(point.handlers.map((handler) => [handler.name, handler]));
  const acts = path.filter((arc) => {
    const handler = handlers.get(arc.what ?? "");
    if (arc.kind !== "act" || handler === undefined) return false;
    const denials = handler.isAnywhere === true ? denialsOfUrgent : denialsOfAny;
    return !hasObject({ ...hearing, language }, arc) && !isDenied(hearing, arc.start, { language, denials });
  });
  const [best] = acts.toSorted((a, b) => weightOf(b) - weightOf(a));
  if (best?.what === undefined) return undefined;
  const explained = wordsIn(acts.filter(({ what }) => what === best.what));
  // "What are your opening hours" asks for the hours; "I don't know when" says more.
  const isAsking = ({ kind, what, start }: Arc): boolean =>
    kind === "doubt" && what === "question" && start < best.start;
  const isPolite = ({ kind, start, end }: Arc): boolean =>
    kind === "open" && hearing.tokens.slice(start, end).every(({ text }) => politeAnywhere.has(text));
  const unexplained = wordsIn(
    path.filter((arc) => UNEXPLAINED.has(arc.kind) && !isAsking(arc) && !isPolite(arc)),
  );
  const coverage = explained / (explained + unexplained);
  if (coverage < HANDLER_COVERAGE_MIN) return undefined;
  return { type: "handler", name: best.what, confidence: Math.min(point.confidence, coverage) };
}

/** "Thanks, bye" says goodbye. */
const weightOf = (arc: Arc): number => wordsIn([arc]) - (courtesies.has(arc.what ?? "") ? wordsMax : 0);

const UNEXPLAINED: ReadonlySet<Arc["kind"]> = new Set(["open", "foreign", "value", "doubt"]);

const wordsIn = (arcs: readonly Arc[]): number => arcs.reduce((sum, { start, end }) => sum + end - start, 0);

/** "I have no chest pain": a few small words separate a denial and its object. */
const smallWordsMax = 4;

/** True if a text contains one of the phrases, without a denial. */
export function isCalledAnywhere(text: string, phrases: readonly string[], { tag }: LanguagePack): boolean {
  const language = languageOf(tag);
  const handlers = [{ name: "called", phrases, isAnywhere: true, proposable: false } as const];
  const place = { slots: [], language, now: { today: 0, minute: 0 }, calls: callsOf(handlers, language) };
  return urgentIn(hear(text, place), { handlers }, language) !== undefined;
}

/** Handler whose phrase counts wherever it occurs without a denial; of several, the longest phrase. */
export function urgentIn(
  hearing: Hearing,
  point: Pick<ListeningPoint, "handlers">,
  language: Language,
): string | undefined {
  const urgent = point.handlers.filter(({ isAnywhere }) => isAnywhere === true);
  if (urgent.length === 0) return undefined;
  const texts = hearing.tokens.map(({ text }) => text);
  const calls = callsOf(urgent, language).flatMap(({ name, words }) =>
    texts.flatMap((_, start) =>
      words.every((word, at) => texts[start + at] === word)
        ? [{ name, start, end: start + words.length }]
        : [],
    ),
  );
  const denied = calls.filter(({ start }) =>
    isDenied(hearing, start, { language, denials: denialsOfUrgent }),
  );
  // A caller who denies a chest pain has not named a pain either.
  const meant = calls.filter(
    ({ start, end }) => !denied.some((each) => each.start < end && start < each.end),
  );
  return meant.toSorted((a, b) => b.end - b.start - (a.end - a.start))[0]?.name;
}

/** "No operator" may mean a no and a wish; "no emergency" means no wish. */
const denialsOfAny: ReadonlySet<unknown> = new Set(["not"]);
const denialsOfUrgent: ReadonlySet<unknown> = new Set(["not", "no", false]);

interface Denying {
  readonly language: Language;
  /** Values that deny, of marks and of yes or no. */
  readonly denials: ReadonlySet<unknown>;
}

function isDenied({ readings, tokens }: Hearing, start: number, { language, denials }: Denying): boolean {
  const { besideSet, weakSet, ownerSet, articleSet, asideSet, doubtOf } = language;
  const small = [besideSet, weakSet, ownerSet, articleSet, asideSet, doubtOf];
  for (let at = start - 1; at >= 0 && start - at <= smallWordsMax; at--) {
    // "No, chest pain!"
    if (tokens[at + 1]?.isAfterBreak === true) return false;
    const isDenial = (readings[at] ?? []).some(
      ({ type, value, end }) => end <= start && (type === "mark" || type === "yesno") && denials.has(value),
    );
    if (isDenial) return true;
    const { text = "" } = tokens[at] ?? {};
    if (!small.some((words) => words.has(text))) return false;
  }
  return false;
}

/** "What does it cost", "is there parking", and every question mark. */
export function asksSomething(text: string, { tag }: LanguagePack): boolean {
  const language = languageOf(tag);
  const { tokens, isQuestion } = tokenise(text, language);
  return isQuestion || beginsToAsk(tokens, language, 1);
}

/** "How much is that a night, then?": a question by the caller that proposes no answer (unlike "could we"). */
export function asksAside(text: string, { tag }: LanguagePack): boolean {
  const language = languageOf(tag);
  const { tokens } = tokenise(text, language);
  const starts = tokens.flatMap(({ isAfterBreak }, at) => (isAfterBreak || at === 0 ? [at] : []));
  return starts.some((start, at) => {
    const sentence = tokens.slice(start, starts[at + 1]);
    const first = sentence.findIndex(({ text: word }) => !language.hesitationSet.has(word));
    const [verb, subject] = sentence.slice(Math.max(first, 0)).map((token) => token.text);
    const isWish = language.wantSet.has(verb ?? "") && language.subjectSet.has(subject ?? "");
    return !isWish && beginsToAsk(sentence, language);
  });
}

/** Whether the first meaningful word asks: by itself ("what"), or as a verb before enough words ("is it"). */
export function beginsToAsk(tokens: readonly Token[], language: Language, wordsMin = 3): boolean {
  const first = tokens.find(({ text }) => !language.hesitationSet.has(text))?.text ?? "";
  return (
    language.doubtOf.get(first) === "question" || (language.askSet.has(first) && tokens.length >= wordsMin)
  );
}
