// Utterance interpreter: says what the caller's words mean at a listening point. The first of these that accepts the
// words decides: a pending confirmation, a pending "which of the two?", commands and corrections where any words
// could be an answer, the answer itself, commands, corrections, an answer among many other words.

import { actBeside } from "./act-beside.ts";
import type { Candidate } from "./claims.ts";
import { type HandlerMatch, matchAnywhere, matchHandler } from "./commands.ts";
import { confirmedBy } from "./confirmation.ts";
import type { Correctable, Filled, ListeningPoint, Understood } from "./understanding.ts";
import { type Correction, correctionIn, plainCorrectionIn } from "./correction.ts";
import { ownWordsOf, statedIn } from "./own-words.ts";
import { type Fill, type JointParse, parseJointly } from "./joint-parse.ts";
import { pickedFrom } from "./disambiguation.ts";
import {
  ACCEPT_MIN,
  CONFIRM_MIN,
  DOUBT_CONFIDENCE,
  EVIDENT_COVERAGE_MIN,
  HANDLER_COVERAGE_MIN,
} from "./thresholds.ts";
import { surenessOf } from "./evidence.ts";
import { findAll, type Lexicon } from "./lexicon.ts";
import { besideList, withBeside } from "./records/beside-list.ts";
import { listMeant } from "./records/list-answer.ts";
import { withDashesRead } from "./types/dashes.ts";
import { partOfDate } from "./types/period.ts";
import { partOfDay } from "./types/time.ts";
import { intervalText } from "../../value/interval.ts";
import { isSpeaking } from "./types/who-speaks.ts";
import { asks } from "./types/words-beside.ts";
import { relativeCorrectionIn } from "./relative-correction.ts";
import { fits } from "./askable-types.ts";
import { besideCommands, type Utterance, utteranceOf } from "./tokenised-utterance.ts";

/** Total: any text, any listening point. `words` is the transcript as the recogniser or the typist wrote it. */
export function understand(words: string, point: ListeningPoint): Understood {
  const meaning = understoodIn(words, point);
  return actBeside(words, meaning, point) ?? meaning;
}

function understoodIn(words: string, point: ListeningPoint): Understood {
  const utterance = utteranceAt(words, point);
  if (utterance.tokens.length === 0 || point.confidence < CONFIRM_MIN)
    return { type: "unclear", coverage: 0 };
  const urgent = matchAnywhere(utterance, point.handlers);
  if (urgent !== undefined) return { type: "handler", name: urgent, confidence: point.confidence };
  const heard = heardInList(utterance, point);
  if (heard !== undefined) return heard;
  return point.confirming === undefined ? answered(utterance, point) : confirmed(utterance, point);
}

/** What is said of a list and beside it, unless it is a command as a whole. */
function heardInList(utterance: Utterance, point: ListeningPoint): Understood | undefined {
  if (point.lists === undefined) return undefined;
  const beside = besideList(utterance, point, (text) => utteranceAt(text, point));
  const among = beside && ofList(beside.words, point);
  return beside === undefined || among === undefined ? ofList(utterance, point) : withBeside(among, beside);
}

function ofList(utterance: Utterance, point: ListeningPoint): Understood | undefined {
  const heard = listMeant(utterance, point);
  // "That's all" ends a list, and not the call.
  const isOver = heard?.type === "answer" && heard.values[0]?.isOver === true;
  return isOver || matchHandler(utterance, point.handlers)?.alone !== true ? heard : undefined;
}

/** The words as they are meant here: beside commands, and where the question says what is a yes and a no. */
function utteranceAt(words: string, point: ListeningPoint): Utterance {
  const { pack, asked, handlers, confirming } = point;
  const plain = utteranceOf(withDashesRead(words, point), pack);
  const beside = besideCommands(
    plain,
    handlers.flatMap(({ phrases }) => phrases),
  );
  if (confirming !== undefined || asked?.wanted.kind !== "boolean") return beside;
  const question = utteranceOf(asked.question ?? "", pack);
  if (findAll(question.compiled.moreOffers, question.keys).length > 0)
    return { ...answering(beside, beside.compiled.yesNoMore), offersMore: true };
  const isForAnybody = question.keys.some((key) => pack.telling.anybody.has(key));
  return isForAnybody ? answering(beside, beside.compiled.yesNoAnybody) : beside;
}

