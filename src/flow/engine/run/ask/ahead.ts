// Slots ahead: values that a caller volunteers before they are asked for. They are kept; their question is skipped or
// reads them back.

import type { FilledVariable } from "../../understand/understanding.ts";
import { valueOf } from "../assign.ts";
import { variableOf } from "../expression-scope.ts";
import { viewOf } from "../running-flow.ts";
import type { StepDraft } from "../step-draft.ts";
import { optionsOf } from "./choice-options.ts";

/** Variables that an answer may fill here without being asked for. A field with a value is only corrected. */
export function listenedAhead(draft: StepDraft): readonly string[] {
  const { act } = draft.node;
  if (act.type !== "ask") return [];
  return act.ahead.map(({ variable }) => variable).filter((name) => valueOf(draft, name) === null);
}

/** True if the current node listens for a variable without asking for it. */
export function isAheadHere(draft: StepDraft, name: string): boolean {
  const { act } = draft.node;
  return act.type === "ask" && act.ahead.some(({ variable }) => variable === name);
}

/** Remembers which of the accepted values were volunteered. */
export function noteAhead(draft: StepDraft, names: readonly string[]): void {
  const volunteered = names.filter((name) => isAheadHere(draft, name));
  const { ahead = [] } = draft.frame;
  if (volunteered.length > 0) draft.changeFrame({ ahead: [...new Set([...ahead, ...volunteered])] });
}

/** Volunteered values among the variables; from now on ordinary answers. */
export function takeAhead(draft: StepDraft, names: readonly string[]): readonly string[] {
  const { ahead = [] } = draft.frame;
  const taken = names.filter((name) => ahead.includes(name));
  if (taken.length > 0) draft.changeFrame({ ahead: ahead.filter((name) => !taken.includes(name)) });
  return taken;
}

/**
 * The option of a menu whose question asks for all that was volunteered, and the only one: "four people, tomorrow at
 * eight" wants a table. Undefined where the menu is answered.
 */
export function optionAhead(draft: StepDraft): FilledVariable | undefined {
  const { asking, program, node } = draft;
  const { ahead = [] } = draft.frame;
  const { act } = node;
  if (act.type !== "ask" || !act.isMenu || ahead.length === 0) return undefined;
  const [name] = act.questions.map(({ variable }) => variable);
  if (name === undefined || asking?.open.includes(name) !== true) return undefined;
  const asks = (option: string): boolean => {
    const next = program.nodes.get(act.goto.get(option) ?? "")?.act;
    if (next?.type !== "ask") return false;
    const questions = new Set([...next.questions, ...next.ahead].map(({ variable }) => variable));
    return ahead.every((variable) => questions.has(variable));
  };
  const [option, other] = optionsOf(variableOf(program, name).type, viewOf(draft)).filter(({ id }) =>
    asks(id),
  );
  return option === undefined || other !== undefined ? undefined : { name, value: option.id };
}
