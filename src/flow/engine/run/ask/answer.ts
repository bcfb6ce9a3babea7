// Answer handling: decides the consequences of the caller's words or keys at a question.

import { formsIn, understand } from "../../understand/understand.ts";
import { namedIn } from "../../understand/hearing/wrong.ts";
import { ACCEPT_MIN, DOUBT_CONFIDENCE } from "../../understand/thresholds.ts";
import type { Value } from "../../../value/value.ts";
import {
  doubted,
  type KeyMeaning,
  type ListeningPoint,
  type Understood,
} from "../../understand/understanding.ts";
import { variableOf } from "../expression-scope.ts";
import { asksAside, asksSomething } from "../../understand/hearing/calls.ts";
import { tellsSomething } from "../../understand/hearing/opening.ts";
import { lookUp } from "../answer/look-up.ts";
import { isAheadHere } from "./ahead.ts";
import { askAgain, askPending } from "./ask.ts";
import { acceptClear, changeNamed, mustConfirm, onConfirmation, takeValues } from "./confirm.ts";
import { correct } from "./correct-answer.ts";
import type { Proposal } from "../step-contract.ts";
import { type StepDraft, type Continuation, rest } from "../step-draft.ts";
import { dictate, dictatedLength, keepBeginning, mayBeMisheard } from "./dictation.ts";
import type { HalfRange } from "../flow-state.ts";
import { isHalf } from "./half-range.ts";
import { countFailure, dropAhead, failQuestion } from "./no-answer.ts";
import { plainQuestionOf, questioning } from "./question-words.ts";
import { outOfRange } from "./out-of-range.ts";
import { ownWords, speak } from "../walk/say.ts";
import { callGuessed, callHandler } from "../walk/handler-calls.ts";
import { isSensitiveHere, heardPointOf } from "./listening-point.ts";
import { canPropose, isUnsure, mayPropose, propose, readProposal } from "./ask-model.ts";
import { orLikest } from "./likest.ts";

/** Limit of "which of these?" before it counts as a no-match. */
const roundsMax = 2;

/** How certain the words are. */
interface Certainty {
  /** The recogniser's, 0 to 1. */
  readonly confidence: number;
  /** Transcript of another recogniser, if one listened too. */
  readonly second?: string | undefined;
  /** Likeliest answer of the recogniser with another meaning. */
  readonly alternative?: string | undefined;
  /** The recogniser's answer to the question, if it understands. */
  readonly proposal?: Proposal | undefined;
}

/** Meanings that are no answer and may be a caller's question, including apparent answers. */
const asides: ReadonlySet<Understood["type"]> = new Set([
  "unclear",
  "answer",
  "alternatives",
  "invalid",
  "part",
  "correction",
]);

/** Caller's words at a question: an answer, or a question for the flow's knowledge. */
export function understandWords(draft: StepDraft, text: string, certainty: Certainty): Continuation {
  const { act } = draft.node;
  const { asking } = draft;
  const answerFrom = act.type === "ask" ? act.answerFrom : undefined;
  if (answerFrom === undefined || asking === undefined || isSensitiveHere(draft))
    return understandAlone(draft, text, certainty);
  const point = heardPointOf(draft, certainty.confidence);
  const meaning = point && understand(text, point).type;
  const mayAsk =
    point !== undefined &&
    meaning !== undefined &&
    (meaning === "unclear" || (asides.has(meaning) && asksSomething(text, point.pack)));
  if (!mayAsk) return understandAlone(draft, text, certainty);
  const back = { ...asking, isPatient: false };
  return lookUp(draft, answerFrom, { words: text, back }) ?? understandAlone(draft, text, certainty);
}