/** Where these are its yes and no: where more is offered "that's it" and "I'm good" are a no. */
function answering(utterance: Utterance, yesNo: Lexicon<boolean>): Utterance {
  const { compiled, keys } = utterance;
  const answers = findAll(yesNo, keys);
  const unsure = utterance.unsure.filter(
    ({ from, to }) => !answers.some((each) => each.from <= from && to <= each.to),
  );
  return { ...utterance, unsure, compiled: { ...compiled, yesNo } };
}

function confirmed(utterance: Utterance, point: ListeningPoint): Understood {
  const { confirming } = point;
  if (confirming === undefined) return answered(utterance, point);
  const read = (coverageMin: number): Understood | undefined => {
    const meant = confirmedBy(utterance, { point, confirming }, coverageMin);
    // A new value that is doubtful is read back like the first.
    return meant === undefined || meant.values.length === 0 || point.confidence >= ACCEPT_MIN
      ? meant
      : { ...meant, decision: "confirm" };
  };
  const pending = confirming.values.map((each): Correctable => ({ ...each, echoed: true }));
  const { asked: _, ...rest } = point;
  return (
    corrected(relativeCorrectionIn(utterance, [...pending, ...point.correctable], point.moment), point) ??
    read(ACCEPT_MIN) ??
    command(matchHandler(utterance, point.handlers), point) ??
    corrected(correctionIn(utterance, rest, [...pending, ...point.correctable]), point) ??
    read(CONFIRM_MIN) ??
    refused(utterance) ?? { type: "unclear", coverage: 0 }
  );
}

/** "No, I have to work then": whatever follows the no, what was read back does not hold. */
function refused({ keys, pack, unsure }: Utterance): Understood | undefined {
  const isNo = pack.plainNo.has(keys[0] ?? "") && unsure.length === 0;
  return isNo ? { type: "confirmed", yes: false, values: [] } : undefined;
}

function answered(utterance: Utterance, point: ListeningPoint): Understood {
  const { asked } = point;
  const takesAll = asked?.wanted.kind === "text" || asked?.wanted.kind === "name";
  if (takesAll) {
    const first = explainedElsewhere(utterance, point);
    if (first !== undefined) return first;
  }
  const picked = pickedNow(utterance, point);
  if (picked !== undefined) return picked;
  const joint = parseJointly(utterance, candidatesOf(point), point.moment);
  return (
    (joint.coverage >= ACCEPT_MIN ? meant(joint, point, joint.coverage) : undefined) ??
    optionBeside(utterance, joint, point) ??
    command(matchHandler(utterance, point.handlers), point) ??
    corrected(relativeCorrectionIn(utterance, point.correctable, point.moment), point) ??
    corrected(correctionIn(utterance, point, point.correctable), point) ??
    corrected(plainCorrectionIn(utterance, point, point.correctable), point) ??
    meant(joint, point, surenessOf(utterance, joint, asked?.name)) ??
    stated(utterance, point) ??
    partly(utterance, joint, point) ?? {
      type: "unclear",
      best: clearOf(joint.fills),
      coverage: joint.coverage,
    }
  );
}

/** "I want to talk to someone in sales", "I can't pay my bill": an option that is named among words of a command. */
function optionBeside(
  utterance: Utterance,
  joint: JointParse,
  point: ListeningPoint,
): Understood | undefined {
  const [only, ...others] = joint.fills;
  const isOption =
    only?.variable.wanted.kind === "choice" &&
    only.variable.name === point.asked?.name &&
    others.length === 0;
  if (!isOption || !only.evident || only.values.length !== 1 || joint.negated) return undefined;
  const called = matchHandler(utterance, point.handlers);
  // "What does premium cost" chooses none.
  if (asks(utterance)) return undefined;
  if (called?.alone !== false || joint.coverage < EVIDENT_COVERAGE_MIN) return undefined;
  return meant(joint, point, Math.max(DOUBT_CONFIDENCE, surenessOf(utterance, joint, point.asked?.name)));
}

/** A command or a correction that is all that was said. */
function explainedElsewhere(utterance: Utterance, point: ListeningPoint): Understood | undefined {
  const called = matchHandler(utterance, point.handlers);
  if (called?.alone === true) return command(called, point);
  const correction = correctionIn(utterance, point, point.correctable);
  return correction?.alone === true ? corrected(correction, point) : undefined;
}

function pickedNow(utterance: Utterance, point: ListeningPoint): Understood | undefined {
  const { asked, alternatives } = point;
  if (asked === undefined || alternatives === undefined || asked.name !== alternatives.name) return undefined;
  const value = pickedFrom(utterance, { asked, alternatives, point });
  if (value === undefined || !fits(asked.wanted, value)) return undefined;
  return filled([{ name: asked.name, value }], point.confidence);
}

