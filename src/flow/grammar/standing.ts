// Standing of a value: the things beside it in its turn, each described in a few words for the table of doubts.

import { clausesOf } from "./clauses.ts";
import {
  ACCOMPANYING,
  beginsLikeQuestion,
  closes,
  concludedBefore,
  hasObject,
  hasSubject,
  introduces,
  isAlone,
  isEcho,
  isMending,
  isNo,
  isPolite,
  leads,
  opens,
  proposes,
  type Standing,
} from "./leading.ts";
import { type Arc, isBare, isOf, nextValue } from "./scene.ts";
import type { Token } from "./tokens.ts";
import type { Variable } from "./variables.ts";

export interface SignDescription {
  /** `time open behind later : opens`: the group of the type, what it is, where, and what else holds there. */
  readonly description: string;
  readonly why: string;
  /** Word at which the thing begins; for the whole turn, the end of all words. */
  readonly start: number;
}

/** Groups of types that behave alike. For other types, each adjacent word may be a part of the value. */
const groupOf: Readonly<Partial<Record<Variable["type"], string>>> = {
  boolean: "yes",
  choice: "choice",
  number: "number",
  money: "sum",
  amount: "sum",
  duration: "sum",
  date: "time",
  time: "time",
  date_range: "range",
  time_range: "range",
};
/** Acts whose callers want no more questions; other acts may precede an answer: "hang on … the tenth". */
const ENDING = new Set("operator never_mind call_later emergency complaint insult refusal".split(" "));
/** Types whose values also describe when, or for how much, something else happens. */
const TELLING = new Set(["date", "time", "money", "duration"]);
/** Types whose values a question may offer. */
const OFFERED = new Set(["time", "range", "number", "sum"]);
/** Types whose values the words right behind may distinguish: "the last one I had". */
const GLUED = new Set(["time", "choice"]);
const TURNING = new Set(["but", "conclude"]);
const isUnread = (path: readonly Arc[]): boolean => path.some(({ kind }) => kind === "open");
/** Number of unexplained words in one breath with a yes that tell a story. */
const STORY_WORDS = 3;

export function describe(standing: Standing): readonly SignDescription[] {
  const { path, own, variable } = standing;
  const group = groupOf[variable.type] ?? "free";
  const turn = flagsOfTurn(standing);
  const clauses = clausesOf(standing);
  const signDescriptions = path.slice(0, asideFrom(standing)).flatMap((arc, at): SignDescription[] => {
    const what = arc === own ? undefined : whatOf(standing, at);
    if (what === undefined) return [];
    const here = flagsOfArc(standing, at);
    const where = placeOf(standing, arc, clauses);
    const quote = `"${textOf(standing, arc)}"`;
    const why = what === "open" ? `nothing explains ${quote}` : `${quote} (${what} ${where})`;
    return [
      { description: `${group} ${what} ${where} : ${[...turn, ...here].join(" ")}`, why, start: arc.start },
    ];
  });
  const whole = turnMarks(standing, clauses).map(([what, why]): SignDescription => ({
    description: `${group} ${what}`,
    why,
    start: Infinity,
  }));
  return [...whole, ...signDescriptions];
}

/** Undefined: the thing says nothing about the value. */
function whatOf(standing: Standing, at: number): string | undefined {
  const { path, variable, signs } = standing;
  const arc = path[at] as Arc;
  const { kind, what = "" } = arc;
  const next = nextValue(path, arc);
  const isOfAnother = next?.sets !== undefined && !isOf(next, variable);
  if (kind === "open" || kind === "foreign") return kind;
  if (kind === "act") return actOf(standing, at);
  if (kind === "mark" && what === "not") return isOfAnother || signs.includes("-") ? undefined : what;
  if (kind === "mark" && (what === "or" || what === "tag")) return what;
  // "There are five of us, but it's only me": the words behind it count more than those before.
  if (kind === "mark" && TURNING.has(what)) return isUnread(path.slice(at + 1)) ? what : undefined;
  if (kind !== "doubt") return undefined;
  if (what === "past" && asksOfPast(standing))
    return groupOf[variable.type] === "time" || variable.type === "boolean" ? undefined : "when";
  // "Ein Dauerauftrag über fünfzig Euro": the word joins values of two variables.
  const [first, second] = [path[at - 1]?.sets?.[0], next?.sets?.[0]];
  const isJoining =
    first !== undefined && typeof second?.fit.value === "number" && first.name !== second.name;
  return what === "compare" && isJoining ? undefined : what;
}

