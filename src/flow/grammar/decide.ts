// The one decision. A value is taken when every content word beside it is explained, by a rule or by what may accompany
// an answer; with unexplained words it is read back; a marker (a question, the past, a comparison, a denial, another
// thing's number) makes it asked again. Nothing else is ever stored.

import type { Arc } from "./arcs.ts";
import { type Sign, signsOf } from "./discourse.ts";
import { isSame } from "./fit.ts";
import type { Language } from "./language.ts";
import type { Token } from "./tokens.ts";
import type { Fit, Value, Variable } from "./variables.ts";

export type Verdict = "taken" | "read_back" | "asked";

export interface Decision {
  readonly name: string;
  readonly verdict: Verdict;
  readonly value?: Value;
  /** Values between which the caller must choose, or one out of bounds. */
  readonly choices?: readonly Value[];
  readonly isDenied?: boolean;
  readonly why: string;
}

export interface Heard {
  readonly tokens: readonly Token[];
  readonly path: readonly Arc[];
  readonly isQuestion: boolean;
  /** Longer than any answer, so the rest was not read. */
  readonly isLong: boolean;
}

export function decide(heard: Heard, variable: Variable, language: Language): Decision | undefined {
  const { name } = variable;
  const { path, tokens } = heard;
  const last = path.findIndex(
    (arc, at) =>
      arc.kind === "reason" && path.slice(at).every(({ sets }) => sets === undefined || clauseOf(sets)),
  );
  const values = (last > 0 ? path.slice(0, last) : path).flatMap((arc) =>
    (arc.sets ?? []).filter((each) => each.name === name).map(({ fit }) => ({ fit, arc })),
  );
  // "Not for us", "für uns nicht": a denial of nothing else.
  if (values.length === 0)
    return variable.type === "boolean" &&
      path.some(({ what }) => what === "not") &&
      path.every(({ kind, what }) => kind === "beside" || (kind === "mark" && what === "not"))
      ? { name, verdict: "read_back", value: false, why: "it only denies" }
      : undefined;
  const ask = (why: string, more: Partial<Decision> = {}): Decision => ({
    name,
    verdict: "asked",
    why,
    ...more,
  });
  const isYesNo = variable.type === "boolean";
  const isPause = ({ start, end, kind }: Arc): boolean =>
    tokens[start]?.isAfterBreak === true ||
    (kind === "beside" && end - start === 1 && !language.articleSet.has((tokens[start] as Token).text));
  const signs = signsOf(path, name, isPause, variable.type === "choice" && language.noDenies);
  const isPlain = isYesNo && values.some(({ fit: each }) => !each.isEcho);
  const live = values.filter(({ fit: each }, at) =>
    isPlain
      ? !each.isEcho &&
        signs[at] !== "?" &&
        !(signs[at] === "-" && values.slice(at + 1).some(({ fit: other }) => !other.isEcho))
      : signs[at] !== "-",
  );
  // "Don't cancel it": the question's own words, denied.
  if (live.length === 0 && isYesNo && !isPlain && values[0] !== undefined) {
    const doubt = doubtOf(heard, variable, values[0].arc, signs, language);
    return doubt?.isStrong
      ? ask(doubt.why)
      : {
          name,
          verdict: doubt === undefined ? "taken" : "read_back",
          value: false,
          why: doubt?.why ?? "every word is explained",
        };
  }
  if (live.length === 0) return ask("the caller denies it", { isDenied: !isYesNo });
  // "No, we'll manage": the first word decides.
  if (
    isYesNo &&
    live.length > 1 &&
    live[0]?.fit.value === false &&
    live.every(({ fit: each }, at) => (at === 0) !== (each.isAlone === true))
  )
    live.length = 1;
  const distinct = live.filter(
    ({ fit }, at) => live.findIndex((other) => isSame(other.fit.value, fit.value)) === at,
  );
  const longest = distinct.map(({ fit }) => String(fit.value)).sort((a, b) => b.length - a.length)[0] ?? "";
  // "Bond, James Bond"
  if (
    variable.type === "name" &&
    distinct.length > 1 &&
    distinct.every(({ fit }) => longest.includes(String(fit.value)))
  )
    return { name, verdict: "taken", value: longest, why: "the longer name holds the other" };
  if (distinct.length > 1)
    return (
      oneOf(distinct.map(({ fit }) => fit)) ??
      ask("two values, and nothing says which", {
        choices: distinct.flatMap(({ fit }) => (fit.value === undefined ? [] : [fit.value])),
      })
    );
  const { fit, arc } = (live.at(-1) ?? live[0]) as (typeof live)[number];
  if (fit.value === undefined) return ask("it may mean several values", { choices: fit.values ?? [] });
  if (fit.isOutside) return ask("it is out of bounds", { choices: [fit.value] });
  const doubt = doubtOf(heard, variable, arc, signs, language);
  if (doubt !== undefined && doubt.isStrong) return ask(doubt.why);
  const why =
    doubt?.why ??
    fit.doubt ??
    (tokens.slice(arc.start, arc.end).some(({ fuzzy }) => fuzzy)
      ? "a word was only nearly understood"
      : undefined);
  return why === undefined
    ? { name, verdict: "taken", value: fit.value, why: "every word is explained" }
    : { name, verdict: "read_back", value: fit.value, why };

  /** "At eight … half past eight", "friday … friday the third": several readings of which one is the other, more exactly. */
  function oneOf(fits: readonly Fit[]): Decision | undefined {
    const all = fits.filter((each) => each.value === undefined && each.values !== undefined);
    const sure = fits.find((each) => each.value !== undefined && each.isOutside !== true);
    if (
      sure?.value === undefined ||
      all.length !== fits.length - 1 ||
      !all.every(({ values = [] }) => values.some((value) => isSame(value, sure.value)))
    )
      return undefined;
    const doubt = doubtOf(heard, variable, values[0]?.arc as Arc, signs, language);
    return doubt === undefined
      ? { name, verdict: "taken", value: sure.value, why: "said twice" }
      : { name, verdict: "read_back", value: sure.value, why: doubt.why };
  }
}

