// List words: the words of an utterance for a list, from left to right: values of fields, counts, places of entries,
// and words that remove, replace or add. The chart reads them like the words of any answer.

import { arcsOf } from "../../../grammar/arcs.ts";
import { clausesOf } from "../../../grammar/clauses.ts";
import { cover } from "../../../grammar/cover.ts";
import { decide, type Decision } from "../../../grammar/decide.ts";
import type { Hearing } from "../../../grammar/hearing.ts";
import { type Arc, nextValue, readingsAt, type Scene, sceneOf, type Slot } from "../../../grammar/scene.ts";
import type { Fit } from "../../../grammar/variables.ts";
import type { Value } from "../../../value/value.ts";
import { beginsToAsk } from "../hearing/calls.ts";
import { placeOf, variableOf } from "../hearing/slots.ts";
import type { HeardList, ListeningPoint, WantedField } from "../understanding.ts";
import { countOf, headOf } from "./list-entry.ts";

/** A value of a field. */
export interface FieldSaid {
  readonly field: WantedField;
  /** Values; null: no number, as in "a few". */
  readonly values: readonly Value[];
  /** Whether the noun is a plural: "coffees". */
  readonly isSeveral?: boolean;
  /** Whether the word is a count. */
  readonly isCount?: boolean;
}

/**
 * Words about a list, under English names. `drop`: removes the adjacent item. `rather`: "two small ones instead". `of`:
 * "one of those". `the`: the following item exists.
 */
const listWords = new Set(
  "yes no mend again or over remove away drop rather insteadOf change into everything more add and it the of".split(
    " ",
  ),
);
/** List words for the marks of any answer. */
const called: Readonly<Record<string, string>> = { not: "no", instead: "insteadOf" };

export interface Mark {
  readonly start: number;
  readonly end: number;
  readonly isAfterBreak: boolean;
  /** A word of `listWords`, or `field` or `place`, which have more properties. */
  readonly word: string;
  readonly said?: FieldSaid;
  /** Place of an entry: 1 is the first, -1 the last. */
  readonly place?: number;
}

export interface ListWords {
  readonly marks: readonly Mark[];
  /** Decisions about other variables. */
  readonly others: readonly Decision[];
  readonly explained: number;
  readonly unexplained: number;
  /** Whether a word was only nearly understood, or a value may be another one. */
  readonly isVague: boolean;
  readonly isQuestion: boolean;
  /** Whether the words call a handler or make an act. */
  readonly isCall: boolean;
}

/** "A big fat margherita": maximum number of words from an article to its noun. */
const ARTICLE_REACH = 3;

function slotsOf({ name, synonyms, question, fields }: HeardList): readonly Slot[] {
  const count = countOf(fields);
  return fields.map((field): Slot => {
    const variable = variableOf({ ...field, ...(question !== undefined && { question }) });
    const nouns = field === count ? [...field.synonyms, ...synonyms] : field.synonyms;
    return { variable: { ...variable, name: `${name}.${field.name}`, synonyms: nouns }, isAsked: true };
  });
}

export function listWordsIn(hearing: Hearing, point: ListeningPoint, list: HeardList): ListWords {
  const place = placeOf(point);
  const others = point.open.map(variableOf);
  const slots = [...slotsOf(list), ...others.map((variable): Slot => ({ variable, isAsked: false }))];
  const scene = sceneOf(hearing, { ...place, slots });
  const arcsOfList = arcsOf(scene).map((arcsHere) =>
    arcsHere.filter((arc) => isOfList(scene, arc, list)).map((arc) => cheaper(arc, list)),
  );
  const isCounting = (end: number): boolean =>
    point.open.length === 0 ||
    arcsOfList.slice(end, end + ARTICLE_REACH).some((arcsHere) => arcsHere.some((arc) => isField(arc, list)));
  const arcs = arcsOfList.map((arcsHere, at) => [...arcsHere, ...listArcs(scene, { list, at, isCounting })]);
  const path = withTexts(scene, list, cover(arcs, []));
  const heard: Heard = { scene, list, path };
  const clauses = clausesOf({ tokens: hearing.tokens, path, language: place.language });
  const told = new Set(
    path.flatMap((arc, at) => (isUnexplained(heard, arc, at) ? [clauses[arc.start]] : [])),
  );
  const named = new Set(path.flatMap((arc) => (isNamed(arc, list) ? [clauses[arc.start]] : [])));
  // "No Alfie, you've had one": a clause that tells something without a name from the list counts nothing.
  const isTold = ({ start, said, word }: Mark): boolean =>
    (said?.isCount === true || word === "no" || word === "mend") &&
    told.has(clauses[start]) &&
    !named.has(clauses[start]);
  const marks = path.flatMap((arc, at) => marksOf(heard, arc, at)).filter((mark) => !isTold(mark));
  return {
    marks,
    others: others.flatMap((variable) => decide({ ...hearing, path }, variable, place.language) ?? []),
    explained: lengthOf(marks),
    unexplained: lengthOf(path.filter((arc, at) => isUnexplained(heard, arc, at))),
    isVague:
      hearing.tokens.some(({ fuzzy }) => fuzzy === true) ||
      path.some((arc) => isField(arc, list) && arc.sets?.some(({ fit }) => fit.doubt !== undefined) === true),
    isQuestion: beginsToAsk(hearing.tokens, place.language),
    isCall: path.some(({ kind, what }) => kind === "act" && what !== "thanks"),
  };
}