/** Reads the words as an answer to the question. Words without a meaning may go to a model. */
export function understandAlone(
  draft: StepDraft,
  text: string,
  certainty: Certainty = { confidence: draft.state.last.confidence ?? 1 },
): Continuation {
  const point = heardPointOf(draft, confidenceOf(draft, text, certainty));
  const { asking } = draft;
  if (point === undefined || asking === undefined) return rest;
  draft.changeAsking({ isPatient: false });
  draft.change({ echoed: [] });
  const meaning = notAnswered(understoodIn(draft, text, point), point, certainty.second);
  draft.trace("understood", meaning.type);
  const forms = meaning.type === "unclear" ? "" : formsIn(text, point);
  if (forms !== "") draft.trace("read by", forms);
  const named = meaning.type === "unclear" ? toChange(draft, text, point) : undefined;
  if (named !== undefined) return named;
  const guess = isUnsure(draft, meaning, point.confidence)
    ? guessOf(draft, { text, heard: meaning }, certainty)
    : undefined;
  if (guess !== undefined) return guess;
  // Words that cannot be the answer are no failed attempt.
  if (isOpening(draft, meaning, { text, point })) return callGuessed(draft, "opening");
  if (meaning.type === "unclear" && point.confidence >= ACCEPT_MIN && asksAside(text, point.pack))
    return callHandler(draft, "cannot_answer");
  const next =
    (meaning.type === "invalid" ? (wrongLength(draft, meaning) ?? oneEnd(draft, meaning)) : undefined) ??
    actOn(draft, orLikest(draft, text, meaning));
  keepAlternative(draft, point, certainty.alternative);
  return next;
}

/**
 * True for the words by which a caller begins: "hi, I ordered a lamp and it hasn't come". Nothing was answered and no
 * attempt failed before them, so "I want to cancel an order" cancels no call. At a choice, and at a
 * yes or no, they are an attempt to answer.
 */
function isOpening(
  { state: { facts, frames, failuresInRow, handlersInRow } }: StepDraft,
  meaning: Understood,
  { text, point }: { readonly text: string; readonly point: ListeningPoint },
): boolean {
  const { asked, confidence } = point;
  const isLost = meaning.type === "unclear" || (meaning.type === "handler" && meaning.name === "never_mind");
  const isFirst =
    failuresInRow + handlersInRow === 0 &&
    frames.every(({ answers, failures }) => Object.keys({ ...answers, ...failures }).length === 0);
  const isHeard = confidence >= ACCEPT_MIN && facts.direction === "inbound";
  const isOpen = asked !== undefined && asked.wanted.kind !== "choice" && asked.wanted.kind !== "boolean";
  return isLost && isFirst && isHeard && isOpen && tellsSomething(text, point);
}

/** Help of a model if the rules are unsure: of a recogniser that understands, or of one asked now. */
function guessOf(
  draft: StepDraft,
  reading: { readonly text: string; readonly heard: Understood },
  { proposal }: Certainty,
): Continuation | undefined {
  const meaning = proposal && mayPropose(draft) ? readProposal(draft, proposal, reading) : undefined;
  if (meaning !== undefined) return actOnProposal(draft, reading.heard, meaning);
  return canPropose(draft) ? propose(draft, reading.text, reading.heard) : undefined;
}

/** A model's handlers are guesses, which must not keep a caller for ever. */
export function actOnProposal(draft: StepDraft, heard: Understood, meaning: Understood): Continuation {
  draft.trace("proposal", meaning === heard ? "changed nothing" : meaning.type);
  if (meaning.type === "handler" && heard.type === "unclear") return callGuessed(draft, meaning.name);
  return actOn(draft, meaning);
}

/** "The day", after "What shall I change?" */
function toChange(draft: StepDraft, text: string, point: ListeningPoint): Continuation | undefined {
  const { pending } = draft.asking ?? {};
  if (pending?.type !== "confirm" || pending.isChanging !== true) return undefined;
  return changeNamed(draft, namedIn(text, point));
}

/** Types that may be asked in parts, without an end of their own. */
const partable: ReadonlySet<string> = new Set(["date", "time", "phone"]);

