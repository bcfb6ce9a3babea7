// Told in a call: messages of the other side beside its audio, in the bodies of its requests.

import { headerOf, type SipRequest } from "./sip-message.ts";

/** Result of a REFER. */
export interface ReferResult {
  /** True if the call there was answered. */
  readonly ok: boolean;
  /** True if the other side refuses the transfer and called no number. */
  readonly isRefused: boolean;
  /** Status of the failed call there. */
  readonly status?: number;
}

/** State of the transferred call from a NOTIFY: a status line (RFC 3515, 2.4.5). Undefined: still running. */
export function referredBy(notify: SipRequest): ReferResult | undefined {
  const [event] = (headerOf(notify, "event") ?? "").split(";");
  const [, digits] = /^SIP\/2\.0 ([1-6]\d\d)/.exec(notify.body) ?? [];
  const status = Number(digits);
  // Without a status line it is neither a state nor an end.
  if (event?.trim() !== "refer" || !(status >= 200)) return undefined;
  return { ok: status < 300, isRefused: false, status };
}

/** Keys sent beside the audio: `Signal=5` (application/dtmf-relay), or the key alone (application/dtmf). */
export function keysIn(request: SipRequest): string | undefined {
  const type = headerOf(request, "content-type")?.split(";")[0]?.trim().toLowerCase();
  const written =
    type === "application/dtmf-relay"
      ? /^\s*signal\s*=\s*(\S)\s*$/im.exec(request.body)?.[1]
      : request.body.trim();
  const isKeys = type === "application/dtmf-relay" || type === "application/dtmf";
  return isKeys && written !== undefined && /^[\d*#]$/.test(written) ? written : undefined;
}
