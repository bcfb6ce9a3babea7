// Decision: a value is taken if every content word beside it is explained, by a rule or by words that may accompany an
// answer; with unexplained words it is read back; a marker (a question, the past, a comparison, a denial, another
// thing's number) makes the agent ask again. No other value is ever stored.

import { type Sign, signsOf } from "./discourse.ts";
import { type Doubt, doubtOf } from "./doubt.ts";
import { isSame } from "./fit.ts";
import type { Language } from "./language.ts";
import type { Arc } from "./scene.ts";
import { exactOf, meantOf, type NamedValue } from "./several.ts";
import type { Heard } from "./leading.ts";
import { isVague } from "./standing.ts";
import type { Token } from "./tokens.ts";
import type { Value, Variable } from "./variables.ts";

export type Verdict = "taken" | "read_back" | "asked";

export interface Decision {
  readonly name: string;
  readonly verdict: Verdict;
  readonly value?: Value;
  /** Values between which the caller must choose, or one out of bounds. */
  readonly choices?: readonly Value[];
  readonly isOutside?: true;
  /** Interval that contains the value: "next week". */
  readonly part?: string;
  readonly isDenied?: boolean;
  /** The form that read the value, for traces. */
  readonly form?: string;
  readonly why: string;
}

/** The words about one variable. */
interface Case extends Heard {
  readonly variable: Variable;
  readonly language: Language;
  readonly values: readonly NamedValue[];
  readonly signs: readonly Sign[];
  /** Whether a sentence that is an answer by itself follows. */
  readonly isDisputed: boolean;
}

const EXPLAINED = "every word is explained";

export function decide(heard: Heard, variable: Variable, language: Language): Decision | undefined {
  const all = valuesOf(heard.path, variable.name).filter(
    ({ arc, fit }) => fit.isAlone !== true || fit.value !== true || !isCutOff(heard, arc, language),
  );
  // "Yes, there's a piano, so I don't want it damp", "an upright, it's seen three houses": a value that is an answer
  // only by itself is no rival of one that always is.
  const firm = all.filter(isFirm);
  // "The first two"
  const isRival = ({ arc }: NamedValue): boolean =>
    variable.type !== "boolean" && firm.some((other) => other.arc.end === arc.start);
  const values = firm.length === 0 ? all : all.filter((each) => isFirm(each) || isRival(each));
  if (values.length === 0) return undefined;
  const { path, tokens } = heard;
  const signs = signsOf({
    path,
    name: variable.name,
    isOwn: (arc) => values.some((each) => each.arc === arc),
    isPause: (arc) => isPause(arc, tokens, language),
    isBreak: ({ start }) => tokens[start]?.isAfterBreak === true,
    isMaybe: ({ kind, start }) => kind === "beside" && language.maybeSet.has(tokens[start]?.text ?? ""),
    // "It is no emergency", if the agent read just that back.
    noDenies:
      (variable.type === "choice" && language.noDenies) ||
      (variable.type === "boolean" && variable.read !== undefined),
    isChoice: variable.type === "choice",
  });
  // "Yes, go ahead and book it"
  const isAgreed = ({ fit, arc }: NamedValue): boolean =>
    fit.value === firm[0]?.fit.value && arc.end === tokens.length;
  const isDisputed = all.some(
    (each) =>
      each.fit.isAlone === true && each.arc.start > (firm[0]?.arc.start ?? Infinity) && !isAgreed(each),
  );
  const given: Case = { ...heard, variable, language, values, signs, isDisputed };
  return variable.type === "boolean" ? answerOf(given) : valueOf(given, liveOf(given));
}

const isFirm = ({ fit }: NamedValue): boolean => fit.isAlone !== true && fit.isEcho !== true;

/** Values of a variable; values behind a reason are no answers. */
function valuesOf(path: readonly Arc[], name: string): readonly NamedValue[] {
  const last = path.findIndex(
    (arc, at) =>
      arc.kind === "reason" && path.slice(at).every(({ sets }) => sets === undefined || isVague(sets)),
  );
  return (last > 0 ? path.slice(0, last) : path).flatMap((arc) =>
    (arc.sets ?? []).filter((each) => each.name === name).map(({ fit }) => ({ fit, arc })),
  );
}

/** "We'll sleep on deck", "I'll think about it": the verb continues, so this is no agreeing "we will". */
function isCutOff({ path, tokens }: Heard, arc: Arc, language: Language): boolean {
  const next = path[path.indexOf(arc) + 1];
  const word = tokens[arc.end];
  if (next === undefined || word === undefined || word.isAfterBreak) return false;
  const isOver = language.hesitationSet.has(word.text) || language.subjectSet.has(word.text);
  const isVerb = tokens.slice(arc.end - 2, arc.end).some(({ text }) => language.auxiliarySet.has(text));
  return isVerb && (next.kind === "open" || (next.kind === "beside" && !isOver));
}

const isPause = ({ start, end, kind }: Arc, tokens: readonly Token[], language: Language): boolean =>
  tokens[start]?.isAfterBreak === true ||
  (kind === "beside" &&
    end - start === 1 &&
    !language.articleSet.has(tokens[start]?.text ?? "") &&
    !language.wantSet.has(tokens[start]?.text ?? ""));

const liveOf = ({ values, signs }: Case): readonly NamedValue[] =>
  values.filter((_, at) => signs[at] !== "-");

