// Sensitive answers: tool answers that fill sensitive variables, or repeat one, are stored nowhere.

import type { ToolWork } from "../../flow/engine/outside-work.ts";
import { isHidden } from "../../flow/engine/run/expression-scope.ts";
import { type FlowState, own } from "../../flow/engine/run/flow-state.ts";
import type { Program } from "../../flow/language/program.ts";

/** True also for an unknown flow. */
export function answersSensitively(
  program: Program,
  { flow, tool }: Pick<ToolWork, "flow" | "tool">,
): boolean {
  const its = programOf(program, flow);
  return (
    its === undefined ||
    [...its.nodes.values()].some(
      ({ act }) =>
        act.type === "tool" &&
        act.tool === tool &&
        act.save.some(({ variable }) => its.variables.get(variable)?.sensitive !== false),
    )
  );
}

/** True if an answer, as JSON, contains a masked value of the flow: many services echo their input. */
export function repeatsHidden(root: Program, { frames }: FlowState, answer: string): boolean {
  const answerLetters = lettersOf(answer);
  return frames.some((frame) =>
    [...(programOf(root, frame.flow)?.variables.values() ?? [])].some((variable) => {
      if (!isHidden(variable, frame)) return false;
      const letters = lettersOf(JSON.stringify(own(frame.values, variable.name) ?? ""));
      return letters !== "" && answerLetters.includes(letters);
    }),
  );
}

/** Letters without punctuation: a service may write a phone number in its own form. */
const lettersOf = (json: string): string => json.replaceAll(/[^\p{L}\p{N}]/gu, "").toLowerCase();

/** Called flows call others, and none calls itself. */
function programOf(program: Program, id: string): Program | undefined {
  if (program.id === id) return program;
  for (const called of program.calls.values()) {
    const match = programOf(called, id);
    if (match !== undefined) return match;
  }
  return undefined;
}