/** The markers and the unexplained words. `isStrong`: it is no answer; otherwise it is worth a read-back. */
function doubtOf(
  { tokens, path, isQuestion, isLong }: Heard,
  variable: Variable,
  own: Arc,
  signs: readonly Sign[],
  language: Language,
): { why: string; isStrong: boolean } | undefined {
  const text = ({ start, end }: Arc): string =>
    tokens
      .slice(start, end)
      .map((token) => token.raw)
      .join(" ");
  const rest = path.slice(0, asideFrom(path, tokens, own));
  const isYesNo = variable.type === "boolean";
  const isAlone = own.sets?.some(({ name, fit }) => name === variable.name && fit.isAlone) === true;
  const isEchoed =
    isYesNo && path.some(({ sets }) => sets?.some(({ name, fit }) => name === variable.name && fit.isEcho));
  const beside =
    isAlone && !isEchoed
      ? path.find((arc) => arc !== own && !isPolite(arc, tokens, variable, language))
      : undefined;
  if (beside !== undefined)
    return { why: `it is an answer only by itself, and "${text(beside)}" is said beside it`, isStrong: true };
  const isLeading =
    isYesNo &&
    !isAlone &&
    own.sets?.[0]?.fit.isEcho !== true &&
    path.every((arc) => arc.start >= own.start || isPolite(arc, tokens, variable, language));
  if (isYesNo && path.some(({ kind, what }) => kind === "reason" && what === "if"))
    return { why: "it is a condition", isStrong: true };
  const invited = tokens.some((token) => language.inviteSet.has(token.text));
  const first = tokens.find((token) => !language.hesitationSet.has(token.text));
  if (
    first !== undefined &&
    language.askSet.has(first.text) &&
    !isLeading &&
    !invited &&
    tokens.indexOf(first) < own.start
  )
    return { why: "it begins like a question", isStrong: true };
  const weak: string[] = isLong ? ["it is longer than an answer"] : [];
  if (isYesNo && !isLeading && !isAlone && !own.sets?.some(({ fit }) => fit.isEcho))
    weak.push("other words stand before it");
  if (isLeading && signs.includes("-")) weak.push("a denial behind it");
  for (const [at, arc] of rest.entries()) {
    if (arc.kind === "doubt") {
      const { what } = arc;
      if (what === "past" && isPast(variable)) continue;
      if (isLeading && arc.start > own.start && what !== "question" && what !== "unsure") continue;
      if (variable.type === "choice" && what === "compare") weak.push(`"${text(arc)}" beside it`);
      else return { why: `"${text(arc)}" (${what})`, isStrong: true };
    }
    if (
      arc.kind === "act" &&
      !ACCOMPANY.has(arc.what ?? "") &&
      !(arc.what === "wait" && !isYesNo) &&
      !(arc.what === "cancel" && isLeading && own.sets?.[0]?.fit.value === false) &&
      !(arc.what === "person" && variable.type === "choice")
    )
      return { why: `"${text(arc)}" (${arc.what})`, isStrong: !signs.includes("-") };
    if (arc.kind === "foreign" && !(isLeading && arc.start > own.start))
      weak.push(`"${text(arc)}" is something else`);
    if (arc.kind === "mark" && arc.what === "not" && !signs.includes("-") && !isLeading)
      weak.push(`"${text(arc)}" denies something`);
    if (arc.kind === "mark" && arc.what === "or" && !isLeading) weak.push("an alternative");
    if (arc.kind === "open") {
      if (isLeading && arc.start > own.start) continue;
      weak.push(`nothing explains "${text(arc)}"`);
      // "My bus goes at ten": a sentence about something else.
      if (
        isNumber(variable) &&
        variable.type !== "choice" &&
        arc.start < own.start &&
        language.ownerSet.has(tokens[arc.start - 1]?.text ?? "") &&
        !language.weakSet.has(tokens[arc.start - 1]?.text ?? "")
      )
        return { why: `"${text(arc)}" is another subject`, isStrong: true };
      // A number right before a noun of its own counts that noun.
      const before = rest[at - 1];
      if (
        before === own &&
        isNumber(variable) &&
        own.sets?.some(({ fit }) => fit.isBare || fit.isAlone) &&
        tokens[arc.start]?.isAfterBreak !== true
      )
        return { why: `the number belongs to "${text(arc)}"`, isStrong: true };
    }
  }
  if (isQuestion && !invited && !isLeading) return { why: "it is a question", isStrong: true };
  return weak[0] === undefined ? undefined : { why: weak.join("; "), isStrong: false };
}

