// Interrupted speech: removes the unheard part of the agent's last words from the history, and drops the rest of a
// model's running reply.

import { type StepDraft, type Continuation, rest } from "./step-draft.ts";
import type { ModelHistoryLine } from "./step-contract.ts";
import { dropWork } from "./outside/pending-work.ts";

/** The caller cut in. Earlier values and works stand; only words can be cut. */
export function onCut(draft: StepDraft, { unheardLetters }: { unheardLetters: number }): Continuation {
  draft.change({ history: withoutLast(draft.state.history, unheardLetters) });
  const { phase } = draft.frame;
  if (phase.type === "answering" && phase.hasSpoken) {
    dropWork(draft, phase.work);
    draft.changeFrame({ phase: phase.back });
    return rest;
  }
  // Nothing of it was said yet: it still counts as an answer, and the caller may only have coughed.
  if (phase.type !== "conversing" || phase.work === null || !phase.hasSpoken) return rest;
  dropWork(draft, phase.work);
  draft.changeFrame({ phase: { ...phase, work: null, hasSpoken: false } });
  return rest;
}

/** The lines without this many letters at the end of the agent's words after the caller's last ones. */
function withoutLast(lines: readonly ModelHistoryLine[], letters: number): readonly ModelHistoryLine[] {
  const kept = [...lines];
  let left = letters;
  for (let at = lines.length - 1; at >= 0 && left > 0; at--) {
    const line = lines[at];
    if (line === undefined || line.role === "user") break;
    if (line.role === "tool") continue;
    const has = lettersIn(line.text);
    if (has <= left) kept.splice(at, 1);
    else kept[at] = { ...line, text: withoutLetters(line.text, left) };
    left -= has;
  }
  return kept;
}

/** Letters and digits of a text, unchanged by cleaning for a voice. */
export function lettersIn(text: string): number {
  return text.match(letter)?.length ?? 0;
}

const letter = /[\p{L}\p{N}]/gu;

function withoutLetters(text: string, letters: number): string {
  const first = [...text.matchAll(letter)].at(-letters);
  return text.slice(0, first?.index).trimEnd();
}
