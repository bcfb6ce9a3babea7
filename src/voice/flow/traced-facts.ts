// Traced facts: warnings, and how questions go, out of the traces of a flow's step.

import type { FlowEffect } from "../../flow/engine/run/step-contract.ts";
import type { FlowNotice } from "../call-event.ts";
import type { CallService } from "../responder.ts";

type Trace = Extract<FlowEffect, { readonly type: "trace" }>;

export function tellTraced({ code, detail }: Trace, call: Pick<CallService, "tell">): void {
  if (code.startsWith("speech/")) call.tell({ type: "warning", code, message: detail });
  const what = noticeOf(code, detail);
  if (what !== undefined) call.tell({ type: "flow-noticed", what });
}

function noticeOf(code: string, detail: string): FlowNotice | undefined {
  switch (code) {
    case "read-back":
      return detail === "no" ? "read_back_no" : "read_back_yes";
    case "not-understood":
      return "not_understood";
    case "give-up":
    case "gave_up":
      return "gave_up";
    default:
      return undefined;
  }
}
