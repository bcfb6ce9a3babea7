// Phone transfer: where a caller ends up, by the responses of the PBX and the other side, as a table of the pure step.

import { expect, test } from "bun:test";
import {
  noTransfer,
  stepTransfer,
  type TransferEvent,
  type TransferOrder,
} from "../../src/phone/phone-transfer.ts";

const asked = (order: Partial<TransferOrder> = {}): TransferEvent => ({
  type: "asked",
  order: { address: "tel:100", ...order },
});
const bridge = asked({ bridges: true });
const lent = asked({ bridges: true, returns: true });
const referred = (ok: boolean, isRefused = false, why?: "busy" | "forbidden"): TransferEvent => ({
  type: "referred",
  ok,
  isRefused,
  ...(why && { why }),
});
const answered = { type: "answered" } as const;
const unanswered = (why: "busy" | "no_answer" | "declined" | "forbidden" | "failed"): TransferEvent => ({
  type: "unanswered",
  why,
});
const over = { type: "session-over" } as const;
const callerLeft = { type: "caller-left" } as const;
const otherLeft = { type: "other-left" } as const;
const late = { type: "late" } as const;

/** Effects of each event, as texts. */
function told(events: readonly TransferEvent[]): readonly string[] {
  let state = noTransfer;
  return events.map((event) => {
    const [next, effects] = stepTransfer(state, event);
    state = next;
    const word = (effect: (typeof effects)[number]): string =>
      effect.type === "tell" ? (effect.ok ? "ok" : effect.missed ? "missed" : "failed") : effect.type;
    return effects.map(word).join(" ");
  });
}

test.each<readonly [string, readonly TransferEvent[], readonly string[]]>([
  ["PBX puts the caller through", [asked(), referred(true), over], ["refer", "ok", "hang-up"]],
  [
    "PBX refuses, and this side bridges",
    [asked(), referred(false, true), answered, over],
    ["refer", "dial", "join ok", ""],
  ],
  ["PBX says that it is busy there", [asked(), referred(false, false, "busy")], ["refer", "missed"]],
  [
    "PBX says that it may not dial there",
    [asked(), referred(false, false, "forbidden")],
    ["refer", "failed"],
  ],
  ["author wants a bridge", [bridge, answered, over, otherLeft], ["dial", "join ok", "", "hang-up"]],
  ["other side is busy", [bridge, unanswered("busy")], ["dial", "missed"]],
  ["other side does not answer", [bridge, unanswered("no_answer")], ["dial", "missed"]],
  ["other side declines", [bridge, unanswered("declined")], ["dial", "missed"]],
  ["other side may not be called", [bridge, unanswered("forbidden")], ["dial", "failed"]],
  ["network fails", [bridge, unanswered("failed")], ["dial", "failed"]],
  ["other side has no known codec", [bridge, otherLeft], ["dial", "failed"]],
  ["it rings for too long", [bridge, late, answered], ["dial", "part missed", ""]],
  ["PBX never says what became of it", [asked(), late, referred(true)], ["refer", "missed", ""]],
  ["caller hangs up while it rings", [bridge, callerLeft], ["dial", "part"]],
  [
    "caller hangs up while two people talk",
    [bridge, answered, over, callerLeft],
    ["dial", "join ok", "", "part"],
  ],
  [
    "caller comes back to the session",
    [lent, answered, otherLeft, over],
    ["dial", "join ok", "returned", "hang-up"],
  ],
  ["session that waits for its caller ends", [lent, answered, over], ["dial", "join ok", "part hang-up"]],
  ["session ends while it rings", [bridge, over], ["dial", "part hang-up"]],
  [
    "later wish takes the place of one that rings",
    [bridge, lent, answered],
    ["dial", "part dial", "join ok"],
  ],
])("transfer: %s", (_, events, effects) => {
  expect(told(events)).toEqual(effects);
});
