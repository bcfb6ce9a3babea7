// Reprompt detection: notices from a flow's states when it repeats a question because of the caller's words. A
// repetition after silence is seen by the turn.

import type { FlowFrame, FlowState } from "../flow/engine/run/flow-state.ts";

/** Takes each state of one call, in order. */
export function repromptsTold(tell: () => void): (state: FlowState) => void {
  let before: FlowFrame | undefined;
  return ({ frames, outcome }) => {
    const frame = frames.at(-1);
    const last = before;
    before = frame;
    if (outcome !== null || frame === undefined || last === undefined) return;
    const isSame = frame.flow === last.flow && frame.node === last.node;
    if (isSame && misunderstandings(frame) > misunderstandings(last)) tell();
  };
}

/** Misunderstandings: words not understood, not allowed, or understood in another sense. */
function misunderstandings({ failures }: FlowFrame): number {
  return Object.values(failures).reduce(
    (all, { noMatch, invalid, refused }) => all + noMatch + invalid + refused,
    0,
  );
}
