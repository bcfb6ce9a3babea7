// Listening point builder: collects as plain data everything that can be understood at this point of the flow. The
// matchers and the recogniser's grammar use the same data, so the two never differ.

import { languageOf, regionOf } from "../../../locale/languages.ts";
import { zonedTimeOf } from "../../../value/zoned-time.ts";
import type { Program } from "../../../language/program.ts";
import type {
  AskedVariable,
  AskedConfirmation,
  Correctable,
  HandlerPhrases,
  HeardList,
  ListeningPoint,
  ValueRule,
} from "../../understand/understanding.ts";
import { intervalOf } from "../../../value/interval.ts";
import type { Value } from "../../../value/value.ts";
import { valueOf } from "../assign.ts";
import { correctable } from "./correct-answer.ts";
import { StepDraft } from "../step-draft.ts";
import { activeHandlers } from "../walk/handler-calls.ts";
import { namesIn } from "./choice-options.ts";
import { dictatedLength, groupSize } from "./dictation.ts";
import { heardList, listType } from "./list-question.ts";
import { ownQuestionOf, questionOf } from "./question-words.ts";
import { wantedOf } from "./wanted.ts";
import { isAheadHere, listenedAhead } from "./ahead.ts";
import { variableOf } from "../expression-scope.ts";
import type { OpenQuestion, FlowState, PendingQuestion, Phase } from "../flow-state.ts";
import { viewAt, viewOf } from "../running-flow.ts";

/**
 * Meaning of words in a state, for callers outside of a step. Undefined where the flow does not listen to any.
 * `wallMs` is in milliseconds of the Unix epoch; `confidence` is the recogniser's, 0 to 1, and 1 when it is absent.
 */
export function listeningPointAt(
  program: Program,
  state: FlowState,
  { wallMs, confidence }: { readonly wallMs: number; readonly confidence?: number },
): ListeningPoint | undefined {
  return heardPointOf(new StepDraft(program, state, wallMs), confidence ?? 1);
}

/** Listening point during a step. If only keys answer, words may still volunteer later values. */
export function heardPointOf(draft: StepDraft, confidence: number): ListeningPoint | undefined {
  const point = listeningPointOf(draft, confidence);
  if (point === undefined || !isKeysOnly(draft)) return point;
  const { pack, moment } = point;
  const open = point.open.filter(({ isAhead }) => isAhead === true);
  const correctable = point.correctable.filter(({ name }) => isAheadHere(draft, name));
  const isHeard = open.length + correctable.length > 0;
  return isHeard ? { pack, moment, confidence, open, correctable, handlers: [] } : undefined;
}

/** True if only keys answer now. A value volunteered aloud is asked about aloud. */
export function isKeysOnly(draft: StepDraft): boolean {
  const { asking, node } = draft;
  const isVolunteered = asking?.pending != null && isAheadHere(draft, asking.variable);
  return node.listen.mode === "dtmf" && !isVolunteered;
}

/** Meaning of words or keys during a step, for the state of its draft. */
export function listeningPointOf(draft: StepDraft, confidence: number): ListeningPoint | undefined {
  const { phase } = draft.frame;
  if (draft.hasEnded) return undefined;
  const base = {
    pack: languageOf(draft.state.language).pack,
    moment: zonedTimeOf(draft.wallMs, draft.program.timezone),
    ...regionOf(draft.state.language),
    open: [],
    correctable: [],
    handlers: handlersOf(draft, false),
    confidence,
  };
  const asking = askingOf(phase);
  if (asking !== undefined)
    return { ...base, handlers: handlersOf(draft, true), ...answersOf(draft, asking) };
  switch (phase.type) {
    case "conversing":
      return phase.isConfirming || phase.askedBack !== undefined
        ? { ...base, confirming: { values: [] } }
        : base;
    case "answering":
    case "waiting":
      return base;
    default:
      return undefined;
  }
}

/** Open question, even while a model or a base is asked about the caller's words. */
function askingOf(phase: Phase): OpenQuestion | undefined {
  if (phase.type === "asking") return phase;
  if (phase.type === "proposing") return phase.asking;
  return phase.type === "answering" && phase.back.type === "asking" ? phase.back : undefined;
}

/** `hearsActs`: a question is open. In a conversation a model hears the unwritten ones. */
function handlersOf(draft: StepDraft, hearsActs: boolean): readonly HandlerPhrases[] {
  return activeHandlers(draft)
    .filter(({ handler }) => hearsActs || handler.isUnwritten !== true)
    .map(({ handler: { name, phrases, isAnywhere, dtmf, when }, depth }) => ({
      name,
      phrases: namesIn(phrases, viewAt(draft, depth)),
      ...(isAnywhere === true && { isAnywhere }),
      proposable: when !== undefined,
      ...(dtmf === undefined ? {} : { dtmf }),
    }));
}

type Answers = Pick<ListeningPoint, "asked" | "open" | "correctable" | "confirming" | "alternatives">;

