// Turn-taking between two steps: the length and kind of the flow's wait for the caller.

import type { FlowNode, ListenSettings, Program } from "../../language/program.ts";
import type { Kind } from "../../value/value.ts";
import type { TurnRules } from "./step-contract.ts";
import { StepDraft } from "./step-draft.ts";
import { askedOf, heardPointOf, maskedNow } from "./ask/listening-point.ts";
import { variableOf } from "./expression-scope.ts";
import { type OpenQuestion, type FlowState } from "./flow-state.ts";

/** Silence that is allowed after "just a moment". */
const patienceMs = 30_000;

/** Pauses within an answer by kind: longer where people look something up or spell. */
const pauseMs: Readonly<Partial<Record<Kind, number>>> = {
  boolean: 500,
  choice: 500,
  number: 700,
  money: 700,
  duration: 700,
  amount: 700,
  date_range: 900,
  time_range: 900,
  date: 700,
  time: 700,
  name: 900,
  text: 1_000,
  digits: 1_200,
  phone: 1_200,
  email: 1_200,
  code: 1_200,
};
const yesOrNoMs = 500;
/** Answers of these kinds are shorter: a caller who talks on is stopped. Others are dictated, or a free thought. */
const shortSpeechMs = 12_000;
const shortKinds: ReadonlySet<Kind> = new Set([
  "boolean",
  "choice",
  "number",
  "money",
  "duration",
  "amount",
  "date",
  "time",
  "date_range",
  "time_range",
]);
const freeTalkMs = 1_000;

/** Work of the runner after a step. `silenceMs` counts from the moment when everything has been said. */
export function turnTakingAt(program: Program, state: FlowState): TurnRules {
  const draft = new StepDraft(program, state, state.wallMs);
  const { node } = draft;
  const { phase } = draft.frame;
  const base = { ...basis(node, state.language), isSensitive: state.isUnrecorded === true };
  if (draft.hasEnded) return { ...base, mode: "ended" };
  switch (phase.type) {
    case "asking":
      return { ...base, ...atQuestion(draft, phase) };
    case "hello":
      return { ...base, ...listening(node.listen), silenceMs: node.listen.noInputMs };
    case "conversing":
      if (phase.work !== null) return { ...base, mode: "working" };
      return {
        ...base,
        ...listening(node.listen),
        hints: [...node.listen.hints, ...questionHints(draft)],
        silenceMs: untilKeys(draft) ?? (phase.isPatient ? patienceMs : node.listen.noInputMs),
        endSilenceMs: phase.isConfirming ? yesOrNoMs : (node.listen.endSilenceMs ?? freeTalkMs),
      };
    case "pausing":
      return { ...base, mode: "waiting", silenceMs: Math.max(0, phase.dueAtMs - state.wallMs) };
    case "waiting":
      return {
        ...base,
        mode: "waiting",
        silenceMs: untilKeys(draft) ?? Math.max(0, phase.dueAtMs - state.wallMs),
        accepts: node.listen.mode,
      };
    default:
      return { ...base, mode: "working" };
  }
}

function basis({ listen, bargeIn }: FlowNode, language: string): Omit<TurnRules, "isSensitive"> {
  return {
    mode: "working",
    silenceMs: undefined,
    endSilenceMs: listen.endSilenceMs ?? freeTalkMs,
    ...(listen.endSilenceMs === undefined ? {} : { isPauseGiven: true }),
    maxSpeechMs: listen.maxSpeechMs,
    accepts: "nothing",
    bargeIn,
    language,
    hints: [],
  };
}

function listening(listen: ListenSettings): Pick<TurnRules, "mode" | "accepts" | "hints"> {
  return { mode: "listening", accepts: listen.mode, hints: listen.hints };
}

function atQuestion(draft: StepDraft, asking: OpenQuestion): Partial<TurnRules> {
  const { listen } = draft.node;
  const { variable, pending, isPatient } = asking;
  const kind = variableOf(draft.program, variable).type.kind;
  return {
    ...listening(listen),
    ...(listen.mode === "dtmf" && heardPointOf(draft, 1) !== undefined ? { accepts: "both" } : {}),
    hints: [...new Set([...listen.hints, ...optionHints(draft, asking)])],
    isSensitive: maskedNow(draft).sensitive,
    ...(shortKinds.has(kind) ? { maxSpeechMs: Math.min(shortSpeechMs, listen.maxSpeechMs) } : {}),
    silenceMs: untilKeys(draft) ?? (isPatient ? patienceMs : listen.noInputMs),
    endSilenceMs:
      pending?.type === "confirm" ? yesOrNoMs : (listen.endSilenceMs ?? pauseMs[kind] ?? freeTalkMs),
  };
}

/** The inter-digit timeout while a key entry is incomplete, otherwise undefined. */
function untilKeys({ state, node }: StepDraft): number | undefined {
  return state.keys.keys === "" ? undefined : node.listen.interDigitMs;
}

/** Phrases for a recogniser of set phrases: each costs the others some certainty. */
const questionsMax = 100;

/** At an answering node, the questions with written answers. */
function questionHints({ node: { act }, program }: StepDraft): readonly string[] {
  const source = act.type === "answer" ? program.knowledge.get(act.answerFrom) : undefined;
  if (source === undefined || !("passages" in source)) return [];
  return source.passages.flatMap(({ questions = [] }) => questions).slice(0, questionsMax);
}

/** Labels and synonyms of options, as hints for the recogniser. */
function optionHints(draft: StepDraft, { open }: OpenQuestion): readonly string[] {
  return open.flatMap((name) => {
    const { wanted } = askedOf(draft, name);
    return wanted.kind === "choice"
      ? wanted.options.flatMap(({ label, synonyms }) => [label, ...synonyms])
      : [];
  });
}
