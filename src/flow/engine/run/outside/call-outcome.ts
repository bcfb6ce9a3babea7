// Call outcome: results of a call requested by its flow: a summary, and values by name. Values of variables count;
// for the rest a model only proposes, in the caller's words.

import { languageOf } from "../../../locale/languages.ts";
import type { OnEnd, Program } from "../../../language/program.ts";
import { type Value, type ValueMap, valueMap } from "../../../value/value.ts";
import { zonedTimeOf } from "../../../value/zoned-time.ts";
import { fits } from "../../understand/fits.ts";
import { understandProposal } from "../../understand/proposal.ts";
import type { AskedVariable, UncheckedProposal } from "../../understand/understanding.ts";
import { wantedOf } from "../ask/wanted.ts";
import { schemaOf } from "../converse/model-schema.ts";
import { isHidden } from "../expression-scope.ts";
import { type FlowState, own } from "../flow-state.ts";
import { viewAt } from "../running-flow.ts";
import { StepDraft } from "../step-draft.ts";
import type { OutcomeRequest } from "../step-contract.ts";
import { summaryOf, summaryOfValues } from "./hand-over.ts";

export interface CallOutcome {
  /** Null: none requested, or nothing to say. */
  readonly summary: string | null;
  /** Values by name; null if unknown. */
  readonly extracted: ValueMap;
}

/** A model's part of it. */
export interface ModelOutcome extends Pick<UncheckedProposal, "set"> {
  readonly summary?: string;
}

/** Where a call has ended. */
export interface CallEnd {
  readonly program: Program;
  readonly state: FlowState;
  readonly onEnd: OnEnd;
}

/** Request to a model; undefined: a model adds nothing. */
export function outcomeRequest(end: CallEnd): OutcomeRequest | undefined {
  const { onEnd } = end;
  const summary = summaryOf(draftOf(end));
  if (!summary.history.some(({ role }) => role === "user")) return undefined;
  const wanted = wantedValues(end).filter(({ known }) => known === null);
  if (!onEnd.summarises && wanted.length === 0) return undefined;
  return {
    ...summary,
    ...(onEnd.llm !== undefined && { llm: onEnd.llm }),
    summarises: onEnd.summarises,
    wanted: wanted.map(({ asked: { name, wanted: type }, description }) => ({
      name,
      schema: schemaOf(type),
      ...(description !== undefined && { description }),
    })),
  };
}

/** `written`: by a model; undefined: there was none to ask. */
export function outcomeOf(end: CallEnd, written: ModelOutcome | undefined): CallOutcome {
  const { onEnd, program, state } = end;
  const summary = summaryOf(draftOf(end));
  const values = wantedValues(end);
  const heard = summary.history.flatMap(({ role, text }) => (role === "user" ? [text] : []));
  const meaning = understandProposal({ set: written?.set }, heard.join("\n"), {
    pack: languageOf(state.language).pack,
    moment: zonedTimeOf(state.wallMs, program.timezone),
    open: values.flatMap(({ asked, known }) => (known === null ? [asked] : [])),
    correctable: [],
    handlers: [],
    confidence: 1,
    isOver: true,
  });
  const heardValues = new Map(
    meaning.type === "answer" ? meaning.values.map((each) => [each.name, each.value]) : [],
  );
  const words = written?.summary ?? summaryOfValues(summary);
  return {
    summary: onEnd.summarises && words !== "" ? words : null,
    extracted: valueMap(
      values.map(({ asked: { name }, known }): readonly [string, Value] => [
        name,
        known ?? heardValues.get(name) ?? null,
      ]),
    ),
  };
}

interface WantedValue {
  readonly asked: AskedVariable;
  readonly description: string | undefined;
  /** Value of the variable of this name, if it fits and is not secret; else null. */
  readonly known: Value;
}

function wantedValues(end: CallEnd): readonly WantedValue[] {
  const { onEnd, program } = end;
  const view = viewAt(draftOf(end), 0);
  return onEnd.extract.map(({ name, type, description }) => {
    const wanted = wantedOf(type, view);
    const value = own(view.frame.values, name) ?? null;
    const variable = program.variables.get(name);
    const isMasked = variable !== undefined && isHidden(variable, view.frame);
    const isUsable = !isMasked && value !== null && fits(wanted, value);
    return { asked: { name, wanted, synonyms: [] }, description, known: isUsable ? value : null };
  });
}

const draftOf = ({ program, state }: CallEnd): StepDraft => new StepDraft(program, state, state.wallMs);
