// List words: what the words of an utterance are to a list, from left to right: values of fields, counts, places of
// entries, and words that take out, replace or add. The chart reads them like the words of any answer.

import { wallOf } from "../../../grammar/calendar.ts";
import { arcsOf } from "../../../grammar/arcs.ts";
import { parse } from "../../../grammar/chart.ts";
import { cover } from "../../../grammar/cover.ts";
import { type Arc, readingsAt, type Scene, sceneOf, type Slot } from "../../../grammar/scene.ts";
import { tokenise } from "../../../grammar/tokens.ts";
import type { Fit } from "../../../grammar/variables.ts";
import type { Value } from "../../../value/value.ts";
import { beginsToAsk } from "../asks.ts";
import { callsOf } from "../hearing/calls.ts";
import { languageAt, variableOf } from "../hearing/slots.ts";
import type { AskedVariable, HeardList, ListeningPoint, WantedField } from "../understanding.ts";
import { countOf, headOf } from "./list-head.ts";

/** A value of a field. */
export interface FieldSaid {
  readonly field: WantedField;
  /** Null: no number, as in "a few". */
  readonly values: readonly Value[];
  /** It is named as several: "coffees". */
  readonly isSeveral?: boolean;
  /** "The large one". */
  readonly hasPronoun?: boolean;
  /** It says how many. */
  readonly isCount?: boolean;
}

/**
 * Words that say something of a list; each is named by an English word of theirs. `drop`: takes out what stands before or
 * behind it. `rather`: "two small ones instead". `of`: "one of those". `the`: what follows is known.
 */
const listWords = new Set(
  "yes no mend or over remove away drop rather insteadOf change into everything more add and it the of".split(
    " ",
  ),
);
/** Marks of any answer, as lists call them. */
const called: Readonly<Record<string, string>> = { not: "no", instead: "insteadOf" };

export interface Mark {
  readonly start: number;
  readonly end: number;
  readonly isAfterBreak: boolean;
  /** One of `listWords`; `field` and `place` say more. */
  readonly word: string;
  readonly said?: FieldSaid;
  /** Of an entry: 1 is the first, -1 the last. */
  readonly place?: number;
}

export interface ListWords {
  readonly marks: readonly Mark[];
  /** What was said of other variables. */
  readonly others: readonly { readonly name: string; readonly fit: Fit }[];
  readonly explained: number;
  readonly unexplained: number;
  /** A word was only nearly understood, or a value may be another one. */
  readonly isVague: boolean;
  readonly isQuestion: boolean;
  /** "Not for tomorrow". */
  readonly isOtherDenied: boolean;
  /** A handler is called, or an act made. */
  readonly isCall: boolean;
}

/** Longer than any order. */
const WORDS_MAX = 100;
/** "A big fat margherita": words from an article to what it counts. */
const ARTICLE_REACH = 3;

const slotsOf = ({ name, synonyms, question, fields }: HeardList): readonly Slot[] =>
  fields.map((field): Slot => {
    const own = variableOf({ ...field, ...(question !== undefined && { question }) });
    const nouns = field === countOf(fields) ? [...field.synonyms, ...synonyms] : field.synonyms;
    return { variable: { ...own, name: `${name}.${field.name}`, synonyms: nouns }, isAsked: true };
  });

const besideSlot = (variable: AskedVariable): Slot => ({ variable: variableOf(variable), isAsked: false });

export function listWordsIn(words: string, point: ListeningPoint, list: HeardList): ListWords {
  const language = languageAt(point);
  const tokens = tokenise(words, language).tokens.slice(0, WORDS_MAX);
  const scene = sceneOf(
    { tokens, readings: parse(tokens, language.grammar) },
    {
      slots: [...slotsOf(list), ...point.open.map(besideSlot)],
      language,
      now: wallOf(point.moment),
      calls: callsOf(point.handlers, language),
    },
  );
  const found = arcsOf(scene).map((own) =>
    own.filter((arc) => isOfList(scene, arc, list)).map((arc) => cheaper(arc, list)),
  );
  const isCounting = (end: number): boolean =>
    point.open.length === 0 ||
    found.slice(end, end + ARTICLE_REACH).some((own) => own.some((arc) => isField(arc, list)));
  const arcs = found.map((own, at) => [...own, ...listArcs(scene, { list, at, isCounting })]);
  return heardIn({ scene, list, path: withTexts(scene, list, cover(arcs, [])) });
}

interface Heard {
  readonly scene: Scene;
  readonly list: HeardList;
  readonly path: readonly Arc[];
}

