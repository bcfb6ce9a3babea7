// Phone transfer: transfers a caller, as a pure step. The PBX is asked first (REFER) unless the author wants a
// bridge; for a bridge, or after a refusal, this side calls the target and joins the two.

import type { CallRefusal } from "../sip/outgoing-call.ts";
import type { CallInput, LineEvent } from "../voice/call-event.ts";

type TransferTo = Extract<LineEvent, { type: "transfer" }>;
export type TransferOrder = Pick<TransferTo, "address" | "ringMs" | "bridges" | "returns">;
export type PhoneTransferResult = Omit<Extract<CallInput, { type: "transferred" }>, "type">;

/** `referred`: the PBX transferred them; `bridged`: this side did; `missed`: it rang in vain. */
export const transferOutcomes = ["referred", "bridged", "missed", "failed"] as const;
export type TransferOutcome = (typeof transferOutcomes)[number];

/** `joined`: two telephones talk with each other; `isAlone`: the session that joined them is over. */
export type TransferState =
  | { readonly phase: "none" }
  | { readonly phase: "referring" | "ringing"; readonly order: TransferOrder }
  | { readonly phase: "joined"; readonly order: TransferOrder; readonly isAlone: boolean };

export type TransferEvent =
  | { readonly type: "asked"; readonly order: TransferOrder }
  /** Response of the PBX. `isRefused`: it does not transfer at all. */
  | {
      readonly type: "referred";
      readonly ok: boolean;
      readonly isRefused: boolean;
      readonly why?: CallRefusal;
    }
  | { readonly type: "answered" }
  | { readonly type: "unanswered"; readonly why: CallRefusal }
  /** The telephone rang too long, or the PBX is silent. */
  | { readonly type: "late" }
  | { readonly type: "caller-left" }
  | { readonly type: "other-left" }
  | { readonly type: "session-over" };

/** `part`: hangs up on the other side. `hang-up`: hangs up on the caller. */
export type TransferEffect =
  | { readonly type: "refer" | "dial"; readonly order: TransferOrder }
  | ({ readonly type: "tell" } & PhoneTransferResult)
  | { readonly type: "join" | "part" | "hang-up" | "returned" };

type Step = readonly [state: TransferState, effects: readonly TransferEffect[]];

export const noTransfer: TransferState = { phase: "none" };
/** The callee may answer at another time. */
const missing: ReadonlySet<CallRefusal> = new Set(["busy", "no_answer", "declined"]);

export function stepTransfer(state: TransferState, event: TransferEvent): Step {
  switch (event.type) {
    case "asked":
      return begin(event.order, isThere(state) ? [{ type: "part" }] : []);
    case "referred":
      return state.phase === "referring" ? referred(state.order, event) : [state, []];
    case "answered":
      if (state.phase !== "ringing") return [state, []];
      return [
        { phase: "joined", order: state.order, isAlone: false },
        [{ type: "join" }, { type: "tell", ok: true }],
      ];
    case "unanswered":
      return state.phase === "ringing" ? [noTransfer, [untaken(event.why)]] : [state, []];
    case "late":
      if (state.phase !== "ringing" && state.phase !== "referring") return [state, []];
      return [noTransfer, [...(isThere(state) ? [{ type: "part" } as const] : []), untaken("no_answer")]];
    case "caller-left":
      return [noTransfer, isThere(state) ? [{ type: "part" }] : []];
    case "other-left":
      // Answered, and gone before any audio.
      if (state.phase === "ringing") return [noTransfer, [untaken("failed")]];
      if (state.phase !== "joined") return [state, []];
      return [noTransfer, [{ type: state.order.returns && !state.isAlone ? "returned" : "hang-up" }]];
    case "session-over":
      // A caller who was transferred for good stays with the callee.
      if (state.phase === "joined" && !state.order.returns) return [{ ...state, isAlone: true }, []];
      return [noTransfer, [...(isThere(state) ? [{ type: "part" } as const] : []), { type: "hang-up" }]];
  }
}

const isThere = ({ phase }: TransferState): boolean => phase === "ringing" || phase === "joined";

function begin(order: TransferOrder, before: readonly TransferEffect[]): Step {
  return order.bridges
    ? [{ phase: "ringing", order }, [...before, { type: "dial", order }]]
    : [{ phase: "referring", order }, [...before, { type: "refer", order }]];
}

function referred(
  order: TransferOrder,
  { ok, isRefused, why = "failed" }: Extract<TransferEvent, { type: "referred" }>,
): Step {
  if (ok) return [noTransfer, [{ type: "tell", ok: true }]];
  return isRefused ? [{ phase: "ringing", order }, [{ type: "dial", order }]] : [noTransfer, [untaken(why)]];
}

function untaken(why: CallRefusal): TransferEffect {
  return { type: "tell", ok: false, ...(missing.has(why) && { missed: true as const }) };
}
