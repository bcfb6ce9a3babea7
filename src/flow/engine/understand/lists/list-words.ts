// List words: what the words of an utterance are to a list, from left to right: values of fields, counts, places of
// entries, and words that take out, replace or add. The chart reads them like the words of any answer.

import { wallOf } from "../../../grammar/calendar.ts";
import { arcsOf } from "../../../grammar/arcs.ts";
import { parse } from "../../../grammar/chart.ts";
import { cover } from "../../../grammar/cover.ts";
import { type Arc, readingsAt, type Scene, sceneOf, type Slot } from "../../../grammar/scene.ts";
import { type Token, tokenise } from "../../../grammar/tokens.ts";
import type { Fit } from "../../../grammar/variables.ts";
import type { Value } from "../../../value/value.ts";
import { beginsToAsk } from "../asks.ts";
import { callsOf } from "../hearing/calls.ts";
import { languageAt, variableOf } from "../hearing/slots.ts";
import type { AskedVariable, HeardList, ListeningPoint, WantedField } from "../understanding.ts";
import { countOf, headOf } from "./list-head.ts";

/**
 * `no`: "no", "not". `mend`: "sorry, I mean". `rather`: "two small ones instead". `of`: "one of those". `drop`: takes out what stands before or behind it. `the`: what follows is known. The others are named by an English word of theirs.
 */
export type Word =
  | "no"
  | "yes"
  | "mend"
  | "or"
  | "over"
  | "remove"
  | "away"
  | "drop"
  | "rather"
  | "insteadOf"
  | "change"
  | "into"
  | "everything"
  | "more"
  | "add"
  | "it"
  | "the"
  | "of";

export type Mark = {
  readonly start: number;
  readonly end: number;
  readonly isAfterBreak: boolean;
  /** "And", which goes on with what was begun. */
  readonly isPlainAnd?: boolean;
} & (
  | {
      readonly type: "field";
      readonly field: WantedField;
      /** Null: "a few", nobody knows how many. */
      readonly values: readonly Value[];
      /** It is named as several: "coffees". */
      readonly isSeveral?: boolean;
      /** "The large one". */
      readonly hasPronoun?: boolean;
      /** It says how many. */
      readonly isCount?: boolean;
    }
  | { readonly type: "place"; readonly place: number }
  | { readonly type: Word }
);

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
  const path = cover(arcs, []);
  return new PathReader(scene, list, path).read();
}

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

class PathReader {
  readonly #scene: Scene;
  readonly #list: HeardList;
  readonly #path: readonly Arc[];
  readonly #marks: Mark[] = [];
  readonly #others: { readonly name: string; readonly fit: Fit }[] = [];
  #unexplained = 0;
  #isVague = false;
  #isOtherDenied = false;

  constructor(scene: Scene, list: HeardList, path: readonly Arc[]) {
    this.#scene = scene;
    this.#list = list;
    this.#path = path;
  }

  read(): ListWords {
    const free = this.#list.fields.find(({ wanted }) => wanted.kind === "text");
    for (let at = 0; at < this.#path.length; at++) {
      const end = free === undefined ? at : this.#endOfText(at);
      if (free !== undefined && end > at) {
        this.#addText(free, at, end);
        at = end - 1;
        continue;
      }
      this.#add(this.#path[at] as Arc, at);
    }
    const { tokens, language } = this.#scene;
    return {
      marks: this.#marks,
      others: this.#others,
      explained: this.#marks.reduce((sum, { start, end }) => sum + end - start, 0),
      unexplained: this.#unexplained,
      isVague: this.#isVague || tokens.some(({ fuzzy }) => fuzzy === true),
      isQuestion: beginsToAsk(tokens, language),
      isOtherDenied: this.#isOtherDenied,
      isCall: this.#path.some(({ kind, what }) => kind === "act" && what !== "thanks"),
    };
  }

  /** "A margherita", "a few colas". */
  #addCount({ start, end }: Arc, at: number, value: Value): void {
    const field = countOf(this.#list.fields);
    if (field === undefined || !this.#isCounting(at)) {
      this.#unexplained += value === null ? end - start : 0;
      return;
    }
    const isAfterBreak = this.#token(start)?.isAfterBreak === true;
    this.#marks.push({ start, end, isAfterBreak, type: "field", field, values: [value], isCount: true });
  }

