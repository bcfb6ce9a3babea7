// Doubt: the markers and the unexplained words beside a value.

import type { Sign } from "./discourse.ts";
import type { Language } from "./language.ts";
import { type Arc, isBare, isOf, nextValue } from "./scene.ts";
import type { Token } from "./tokens.ts";
import type { Variable } from "./variables.ts";

export interface Heard {
  readonly tokens: readonly Token[];
  readonly path: readonly Arc[];
  readonly isQuestion: boolean;
  /** Longer than any answer, so the rest was not read. */
  readonly isLong: boolean;
}

export interface Doubt {
  readonly why: string;
  /** It is no answer; otherwise it is worth a read-back. */
  readonly isStrong: boolean;
}

/** The value of a variable among the words. */
export interface Standing extends Heard {
  readonly variable: Variable;
  readonly own: Arc;
  readonly signs: readonly Sign[];
  readonly language: Language;
}

const strong = (why: string): Doubt => ({ why, isStrong: true });
const weak = (why: string): Doubt => ({ why, isStrong: false });
/** Acts that may stand beside an answer. */
const ACCOMPANYING = new Set(["thanks", "greeting", "goodbye"]);
/** Acts whose callers want no more questions; others may stand before an answer: "hang on … the tenth". */
const ENDING = new Set([
  "operator",
  "never_mind",
  "call_later",
  "emergency",
  "complaint",
  "insult",
  "refusal",
]);
const COUNTED = new Set(["number", "money", "amount", "duration", "time", "choice", "date"]);

export function doubtOf(standing: Standing): Doubt | undefined {
  const { tokens, path, isQuestion, isLong, variable, own, language } = standing;
  const isYesNo = variable.type === "boolean";
  const isLeading = leads(standing);
  const invited = variable.type !== "choice" && tokens.some((token) => language.inviteSet.has(token.text));
  const found: (Doubt | undefined)[] = [beside(standing), ...condition(standing)];
  if (!isLeading && !invited && beginsLikeQuestion(standing)) found.push(strong("it begins like a question"));
  if (isLong) found.push(weak("it is longer than an answer"));
  const isEcho = own.sets?.some(({ fit }) => fit.isEcho) === true;
  if (isYesNo && !isLeading && !isAlone(standing) && !isEcho && !closes(standing))
    found.push(weak("other words stand before it"));
  if (isLeading) found.push(...behindYes(standing));
  const rest = path.slice(0, asideFrom(path, tokens, own));
  const concluded = concludedBefore(path, own);
  const isMended = mends(standing);
  for (const [at, arc] of rest.entries()) {
    const doubt = arcDoubt(standing, { rest, at, isLeading });
    // What led to a conclusion is told by it; what led to another value is worth a read-back at most.
    if (arc.start >= concluded)
      found.push(doubt && isMended && arc.start < own.start ? weak(doubt.why) : doubt);
  }
  // "What time is it?", where that is an option.
  const isWhole = variable.type === "choice" && own.start === 0 && own.end === tokens.length;
  if (isQuestion && !invited && !isLeading && !isWhole) found.push(strong("it is a question"));
  const all = found.filter((each) => each !== undefined);
  const first = all.find((each) => each.isStrong);
  if (first !== undefined) return first;
  return all.length === 0 ? undefined : weak(all.map(({ why }) => why).join("; "));
}

const isConclusion = ({ kind, what }: Arc): boolean => kind === "mark" && what === "conclude";

/** "She's two years, so twenty four months": where the conclusion begins. */
const concludedBefore = (path: readonly Arc[], own: Arc): number =>
  path.slice(0, path.indexOf(own)).findLast(isConclusion)?.start ?? 0;

/** Another value stands before it, and a "so" or a "no, sorry" between them. */
function mends({ path, own, variable }: Standing): boolean {
  const before = path.slice(0, path.indexOf(own));
  const earlier = before.findLastIndex(
    ({ sets }) => sets?.some(({ name }) => name === variable.name) === true,
  );
  const marks = ["conclude", "mend", "no"];
  return (
    earlier >= 0 &&
    before.slice(earlier).some(({ kind, what = "" }) => kind === "mark" && marks.includes(what))
  );
}

