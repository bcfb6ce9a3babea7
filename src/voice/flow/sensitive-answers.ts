// Sensitive answers: which tools a flow takes sensitive values from, so that what they answer is kept nowhere.

import type { ToolWork } from "../../flow/engine/outside-work.ts";
import type { Program } from "../../flow/language/program.ts";

/** Also where the flow is not known any more. */
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

/** Called flows call others, and none calls itself. */
function programOf(program: Program, id: string): Program | undefined {
  if (program.id === id) return program;
  for (const called of program.calls.values()) {
    const found = programOf(called, id);
    if (found !== undefined) return found;
  }
  return undefined;
}
