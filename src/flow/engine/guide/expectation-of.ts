// What guided recognition listens for at one listening point: the very things that `understand` takes there.

import type { Expectation, Expected } from "../expectation.ts";
import { ownWordsOf } from "../understand/own-words.ts";
import type { Asked, Correctable, Hearing } from "../understand/understanding.ts";
import type { Listening } from "../run/step-contract.ts";
import { common } from "./common-phrases.ts";
import { guideEnglish } from "./english-guide.ts";
import { examplesOf } from "./example-phrases.ts";
import { pieceOf, type Guiding } from "./type-phrases.ts";
import { anyOf, anyOrder, type Maybe, optional, phrasesTree, sequence, wordsIn } from "./phrase-tree.ts";
import { shortAnswers } from "./short-answers.ts";
import { spokenWords } from "./spoken-words.ts";
import type { GuideWords } from "./guide-words.ts";

const guided: ReadonlyMap<string, GuideWords> = new Map([["en", guideEnglish]]);

/** A grammar of so many words is loaded and searched fast enough for a call. */
const wordsMax = 900;
/** "Yes, at eight", "okay, at eight" */
const affirmationsMax = 6;
const markersMax = 16;
const wrongMax = 6;

/** Where nothing is said, or not by voice, nothing is expected. */
export function expectationOf(
  hearing: Hearing | undefined,
  { endSilenceMs, accepts, hints }: Pick<Listening, "endSilenceMs" | "accepts" | "hints">,
): Expectation {
  if (hearing === undefined || accepts === "nothing" || accepts === "dtmf")
    return { anyOf: [], endSilenceMs };
  const words = guided.get(hearing.pack.language);
  if (words === undefined) return { anyOf: hinted(hearing, hints), endSilenceMs };
  const guiding = { pack: hearing.pack, words, today: hearing.moment.date };
  return {
    anyOf: guide(guiding, hearing, hints),
    examples: examplesOf(hearing, words),
    endSilenceMs,
  };
}

/** A language that no grammar is known for: its words may still help a recogniser. */
function hinted({ handlers, asked }: Hearing, hints: readonly string[]): readonly Expected[] {
  const options = asked?.wanted.kind === "choice" ? asked.wanted.options : [];
  const phrases = [
    ...options.flatMap(({ label, synonyms }) => [label, ...synonyms]),
    ...handlers.flatMap((handler) => handler.phrases),
    ...hints,
  ];
  return phrases.length === 0 ? [] : [{ type: "phrases", phrases: [...new Set(phrases)] }];
}

function guide(guiding: Guiding, hearing: Hearing, hints: readonly string[]): readonly Expected[] {
  const { words } = guiding;
  const { asked, confirming } = hearing;
  const isFree = asked !== undefined && (asked.wanted.kind === "name" || asked.wanted.kind === "text");
  const commands = [
    ...commandsOf(guiding, hearing),
    ...(isFree ? hints.map((hint) => spokenWords(hint, words)) : []),
  ];
  const short = shortAnswers(guiding, hearing, commands);
  const budget = new Budget(wordsMax - shortWords(short));
  const said = anyOf(
    ...(confirming === undefined
      ? answers(guiding, hearing, budget)
      : confirmations(guiding, { ...hearing, confirming }, budget)),
    ...corrections(guiding, hearing, budget),
  );
  return said === undefined ? short : [...short, { type: "grammar", said }];
}

const shortWords = (short: readonly Expected[]): number =>
  short
    .flatMap((one) => (one.type === "phrases" ? one.phrases : []))
    .reduce((sum, phrase) => sum + phrase.split(" ").length, 0);

/** What is left out once the grammar is full: the later it comes, the less it matters. */
class Budget {
  #left: number;

  constructor(words: number) {
    this.#left = words;
  }