/** Unexplained words behind a yes that tell a story of their own. */
const STORY_WORDS = 3;

/** "Yes is this the rink by the mall": a question begins right behind it. */
const turnsAway = ({ own, tokens, language }: Standing): boolean =>
  language.askSet.has(tokens[own.end]?.text ?? "") && tokens[own.end]?.isAfterBreak !== true;

/** "Yes hello, I am ringing about …" answers nothing; a story behind a yes is worth a question. */
function behindYes(standing: Standing): readonly Doubt[] {
  const { path, own, signs } = standing;
  const next = path[path.indexOf(own) + 1];
  const story = path.filter(({ kind, start }) => (kind === "open" || kind === "doubt") && start > own.start);
  return [
    ...(signs.includes("-") ? [weak("a denial behind it")] : []),
    ...(next?.kind === "act" && next.what === "greeting" ? [strong("it greets")] : []),
    ...(story.length >= STORY_WORDS ? [weak("a story behind it")] : []),
    ...(story.length > 0 && turnsAway(standing) ? [weak("a question behind it")] : []),
  ];
}

/** A yes or no that begins the turn decides, whatever follows. */
function leads(standing: Standing): boolean {
  const { path, variable, own } = standing;
  return (
    variable.type === "boolean" &&
    !isAlone(standing) &&
    own.sets?.[0]?.fit.isEcho !== true &&
    path.every((arc) => arc.start >= own.start || isPolite(standing, arc))
  );
}

const isAlone = ({ own, variable }: Standing): boolean =>
  own.sets?.some(({ name, fit }) => name === variable.name && fit.isAlone) === true;

/** "Badly but yes": a yes or no that ends the turn sums it up; "I know you ja" is a sentence without an answer. */
function closes({ path, own, tokens, language, variable }: Standing): boolean {
  const isEnd = path
    .slice(path.indexOf(own) + 1)
    .every(({ kind, what }) => kind === "act" && what === "thanks");
  const isOnly = path.every((arc) => arc === own || !(isOf(arc, variable) || arc.what === "not"));
  const isApart = tokens[own.start]?.isAfterBreak === true || concludedBefore(path, own) > 0;
  const isSentence = !isApart && hasSubject(tokens.slice(0, own.start), language);
  return isEnd && isOnly && !isSentence && own.sets?.[0]?.fit.isEcho !== true;
}

/** "Good" is a yes only by itself. */
function beside(standing: Standing): Doubt | undefined {
  const { path, own, variable } = standing;
  const isEchoed =
    variable.type === "boolean" &&
    path.some(({ sets }) => sets?.some(({ name, fit }) => name === variable.name && fit.isEcho));
  if (!isAlone(standing) || isEchoed) return undefined;
  const other = path.find((arc) => arc !== own && !isPolite(standing, arc));
  return (
    other && strong(`it is an answer only by itself, and "${textOf(standing, other)}" is said beside it`)
  );
}

const condition = ({ variable, path }: Standing): readonly Doubt[] =>
  variable.type === "boolean" && path.some(({ kind, what }) => kind === "reason" && what === "if")
    ? [strong("it is a condition")]
    : [];

function beginsLikeQuestion({ tokens, language, own }: Standing): boolean {
  const first = tokens.findIndex((token) => !language.hesitationSet.has(token.text));
  return first >= 0 && first < own.start && language.askSet.has(tokens[first]?.text ?? "");
}

interface Beside {
  readonly rest: readonly Arc[];
  readonly at: number;
  readonly isLeading: boolean;
}