  #mark(arc: Arc, mark: { readonly type: Word } | { readonly type: "place"; readonly place: number }): void {
    const { start, end } = arc;
    const isAfterBreak = this.#token(start)?.isAfterBreak === true;
    const isPlainAnd = arc.what === "and";
    this.#marks.push({ start, end, isAfterBreak, ...(isPlainAnd && { isPlainAnd }), ...mark });
  }

  #token(at: number): Token | undefined {
    return this.#scene.tokens[at];
  }

  #add(arc: Arc, at: number): void {
    const { kind, what = "", start, end } = arc;
    if (kind === "value") return this.#addValues(arc);
    if (kind === "beside" && what === "yes") return this.#mark(arc, { type: "yes" });
    if (kind === "open" || kind === "foreign" || kind === "doubt") this.#unexplained += end - start;
    if (kind !== "mark") return;
    if (what.startsWith("place ")) return this.#mark(arc, { type: "place", place: Number(what.slice(6)) });
    if (what === "one" || what === "some") return this.#addCount(arc, at, what === "one" ? 1 : null);
    const type = typeOf[what];
    if (type === "or" && this.#isBetweenOthers(at)) return;
    if (type !== undefined) this.#mark(arc, { type });
    else if (what === "bad") this.#unexplained += end - start;
  }

  /** Whether a value follows that may be counted: "a big fat margherita". */
  #isCounting(at: number): boolean {
    const article = this.#path[at];
    const count = countOf(this.#list.fields)?.name ?? "";
    const next = this.#path.slice(at + 1).find(({ sets }) => sets !== undefined);
    return (
      article !== undefined &&
      next !== undefined &&
      next.start < article.end + ARTICLE_REACH &&
      next.sets?.[0]?.name !== `${this.#list.name}.${count}`
    );
  }

  #addValues({ start, end, sets = [] }: Arc): void {
    for (const { name, fit } of sets) {
      const field = this.#list.fields.find((each) => `${this.#list.name}.${each.name}` === name);
      if (field === undefined) {
        this.#others.push({ name, fit });
        this.#isOtherDenied ||= this.#marks.at(-1)?.type === "no" && this.#isBare(start);
        continue;
      }
      if (fit.doubt !== undefined) this.#isVague = true;
      const values = fit.value === undefined ? (fit.values ?? []) : [fit.value];
      const last = this.#token(end - 1)?.text ?? "";
      this.#marks.push({
        start,
        end,
        isAfterBreak: this.#token(start)?.isAfterBreak === true,
        type: "field",
        field,
        values,
        ...(field === headOf(this.#list.fields) && this.#isSeveral(field, start, end) && { isSeveral: true }),
        ...(field === countOf(this.#list.fields)
          ? { isCount: true }
          : this.#scene.language.pronounSet.has(last) && { hasPronoun: true }),
      });
    }
  }

  /** "Tomorrow or Monday": the word between two of their values is theirs. */
  #isBetweenOthers(at: number): boolean {
    const isOther = (arc: Arc | undefined): boolean => arc?.sets !== undefined && !isField(arc, this.#list);
    const isSaid = ({ kind }: Arc): boolean => kind !== "beside";
    return (
      isOther(this.#path.slice(0, at).findLast(isSaid)) && isOther(this.#path.slice(at + 1).find(isSaid))
    );
  }

  /** Nothing but words beside an answer stands between the last mark and this. */
  #isBare(start: number): boolean {
    const end = this.#marks.at(-1)?.end ?? 0;
    return this.#path.every((arc) => arc.start < end || arc.start >= start || arc.kind === "beside");
  }

  /** Whether an option is named by the plural of its name: not "fries", if it is called so. */
  #isSeveral({ wanted }: WantedField, start: number, end: number): boolean {
    if (wanted.kind !== "choice") return false;
    const names = new Set(
      wanted.options.flatMap(({ id, label, synonyms }) =>
        [id.replaceAll("_", " "), label, ...synonyms].flatMap((name) => name.toLowerCase().split(" ")),
      ),
    );
    const { stem, pronounSet } = this.#scene.language;
    const stems = new Set([...names].map(stem));
    return this.#scene.tokens
      .slice(start, end)
      .some(({ text }) => stems.has(stem(text)) && !names.has(text) && !pronounSet.has(text));
  }

  /** Words that nothing explains, and those between them, are a text. */
  #endOfText(from: number): number {
    let end = from;
    for (let at = from; at < this.#path.length; at++) {
      const { kind, start } = this.#path[at] as Arc;
      const isOwn = kind === "open" || kind === "foreign";
      if ((!isOwn && kind !== "beside") || (at > from && this.#token(start)?.isAfterBreak === true)) break;
      if (!isOwn && at === from) break;
      if (isOwn) end = at + 1;
    }
    return end;
  }

  #addText(field: WantedField, from: number, to: number): void {
    const { start } = this.#path[from] as Arc;
    const { end } = this.#path[to - 1] as Arc;
    const text = this.#scene.tokens
      .slice(start, end)
      .map(({ raw }) => raw)
      .join(" ");
    const isAfterBreak = this.#token(start)?.isAfterBreak === true;
    this.#marks.push({ start, end, isAfterBreak, type: "field", field, values: [text] });
  }
}

/** Marks of the grammar, and those of lists. */
const typeOf: Readonly<Record<string, Word>> = {
  yes: "yes",
  not: "no",
  no: "no",
  mend: "mend",
  or: "or",
  instead: "insteadOf",
  insteadOf: "insteadOf",
  over: "over",
  remove: "remove",
  away: "away",
  drop: "drop",
  rather: "rather",
  change: "change",
  into: "into",
  everything: "everything",
  more: "more",
  add: "add",
  it: "it",
  and: "add",
  the: "the",
  of: "of",
};