interface Heard {
  readonly scene: Scene;
  readonly list: HeardList;
  readonly path: readonly Arc[];
}

const lengthOf = (all: readonly { readonly start: number; readonly end: number }[]): number =>
  all.reduce((sum, { start, end }) => sum + end - start, 0);

const UNEXPLAINED: ReadonlySet<string> = new Set(["open", "foreign", "doubt"]);

const isUnexplained = (heard: Heard, { kind, what }: Arc, at: number): boolean =>
  UNEXPLAINED.has(kind) || (kind === "mark" && (what === "bad" || (what === "some" && !counts(heard, at))));

/** Cost of a part of an option's name ("cheese" of "cheese pizza"): it says nothing here. */
const PART_COST = 0.3;

/** "The second one" is an entry and no option; "forget the cola" ends no call; "uh" corrects nothing. */
function isOfList(scene: Scene, { start, end, kind, what, cost, sets }: Arc, list: HeardList): boolean {
  const { tokens, slots, language } = scene;
  const name = sets?.[0]?.name;
  // Code below reads counts, of any ordered thing.
  if (name !== undefined && name === `${list.name}.${countOf(list.fields)?.name}`) return false;
  if (kind === "act") return !isOfRecords(scene, start, end);
  if (kind === "mark" && what === "mend")
    return !tokens
      .slice(start, end)
      .every(({ text }) => language.hesitationSet.has(text) && language.besideSet.has(text));
  if (!slots.some(({ variable }) => variable.name === name && variable.type === "choice")) return true;
  const isPlace = readingsAt(scene, start).some((each) => each.type === "position" && each.end === end);
  return !isPlace && cost < PART_COST;
}

/** Whether the words are a row of list words or marks, and not only "it": "cancel that" is about the call. */
function isOfRecords(scene: Scene, start: number, end: number): boolean {
  if (end - start === scene.tokens.length && end - start === 1) return false;
  return readingsAt(scene, start).some(
    ({ type, value, end: to }) =>
      (type === "record" || type === "mark" || type === "enough") &&
      value !== "it" &&
      (to === end || (to < end && isOfRecords(scene, to, end))),
  );
}

/** Arc at a lower cost: a word of the list outweighs one that may accompany any answer: "two little ones". */
const cheaper = (arc: Arc, list: HeardList): Arc =>
  isField(arc, list) ? { ...arc, cost: arc.cost * 0.3 } : arc;

const isField = ({ sets }: Arc, { name }: HeardList): boolean =>
  sets?.some((each) => each.name.startsWith(`${name}.`)) === true;

/** Whether the arc is a value of a field other than a count. */
const isNamed = ({ sets }: Arc, list: HeardList): boolean =>
  sets?.some(
    ({ name }) => name.startsWith(`${list.name}.`) && name !== `${list.name}.${countOf(list.fields)?.name}`,
  ) === true;

interface Counting {
  readonly list: HeardList;
  readonly at: number;
  /** Whether a counted thing follows: otherwise "at eight" is a time. */
  readonly isCounting: (end: number) => boolean;
}

function listArcs(scene: Scene, { list, at, isCounting }: Counting): readonly Arc[] {
  const count = countOf(list.fields);
  const readings = readingsAt(scene, at);
  return readings.flatMap(({ type, value, start, end, cost }): Arc[] => {
    const mark = (what: string, markCost: number): Arc[] => [
      { start, end, kind: "mark", what, cost: markCost + cost },
    ];
    // "Instead | of the cola" belongs to no larger reading.
    if (type === "record") return value === "vague" ? [] : mark(String(value), value === "of" ? 0.02 : 0.01);
    if (type === "enough") return end - start > 1 || scene.tokens.length === 1 ? mark("over", 0.02) : [];
    if (type === "yesno" && value === true) return mark("yes", 0.02);
    if (type === "position") return mark(`place ${String(value)}`, 0.04);
    const isCount = (type === "number" || type === "times") && Number.isInteger(value) && Number(value) > 0;
    if (!isCount || count === undefined) return [];
    const isVague = readings.some((each) => each.value === "vague" && each.end >= end);
    const fit = { value: Number(value), ...(isVague && { doubt: "a few may be meant" }) };
    const sets = [{ name: `${list.name}.${count.name}`, fit }];
    return [{ start, end, kind: "value", cost: (isCounting(end) ? 0.1 : 0.35) + cost, sets }];
  });
}

