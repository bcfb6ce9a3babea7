// Message stream: where messages begin and end in the bytes of a connection (RFC 3261, 18.3).

import { headEnd, messageBytesMax } from "./sip-message.ts";

export interface TakenMessages {
  readonly messages: readonly Buffer[];
  /** Beginning of the next message. */
  readonly rest: Buffer;
}

/** Undefined: not SIP, or longer than any message; the rest is unreadable too. */
export function takeMessages(bytes: Buffer): TakenMessages | undefined {
  const messages: Buffer[] = [];
  let rest = bytes;
  for (;;) {
    rest = rest.subarray(leadingEnds(rest));
    const headLength = rest.indexOf(headEnd);
    if (headLength < 0) return rest.length > messageBytesMax ? undefined : { messages, rest };
    const length = headLength + headEnd.length + bodyLength(rest.toString("latin1", 0, headLength));
    if (length > messageBytesMax) return undefined;
    if (rest.length < length) return { messages, rest };
    messages.push(rest.subarray(0, length));
    rest = rest.subarray(length);
  }
}

/** Ends of lines before a message keep the connection open (RFC 5626, 4.4.1). */
function leadingEnds(bytes: Buffer): number {
  let at = 0;
  while (bytes[at] === 13 || bytes[at] === 10) at++;
  return at;
}

/** Without a length there is no body. */
function bodyLength(head: string): number {
  const [, digits = "0"] = /\r\n(?:content-length|l)[ \t]*:[ \t]*(\d{1,9})[ \t]*(?:\r\n|$)/i.exec(head) ?? [];
  return Number(digits);
}
