// List answer: what an utterance means to the lists that are heard here: entries that come, go or change, or the end,
// with what it says beside them: "two margheritas, for tomorrow".

import { fits } from "../fits.ts";
import { ACCEPT_MIN, DOUBT_CONFIDENCE } from "../thresholds.ts";
import {
  type Filled,
  doubted,
  type HeardList,
  type ListeningPoint,
  type Understood,
} from "../understanding.ts";
import { changed } from "./list-changes.ts";
import { countOf } from "./list-head.ts";
import { itemsOf } from "./list-items.ts";
import { type ListWords, listWordsIn } from "./list-words.ts";

/** Undefined where the words say nothing, or nothing clear, of a list. */
export function listMeant(words: string, point: ListeningPoint): Understood | undefined {
  for (const list of point.lists ?? []) {
    const said = listWordsIn(words, point, list);
    const meant = said.isQuestion || said.isOtherDenied ? undefined : meaningFor(said, list, point);
    if (meant !== undefined) return withOthers(meant, said, point);
  }
  return undefined;
}

function meaningFor(words: ListWords, list: HeardList, point: ListeningPoint): Understood | undefined {
  const { marks, explained, unexplained, isVague } = words;
  const said = itemsOf(marks);
  const { items, isAmbiguous } = said;
  if (items.length === 0) return list.role === "answered" ? undefined : withoutItems(words, list);
  // Elsewhere a list is changed, and does not grow by what may be about something else.
  const isChangeSaid =
    said.isInstead ||
    marks.some(({ word }) => word === "add") ||
    items.some(
      ({ mode, isMore, isEverything, isPart }) => mode !== "add" || isMore || isEverything || isPart,
    );
  const growsByYes = list.role === "pending" && marks[0]?.word === "yes";
  const opens = list.role === "pending" && (said.isDenial || growsByYes);
  if (list.role !== "asked" && !isChangeSaid && !opens) return undefined;
  const result = isAmbiguous ? undefined : changed(said, list.entries, list.fields);
  if (result === undefined || (result.isBorrowed && unexplained > 0) || !inRange(result.entries, list))
    return undefined;
  // How many "a few" are is asked where the list is.
  const count = countOf(list.fields);
  const isOpen = result.entries.some((entry) => count !== undefined && entry[count.name] === null);
  if (isOpen && list.role === "answered") return undefined;
  if (JSON.stringify(result.entries) === JSON.stringify(list.entries) && !said.isOver) return undefined;
  // A few words that nothing explains may be a dish that is not offered; among many the list is not meant.
  if (unexplained > explained) return undefined;
  const isOtherwise =
    list.role === "asked" && said.isDenial && items[0]?.mode !== "remove" && items[0]?.mode !== "change";
  const isUnsure = unexplained > 0 || result.isDoubtful || isOtherwise || said.isLoose || isVague;
  const confidence = isUnsure ? Math.min(point.confidence, DOUBT_CONFIDENCE) : point.confidence;
  const decision = confidence >= ACCEPT_MIN ? "accept" : "confirm";
  const doubt = isUnsure ? ({ isDoubtful: true } as const) : {};
  const { name } = list;
  const value = result.entries;
  if (list.role === "answered") {
    const change = value.length === 0 ? { name } : { name, value };
    return { type: "correction", changes: [change], also: [], decision, confidence, ...doubt };
  }
  const over = said.isOver ? ({ isOver: true } as const) : {};
  if (list.role === "pending")
    return { type: "confirmed", yes: growsByYes, values: [{ name, value, ...over }], decision };
  return { type: "answer", values: [{ name, value, ...over }], decision, confidence, ...doubt };
}

/** "That's all", and a yes that does not say what. */
function withoutItems(
  { marks, unexplained, isCall }: ListWords,
  { name, entries, role }: HeardList,
): Understood | undefined {
  if (entries.length === 0 || unexplained > 0 || isCall) return undefined;
  const has = (word: string): boolean => marks.some((mark) => mark.word === word);
  // "Nothing else", at what is read back: it is right, and all.
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

const inRange = (entries: HeardList["entries"], { fields }: HeardList): boolean =>
  entries.every((entry) =>
    fields.every(({ name, wanted }) => {
      const value = Object.hasOwn(entry, name) ? (entry[name] ?? null) : null;
      return value === null || fits(wanted, value);
    }),
  );

/** What was said of the list, together with what was said beside it. */
function withOthers(heard: Understood, { others, isVague }: ListWords, point: ListeningPoint): Understood {
  if (others.length === 0) return heard;
  const valuesOf = (name: string) =>
    new Set(
      others.flatMap((each) => (each.name === name ? [each.fit.value, ...(each.fit.values ?? [])] : [])),
    );
  const clear = others.flatMap(({ name, fit }): readonly Filled[] =>
    fit.value !== undefined && fit.isOutside !== true && valuesOf(name).size === 1
      ? [{ name, value: fit.value }]
      : [],
  );
  switch (heard.type) {
    case "answer": {
      const values = [...heard.values, ...clear];
      if (heard.decision === "confirm") return { ...heard, values };
      for (const { name, fit } of others) {
        if (fit.isOutside === true && fit.value !== undefined)
          return { type: "invalid", name, value: fit.value, also: values };
        const several = [...valuesOf(name)].filter((value) => value !== undefined);
        if (fit.value === undefined || several.length > 1)
          return { type: "alternatives", name, values: several, also: values };
      }
      return { ...heard, values: doubted(values, isVague) };
    }
    case "confirmed":
      return { ...heard, values: [...heard.values, ...clear] };
    case "correction":
      return { ...heard, also: [...heard.also, ...clear] };
    case "more":
      return clear.length === 0
        ? heard
        : { type: "answer", values: clear, decision: "accept", confidence: point.confidence };
    default:
      return heard;
  }
}