function actOf(standing: Standing, at: number): string {
  const { path, own, variable } = standing;
  const act = path[at] as Arc;
  const { what = "", start } = act;
  // "Leave it with a neighbour" is no act; "cancel the yearly one" denies the option.
  if (variable.type !== "boolean" && hasObject(standing, act)) return "act";
  const isPolite =
    ACCOMPANYING.has(what) ||
    // "Friday, no wait" retracts it; "hold on, friday" does not.
    (what === "wait" && variable.type !== "boolean" && start < own.start) ||
    (what === "operator" && variable.type === "choice");
  if (isPolite) return "polite";
  // "What if it rains on monday": an unfinished question.
  const asksMore =
    what === "repeat" && path.slice(at).some(({ kind, end }) => kind === "open" && end <= own.start);
  if (asksMore) return "asking";
  return ENDING.has(what) ? "ending" : "act";
}

/** "When did you last …": at such a question the past does not belong to another thing. */
const asksOfPast = ({ variable: { type, max, min, ask = "" }, language }: Standing): boolean =>
  (type === "date" && max !== undefined && min === undefined) ||
  language.plain(ask).some((word) => language.doubtOf.get(word) === "past");

function placeOf({ own, tokens }: Standing, { start, end }: Arc, clauses: readonly number[]): string {
  const isPaused = tokens[Math.max(start, own.start)]?.isAfterBreak === true;
  const isApart = clauses[start] !== clauses[own.start];
  if (start < own.start) {
    if (end === own.start && !isPaused) return "before adjacent";
    if (!isApart) return "before";
    const isBroken = tokens.slice(end, own.start + 1).some(({ isAfterBreak }) => isAfterBreak);
    return isBroken ? "before earlier apart" : "before earlier";
  }
  if (isApart) return start === own.end ? "behind later next" : "behind later";
  return start === own.end ? "behind next" : "behind";
}

/** Names of the flags that hold. */
const holding = (flags: Readonly<Record<string, boolean>>): readonly string[] =>
  Object.keys(flags).filter((name) => flags[name]);

function flagsOfTurn(standing: Standing): readonly string[] {
  const { own, tokens, language, signs } = standing;
  const next = tokens[own.end];
  const clauses = clausesOf(standing);
  const isSomeone = ({ text }: Token): boolean =>
    language.subjectSet.has(text) || language.ownerSet.has(text);
  const isApart = next?.isAfterBreak === true;
  return holding({
    leads: leads(standing),
    opens: next !== undefined && opens(standing) && !language.askSet.has(next.text),
    closes: closes(standing),
    bare: isBare(own),
    retracted: signs.includes("-"),
    further: saysMore(standing, own.end),
    adjunct: isApart || language.adjunctSet.has(next?.text ?? ""),
    nobody: !tokens.slice(own.end).some(isSomeone),
    glued:
      !isApart &&
      next !== undefined &&
      clauses[own.end] !== clauses[own.start] &&
      GLUED.has(groupOf[standing.variable.type] ?? "") &&
      isSomeone(next),
  });
}

function flagsOfArc(standing: Standing, at: number): readonly string[] {
  const { path, own, tokens, language } = standing;
  const arc = path[at] as Arc;
  const { start, end, kind } = arc;
  const isPaused = tokens[start]?.isAfterBreak === true;
  const isAdjacent = end === own.start && tokens[own.start]?.isAfterBreak !== true;
  const owner = tokens[start - 1]?.text ?? "";
  const before = path.slice(0, at).findLast((each) => each.kind !== "beside");
  return holding({
    paused: isPaused,
    // "Half past six, after the milking": the phrase has a noun of its own.
    phrase: saysMore(standing, start) && nextValue(path, arc)?.kind === "open",
    denied: kind === "act" && before === own && isNo(own) && !isPaused,
    // "The sales team": a word right beside an option belongs to its name.
    named: standing.variable.type === "choice" && (isAdjacent || (start === own.end && !isPaused)),
    subject: isSubject(standing, arc),
    owned: language.ownerSet.has(owner) && !language.weakSet.has(owner) && !language.articleSet.has(owner),
    told: isOfOthers(standing, arc),
    mended: path.slice(path.indexOf(own)).some((each) => each.start <= start && isMending(path, each)),
  });
}

