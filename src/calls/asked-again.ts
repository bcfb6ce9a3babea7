// Asked again: sees by a flow's states when it asks the same once more because of what the caller said. That it does so
// because the caller says nothing is seen by the turn.

import type { FlowFrame, FlowState } from "../flow/engine/run/flow-state.ts";

/** For each state of one call, in their order. */
export function askedAgainTold(tell: () => void): (state: FlowState) => void {
  let before: FlowFrame | undefined;
  return ({ frames, outcome }) => {
    const frame = frames.at(-1);
    const isSame = before !== undefined && frame?.flow === before.flow && frame.node === before.node;
    if (outcome === null && isSame && misunderstandings(frame) > misunderstandings(before!)) tell();
    before = frame;
  };
}

/** What was not understood, not allowed, or understood otherwise than it was meant. */
function misunderstandings({ failures }: FlowFrame): number {
  return Object.values(failures).reduce(
    (all, { noMatch, invalid, refused }) => all + noMatch + invalid + refused,
    0,
  );
}