function heardIn(heard: Heard): ListWords {
  const { scene, list, path } = heard;
  const { tokens, language } = scene;
  const marks = path.flatMap((arc, at) => marksOf(heard, arc, at));
  return {
    marks,
    others: path.flatMap((arc) => (isField(arc, list) ? [] : (arc.sets ?? []))),
    explained: lengthOf(marks),
    unexplained: lengthOf(path.filter((arc, at) => isUnexplained(heard, arc, at))),
    isVague:
      tokens.some(({ fuzzy }) => fuzzy === true) ||
      path.some((arc) => isField(arc, list) && arc.sets?.some(({ fit }) => fit.doubt !== undefined) === true),
    isQuestion: beginsToAsk(tokens, language),
    isOtherDenied: path.some((arc, at) => isOther(arc, list) && isDenial(path.slice(0, at).findLast(isSaid))),
    isCall: path.some(({ kind, what }) => kind === "act" && what !== "thanks"),
  };
}

const lengthOf = (all: readonly { readonly start: number; readonly end: number }[]): number =>
  all.reduce((sum, { start, end }) => sum + end - start, 0);

const isSaid = ({ kind }: Arc): boolean => kind !== "beside";
const isOther = (arc: Arc | undefined, list: HeardList): boolean =>
  arc?.sets !== undefined && !isField(arc, list);
const isDenial = (arc: Arc | undefined): boolean =>
  arc?.kind === "mark" && (arc.what === "not" || arc.what === "no");

const UNEXPLAINED: ReadonlySet<string> = new Set(["open", "foreign", "doubt"]);

const isUnexplained = (heard: Heard, { kind, what }: Arc, at: number): boolean =>
  UNEXPLAINED.has(kind) || (kind === "mark" && (what === "bad" || (what === "some" && !counts(heard, at))));

/** Costs of options: a part of a name ("cheese" of "cheese pizza") says nothing here. */
const PART_COST = 0.3;

/** "The second one" is an entry and no option; "forget the cola" ends no call; "uh" mends nothing. */
function isOfList(scene: Scene, arc: Arc, { name: own, fields }: HeardList): boolean {
  const { start, end, kind, what, cost, sets } = arc;
  // Counts are read below, of whatever is ordered.
  if (sets?.[0]?.name === `${own}.${countOf(fields)?.name ?? ""}`) return false;
  if (kind === "act") return !isOfRecords(scene, start, end);
  if (kind === "mark" && what === "mend")
    return !scene.tokens
      .slice(start, end)
      .every(({ text }) => scene.language.hesitationSet.has(text) && scene.language.besideSet.has(text));
  const isOption = sets?.some(({ name }) =>
    scene.slots.some(({ variable }) => variable.name === name && variable.type === "choice"),
  );
  if (isOption !== true) return true;
  const isPlace = readingsAt(scene, start).some((each) => each.type === "position" && each.end === end);
  return !isPlace && cost < PART_COST;
}

/** Words of lists or marks in a row, and not "it" alone behind them: "cancel that" is said of the call. */
function isOfRecords(scene: Scene, start: number, end: number): boolean {
  if (end - start === scene.tokens.length && end - start === 1) return false;
  return readingsAt(scene, start).some(
    ({ type, value, end: to }) =>
      (type === "record" || type === "mark" || type === "enough") &&
      value !== "it" &&
      (to === end || (to < end && isOfRecords(scene, to, end))),
  );
}

/** A word of the list outweighs one that may stand beside any answer: "two little ones". */
const cheaper = (arc: Arc, list: HeardList): Arc =>
  isField(arc, list) ? { ...arc, cost: arc.cost * 0.3 } : arc;

const isField = ({ sets }: Arc, { name }: HeardList): boolean =>
  sets?.some((each) => each.name.startsWith(`${name}.`)) === true;

interface Counting {
  readonly list: HeardList;
  readonly at: number;
  /** Whether something that is counted follows here; else "at eight" is a time. */
  readonly isCounting: (end: number) => boolean;
}