/** "Next month" is dropped for a day of another one. */
function understoodIn(draft: StepDraft, text: string, point: ListeningPoint): Understood {
  const meaning = understand(text, point);
  const isPart =
    draft.asking?.half?.name === point.asked?.name && partable.has(point.asked?.wanted.kind ?? "");
  if ((meaning.type !== "invalid" && meaning.type !== "unclear") || !isPart) return meaning;
  const { half } = draft.asking ?? {};
  draft.changeAsking({ half: undefined });
  const other = understand(text, heardPointOf(draft, point.confidence) ?? point);
  if (other.type === "unclear") draft.changeAsking({ half });
  return other;
}

/**
 * When one value is read back, its alternative is kept and offered after a no. Not for strings of digits, whose
 * second guess is hardly ever right.
 */
function keepAlternative(draft: StepDraft, point: ListeningPoint, alternative = ""): void {
  const { asking } = draft;
  const pending = asking?.pending;
  if (alternative === "" || pending?.type !== "confirm" || point.confirming !== undefined) return;
  if (point.asked?.wanted.kind === "digits") return;
  const [value] = pending.values;
  const other = understand(alternative, { ...point, confidence: 1 });
  if (pending.values.length !== 1 || other.type !== "answer" || other.values.length !== 1) return;
  const [instead] = other.values;
  if (instead === undefined || instead.name !== value?.name || instead.value === value.value) return;
  draft.changeAsking({ pending: { ...pending, instead } });
}

/** Two recognisers with two answers leave a doubt; one without an answer leaves none. */
function confidenceOf(draft: StepDraft, text: string, { confidence, second = "" }: Certainty): number {
  const point = second === "" ? undefined : heardPointOf(draft, 1);
  if (point === undefined) return confidence;
  const other = understand(second, point);
  if (other.type === "unclear" || meaningOf(understand(text, point)) === meaningOf(other)) return confidence;
  draft.trace("doubted", other.type);
  return Math.min(confidence, DOUBT_CONFIDENCE);
}

/** A command that another recogniser heard as an answer is none: the answer is read back, or asked for again. */
function notAnswered(meaning: Understood, point: ListeningPoint, second = ""): Understood {
  if (meaning.type !== "handler" || second === "") return meaning;
  const isUrgent = point.handlers.some(({ name, isAnywhere }) => name === meaning.name && isAnywhere);
  const other = isUrgent ? meaning : understand(second, { ...point, confidence: DOUBT_CONFIDENCE });
  if (other.type === "confirmed") return { type: "unclear" };
  return other.type === "answer" ? other : meaning;
}

/** For comparing: the meaning, with any certainty. */
function meaningOf(meaning: Understood): string {
  return JSON.stringify(meaning, (key, value: unknown) =>
    key === "confidence" || key === "decision" || key === "isDoubtful" ? undefined : value,
  );
}

/** Carries out what words or keys were understood to mean. */
export function actOn(
  draft: StepDraft,
  meaning: Understood | Extract<KeyMeaning, { type: "unclear" }>,
): Continuation {
  // The answer comes first if it must be read back: an unclear volunteered value has its own question.
  const isSecond =
    (meaning.type === "alternatives" || meaning.type === "invalid") && isAheadHere(draft, meaning.name);
  if (isSecond && meaning.also.some((filled) => mustConfirm(draft, filled, "accept")))
    return takeValues(draft, meaning.also, "accept");
  switch (meaning.type) {
    case "answer":
      return takeValues(draft, doubted(meaning.values, meaning.isDoubtful), meaning.decision);
    case "alternatives":
      return askWhich(draft, meaning);
    case "invalid":
      if (isAheadHere(draft, meaning.name)) return notAllowedAhead(draft, meaning);
      acceptClear(draft, meaning.also);
      return notAllowed(draft, meaning.name, meaning.value);
    case "part":
      return keepPart(draft, meaning);
    case "handler":
      return callHandler(draft, meaning.name);
    case "correction":
      return correct(draft, meaning);
    case "more":
      return askFirstAgain(draft, meaning.name);
    case "confirmed":
      return onConfirmation(draft, meaning);
    case "unclear":
      return failQuestion(draft, "noMatch", { isMisheard: mayBeMisheard(draft) });
  }
}