/** Acts that may stand beside an answer. */
const ACCOMPANY = new Set(["thanks", "greeting", "goodbye"]);
/** Hesitation, thanks, and other words that leave an answer as short as it is. */
function isPolite(
  { kind, what, start, end, sets }: Arc,
  tokens: readonly Token[],
  { name }: Variable,
  language: Language,
): boolean {
  if (kind === "act") return what === "thanks" || what === "greeting";
  if (kind === "value") return sets?.some((each) => each.name === name) === true;
  if (kind === "mark") return what === "mend";
  return (
    kind === "reason" ||
    (kind === "beside" && (end - start > 1 || language.hesitationSet.has((tokens[start] as Token).text)))
  );
}

/** Where a second clause begins that only gives a reason: behind "because", or behind a pause and without a value of its own. */
function asideFrom(path: readonly Arc[], tokens: readonly Token[], own: Arc): number {
  const at = path.indexOf(own);
  for (let from = at + 1; from < path.length; from++) {
    const arc = path[from] as Arc;
    if (arc.kind === "open" && tokens[arc.start]?.isAfterBreak !== true) return path.length;
    if (arc.kind !== "reason" && tokens[arc.start]?.isAfterBreak !== true) continue;
    const clause = path.slice(from);
    const isPlain = clause.every(
      ({ kind, what, sets }) =>
        (kind !== "value" || clauseOf(sets)) &&
        kind !== "foreign" &&
        !(kind === "doubt" && what !== "past" && (arc.kind !== "reason" || what === "question")) &&
        !(kind === "mark" && what !== "not"),
    );
    return isPlain ? from : path.length;
  }
  return path.length;
}

/** "The rest of the week" is no value. */
const clauseOf = (sets: Arc["sets"]): boolean => sets?.every(({ fit }) => fit.values?.length === 0) === true;
const isNumber = ({ type }: Variable): boolean =>
  ["number", "money", "amount", "duration", "time", "choice", "date"].includes(type);
const isPast = ({ type, max, min }: Variable): boolean =>
  type === "date" && max !== undefined && min === undefined;
