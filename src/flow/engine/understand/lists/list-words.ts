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
import { callsOf } from "../hearing/calls.ts";
import { languageAt, variableOf } from "../hearing/slots.ts";
import type { AskedVariable, HeardList, ListeningPoint, WantedField } from "../understanding.ts";
import { countOf, headOf } from "./list-head.ts";

/**
 * `no`: "no", "not". `mend`: "sorry, I mean". `rather`: "two small ones instead". `of`: "one of those". `the`: what follows is known. The others are named by an English word of theirs.
 */
export type Word =
  | "no"
  | "yes"
  | "mend"
  | "or"
  | "over"
  | "remove"
  | "away"
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
  const arcs = arcsOf(scene).map((own, at) => [
    ...own.filter((arc) => !isPlaceOfOption(scene, arc)),
    ...listArcs(scene, list, at),
  ]);
  const path = cover(arcs, []);
  return new PathReader(scene, list, path).read();
}

/** "The second one" is an entry here, and no option. */
const isPlaceOfOption = (scene: Scene, { start, end, sets }: Arc): boolean =>
  sets?.some(({ fit }) => fit.isAlone === true) === true ||
  (sets !== undefined &&
    readingsAt(scene, start).some((each) => each.type === "position" && each.end === end));

function listArcs(scene: Scene, list: HeardList, at: number): readonly Arc[] {
  const count = countOf(list.fields);
  return readingsAt(scene, at).flatMap(({ type, value, start, end, cost }): Arc[] => {
    const mark = (what: string, own: number): Arc => ({ start, end, kind: "mark", what, cost: own + cost });
    if (type === "record") return [mark(String(value), 0.01)];
    if (type === "enough") return [mark("over", 0.05)];
    if (type === "position") return [mark(`place ${String(value)}`, 0.04)];
    const isCount =
      (type === "number" || type === "times") &&
      count !== undefined &&
      Number.isInteger(value) &&
      Number(value) > 0;
    if (!isCount) return [];
    const fit = { value: Number(value) };
    return [
      { start, end, kind: "value", cost: 0.1 + cost, sets: [{ name: `${list.name}.${count.name}`, fit }] },
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
    const first = tokens.find(({ text }) => !language.hesitationSet.has(text))?.text ?? "";
    const isAsking = this.#path.some(
      ({ kind, what, start }) => kind === "doubt" && what === "question" && start < 2,
    );
    return {
      marks: this.#marks,
      others: this.#others,
      explained: this.#marks.reduce((sum, { start, end }) => sum + end - start, 0),
      unexplained: this.#unexplained,
      isVague: this.#isVague || tokens.some(({ fuzzy }) => fuzzy === true),
      isQuestion: isAsking || (language.askSet.has(first) && tokens.length > 2),
      isCall: this.#path.some(({ kind }) => kind === "act"),
    };
  }

  /** "A margherita", "a few colas". */
  #addCount({ start, end }: Arc, at: number, value: Value): void {
    const field = countOf(this.#list.fields);
    if (field === undefined || !this.#isCounting(at)) return;
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
    if (type !== undefined) this.#mark(arc, { type });
    else if (what === "bad") this.#unexplained += end - start;
  }

  /** Whether a value follows that may be counted: "a big fat margherita". */
  #isCounting(at: number): boolean {
    const article = this.#path[at];
    return this.#path
      .slice(at + 1)
      .some(
        ({ start, sets }) =>
          sets !== undefined && article !== undefined && start < article.end + ARTICLE_REACH,
      );
  }

  #addValues({ start, end, sets = [] }: Arc): void {
    for (const { name, fit } of sets) {
      const field = this.#list.fields.find((each) => `${this.#list.name}.${each.name}` === name);
      if (field === undefined) {
        this.#others.push({ name, fit });
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
        ...(this.#scene.language.pronounSet.has(last) && { hasPronoun: true }),
        ...(field === countOf(this.#list.fields) && { isCount: true }),
      });
    }
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
  not: "no",
  no: "no",
  mend: "mend",
  or: "or",
  instead: "insteadOf",
  over: "over",
  remove: "remove",
  away: "away",
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
