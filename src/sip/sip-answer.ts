// Answers: the response to a request (RFC 3261, 8.2.6).

import type { HeaderLines, SipRequest, SipResponse } from "./sip-message.ts";

/** Reasons as worded in RFC 3261 (21); telephones show them on their displays. */
const reasons: Readonly<Record<number, string>> = {
  100: "Trying",
  180: "Ringing",
  200: "OK",
  400: "Bad Request",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  420: "Bad Extension",
  480: "Temporarily Unavailable",
  481: "Call/Transaction Does Not Exist",
  486: "Busy Here",
  487: "Request Terminated",
  488: "Not Acceptable Here",
  491: "Request Pending",
  500: "Server Internal Error",
  501: "Not Implemented",
  503: "Service Unavailable",
  603: "Decline",
};

const copied = new Set(["via", "from", "to", "call-id", "cseq"]);

export interface AnswerParts {
  /** Tag of this side, for all answers but 100. */
  readonly tag?: string | undefined;
  readonly headers?: HeaderLines;
  readonly body?: string;
}

export function answerTo(
  request: SipRequest,
  status: number,
  { tag, headers = [], body = "" }: AnswerParts = {},
): SipResponse {
  const copiedHeaders = request.headers
    .filter(([name]) => copied.has(name) || (name === "record-route" && status > 100))
    .map(([name, value]) => {
      const isUntagged = name === "to" && tag !== undefined && !/;\s*tag\s*=/i.test(value);
      return [name, isUntagged ? `${value};tag=${tag}` : value] as const;
    });
  const typed = body === "" ? [] : ([["content-type", "application/sdp"]] as const);
  return { status, reason: reasons[status] ?? "", headers: [...copiedHeaders, ...headers, ...typed], body };
}