/** Whether a pause separates the value from the following words. */
const isParted = ({ tokens, own }: Standing, { start }: Arc): boolean =>
  tokens.slice(own.end, start + 1).some(({ isAfterBreak }) => isAfterBreak);

const saysMore = ({ language, variable, tokens }: Standing, at: number): boolean =>
  language.furtherOf.get(variable.type)?.has(tokens[at]?.text ?? "") === true;

/** Marks of the turn as a whole, and their reasons. */
function turnMarks(standing: Standing, clauses: readonly number[]): readonly (readonly [string, string])[] {
  const { tokens, path, own, language, variable, isQuestion, isLong } = standing;
  const isLeading = leads(standing);
  const isInvited =
    variable.type !== "choice" &&
    (proposes(standing) || tokens.some(({ text }) => language.inviteSet.has(text)));
  const isOpen = !isLeading && !isInvited;
  const isYesNo = variable.type === "boolean";
  const isUnled = isYesNo && !isLeading && !isAlone(standing) && !isEcho(own) && !closes(standing);
  // "Could you do the first of October?": a question about nothing but the value offers it.
  const isPlainly =
    OFFERED.has(groupOf[variable.type] ?? "") &&
    (isQuestion || beginsLikeQuestion(standing)) &&
    path.every(
      ({ kind, what, start }) =>
        clauses[start] !== clauses[own.start] || kind === "beside" || kind === "value" || what === "conclude",
    );
  const isIf = ({ kind, what, start }: Arc): boolean =>
    kind === "reason" && what === "if" && start >= concludedBefore(path, own);
  // "Go on then, if it is quick".
  const isBegun =
    path.every((arc) => arc.start >= own.start || (isPolite(standing, arc) && !isIf(arc))) &&
    !isEcho(own) &&
    !hasSubject(tokens.slice(own.start, own.end), language);
  const next = tokens[own.end];
  // "Yes, we do" decides. "No kidding the director wants horses" has no pause, so it may be a story.
  const breath = path.filter(
    (arc) =>
      (arc.kind === "open" || arc.kind === "doubt") && arc.start > own.start && !isParted(standing, arc),
  );
  // "Yes is this the rink by the mall": a question begins right behind it.
  // "What time is it?", where that is an option.
  const isWhole = variable.type === "choice" && own.start === 0 && own.end === tokens.length;
  const isTurning = breath.length > 0 && language.askSet.has(next?.text ?? "") && next?.isAfterBreak !== true;
  const behind = path[path.indexOf(own) + 1];
  // "Yes please, and could you …"
  const isBegged = tokens.slice(own.start, own.end).some(({ text }) => language.closingSet.has(text));
  const marks: readonly (readonly [boolean, string, string])[] = [
    [isYesNo && path.some(isIf), isBegun ? "proviso turn" : "condition turn", "it is a condition"],
    [isOpen && !isPlainly && beginsLikeQuestion(standing), "begins turn", "it begins like a question"],
    [isOpen && !isWhole && (isPlainly || isQuestion), "proposal turn", "it is asked, not said"],
    [isLong, "long turn", "it is longer than an answer"],
    [isUnled, "unled turn", "other words stand before it"],
    [isLeading && standing.signs.includes("-"), "retraction turn", "a denial behind it"],
    [isLeading && behind?.what === "greeting", "greeting turn", "it greets"],
    [isLeading && !isBegged && breath.length >= STORY_WORDS, "story turn", "a story in the same breath"],
    [isLeading && introduces(standing), "story turn", "the caller tells who calls, and why"],
    [isLeading && isTurning, "story turn", "a question behind it"],
  ];
  const alone = besideAlone(standing);
  return [
    ...marks.flatMap(([holds, what, why]) => (holds ? [[what, why] as const] : [])),
    ...(alone === undefined ? [] : [alone]),
  ];
}