function answersOf(draft: StepDraft, asking: OpenQuestion): Answers {
  const { variable, open, pending } = asking;
  const words = questionOf(draft, variable)?.text;
  const question = words === undefined ? {} : { question: words };
  const confirming = pending?.type === "confirm" ? confirmingOf(draft, pending, question) : undefined;
  const read = new Set(confirming?.values.map(({ name }) => name));
  const isPlain = (name: string): boolean => listType(draft, name) === undefined;
  const others = open.filter((name) => name !== variable && !read.has(name) && isPlain(name));
  const ahead = listenedAhead(draft).filter((name) => name !== variable && !read.has(name) && isPlain(name));
  const used = new Set([variable, ...open, ...read, ...ahead]);
  const lists = listsOf(draft, asking, question);
  return {
    ...(lists.length === 0 ? {} : { lists }),
    open: [
      ...others.map((name) => withQuestion(draft, name)),
      ...ahead.map((name) => ({ ...withQuestion(draft, name), isAhead: true as const })),
    ],
    correctable: correctable(draft)
      .filter((name) => !used.has(name) && isPlain(name))
      .map((name) => correctableOf(draft, name)),
    ...(confirming === undefined && !isPlain(variable)
      ? {}
      : confirming === undefined
        ? { asked: { ...askedOf(draft, variable), ...question } }
        : { confirming }),
    ...(pending?.type === "either" ? { alternatives: { name: pending.name, values: pending.values } } : {}),
  };
}

/** Lists that are heard: the one asked for or read back, then those that may still be changed. */
function listsOf(
  draft: StepDraft,
  { variable, pending }: OpenQuestion,
  question: { readonly question?: string },
): readonly HeardList[] {
  const read = pending?.type === "confirm" ? pending.values : [];
  const heard = [
    ...read.map(({ name, value }) => heardList(draft, name, { role: "pending", value })),
    ...(pending === null ? [heardList(draft, variable, { role: "asked", ...question })] : []),
    ...correctable(draft)
      .filter((name) => !(pending === null && name === variable) && !read.some((each) => each.name === name))
      .map((name) => heardList(draft, name, { role: "answered" })),
  ];
  return heard.filter((list) => list !== undefined);
}

function confirmingOf(
  draft: StepDraft,
  pending: Extract<PendingQuestion, { type: "confirm" }>,
  question: { readonly question?: string },
): AskedConfirmation {
  return {
    values: pending.values
      .filter(({ name }) => listType(draft, name) === undefined)
      .map(({ name, value }) => ({
        ...knowing(askedOf(draft, name), value),
        ...(typeof value === "boolean" && question),
        value,
      })),
  };
}

function correctableOf(draft: StepDraft, name: string): Correctable {
  const echoed = draft.state.echoed.includes(name);
  const value = valueOf(draft, name);
  return { ...knowing(askedOf(draft, name), value), value, echoed };
}

/** A range keeps the end that a caller does not change. */
function knowing(variable: AskedVariable, value: Value): AskedVariable {
  const { wanted } = variable;
  if ((wanted.kind === "date" || wanted.kind === "time") && typeof value === "string")
    return { ...variable, wanted: inside(wanted, value) };
  if ((wanted.kind !== "date_range" && wanted.kind !== "time_range") || typeof value !== "string")
    return variable;
  return { ...variable, wanted: { ...wanted, known: value } };
}

/** A day of the period that was named. */
function inside(wanted: Extract<ValueRule, { kind: "date" | "time" }>, value: string): ValueRule {
  const { from, to } = intervalOf(value);
  return from === undefined || to === undefined ? wanted : { ...wanted, min: from, max: to };
}

/** A number with the words of its question, which name the counted noun. */
function withQuestion(draft: StepDraft, name: string): AskedVariable {
  const asked = askedOf(draft, name);
  const words = asked.wanted.kind === "number" ? ownQuestionOf(draft, name)?.text : undefined;
  return { ...asked, ...(words !== undefined && { question: words }) };
}

/** Variable with its type and synonyms, for the matchers. */
export function askedOf(draft: StepDraft, name: string): AskedVariable {
  const view = viewOf(draft);
  const variable = variableOf(draft.program, name);
  const wanted = dictatedPart(draft, name) ?? wantedOf(variable.type, view);
  const asked = { name, wanted, synonyms: namesIn(variable.synonyms, view) };
  const half = draft.asking?.half;
  if (half?.name !== name) return asked;
  return wanted.kind === "phone"
    ? { ...asked, wanted: { ...wanted, known: half.value } }
    : knowing(asked, half.value);
}

/** The next group while digits are said in groups. */
function dictatedPart(draft: StepDraft, name: string): ValueRule | undefined {
  const { asking } = draft;
  const whole = dictatedLength(draft, name);
  const isNow = asking?.variable === name && asking.pending === null;
  if (!isNow || asking.dictation === undefined || whole === undefined) return undefined;
  const size = groupSize(asking.dictation, whole);
  return { kind: "digits", lengthMin: size, lengthMax: size, whole };
}

/** Part of `last`: whether a masked form replaces the caller's present words wherever they are kept. */
export const maskedNow = (draft: StepDraft): { readonly sensitive: boolean } => ({
  sensitive: draft.state.isUnrecorded === true || isSensitiveHere(draft),
});

/** Whether the caller's next words answer a sensitive question, and must not be logged or shown. */
export function isSensitiveHere(draft: StepDraft): boolean {
  const { asking } = draft;
  if (asking === undefined) return false;
  return [...asking.open, ...listenedAhead(draft)].some((name) => variableOf(draft.program, name).sensitive);
}
