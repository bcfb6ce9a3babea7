// List answer: what an utterance means for the open lists: added, removed or changed entries, or the end, with other
// values: "two margheritas, for tomorrow".

import type { Hearing } from "../../../grammar/hearing.ts";
import { filledBy, openIn } from "../hearing/answer-meaning.ts";
import { ACCEPT_MIN, DOUBT_CONFIDENCE } from "../thresholds.ts";
import type { HeardList, ListeningPoint, Understood } from "../understanding.ts";
import { changed, isRecount } from "./list-changes.ts";
import { countOf, isInRange, valueIn } from "./list-entry.ts";
import { itemsOf } from "./list-items.ts";
import { type ListWords, listWordsIn } from "./list-words.ts";

/** Undefined if the words say nothing, or nothing clear, about a list. */
export function listMeant(hearing: Hearing, point: ListeningPoint): Understood | undefined {
  for (const list of point.lists ?? []) {
    const listWords = listWordsIn(hearing, point, list);
    const isOtherDenied = listWords.others.some(({ isDenied }) => isDenied === true);
    const meant = listWords.isQuestion || isOtherDenied ? undefined : meaningFor(listWords, list, point);
    if (meant !== undefined) return withOthers(meant, listWords, point);
  }
  return undefined;
}

/** Traits of a change: "two more", "all large", "one of those". */
const changing: ReadonlySet<string> = new Set(["more", "everything", "part"]);

function meaningFor(words: ListWords, list: HeardList, point: ListeningPoint): Understood | undefined {
  const { marks, explained, unexplained, isVague } = words;
  const { name, role, fields } = list;
  const utterance = itemsOf(marks);
  const { items } = utterance;
  if (items.length === 0) return role === "answered" ? undefined : withoutItems(words, list);
  // Outside of its question a list is changed, and does not grow by words that may be about something else.
  const isChangeSaid =
    utterance.isInstead ||
    marks.some(({ word }) => word === "add") ||
    items.some(
      (item) =>
        item.mode !== "add" || !item.traits.isDisjointFrom(changing) || isRecount(item, list.entries, fields),
    );
  const growsByYes = role === "pending" && marks[0]?.word === "yes";
  const opens = role === "pending" && (utterance.isDenial || growsByYes);
  if (role !== "asked" && !isChangeSaid && !opens) return undefined;
  const result = utterance.isAmbiguous ? undefined : changed(utterance, list);
  // A few unexplained words may be a dish that is not offered; among many the list is not meant.
  if (result === undefined || unexplained > (result.isBorrowed ? 0 : explained)) return undefined;
  const value = result.entries;
  if (!value.every((entry) => isInRange(entry, fields))) return undefined;
  // The number of "a few" is asked at the list.
  const count = countOf(fields);
  const isOpen = count !== undefined && value.some((entry) => valueIn(entry, count.name) === null);
  if (isOpen && role === "answered") return undefined;
  // The caller repeated the present list.
  const isAgain = role === "asked" && items.every(({ traits }) => traits.has("known"));
  if (JSON.stringify(value) === JSON.stringify(list.entries) && !utterance.isOver && !isAgain)
    return undefined;
  const isOtherwise =
    role === "asked" && utterance.isDenial && ["add", "correct"].includes(items[0]?.mode ?? "");
  // An empty list cannot be read back.
  const isDoubtful =
    value.length > 0 && (unexplained > 0 || result.isDoubtful || isOtherwise || utterance.isLoose || isVague);
  const confidence = isDoubtful ? Math.min(point.confidence, DOUBT_CONFIDENCE) : point.confidence;
  const decision = confidence >= ACCEPT_MIN ? "accept" : "confirm";
  const surely = { decision, confidence, ...(isDoubtful && { isDoubtful }) } as const;
  const values = [{ name, value, ...(utterance.isOver && { isOver: true as const }) }];
  if (role === "answered")
    return {
      type: "correction",
      changes: [value.length === 0 ? { name } : { name, value }],
      also: [],
      ...surely,
    };
  if (role === "pending") return { type: "confirmed", yes: growsByYes, values, decision };
  return { type: "answer", values, ...surely };
}

/** "That's all", and a yes without a name. */
function withoutItems(
  { marks, unexplained, isCall }: ListWords,
  { name, entries, role }: HeardList,
): Understood | undefined {
  if (entries.length === 0 || unexplained > 0 || isCall) return undefined;
  const has = (word: string): boolean => marks.some((mark) => mark.word === word);
  // "Nothing else" at the read-back: the list is right, and complete.
  if (role === "pending")
    return has("over") && !has("no")
      ? { type: "confirmed", yes: true, values: [{ name, value: entries, isOver: true }] }
      : undefined;
  if (has("no") || has("over"))
    return {
      type: "answer",
      values: [{ name, value: entries, isOver: true }],
      decision: "accept",
      confidence: 1,
    };
  return has("yes") ? { type: "more", name } : undefined;
}

/** Answer about the list, with other values of the same words. */
function withOthers(heard: Understood, { others }: ListWords, point: ListeningPoint): Understood {
  if (others.length === 0) return heard;
  const clear = filledBy(others);
  const isDoubtful = others.some(({ verdict }) => verdict === "read_back");
  switch (heard.type) {
    case "answer": {
      const values = [...heard.values, ...clear];
      if (heard.decision === "confirm") return { ...heard, values };
      const doubt = isDoubtful ? ({ decision: "confirm", isDoubtful } as const) : {};
      return openIn(others, values) ?? { ...heard, values, ...doubt };
    }
    case "confirmed":
      return { ...heard, values: [...heard.values, ...clear] };
    case "correction":
      return { ...heard, also: [...heard.also, ...clear] };
    default:
      return clear.length === 0
        ? heard
        : { type: "answer", values: clear, decision: "accept", confidence: point.confidence };
  }
}
