// Several values of one variable in a turn: which of them the caller means.

import { dayOf, isoOf } from "./calendar.ts";
import { clausesOf } from "./clauses.ts";
import type { Language } from "./language.ts";
import { intervalOf, intervalText } from "../value/interval.ts";
import { isSame } from "./fit.ts";
import type { Arc } from "./scene.ts";
import type { Token } from "./tokens.ts";
import type { Fit, Value, Variable } from "./variables.ts";

export interface NamedValue {
  readonly fit: Fit;
  readonly arc: Arc;
}

interface Several {
  readonly variable: Variable;
  readonly language: Language;
  readonly tokens: readonly Token[];
  readonly path: readonly Arc[];
  /** Values in their order, each once. */
  readonly live: readonly NamedValue[];
}

interface Meant {
  readonly value: Value;
  readonly why: string;
}

type Chooser = (several: Several) => Value | undefined;

/** Choosers of a value: each but the first guesses, so its value is read back. */
const choosers: readonly (readonly [why: string, chooser: Chooser])[] = [
  ["it mends what was said before", mended],
  ["one day begins it, and another ends it", spanned],
  ["it says when the other begins", begun],
  ["the other is told of something else", toldOfNothingElse],
];

/** The value that the others state less exactly: "at eight … half past eight". */
export function exactOf(live: readonly NamedValue[]): Value | undefined {
  const fits = live.map(({ fit }) => fit);
  const sure = fits.find(({ value, isOutside }) => value !== undefined && isOutside !== true)?.value;
  const vague = fits.filter(({ value, values }) => value === undefined && values !== undefined);
  // "Next week, on Tuesday the sixth"
  const isWithin = (part = ""): boolean => {
    const { from = "x", to = "" } = intervalOf(part);
    return String(sure) >= from && String(sure) <= to;
  };
  const isSure = vague.every(
    ({ values = [], part }) => values.some((value) => isSame(value, sure)) || isWithin(part),
  );
  return vague.length === fits.length - 1 && isSure ? sure : undefined;
}

/** Undefined: no chooser decides. */
export function meantOf(several: Several): Meant | undefined {
  const { path, tokens, language } = several;
  const isOpen = path.some(
    ({ kind, what }) => (kind === "mark" && what === "or") || (kind === "doubt" && what === "unsure"),
  );
  const first = tokens.find(({ text }) => !language.hesitationSet.has(text));
  const isCondition =
    several.variable.type === "boolean" && path.some(({ kind, what }) => kind === "reason" && what === "if");
  if (isOpen || isCondition || language.askSet.has(first?.text ?? "")) return undefined;
  for (const [why, chooser] of choosers) {
    const value = chooser(several);
    if (value !== undefined) return { value, why };
  }
  return undefined;
}

const sureOf = ({ fit }: NamedValue): Value | undefined => (fit.isOutside === true ? undefined : fit.value);

/** "Ten foot … no, what am I saying, ten's the width … fourteen foot"; "no, three thirty, I've a thing at two" */
function mended({ variable, live, path }: Several): Value | undefined {
  const first = path.find(({ sets }) => sets?.some(({ name }) => name === variable.name) === true);
  const last = live.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const isMend = ({ kind, what, start }: Arc): boolean =>
    start >= first.end &&
    start < last.arc.start &&
    ((kind === "mark" && (what === "mend" || what === "no" || what === "conclude")) ||
      (kind === "act" && what === "wait"));
  const at = path.findLastIndex(isMend);
  const next = path[at]?.what === "mend" ? live.find(({ arc }) => arc === path[at + 1]) : undefined;
  return at < 0 ? undefined : sureOf(next ?? last);
}

/** "Drop off on saturday, pick up on monday", "the tenth, until the Sunday, that'd be the thirteenth" */
function spanned({ variable, live }: Several): Value | undefined {
  const [first, ...others] = live;
  const { from, to: until = "" } = intervalOf(String(first?.fit.value));
  if (variable.type !== "date_range" || first === undefined || from === undefined || others.length === 0)
    return undefined;
  const isHalf = others.every(({ fit }) => {
    const { from: begins, to: ends } = intervalOf(String(fit.value));
    return begins === undefined || ends === undefined;
  });
  const ends = new Set(others.map((each) => endBehind(from, each, others.length > 1)));
  const [to] = ends;
  return isHalf && ends.size === 1 && to !== undefined && from < to && until <= to
    ? intervalText({ from, to })
    : undefined;
}

const DAYS_OF_WEEK = 7;

/** A weekday is the next one after the day on which the range begins; the same holds for a day that is said again. */
function endBehind(begin: string, { fit, arc }: NamedValue, isSaidAgain: boolean): string | undefined {
  const { from, to } = intervalOf(String(fit.value));
  const day = to ?? from;
  const isWeekday = isSaidAgain || arc.form?.endsWith("{weekday}") === true;
  if (day === undefined || !isWeekday || day > begin) return day;
  const weeks = Math.floor((dayOf(begin) - dayOf(day)) / DAYS_OF_WEEK) + 1;
  return isoOf(dayOf(day) + weeks * DAYS_OF_WEEK);
}

/** "Just this weekend, Friday to Sunday"; "in my maiden name, Anjali Deshmukh" */
function begun({ variable, live }: Several): Value | undefined {
  const [candidate, another] = live.filter(({ fit }) => fit.doubt === undefined);
  const isType = variable.type === "date_range" || variable.type === "name";
  return isType && candidate !== undefined && another === undefined ? sureOf(candidate) : undefined;
}

/** "Five in the afternoon, I finish at four" */
function toldOfNothingElse({ variable, live, path, tokens, language }: Several): Value | undefined {
  if (variable.type === "boolean" || variable.type === "name") return undefined;
  const clauses = clausesOf({ tokens, path, language });
  const isExplained = ({ arc }: NamedValue): boolean =>
    path.every(
      ({ kind, start }) =>
        clauses[start] !== clauses[arc.start] ||
        language.subjectSet.has(tokens[start]?.text ?? "") ||
        (kind !== "open" && kind !== "foreign" && kind !== "doubt"),
    );
  const [candidate, another] = live.filter(isExplained);
  const isApart = live.every(
    (each) => each === candidate || clauses[each.arc.start] !== clauses[candidate?.arc.start ?? -1],
  );
  return candidate !== undefined && another === undefined && isApart ? sureOf(candidate) : undefined;
}
