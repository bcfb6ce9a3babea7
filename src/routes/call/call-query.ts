// Query of a call request: its parameters, the same on the socket and on the offer.

import { t } from "elysia";
import { mustBe } from "../../base/words/schema-sentence.ts";
import { Fault } from "../../base/fault.ts";
import type { CallRequest } from "../../calls/call-plan.ts";
import { isAssistantId } from "../../cloud/account-assistant.ts";

export const callQuery = t.Object({
  mode: t.UnionEnum(["assistant", "flow"], {
    default: "assistant",
    description: "assistant: free conversation; flow: the flow in program_id",
  }),
  program_id: t.Optional(
    t.String({
      maxLength: 128,
      description:
        "Id or built-in name of a flow, or id of an assistant. Required if mode is flow, rejected without a mode",
    }),
  ),
});

/** Unknown names in a list are ignored: later versions have more. */
export const featureList = {
  default: "",
  maxLength: 1_024,
  pattern: "^[\\w ,.-]*$",
  [mustBe]: "names separated by commas, such as clear,resume",
};

export const returnQuery = t.Object({
  last_seq: t.Optional(
    t.String({
      pattern: "^[0-9]{1,15}$",
      [mustBe]: "a whole number, such as 42",
      description: "For reconnecting clients: the highest seq received. Later messages are sent again",
    }),
  ),
});

/** The number in `last_seq`; undefined: there is none. */
export function lastSeqOf({ last_seq: text }: typeof returnQuery.static): number | undefined {
  return text === undefined ? undefined : Number(text);
}

/**
 * Throws if flow mode names no flow, or if a flow is named without a mode: otherwise the client would talk to the
 * assistant. In assistant mode, the name of a flow has no meaning and is dropped.
 */
export function toCallRequest(query: typeof callQuery.static, { url }: Pick<Request, "url">): CallRequest {
  if (query.mode === "assistant") {
    if (query.program_id && URL.parse(url)?.searchParams.has("mode") !== true) refuseModeless();
    return { mode: "assistant", programId: undefined };
  }
  if (query.program_id === undefined || query.program_id === "")
    throw new Fault("flow/program-required", "mode=flow needs a flow. Add program_id to the query.");
  const mode = isAssistantId(query.program_id) ? "assistant" : "flow";
  return { mode, programId: query.program_id };
}

function refuseModeless(): never {
  const detail = "program_id is only valid with a mode. Add mode=flow to the query, or remove program_id.";
  throw new Fault("request/bad-query", detail, { errors: [{ pointer: "/mode", detail }] });
}
