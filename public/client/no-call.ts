// Call placeholder: a page shows it until it has a call. It is over, and its methods have no effect.

import { noCall as notYet } from "../voice/call-state.ts";
import type * as published from "./client-types.d.ts";
import { viewOf } from "./published-call.ts";

const stays = (): void => undefined;
const shown: published.CallSnapshot = {
  state: { ...viewOf(notYet, "webrtc"), phase: "over" },
  transcript: [],
  error: undefined,
};

export const noCall: typeof published.noCall = {
  ...shown,
  levels: { caller: 0, agent: 0 },
  getSnapshot: () => shown,
  subscribe: () => stays,
  on(name, listener) {
    if (name === "state") (listener as (state: published.CallState) => void)(shown.state);
    if (name === "transcript") (listener as (lines: typeof shown.transcript) => void)(shown.transcript);
    return stays;
  },
  mute: stays,
  sendText: stays,
  press: stays,
  interrupt: stays,
  transferred: stays,
  hangUp: stays,
  leave: () => undefined,
};