function candidatesOf(point: ListeningPoint): readonly Candidate[] {
  const { asked, open } = point;
  const others = open.map((each): Candidate => ({ ...each, mode: "open" }));
  if (asked === undefined) return others;
  // A free text takes the whole utterance, so no words are left for other variables.
  return asked.wanted.kind === "text"
    ? [{ ...asked, mode: "asked" }]
    : [{ ...asked, mode: "asked", own: () => ownWordsOf(asked, point) }, ...others];
}

function command(called: HandlerMatch | undefined, { confidence }: ListeningPoint): Understood | undefined {
  if (called === undefined || called.coverage < HANDLER_COVERAGE_MIN) return undefined;
  return { type: "handler", name: called.name, confidence: Math.min(confidence, called.coverage) };
}

function corrected(correction: Correction | undefined, point: ListeningPoint): Understood | undefined {
  if (correction === undefined) return undefined;
  const confidence = Math.min(point.confidence, correction.coverage);
  if (confidence < CONFIRM_MIN) return undefined;
  const { changes, also } = correction;
  const doubt = correction.coverage < ACCEPT_MIN ? ({ isDoubtful: true } as const) : {};
  return { type: "correction", changes, also, decision: decided(confidence), confidence, ...doubt };
}

/** "I have a slight fever", "this is her brother": nobody said yes or no, so it is read back. */
function stated(utterance: Utterance, point: ListeningPoint): Understood | undefined {
  const { asked, confidence } = point;
  const value =
    asked === undefined ? undefined : (isSpeaking(utterance, asked) ?? statedIn(utterance, asked, point));
  if (asked === undefined || value === undefined) return undefined;
  const sureness = Math.min(confidence, DOUBT_CONFIDENCE);
  return { ...filled([{ name: asked.name, value }], sureness), isDoubtful: true };
}

/** "Next week" where a day is asked for, and "in the afternoon" where a time is: which of it must be asked. */
function partly(
  utterance: Utterance,
  joint: JointParse,
  { asked, moment }: ListeningPoint,
): Understood | undefined {
  if (asked?.wanted.kind === "time" && joint.fills.length === 0) {
    const hours = partOfDay(utterance, asked.wanted);
    const value = hours && intervalText({ from: hours.min, to: hours.max });
    return value === undefined ? undefined : { type: "part", name: asked.name, value };
  }
  const part =
    asked === undefined || joint.fills.length > 0 ? undefined : partOfDate(utterance, asked, moment);
  if (asked === undefined || part === undefined) return undefined;
  if (part.type === "part") return { type: "part", name: asked.name, value: part.value };
  const [day, ...others] = part.days;
  if (day !== undefined && others.length === 0)
    return { ...filled([{ name: asked.name, value: day }], DOUBT_CONFIDENCE), isDoubtful: true };
  return { type: "alternatives", name: asked.name, values: part.days, also: [] };
}

/** The meaning of a parse. A value out of range or an ambiguous one comes first, because the caller must be asked. */
function meant(joint: JointParse, point: ListeningPoint, sureness: number): Understood | undefined {
  const { fills } = joint;
  const confidence = Math.min(point.confidence, sureness);
  if (fills.length === 0 || confidence < CONFIRM_MIN) return undefined;
  const also = clearOf(fills);
  const outside = fills.find(({ values }) => values.length === 0);
  if (outside !== undefined) {
    return { type: "invalid", name: outside.variable.name, value: outside.misfit ?? null, also };
  }
  const unsure = fills.find(({ values }) => values.length > 1);
  if (unsure !== undefined)
    return { type: "alternatives", name: unsure.variable.name, values: unsure.values, also };
  const answer = filled(also, confidence);
  return sureness < ACCEPT_MIN ? { ...answer, isDoubtful: true } : answer;
}

function clearOf(fills: readonly Fill[]): readonly Filled[] {
  return fills.flatMap(({ variable, values }): readonly Filled[] => {
    const [value] = values;
    return values.length === 1 && value !== undefined ? [{ name: variable.name, value }] : [];
  });
}

function filled(values: readonly Filled[], confidence: number): Extract<Understood, { type: "answer" }> {
  return { type: "answer", values, decision: decided(confidence), confidence };
}

const decided = (confidence: number) => (confidence >= ACCEPT_MIN ? "accept" : "confirm");
