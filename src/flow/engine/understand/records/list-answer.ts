// List answer: what an utterance means to the lists that are heard here: entries that come, go or change, or the end.

import { fits } from "../askable-types.ts";
import { compiledOf, inAnyNumber, phrasesOf } from "../compiled-pack.ts";
import { coveredBy, type Utterance, utteranceOf } from "../tokenised-utterance.ts";
import { ACCEPT_MIN, CONFIRM_MIN, DOUBT_CONFIDENCE } from "../thresholds.ts";
import { longestAt } from "../lexicon.ts";
import { readBoolean } from "../types/boolean.ts";
import type { HeardList, ListeningPoint, Understood } from "../understanding.ts";
import { changed } from "./list-changes.ts";
import { itemsOf } from "./list-items.ts";
import { type Mark, marksIn } from "./list-marks.ts";

/** Undefined where the words say nothing, or nothing clear, of a list. */
export function listMeant(utterance: Utterance, point: ListeningPoint): Understood | undefined {
  for (const list of point.lists ?? []) {
    const meant = meaningFor(utterance, list, point);
    if (meant !== undefined) return meant;
  }
  return undefined;
}

function meaningFor(utterance: Utterance, list: HeardList, point: ListeningPoint): Understood | undefined {
  if (asksBack(utterance)) return undefined;
  const marks = marksIn(utterance, list, point.moment);
  const said = itemsOf(utterance, marks);
  const { items, isAmbiguous } = said;
  if (items.length === 0) return list.role === "asked" ? withoutItems(utterance, list, marks) : undefined;
  // Elsewhere a list is changed, and does not grow by what may be about something else.
  const isChangeSaid =
    said.isInstead ||
    marks.some(({ type }) => type === "add") ||
    items.some(({ mode, isMore }) => mode !== "add" || isMore === true);
  const growsByYes = list.role === "pending" && readBoolean(utterance)[0]?.values[0] === true;
  const opens = list.role === "pending" && (said.isDenial || growsByYes);
  if (list.role !== "asked" && !isChangeSaid && !opens) return undefined;
  const share = coverageOf(utterance, list, marks);
  const result = isAmbiguous ? undefined : changed(said, list.entries, list.fields);
  if (result === undefined || (result.isBorrowed && share < 1) || !inRange(result.entries, list))
    return undefined;
  // How many "a few" are is asked where the list is.
  const count = list.fields.find(({ wanted }) => wanted.kind === "number");
  const isOpen = result.entries.some((entry) => count !== undefined && entry[count.name] === null);
  if (isOpen && list.role === "answered") return undefined;
  if (JSON.stringify(result.entries) === JSON.stringify(list.entries) && !said.isOver) return undefined;
  const isOtherwise =
    list.role === "asked" && said.isDenial && items[0]?.mode !== "remove" && items[0]?.mode !== "change";
  // A word that is not understood may be a dish that is not offered.
  const isUnsure =
    utterance.unsure.length > 0 ||
    result.isDoubtful ||
    isOtherwise ||
    said.isLoose ||
    share < 1 ||
    marks.some((mark) => isVague(utterance, mark));
  const sureness = Math.min(point.confidence, isUnsure ? Math.min(share, DOUBT_CONFIDENCE) : share);
  if (sureness < CONFIRM_MIN) return undefined;
  const decision = sureness >= ACCEPT_MIN ? "accept" : "confirm";
  const doubt = isUnsure ? ({ isDoubtful: true } as const) : {};
  const { name } = list;
  const value = result.entries;
  if (list.role === "answered") {
    const change = value.length === 0 ? { name } : { name, value };
    return { type: "correction", changes: [change], also: [], decision, confidence: sureness, ...doubt };
  }
  const over = said.isOver ? ({ isOver: true } as const) : {};
  if (list.role === "pending")
    return { type: "confirmed", yes: growsByYes, values: [{ name, value, ...over }], decision };
  return { type: "answer", values: [{ name, value, ...over }], decision, confidence: sureness, ...doubt };
}

/** "A couple of" may be more than two. */
const isVague = ({ keys, pack }: Utterance, mark: Mark): boolean =>
  mark.type === "field" &&
  !mark.values.includes(null) &&
  keys.slice(mark.from, mark.to).some((key) => pack.numbers.vague.has(key));

/** "That's all", and a yes that does not say what. */
function withoutItems(
  utterance: Utterance,
  { name, entries }: HeardList,
  marks: readonly Mark[],
): Understood | undefined {
  if (entries.length === 0) return undefined;
  const { compiled, keys, pack } = utterance;
  const more = {
    ...utterance,
    offersMore: true,
    compiled: { ...compiled, yesNo: compiled.yesNoMore },
    unsure: [],
  };
  const answers = readBoolean(more);
  const [first] = answers;
  if (first === undefined) return undefined;
  const explained = keys.map(
    (_, at) =>
      answers.some(({ from, to }) => from <= at && at < to) ||
      utterance.neutral[at] === true ||
      marks.some(({ type, from, to }) => (type === "over" || type === "marker") && from <= at && at < to) ||
      pack.plainYes.has(keys[at] ?? ""),
  );
  if (!explained.every(Boolean)) return undefined;
  const isNo = answers.some(({ values }) => values[0] === false);
  if (!isNo) return { type: "more", name };
  return {
    type: "answer",
    values: [{ name, value: entries, isOver: true }],
    decision: "accept",
    confidence: 1,
  };
}

/** "Do you have cola", "what is a calzone" */
function asksBack({ compiled, keys, neutral, pack }: Utterance): boolean {
  return (
    (neutral[0] !== true && pack.interrogatives.has(keys[0] ?? "")) ||
    longestAt(compiled.questionStarts, keys, 0) !== undefined
  );
}

const inRange = (entries: HeardList["entries"], { fields }: HeardList): boolean =>
  entries.every((entry) =>
    fields.every(({ name, wanted }) => {
      const value = Object.hasOwn(entry, name) ? (entry[name] ?? null) : null;
      return value === null || fits(wanted, value);
    }),
  );

/** The share of the words with content that is understood: words of the question and the list's names count nothing. */
function coverageOf(utterance: Utterance, list: HeardList, marks: readonly Mark[]): number {
  const { keys, neutral, pack } = utterance;
  const own = utteranceOf([list.question ?? "", list.name.replaceAll("_", " ")].join(" "), pack);
  const ownWords = new Set(own.keys);
  const names = coveredBy(
    phrasesOf(
      inAnyNumber(
        [
          ...list.synonyms,
          ...list.fields.flatMap((field) => [...field.synonyms, field.name.replaceAll("_", " ")]),
        ],
        pack,
      ),
      pack,
    ),
    keys,
  );
  const { acknowledgements } = compiledOf(pack);
  const offers = coveredBy(phrasesOf(pack.yesMore, pack), keys);
  const isMarked = (at: number): boolean => marks.some(({ from, to }) => from <= at && at < to);
  const explained = keys.filter((_, at) => isMarked(at)).length;
  const open = keys.filter(
    (key, at) =>
      !isMarked(at) &&
      neutral[at] !== true &&
      names[at] !== true &&
      offers[at] !== true &&
      !ownWords.has(key) &&
      longestAt(acknowledgements, keys, at) === undefined,
  ).length;
  return explained === 0 ? 0 : explained / (explained + open);
}