/** "Yes" to several offers: the list's own question asks for the item. */
function askFirstAgain(draft: StepDraft, name: string): Continuation {
  const words = plainQuestionOf(draft, name);
  if (words === undefined) return askAgain(draft);
  speak(draft, words);
  return rest;
}

/** "I heard 5 digits, I need 6." Too few are kept, and the next ones are joined to them. */
function wrongLength(
  draft: StepDraft,
  { name, value, also }: Extract<Understood, { type: "invalid" }>,
): Continuation | undefined {
  const wanted = dictatedLength(draft, name);
  const { asking } = draft;
  const isOwn = questioning(draft, name)?.invalid.size !== 0;
  if (wanted === undefined || isOwn || typeof value !== "string" || asking === undefined) return undefined;
  const digits = (asking.dictation?.digits ?? "") + value;
  if (digits.length === wanted) return takeValues(draft, [...also, { name, value: digits }], "accept");
  acceptClear(draft, also);
  const over = countFailure(draft, "invalid");
  if (over !== undefined) return over;
  draft.changeAsking({ variable: name, pending: null });
  if (digits.length < wanted) keepBeginning(draft, name, digits);
  else if (mayBeMisheard(draft)) dictate(draft, name, false);
  return askAgain(
    draft,
    ownWords(draft, ({ wordings }) => wordings.digitsHeard(digits.length, wanted)),
  );
}

/** "From Monday": this end is kept, and the other one is asked for. */
function oneEnd(
  draft: StepDraft,
  { name, value, also }: Extract<Understood, { type: "invalid" }>,
): Continuation | undefined {
  const { asking } = draft;
  if (asking === undefined || !isHalf(draft, name, value) || isAheadHere(draft, name)) return undefined;
  acceptClear(draft, also);
  return keepPart(draft, { name, value });
}

/** "Next week": the known part of an answer is kept, and the rest is asked for. */
function keepPart(draft: StepDraft, half: HalfRange): Continuation {
  const isPhone = variableOf(draft.program, half.name).type.kind === "phone";
  if (isPhone && questioning(draft, half.name)?.invalid.size !== 0)
    return notAllowed(draft, half.name, half.value);
  if (draft.asking?.half?.value === half.value) return failQuestion(draft, "noMatch");
  draft.changeAsking({ variable: half.name, pending: null, half });
  return askAgain(draft);
}

function askWhich(
  draft: StepDraft,
  { name, values, also }: Extract<Understood, { type: "alternatives" }>,
): Continuation {
  acceptClear(draft, also);
  const { asking } = draft;
  if (asking === undefined) return rest;
  const rounds = asking.rounds + 1;
  if (rounds > roundsMax) {
    if (isAheadHere(draft, name)) return dropAhead(draft);
    draft.changeAsking({ pending: null, rounds: 0 });
    return failQuestion(draft, "noMatch");
  }
  return askPending(draft, {
    ...asking,
    variable: name,
    pending: { type: "either", name, values },
    rounds,
  });
}

/** A volunteered invalid value is reported at once, and asked for at its own question. */
function notAllowedAhead(
  draft: StepDraft,
  { name, value, also }: Extract<Understood, { type: "invalid" }>,
): Continuation {
  acceptClear(draft, also);
  const over = also.length === 0 ? countFailure(draft, "noMatch") : undefined;
  if (over !== undefined) return over;
  speak(draft, outOfRange(draft, { name, value }, 1));
  return dropAhead(draft);
}

/** The failure belongs to the meant variable, which may be another open one of the node. */
function notAllowed(draft: StepDraft, name: string, value: Value): Continuation {
  if (draft.asking?.open.includes(name) === true) draft.changeAsking({ variable: name, pending: null });
  const words = (time: number) => outOfRange(draft, { name, value }, time);
  return failQuestion(draft, "invalid", { misfit: { value, words } });
}