function arcDoubt(standing: Standing, { rest, at, isLeading }: Beside): Doubt | undefined {
  const { own, signs } = standing;
  const arc = rest[at] as Arc;
  const { kind, what } = arc;
  const isBehind = isLeading && arc.start > own.start;
  const said = `"${textOf(standing, arc)}"`;
  if (kind === "doubt") return markerDoubt(standing, arc, isBehind);
  // "No, no chest pain".
  const before = rest.slice(0, at).findLast((each) => each.kind !== "beside");
  const isDenied = before === own && own.sets?.[0]?.fit.value === false && !isAfterBreak(standing, arc);
  if (kind === "act" && isDenied && isLeading) return undefined;
  if (kind === "act" && !mayAccompany(standing, arc, isLeading)) {
    const isStrong =
      standing.variable.type === "boolean" || ENDING.has(what ?? "") || asksMore(rest, at, own);
    return { why: `${said} (${what})`, isStrong: isStrong && !signs.includes("-") };
  }
  if (kind === "foreign" && !isBehind)
    return { why: `${said} is something else`, isStrong: isRateOfOthers(standing) };
  const denied = kind === "mark" && what === "not" ? nextValue(standing.path, arc) : undefined;
  if (denied?.sets !== undefined && !isOf(denied, standing.variable)) return undefined;
  if (kind === "mark" && what === "not" && !signs.includes("-") && !isLeading)
    return weak(`${said} denies something`);
  if (kind === "mark" && what === "or" && !isLeading)
    return isTakenBack(standing, arc) ? weak("an alternative") : strong("an alternative");
  if (kind === "open" && standing.variable.type === "boolean" && !isAlone(standing) && closes(standing))
    return undefined;
  const isOpen = kind === "open" && !isBehind && !isOfName(standing, arc) && !isSubject(standing, arc);
  return isOpen && !elaborates(standing, arc) ? openDoubt(standing, arc, rest[at - 1]) : undefined;
}

/** "What if it rains on monday": a question that goes on. */
const asksMore = (rest: readonly Arc[], at: number, own: Arc): boolean =>
  rest[at]?.what === "repeat" && rest.slice(at).some(({ kind, end }) => kind === "open" && end <= own.start);

/** Types whose values stand for themselves. Each word beside a name, a code or an address may be a part of it. */
const ELABORATED = new Set(["choice", "money", "amount", "duration", "number", "date", "time", "date_range"]);
/** A value of these may say when something else happens: "tomorrow I am away". */
const ADVERBIAL = new Set(["date", "time", "date_range"]);

/** "First of October, after payday": a value that leads the turn answers, and a clause behind it only says more. */
function elaborates(standing: Standing, { start }: Arc): boolean {
  const { tokens, variable, own, language } = standing;
  const { type } = variable;
  const next = tokens[own.end];
  if (!ELABORATED.has(type) || start <= own.end || next === undefined || !opens(standing)) return false;
  // "Tuesday is my birthday"
  if (language.askSet.has(next.text)) return false;
  if (saysMore(standing, own.end)) return true;
  const isSomeone = ({ text }: Token): boolean =>
    language.subjectSet.has(text) || language.ownerSet.has(text);
  if (ADVERBIAL.has(type)) return !tokens.slice(own.end).some(isSomeone);
  // "Two and a baby" goes on counting.
  return type !== "number" || next.isAfterBreak === true || language.subjectSet.has(next.text);
}

const saysMore = ({ language, variable, tokens }: Standing, at: number): boolean =>
  language.furtherOf.get(variable.type)?.has(tokens[at]?.text ?? "") === true;

/** Nothing stands before the value but politeness, or a wish: "I have ten" tells, "I'd like ten" answers. */
function opens({ path, tokens, own, language }: Standing): boolean {
  const isPlain = path
    .slice(0, path.indexOf(own))
    .every(({ kind, what }) => kind === "beside" || (kind === "act" && ACCOMPANYING.has(what ?? "")));
  const before = tokens.slice(0, own.start).map(({ text }) => text);
  const isWish = before.some((word) => language.wantSet.has(word));
  return isPlain && (isWish || !before.some((word) => language.subjectSet.has(word)));
}

/** "She is forty years old": who is meant does not change a value that says what it is. */
function isSubject({ language, tokens, path, variable, signs }: Standing, arc: Arc): boolean {
  if (arc.end - arc.start > 1 || !language.subjectSet.has(tokens[arc.start]?.text ?? "")) return false;
  const next = nextValue(path, arc);
  return next?.sets !== undefined && (signs.includes("-") || isOf(next, variable) === false || !isBare(next));
}