/** Yes and no: the question's own words mean yes, behind "not" they mean no, and a plain yes or no outweighs them. */
function answerOf(given: Case): Decision {
  const { values, signs, variable } = given;
  const isPlain = values.some(({ fit }) => !fit.isEcho);
  const live = isPlain
    ? values.filter(
        ({ fit }, at) =>
          !fit.isEcho &&
          signs[at] !== "?" &&
          !(signs[at] === "-" && values.slice(at + 1).some((other) => !other.fit.isEcho)),
      )
    : liveOf(given);
  // "Don't cancel it": the question's own words, denied.
  if (live.length === 0 && !isPlain && values[0] !== undefined) {
    const doubt = doubtAt(given, values[0].arc);
    return doubt?.isStrong ? asked(variable, doubt.why) : settled(variable, false, doubt?.why);
  }
  return valueOf(given, live);
}

function valueOf(given: Case, all: readonly NamedValue[]): Decision {
  const { variable, tokens, language } = given;
  // "Six oh six one four, same as it's been since '82": a value out of bounds is no rival of one within.
  const inside = all.filter(({ fit }) => fit.isOutside !== true || variable.type !== "digits");
  const live = inside.length > 0 ? inside : all;
  const chosen = live.at(-1);
  if (chosen === undefined)
    return asked(variable, "the caller denies it", { isDenied: variable.type !== "boolean" });
  const distinct = live.filter(
    ({ fit }, at) => live.findIndex((other) => isSame(other.fit.value, fit.value)) === at,
  );
  if (distinct.length > 1) return severalOf(given, distinct);
  const { fit, arc } = chosen;
  if (fit.value === undefined)
    return asked(variable, "it may mean several values", {
      choices: fit.values ?? [],
      ...(fit.part !== undefined && { part: fit.part }),
    });
  const doubt = doubtAt(given, arc);
  if (doubt?.isStrong) return asked(variable, doubt.why);
  if (fit.isOutside) return asked(variable, "it is out of bounds", { choices: [fit.value], isOutside: true });
  const read = arc.form === undefined ? {} : { form: arc.form };
  const isFuzzy = tokens.slice(arc.start, arc.end).some(({ fuzzy }) => fuzzy);
  // "Maybe one more person": an earlier answer stays until the caller is sure.
  const isUnsure =
    variable.near !== undefined && language.maybeSet.has(tokens[arc.start - 1]?.text ?? "")
      ? "the caller is not sure"
      : undefined;
  const isDisputed = given.isDisputed && fit.value === true ? "another answer is behind it" : undefined;
  const why =
    doubt?.why ??
    isDisputed ??
    (live.length < all.length ? "another value is out of bounds" : undefined) ??
    fit.doubt ??
    isUnsure ??
    (isFuzzy ? "a word was only nearly understood" : undefined);
  return { ...settled(variable, inMonth(given, chosen), why), ...read };
}

/** "The twentieth of June, oh no, the twenty-seventh": a corrected day stays in its month. */
function inMonth({ values, variable, signs }: Case, { fit, arc }: NamedValue): Value {
  const { value = "" } = fit;
  const isBare = arc.form?.includes("{nth}") === true && !arc.form.includes("month");
  const mended = values.findLast((each, at) => signs[at] === "-" && each.arc.end <= arc.start);
  if (!isBare || variable.type !== "date" || typeof mended?.fit.value !== "string") return value;
  const day = mended.fit.value.slice(0, 8) + String(value).slice(8);
  // The reading moved a day before today into a later month.
  const isAhead = day > String(value) || variable.max !== undefined;
  return isAhead && isInside(day, variable) ? day : value;
}

const isInside = (day: string, { min, max }: Variable): boolean =>
  (min === undefined || day >= String(min)) && (max === undefined || day <= String(max));

function severalOf(given: Case, distinct: readonly NamedValue[]): Decision {
  const { variable } = given;
  const texts = distinct.map(({ fit }) => String(fit.value));
  const longest = [...texts].sort((a, b) => b.length - a.length)[0] ?? "";
  // "Bond, James Bond"
  if (variable.type === "name" && texts.every((text) => longest.includes(text))) {
    const isLast = texts.at(-1) === longest;
    return isLast
      ? { ...settled(variable, longest, undefined), why: "the longer name holds the other" }
      : settled(variable, texts.at(-1) ?? longest, "a part of the name was said again");
  }
  const sure = exactOf(distinct);
  const first = given.values[0];
  if (sure !== undefined && first !== undefined) {
    const decision = settled(variable, sure, doubtAt(given, first.arc)?.why);
    return decision.verdict === "taken" ? { ...decision, why: "said twice" } : decision;
  }
  const meant = meantOf({ ...given, live: distinct });
  if (meant !== undefined) return settled(variable, meant.value, meant.why);
  const choices = distinct.flatMap(({ fit }) => (fit.value === undefined ? [] : [fit.value]));
  return asked(variable, "two values, and nothing says which", { choices });
}

const doubtAt = (given: Case, arc: Arc): Doubt | undefined => doubtOf({ ...given, own: arc });

const asked = ({ name }: Variable, why: string, more: Partial<Decision> = {}): Decision => ({
  name,
  verdict: "asked",
  why,
  ...more,
});

/** Takes a value, or reads it back for a reason. */
const settled = ({ name }: Variable, value: Value, doubt: string | undefined): Decision => ({
  name,
  value,
  verdict: doubt === undefined ? "taken" : "read_back",
  why: doubt ?? EXPLAINED,
});
