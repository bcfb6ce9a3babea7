// Listening point builder: collects as plain data what can be understood where the flow stands. The matchers work on
// it, and the recogniser's grammar is made from the same data, so that the two never differ.

import type { Template } from "../../../language/expression/ast.ts";
import { renderValue } from "../../../language/expression/template-renderer.ts";
import { languageOf } from "../../../locale/languages.ts";
import { zonedTimeOf } from "../../../value/zoned-time.ts";
import type { Program, Variable } from "../../../language/program.ts";
import type {
  AskedVariable,
  Confirming,
  Correctable,
  HandlerPhrases,
  ListeningPoint,
  Wanted,
} from "../../understand/understanding.ts";
import type { Value } from "../../../value/value.ts";
import { valueOf } from "../assign.ts";
import { correctable } from "./correct-answer.ts";
import { StepDraft } from "../step-draft.ts";
import { activeHandlers } from "../walk/handler-calls.ts";
import { namesIn, optionsOf } from "./choice-options.ts";
import { dictatedLength, groupSize } from "./dictation.ts";
import { questionOf } from "./question-words.ts";
import { listenedAhead } from "./ahead.ts";
import { scopeOf, variableOf, type FlowView } from "../expression-scope.ts";
import type { Asking, FlowState, Pending } from "../flow-state.ts";
import { viewAt, viewOf } from "../running-flow.ts";

/**
 * What can be understood in a state, for callers outside of a step. Undefined where the flow does not listen.
 * `wallMs` is in milliseconds of the Unix epoch; `confidence` is the recogniser's, 0 to 1, and 1 when it is absent.
 */
export function listeningPointAt(
  program: Program,
  state: FlowState,
  { wallMs, confidence }: { readonly wallMs: number; readonly confidence?: number },
): ListeningPoint | undefined {
  return listeningPointOf(new StepDraft(program, state, wallMs), confidence ?? 1);
}

/** The same during a step, for the state of its draft. */
export function listeningPointOf(draft: StepDraft, confidence: number): ListeningPoint | undefined {
  const { phase } = draft.frame;
  if (draft.hasEnded) return undefined;
  const base = {
    pack: languageOf(draft.state.language).pack,
    moment: zonedTimeOf(draft.wallMs, draft.program.timezone),
    open: [],
    correctable: [],
    handlers: handlersOf(draft),
    confidence,
  };
  switch (phase.type) {
    case "asking":
      return { ...base, ...answersOf(draft, phase) };
    case "proposing":
      return { ...base, ...answersOf(draft, phase.asking) };
    case "answering":
      return phase.back.type === "asking" ? { ...base, ...answersOf(draft, phase.back) } : base;
    case "conversing":
      return phase.isConfirming ? { ...base, confirming: { values: [] } } : base;
    case "waiting":
      return base;
    default:
      return undefined;
  }
}

function handlersOf(draft: StepDraft): readonly HandlerPhrases[] {
  return activeHandlers(draft).map(({ handler: { name, phrases, isAnywhere, dtmf, when }, depth }) => ({
    name,
    phrases: namesIn(phrases, viewAt(draft, depth)),
    ...(isAnywhere === true && { isAnywhere }),
    proposable: when !== undefined,
    ...(dtmf === undefined ? {} : { dtmf }),
  }));
}

type Answers = Pick<ListeningPoint, "asked" | "open" | "correctable" | "confirming" | "alternatives">;

function answersOf(draft: StepDraft, asking: Asking): Answers {
  const { variable, open, pending } = asking;
  const confirming = pending?.type === "confirm" ? confirmingOf(draft, pending) : undefined;
  const read = new Set(confirming?.values.map(({ name }) => name));
  const others = open.filter((name) => name !== variable && !read.has(name));
  const ahead = listenedAhead(draft).filter((name) => name !== variable && !read.has(name));
  const used = new Set([variable, ...open, ...read, ...ahead]);
  const words = questionOf(draft, variable)?.text;
  const question = words === undefined ? {} : { question: words };
  return {
    open: [
      ...others.map((name) => askedOf(draft, name)),
      ...ahead.map((name) => ({ ...askedOf(draft, name), isAhead: true as const })),
    ],
    correctable: correctable(draft)
      .filter((name) => !used.has(name))
      .map((name) => correctableOf(draft, name)),
    ...(confirming === undefined ? { asked: { ...askedOf(draft, variable), ...question } } : { confirming }),
    ...(pending?.type === "either" ? { alternatives: { name: pending.name, values: pending.values } } : {}),
  };
}