/** "I earn ninety thousand a year": a number with a measure of its own, in a sentence that nothing explains. */
const isRateOfOthers = ({ variable, path, own }: Standing): boolean =>
  COUNTED.has(variable.type) &&
  variable.type !== "choice" &&
  path.some(({ kind, end }) => kind === "open" && end <= own.start);

/** "Eight or … no, nine" */
const isTakenBack = ({ path }: Standing, arc: Arc): boolean =>
  path.some(
    ({ kind, what, start }) => kind === "mark" && (what === "mend" || what === "no") && start >= arc.end,
  );

const isAfterBreak = ({ tokens }: Standing, { start }: Arc): boolean => tokens[start]?.isAfterBreak === true;

function markerDoubt(standing: Standing, arc: Arc, isBehind: boolean): Doubt | undefined {
  const { variable } = standing;
  const { what } = arc;
  if (what === "past" && isInPast(variable)) return undefined;
  // "Ein Dauerauftrag über fünfzig Euro" is one of fifty.
  const before = standing.path[standing.path.indexOf(arc) - 1];
  if (what === "compare" && variable.type === "money" && before?.kind === "value" && !isOf(before, variable))
    return undefined;
  // What compares the value of another variable leaves an option as it is.
  const next = nextValue(standing.path, arc);
  if (what === "compare" && variable.type === "choice" && next?.sets && !isOf(next, variable))
    return undefined;
  if (isBehind && what !== "question" && what !== "unsure") return undefined;
  if (what === "compare" && isPhrase(standing, arc)) return undefined;
  const said = `"${textOf(standing, arc)}" (${what})`;
  // "Quarter past two when he's not too busy": a value is there, and reading it back stores nothing.
  return variable.type === "boolean" || tellsOther(standing, arc) ? strong(said) : weak(said);
}

/** "Half past six, after the milking": behind a value that answers, with a noun of its own. */
const isPhrase = (standing: Standing, arc: Arc): boolean =>
  arc.start >= standing.own.end &&
  saysMore(standing, arc.start) &&
  nextValue(standing.path, arc)?.kind === "open" &&
  opens(standing);

/** "After five", "last year it was five", "five is too late": the value is no answer, but what another is told by. */
function tellsOther(standing: Standing, arc: Arc): boolean {
  const { variable, own, path, tokens, language } = standing;
  const { what, start, end } = arc;
  const isBefore = start < own.start;
  const isAdjacent = end === own.start && tokens[own.start]?.isAfterBreak !== true;
  if (what === "question") return isBefore;
  if (variable.type === "choice") return false;
  // "It was four"
  const isShort = isAdjacent && own.end === tokens.length && !hasSubject(tokens.slice(0, start), language);
  if (what === "past") return isBefore && !(isShort && start < 2);
  if (what === "near" || (what === "compare" && isRange(variable))) return false;
  if (isBefore) return isAdjacent;
  const between = path.slice(path.indexOf(own) + 1, path.indexOf(arc));
  const isLast = [...between, ...path.slice(path.indexOf(arc) + 1)].every(({ kind }) => kind === "beside");
  return what === "compare" && isLast && tokens[start]?.isAfterBreak !== true;
}

const isRange = ({ type }: Variable): boolean => type === "date_range" || type === "time_range";

const hasSubject = (tokens: readonly Token[], { subjectSet }: Language): boolean =>
  tokens.some(({ text }) => subjectSet.has(text));

function mayAccompany({ variable, own }: Standing, { what = "" }: Arc, isLeading: boolean): boolean {
  if (ACCOMPANYING.has(what)) return true;
  if (what === "wait") return variable.type !== "boolean";
  if (what === "operator") return variable.type === "choice";
  return what === "cancel" && isLeading && own.sets?.[0]?.fit.value === false;
}