/** "Good" means yes only by itself. */
function besideAlone(standing: Standing): readonly [string, string] | undefined {
  const { path, own, variable } = standing;
  const isEchoed = variable.type === "boolean" && path.some((arc) => isOf(arc, variable) && isEcho(arc));
  if (!isAlone(standing) || isEchoed) return undefined;
  // "That's correct, nineteen forty seven"; "no, the twentieth", at a correction of a day.
  const isSaid = (arc: Arc): boolean =>
    arc.kind === "value" && (variable.type === "boolean" || (variable.near !== undefined && isNo(arc)));
  // "That doesn't work, I'm away": a no may give its reason; "I don't think so, maybe" is no answer.
  const isSure = !standing.tokens.some(({ text }) => standing.language.maybeSet.has(text));
  const told = isNo(own) && isSure ? path.slice(0, asideFrom(standing)) : path;
  const others = told.filter((arc) => arc !== own && !isPolite(standing, arc) && !isSaid(arc));
  const [other] = others;
  if (other === undefined) return undefined;
  return [
    standing.signs.includes("-") ? "alone turn retracted" : "alone turn",
    `it is an answer only by itself, and "${textOf(standing, other)}" is said beside it`,
  ];
}

/** "She is forty years old": a named person does not change a value with its own unit. */
function isSubject({ language, tokens, path, variable, signs }: Standing, arc: Arc): boolean {
  if (arc.end - arc.start > 1 || !language.subjectSet.has(tokens[arc.start]?.text ?? "")) return false;
  const next = nextValue(path, arc);
  return next?.sets !== undefined && (signs.includes("-") || !isOf(next, variable) || !isBare(next));
}

/**
 * "I finish at six", "the last bus goes at eleven": a sentence of its own that is no wish and answers no "when did".
 */
function isOfOthers(standing: Standing, { start }: Arc): boolean {
  const { variable, own, tokens, path, language } = standing;
  if (start > own.start || !TELLING.has(variable.type) || asksOfPast(standing)) return false;
  const before = tokens.slice(0, own.start);
  if (before.some(({ text }) => language.wantSet.has(text))) return false;
  const subject = tokens[start - 1]?.text ?? "";
  if (groupOf[variable.type] === "time" && language.subjectSet.has(subject)) return true;
  const open = path.filter((arc) => arc.kind === "open" && arc.end <= own.start);
  return open.length > 1 && !hasSubject(before, language);
}

/**
 * Start of a second clause that only gives a reason: behind "because", or behind a pause, without a value of its own.
 */
function asideFrom({ path, tokens, own, language }: Standing): number {
  // "Friday is when we are away"
  const opensClause = language.askSet.has(tokens[own.end]?.text ?? "");
  for (let from = path.indexOf(own) + 1; from < path.length; from++) {
    const arc = path[from] as Arc;
    const isAfterBreak = tokens[arc.start]?.isAfterBreak === true;
    if (arc.kind === "open" && !isAfterBreak) return path.length;
    if (arc.kind !== "reason" && !isAfterBreak) continue;
    if (opensClause && arc.start === own.end + 1) return path.length;
    return path.slice(from).every((each) => isReason(each, arc.kind === "reason")) ? from : path.length;
  }
  return path.length;
}

function isReason({ kind, what, sets }: Arc, isBehindBecause: boolean): boolean {
  if (kind === "value") return isVague(sets);
  if (kind === "doubt")
    return what === "past" || (isBehindBecause && what !== "question" && what !== "unsure");
  if (kind === "act") return what !== "wait";
  return kind !== "foreign" && (kind !== "mark" || what === "not" || what === "conclude");
}

/** "The rest of the week" is no value. */
export const isVague = (sets: Arc["sets"]): boolean =>
  sets?.every(({ fit }) => fit.values?.length === 0) === true;

const textOf = ({ tokens }: Standing, { start, end }: Arc): string =>
  tokens
    .slice(start, end)
    .map(({ raw }) => raw)
    .join(" ");