  take(said: Maybe): Maybe {
    const words = wordsIn(said);
    if (words > this.#left) return undefined;
    this.#left -= words;
    return said;
  }
}

/** The flow's own first, and of the built-in ones the commonest. */
function commandsOf({ pack, words }: Guiding, { handlers }: Hearing): readonly string[] {
  const own = handlers.flatMap(({ name, phrases }) => {
    const known = new Set(pack.handlers.get(name));
    return phrases.filter((phrase) => !known.has(phrase)).map((phrase) => spokenWords(phrase, words));
  });
  const builtIn = handlers.flatMap(({ name, phrases }) => {
    const known = new Set(pack.handlers.get(name));
    return common(
      phrases.filter((phrase) => known.has(phrase)),
      words,
    );
  });
  return [...own, ...builtIn];
}

/** The asked variable and the other open ones in any order. */
function answers(guiding: Guiding, hearing: Hearing, budget: Budget): readonly Maybe[] {
  const { open } = hearing;
  const asked = hearing.asked && withNames(hearing.asked, hearing);
  // A text is the whole utterance.
  if (asked?.wanted.kind === "text" || asked?.wanted.kind === "boolean") return [];
  const all = asked === undefined ? open : [asked, ...open];
  const pieces = all.map((each) =>
    budget.take(pieceOf(each, { mode: each === asked ? "asked" : "open", ...company(each, all) }, guiding)),
  );
  return [around(anyOrder(pieces), guiding)];
}

/** Of its question's words, so many are listened for behind a number. */
const ownWordsMax = 4;

/** "Six people", where nobody wrote what the number counts: the nouns of a question come late in it. */
function withNames(asked: Asked, hearing: Hearing): Asked {
  if (asked.wanted.kind !== "number" || asked.synonyms.length > 0) return asked;
  return { ...asked, synonyms: [...ownWordsOf(asked, hearing)].slice(-ownWordsMax) };
}

const isAlone = ({ wanted }: Asked, all: readonly Asked[]): boolean =>
  all.filter((each) => each.wanted.kind === wanted.kind).length === 1;

const company = (asked: Asked, all: readonly Asked[]) => ({
  isAlone: isAlone(asked, all),
  rivals: all.filter((each) => each !== asked).map(({ wanted }) => wanted.kind),
});

/** "I would like … please". */
function around(said: Maybe, { words }: Guiding): Maybe {
  return sequence(...optional(phrasesTree(words.leads)), said, ...optional(phrasesTree(words.tails), true));
}

/** "No, six", "yes, at eight". */
function confirmations(
  guiding: Guiding,
  { confirming, open }: Hearing & Required<Pick<Hearing, "confirming">>,
  budget: Budget,
): readonly Maybe[] {
  const { pack, words } = guiding;
  const all = [...confirming.values, ...open];
  const again = confirming.values
    .filter(({ wanted }) => wanted.kind !== "boolean")
    .map((each) => budget.take(pieceOf(each, { mode: "again", ...company(each, all) }, guiding)));
  const others = open.map((each) =>
    budget.take(pieceOf(each, { mode: "open", ...company(each, all) }, guiding)),
  );
  const yes = phrasesTree(pack.affirmations.slice(0, affirmationsMax));
  const [no] = common(pack.no, words);
  const tail = optional(phrasesTree(words.tails), true);
  return [
    sequence(...optional(anyOf(no, markersTree(guiding))), anyOf(...again), ...tail),
    sequence(yes, anyOf(...others), ...tail),
  ];
}

/** "No", "sorry", "no, make it". */
function markersTree({ pack, words }: Guiding): Maybe {
  const all = common(pack.markers, words, markersMax);
  const [no] = common(pack.no, words);
  return phrasesTree([
    ...all,
    ...all.flatMap((marker) => (no === undefined || marker === no ? [] : `${no} ${marker}`)),
  ]);
}

/** "No, make it five people", "no, the day is wrong". */
function corrections(guiding: Guiding, { correctable }: Hearing, budget: Budget): readonly Maybe[] {
  const { pack, words } = guiding;
  const marker = markersTree(guiding);
  const values = correctable.map((each) =>
    budget.take(pieceOf(each, { mode: modeOf(each, correctable), ...company(each, correctable) }, guiding)),
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
  { pack, words }: Guiding,
): readonly string[] {
  const typeNames = isAlone(each, all) ? pack.typeNames[each.wanted.kind] : [];
  return [...each.synonyms, ...typeNames]
    .map((name) => spokenWords(name, words))
    .filter((name) => name !== "");
}
