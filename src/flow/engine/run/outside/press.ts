// Press: phone keys for the other side, such as another machine's menu.

import { renderText } from "../../../language/expression/template-renderer.ts";
import type { Act } from "../../../language/program.ts";
import { scopeOf } from "../expression-scope.ts";
import { viewOf } from "../running-flow.ts";
import { type Continuation, rest, type StepDraft } from "../step-draft.ts";
import { leaveNode } from "../walk/leave-node.ts";
import { commit, startWork, takeWork } from "./pending-work.ts";

type PressAct = Extract<Act, { type: "press" }>;

/** Keys with their pauses; longer rows are a mistake. */
const keysMax = 64;

/** Enters a `press` node. Blanks and signs between digits press nothing; other text is left out. */
export function press(draft: StepDraft, act: PressAct): Continuation {
  const rendered = renderText(act.keys, scopeOf(viewOf(draft)));
  const keys = "blocked" in rendered ? "" : rendered.text.toLowerCase().replaceAll(/[\s().+/-]/g, "");
  if (keys.length > keysMax || !/^[0-9*#w]+$/.test(keys)) {
    draft.trace("press-blocked", "not a row of keys");
    return leaveNode(draft, act.edges);
  }
  commit(draft);
  const work = startWork(draft, { type: "press", keys }, "press");
  draft.changeFrame({ phase: { type: "pressing", work } });
  return rest;
}

/** All keys have been pressed. */
export function onPressed(draft: StepDraft, act: PressAct, { work }: { work: number }): Continuation {
  const { phase } = draft.frame;
  if (phase.type !== "pressing" || phase.work !== work || !takeWork(draft, work)) return rest;
  draft.changeFrame({ phase: { type: "passing" } });
  return leaveNode(draft, act.edges);
}