function confirmingOf(draft: StepDraft, pending: Extract<Pending, { type: "confirm" }>): Confirming {
  return {
    values: pending.values.map(({ name, value }) => ({ ...knowing(askedOf(draft, name), value), value })),
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
  if ((wanted.kind !== "date_range" && wanted.kind !== "time_range") || typeof value !== "string")
    return variable;
  return { ...variable, wanted: { ...wanted, known: value } };
}

/** A variable with its type and synonyms, as the matchers need it. */
export function askedOf(draft: StepDraft, name: string): AskedVariable {
  const view = viewOf(draft);
  const variable = variableOf(draft.program, name);
  const wanted = dictatedPart(draft, name) ?? wantedOf(variable, view);
  const asked = { name, wanted, synonyms: namesIn(variable.synonyms, view) };
  const half = draft.asking?.half;
  return half?.name === name ? knowing(asked, half.value) : asked;
}

/** While digits are said in groups, the next group. */
function dictatedPart(draft: StepDraft, name: string): Wanted | undefined {
  const { asking } = draft;
  const whole = dictatedLength(draft, name);
  const isNow = asking?.variable === name && asking.pending === null;
  if (!isNow || asking.dictation === undefined || whole === undefined) return undefined;
  const size = groupSize(asking.dictation, whole);
  return { kind: "digits", lengthMin: size, lengthMax: size, whole };
}

/** A variable's type with its bounds and options evaluated for this moment. */
export function wantedOf(variable: Variable, view: FlowView): Wanted {
  const { type } = variable;
  switch (type.kind) {
    case "number":
      return { kind: "number", integer: type.integer, ...bounds(type, view, numberOf) };
    case "money":
      return { kind: "money", currency: type.currency, ...bounds(type, view, numberOf) };
    case "duration":
    case "amount":
      return { kind: type.kind, unit: type.unit, integer: type.integer, ...bounds(type, view, numberOf) };
    case "date":
    case "time":
    case "time_range":
      return { kind: type.kind, ...bounds(type, view, textOf) };
    case "date_range":
      return {
        kind: type.kind,
        ...(type.unit !== undefined && { unit: type.unit }),
        ...bounds(type, view, textOf),
      };
    case "digits":
      return { kind: "digits", lengthMin: type.lengthMin, lengthMax: type.lengthMax };
    case "code":
      return { kind: "code", mask: type.mask };
    case "phone":
      return { kind: "phone", region: type.region };
    case "choice":
      return { kind: "choice", options: optionsOf(variable, view), fromData: "from" in type };
    case "boolean":
    case "email":
    case "name":
    case "text":
      return { kind: type.kind };
    case "list":
    case "object":
    case "audio":
      // The checker refuses to ask for data; a flow that does so all the same accepts any words.
      return { kind: "text" };
  }
}

function bounds<T>(
  type: { readonly min?: Template; readonly max?: Template },
  view: FlowView,
  read: (value: Value) => T | undefined,
): { min?: T; max?: T } {
  const scope = scopeOf(view);
  const min = type.min === undefined ? undefined : read(renderValue(type.min, scope));
  const max = type.max === undefined ? undefined : read(renderValue(type.max, scope));
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

/** A numeric bound may be written as a text. */
function numberOf(value: Value): number | undefined {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

function textOf(value: Value): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Whether the caller's next words answer a sensitive question, and must not be logged or shown. */
export function isSensitiveHere(draft: StepDraft): boolean {
  const { asking } = draft;
  if (asking === undefined) return false;
  return [...asking.open, ...listenedAhead(draft)].some((name) => variableOf(draft.program, name).sensitive);
}