function listArcs(scene: Scene, { list, at, isCounting }: Counting): readonly Arc[] {
  const count = countOf(list.fields);
  return readingsAt(scene, at).flatMap(({ type, value, start, end, cost }): Arc[] => {
    const mark = (what: string, own: number): Arc => ({ start, end, kind: "mark", what, cost: own + cost });
    // "Instead | of the cola" is no part of anything.
    if (type === "record" && value === "vague") return [];
    if (type === "record") return [mark(String(value), value === "of" ? 0.02 : 0.01)];
    if (type === "enough") {
      const isWhole = end - start > 1 || scene.tokens.length === 1;
      return isWhole ? [{ start, end, kind: "mark", what: "over", cost: 0.02 }] : [];
    }
    if (type === "yesno" && value === true) return [mark("yes", 0.02)];
    if (type === "position") return [mark(`place ${String(value)}`, 0.04)];
    const isCount =
      (type === "number" || type === "times") &&
      count !== undefined &&
      Number.isInteger(value) &&
      Number(value) > 0;
    if (!isCount) return [];
    const isVague = readingsAt(scene, start).some(
      (each) => each.type === "record" && each.value === "vague" && each.end >= end,
    );
    const fit = { value: Number(value), ...(isVague && { doubt: "a few may be meant" }) };
    return [
      {
        start,
        end,
        kind: "value",
        cost: (isCounting(end) ? 0.1 : 0.35) + cost,
        sets: [{ name: `${list.name}.${count.name}`, fit }],
      },
    ];
  });
}

function marksOf(heard: Heard, arc: Arc, at: number): readonly Mark[] {
  const { scene, list, path } = heard;
  const { kind, what = "", start, end, sets = [] } = arc;
  const mark = (word: string, more: Pick<Mark, "said" | "place"> = {}): readonly Mark[] => [
    { start, end, isAfterBreak: scene.tokens[start]?.isAfterBreak === true, word, ...more },
  ];
  if (kind === "value")
    return sets.flatMap(({ name, fit }) => {
      const field = list.fields.find((each) => `${list.name}.${each.name}` === name);
      return field === undefined ? [] : mark("field", { said: saidOf(heard, { field, fit, start, end }) });
    });
  if (kind === "beside" && what === "yes") return mark("yes");
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
  // "Tomorrow or Monday": the word between two of their values is theirs.
  const isTheirs =
    what === "or" &&
    isOther(path.slice(0, at).findLast(isSaid), list) &&
    isOther(path.slice(at + 1).find(isSaid), list);
  const word = called[what] ?? what;
  return isTheirs || !listWords.has(word) ? [] : mark(word);
}

interface Filling {
  readonly field: WantedField;
  readonly fit: Fit;
  readonly start: number;
  readonly end: number;
}

function saidOf({ scene, list }: Heard, { field, fit, start, end }: Filling): FieldSaid {
  const { fields } = list;
  const isSeveral = field === headOf(fields) && isPlural(scene, { field, start, end });
  return {
    field,
    values: fit.value === undefined ? (fit.values ?? []) : [fit.value],
    ...(isSeveral && { isSeveral }),
    ...(field === countOf(fields)
      ? { isCount: true }
      : scene.language.pronounSet.has(scene.tokens[end - 1]?.text ?? "") && { hasPronoun: true }),
  };
}

/** Whether a value follows that may be counted: "a big fat margherita". */
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

/** Whether an option is named by the plural of its name: not "fries", if it is called so. */
function isPlural({ tokens, language }: Scene, { field, start, end }: Omit<Filling, "fit">): boolean {
  const { wanted } = field;
  if (wanted.kind !== "choice") return false;
  const names = new Set(
    wanted.options.flatMap(({ id, label, synonyms }) =>
      [id.replaceAll("_", " "), label, ...synonyms].flatMap((name) => name.toLowerCase().split(" ")),
    ),
  );
  const { stem, pronounSet } = language;
  const stems = new Set([...names].map(stem));
  return tokens
    .slice(start, end)
    .some(({ text }) => stems.has(stem(text)) && !names.has(text) && !pronounSet.has(text));
}

/** Words that nothing explains, and those between them, are the text that a list may have. */
function withTexts({ tokens }: Scene, { name, fields }: HeardList, path: readonly Arc[]): readonly Arc[] {
  const free = fields.find(({ wanted }) => wanted.kind === "text");
  if (free === undefined) return path;
  const isText = ({ kind }: Arc): boolean => kind === "open" || kind === "foreign";
  const joined: Arc[] = [];
  for (let at = 0; at < path.length; at++) {
    const arc = path[at] as Arc;
    const ends = path.findIndex(
      (each, n) => n > at && ((!isText(each) && isSaid(each)) || tokens[each.start]?.isAfterBreak === true),
    );
    const last = isText(arc) ? path.slice(at, ends < 0 ? path.length : ends).findLastIndex(isText) + at : at;
    const { end } = path[last] as Arc;
    const text = tokens.slice(arc.start, end).map(({ raw }) => raw);
    joined.push(
      isText(arc)
        ? {
            ...arc,
            end,
            kind: "value",
            sets: [{ name: `${name}.${free.name}`, fit: { value: text.join(" ") } }],
          }
        : arc,
    );
    at = last;
  }
  return joined;
}
