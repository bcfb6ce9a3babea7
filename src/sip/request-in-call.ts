// Request in call: requests of this side within a call (RFC 3261, 12.2.1.1), and the address of the other side.

import { readAddress, readUri } from "./header-values.ts";
import {
  type HeaderLines,
  headerOf,
  headersOf,
  numberOf,
  type SipRequest,
  type SipResponse,
} from "./sip-message.ts";

/** Both sides of a call and their addresses. */
export interface Dialog {
  readonly invite: SipRequest;
  /** From, To and route of this side's requests. */
  readonly local: string;
  readonly remote: string;
  readonly routes: readonly string[];
  /** Contact of this side. */
  readonly contact: string;
  readonly localSequence: number;
  /** Target of this side's requests. */
  readonly target: string;
}

/** Methods whose requests change no address. */
const contactless: ReadonlySet<string> = new Set(["ACK", "BYE", "PRACK"]);

export function requestOf<T extends Dialog>(
  call: T,
  method: string,
  { headers = [], body = "" }: { readonly headers?: HeaderLines; readonly body?: string } = {},
) {
  const { invite, local: from, remote: to, contact, target } = call;
  const number = call.localSequence + 1;
  const routes = call.routes.map((route) => ["route", route] as const);
  const request: SipRequest = {
    method,
    uri: target,
    headers: [
      ["max-forwards", "70"],
      ...routes,
      ["from", from],
      ["to", to],
      ["call-id", headerOf(invite, "call-id") ?? ""],
      ["cseq", `${number} ${method}`],
      ...(contactless.has(method) ? [] : ([["contact", contact]] as const)),
      ...headers,
    ],
    body,
  };
  const next: T = { ...call, localSequence: number };
  return { next, request };
}

/** ACK of an answered INVITE, with its number (RFC 3261, 13.2.2.4). */
export const ackOf = (call: Dialog, invite: SipRequest, headers: HeaderLines = []): SipRequest =>
  requestOf({ ...call, localSequence: numberOf(invite) - 1 }, "ACK", { headers }).request;

export function targetOf(message: SipRequest | SipResponse): string | undefined {
  const [contact] = headersOf(message, "contact");
  const uri = contact === undefined ? undefined : readAddress(contact).uri;
  return uri !== undefined && readUri(uri) !== undefined ? uri : undefined;
}