/** "A large pizza", "the sales team": a word right beside an option belongs to its name. */
const isOfName = ({ variable, own, tokens }: Standing, { start, end }: Arc): boolean =>
  variable.type === "choice" &&
  ((end === own.start && tokens[own.start]?.isAfterBreak !== true) ||
    (start === own.end && tokens[start]?.isAfterBreak !== true));

function openDoubt(standing: Standing, arc: Arc, before: Arc | undefined): Doubt {
  const { variable, own, tokens, language } = standing;
  const said = `"${textOf(standing, arc)}"`;
  const isCounted = COUNTED.has(variable.type);
  const owner = tokens[arc.start - 1]?.text ?? "";
  // "My bus goes at ten": a sentence about something else.
  if (
    isCounted &&
    variable.type !== "choice" &&
    arc.start < own.start &&
    language.ownerSet.has(owner) &&
    !language.weakSet.has(owner) &&
    !language.articleSet.has(owner)
  )
    return strong(`${said} is another subject`);
  if (isOfOthers(standing, arc)) return strong(`${said} tells of something else`);
  // A number right before a noun of its own counts that noun.
  if (before === own && isCounted && isBare(own) && tokens[arc.start]?.isAfterBreak !== true)
    return strong(`the number belongs to ${said}`);
  return weak(`nothing explains ${said}`);
}

/** Types whose value also tells when or for how much something else happens. */
const TELLING = new Set([...ADVERBIAL, "money", "duration"]);

/** "I finish at six", "the last bus goes at eleven": a sentence of its own, which is no wish. */
function isOfOthers({ variable, own, tokens, path, language }: Standing, { start }: Arc): boolean {
  if (start > own.start || !TELLING.has(variable.type) || isRange(variable)) return false;
  const before = tokens.slice(0, own.start);
  if (before.some(({ text }) => language.wantSet.has(text))) return false;
  const subject = tokens[start - 1]?.text ?? "";
  if (ADVERBIAL.has(variable.type) && language.subjectSet.has(subject)) return true;
  const open = path.filter((arc) => arc.kind === "open" && arc.end <= own.start);
  return open.length > 1 && !hasSubject(before, language);
}

/** Hesitation, thanks, and other words that leave an answer as short as it is. */
function isPolite({ tokens, variable, language }: Standing, { kind, what, start, end, sets }: Arc): boolean {
  if (kind === "act") return what === "thanks" || what === "greeting";
  if (kind === "value") return sets?.some(({ name }) => name === variable.name) === true;
  if (kind === "mark") return what === "mend" || what === "conclude";
  if (kind === "reason") return true;
  return (
    kind === "beside" &&
    ((end - start > 1 && variable.type !== "choice") || language.hesitationSet.has(tokens[start]?.text ?? ""))
  );
}

/** Where a second clause begins that only gives a reason: behind "because", or behind a pause, without a value of its own. */
function asideFrom(path: readonly Arc[], tokens: readonly Token[], own: Arc): number {
  for (let from = path.indexOf(own) + 1; from < path.length; from++) {
    const arc = path[from] as Arc;
    const isAfterBreak = tokens[arc.start]?.isAfterBreak === true;
    if (arc.kind === "open" && !isAfterBreak) return path.length;
    if (arc.kind !== "reason" && !isAfterBreak) continue;
    return path.slice(from).every((each) => isReason(each, arc.kind === "reason")) ? from : path.length;
  }
  return path.length;
}

function isReason({ kind, what, sets }: Arc, isBehindBecause: boolean): boolean {
  if (kind === "value") return isVague(sets);
  if (kind === "doubt")
    return what === "past" || (isBehindBecause && what !== "question" && what !== "unsure");
  return kind !== "foreign" && (kind !== "mark" || what === "not" || what === "conclude");
}

/** "The rest of the week" is no value. */
export const isVague = (sets: Arc["sets"]): boolean =>
  sets?.every(({ fit }) => fit.values?.length === 0) === true;

const isInPast = ({ type, max, min }: Variable): boolean =>
  type === "date" && max !== undefined && min === undefined;

const textOf = ({ tokens }: Standing, { start, end }: Arc): string =>
  tokens
    .slice(start, end)
    .map(({ raw }) => raw)
    .join(" ");