function marksOf(heard: Heard, arc: Arc, at: number): readonly Mark[] {
  const { scene, list } = heard;
  const { kind, what = "", start, end, sets = [] } = arc;
  const mark = (word: string, more: Pick<Mark, "said" | "place"> = {}): readonly Mark[] => [
    { start, end, isAfterBreak: scene.tokens[start]?.isAfterBreak === true, word, ...more },
  ];
  if (kind === "value")
    return sets.flatMap(({ name, fit }) => {
      const field = list.fields.find((each) => `${list.name}.${each.name}` === name);
      return field === undefined ? [] : mark("field", { said: saidOf(heard, { field, fit, start, end }) });
    });
  if (kind !== "mark") return [];
  if (what.startsWith("place ")) return mark("place", { place: Number(what.slice(6)) });
  if (what === "one" || what === "some") {
    // "A margherita", "a few colas".
    const field = countOf(list.fields);
    const values = [what === "one" ? 1 : null];
    return field !== undefined && counts(heard, at)
      ? mark("field", { said: { field, values, isCount: true } })
      : [];
  }
  const next = nextValue(heard.path, arc);
  // "Tomorrow or Monday": a word before another variable's value belongs to that variable.
  if (what === "or" && next?.sets !== undefined && !isField(next, list)) return [];
  const word = called[what] ?? what;
  return listWords.has(word) ? mark(word) : [];
}

interface Filling {
  readonly field: WantedField;
  readonly fit: Fit;
  readonly start: number;
  readonly end: number;
}

function saidOf({ scene, list }: Heard, { field, fit, start, end }: Filling): FieldSaid {
  const isCount = field === countOf(list.fields);
  return {
    field,
    values: fit.value === undefined ? (fit.values ?? []) : [fit.value],
    isCount,
    isSeveral: field === headOf(list.fields) && isPlural(scene, { field, start, end }),
  };
}

/** Whether a countable value follows: "a big fat margherita". */
function counts({ list, path }: Heard, at: number): boolean {
  const count = countOf(list.fields)?.name;
  const next = path.slice(at + 1).find(({ sets }) => sets !== undefined);
  return (
    count !== undefined &&
    next !== undefined &&
    next.start < (path[at]?.end ?? 0) + ARTICLE_REACH &&
    next.sets?.[0]?.name !== `${list.name}.${count}`
  );
}

/** Whether the plural of an option is said: not "fries", if that is its name. */
function isPlural({ tokens, language }: Scene, { field, start, end }: Omit<Filling, "fit">): boolean {
  const { wanted } = field;
  const options = wanted.kind === "choice" ? wanted.options : [];
  const names = new Set(
    options.flatMap(({ id, label, synonyms }) =>
      [id.replaceAll("_", " "), label, ...synonyms].flatMap((name) => name.toLowerCase().split(" ")),
    ),
  );
  const { stem, pronounSet } = language;
  const stems = new Set([...names].map(stem));
  return tokens
    .slice(start, end)
    .some(({ text }) => stems.has(stem(text)) && !names.has(text) && !pronounSet.has(text));
}

/** Unexplained words, and those between them, are the list's possible text. */
function withTexts({ tokens }: Scene, { name, fields }: HeardList, path: readonly Arc[]): readonly Arc[] {
  const free = fields.find(({ wanted }) => wanted.kind === "text");
  if (free === undefined) return path;
  const isText = ({ kind }: Arc): boolean => kind === "open" || kind === "foreign";
  const joined: Arc[] = [];
  for (let at = 0; at < path.length; at++) {
    const arc = path[at] as Arc;
    const ends = path.findIndex(
      (each, n) =>
        n > at && ((!isText(each) && each.kind !== "beside") || tokens[each.start]?.isAfterBreak === true),
    );
    const last = isText(arc) ? path.slice(at, ends < 0 ? path.length : ends).findLastIndex(isText) + at : at;
    const { end } = path[last] as Arc;
    const text = tokens.slice(arc.start, end).map(({ raw }) => raw);
    const sets = [{ name: `${name}.${free.name}`, fit: { value: text.join(" ") } }];
    joined.push(isText(arc) ? { ...arc, end, kind: "value", sets } : arc);
    at = last;
  }
  return joined;
}
