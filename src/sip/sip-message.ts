// SIP message: bytes to a request or a response, and back (RFC 3261, 7). One pass; unreadable bytes give undefined,
// so a stranger's datagram costs no exception.

import { splitList } from "./header-values.ts";

/** Names in lower case and long form; list lines as received. */
export type HeaderLines = readonly (readonly [name: string, value: string])[];

interface MessageParts {
  readonly headers: HeaderLines;
  readonly body: string;
}

export interface SipRequest extends MessageParts {
  readonly method: string;
  readonly uri: string;
}

export interface SipResponse extends MessageParts {
  readonly status: number;
  readonly reason: string;
}

export type SipMessage = SipRequest | SipResponse;

/** A longer message is no call of ours: an INVITE with every codec has 3 kB. */
export const messageBytesMax = 16_384;
const headerLinesMax = 128;
/** RFC 3261, 8.1.1.5. */
const sequenceMax = 2 ** 31 - 1;

/** RFC 3261, 7.3.3, and later RFCs in use by PBXes. */
const shortNames: Readonly<Record<string, string>> = {
  c: "content-type",
  e: "content-encoding",
  f: "from",
  i: "call-id",
  k: "supported",
  l: "content-length",
  m: "contact",
  o: "event",
  r: "refer-to",
  s: "subject",
  t: "to",
  u: "allow-events",
  v: "via",
  x: "session-expires",
};

/** Spelling of PBXes: some compare case-sensitively. */
const writtenNames: Readonly<Record<string, string>> = {
  "call-id": "Call-ID",
  cseq: "CSeq",
  "www-authenticate": "WWW-Authenticate",
};

const lineEnd = "\r\n";
export const headEnd = Buffer.from("\r\n\r\n");

export function isRequest(message: SipMessage): message is SipRequest {
  return "method" in message;
}

/** Undefined for a message that is not SIP, is cut off, or lacks a mandatory header. */
export function readMessage(bytes: Uint8Array): SipMessage | undefined {
  if (bytes.length > messageBytesMax) return undefined;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = buffer.indexOf(headEnd);
  if (at < 0) return undefined;
  const [first = "", ...lines] = buffer.toString("utf8", 0, at).split(lineEnd);
  const headers = readHeaders(lines);
  if (headers === undefined) return undefined;
  const body = readBody(buffer.subarray(at + headEnd.length), headers);
  const start = readStart(first);
  if (start === undefined || body === undefined) return undefined;
  const message: SipMessage = { ...start, headers, body };
  return isWhole(message) ? message : undefined;
}

export function writeMessage(message: SipMessage): string {
  const { headers, body } = message;
  const start = isRequest(message)
    ? `${message.method} ${message.uri} SIP/2.0`
    : `SIP/2.0 ${message.status} ${message.reason}`;
  const lines = headers
    .filter(([name]) => name !== "content-length")
    .map(([name, value]) => `${writtenName(name)}: ${value}`);
  return [start, ...lines, `Content-Length: ${Buffer.byteLength(body)}`, "", body].join(lineEnd);
}

/** First value of a header; undefined: absent. */
export function headerOf({ headers }: MessageParts, name: string): string | undefined {
  return headers.find(([header]) => header === name)?.[1];
}

/** All values of a list header, over all of its lines. */
export function headersOf({ headers }: MessageParts, name: string): readonly string[] {
  return headers.filter(([header]) => header === name).flatMap(([, value]) => splitList(value));
}

/** Number of CSeq; 0: none. */
export const numberOf = (message: MessageParts): number => sequenceOf(message)?.number ?? 0;

/** The number and the method of CSeq. */
export function sequenceOf(
  message: MessageParts,
): { readonly number: number; readonly method: string } | undefined {
  const [digits = "", method = "", ...more] = (headerOf(message, "cseq") ?? "").split(/[ \t]+/);
  const number = Number(digits);
  const isRight = /^\d{1,10}$/.test(digits) && number <= sequenceMax && method !== "" && more.length === 0;
  return isRight ? { number, method } : undefined;
}

function writtenName(name: string): string {
  return writtenNames[name] ?? name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

function readStart(line: string) {
  const [first = "", second = "", ...rest] = line.split(" ");
  if (first === "SIP/2.0") {
    return /^[1-6]\d\d$/.test(second) ? { status: Number(second), reason: rest.join(" ") } : undefined;
  }
  const isRequestLine =
    rest.length === 1 && rest[0] === "SIP/2.0" && second !== "" && /^[A-Z]{1,32}$/.test(first);
  return isRequestLine ? { method: first, uri: second } : undefined;
}

function readHeaders(lines: readonly string[]): HeaderLines | undefined {
  if (lines.length > headerLinesMax) return undefined;
  const headers: [string, string][] = [];
  for (const line of lines) {
    const last = headers.at(-1);
    if (line.startsWith(" ") || line.startsWith("\t")) {
      if (last === undefined) return undefined;
      last[1] += ` ${line.trim()}`;
      continue;
    }
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon)).trimEnd().toLowerCase();
    if (!/^[\w!%*+.`'~-]{1,64}$/.test(name)) return undefined;
    headers.push([shortNames[name] ?? name, line.slice(colon + 1).trim()]);
  }
  return headers;
}

/** Bytes behind the length belong to no message; a body shorter than its length was cut off (18.3). */
function readBody(rest: Buffer, headers: HeaderLines): string | undefined {
  const written = headerOf({ headers, body: "" }, "content-length");
  if (written === undefined) return rest.toString("utf8");
  const length = /^\d{1,5}$/.test(written) ? Number(written) : Number.NaN;
  return length <= rest.length ? rest.toString("utf8", 0, length) : undefined;
}

function isWhole(message: SipMessage): boolean {
  const sequence = sequenceOf(message);
  if (sequence === undefined || (isRequest(message) && sequence.method !== message.method)) return false;
  return ["via", "from", "to", "call-id"].every((name) => (headerOf(message, name) ?? "") !== "");
}
