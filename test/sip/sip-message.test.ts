// SIP messages: valid ones, refused ones, and that no message of a stranger throws or takes long.

import { expect, test } from "bun:test";
import { readAddress, readUri, readVia, splitList } from "../../src/sip/header-values.ts";
import {
  headerOf,
  headersOf,
  isRequest,
  messageBytesMax,
  readMessage,
  sequenceOf,
  writeMessage,
} from "../../src/sip/sip-message.ts";
import { random, seedOf } from "../support/random.ts";

const garbledMessages = process.env.LONG === "1" ? 1_000_000 : 5_000;

const invite = [
  "INVITE sip:620@192.168.178.2:5062 SIP/2.0",
  "v: SIP/2.0/UDP 192.168.178.1:5060;branch=z9hG4bK1;rport, SIP/2.0/UDP 10.0.0.1;branch=z9hG4bK0",
  'f: "Meyer, Ada" <sip:**611@fritz.box>;tag=AB12',
  "t: <sip:620@fritz.box>",
  "i: 7D1",
  "CSeq: 4 INVITE",
  "m: <sip:**611@192.168.178.1>",
  "Subject: a line",
  "  that goes on",
  "c: application/sdp",
  "l: 4",
  "",
  "v=0\nbehind the length",
].join("\r\n");

const read = (text: string) => readMessage(Buffer.from(text));
/** `lines`: those of its headers, of which the message above has ten. */
const withHeaders = (lines: number): string =>
  invite.replace("i: 7D1", `i: 7D1${"\r\nY: y".repeat(lines - 10)}`);

test("a message reads short names, folded lines, lists and the length of its body", () => {
  const message = read(invite);
  if (message === undefined || !isRequest(message)) throw new Error("not read");
  expect([message.method, message.uri, message.body]).toEqual([
    "INVITE",
    "sip:620@192.168.178.2:5062",
    "v=0\n",
  ]);
  expect(headerOf(message, "subject")).toBe("a line that goes on");
  expect(headersOf(message, "via")).toHaveLength(2);
  expect(sequenceOf(message)).toEqual({ number: 4, method: "INVITE" });
  expect(readAddress(headerOf(message, "from")!)).toMatchObject({
    name: "Meyer, Ada",
    uri: "sip:**611@fritz.box",
  });
});

test("a message has up to 128 lines of headers", () => {
  expect(headersOf(read(withHeaders(128))!, "y")).toHaveLength(118);
});

test("a message is equal after writing and reading", () => {
  const message = read(invite)!;
  expect(readMessage(Buffer.from(writeMessage(message)))?.body).toBe(message.body);
  expect(writeMessage(readMessage(Buffer.from(writeMessage(message)))!)).toBe(writeMessage(message));
});

test.each([
  ["no SIP at all", "GET / HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["an end that is missing", invite.replace("\r\n\r\n", "\r\n")],
  ["another version", invite.replace("SIP/2.0\r\n", "SIP/3.0\r\n")],
  ["a method in CSeq that is another one", invite.replace("4 INVITE", "4 BYE")],
  ["a number in CSeq that is too large", invite.replace("CSeq: 4", "CSeq: 2147483648")],
  ["no Call-ID", invite.replace("i: 7D1\r\n", "")],
  ["a body that is shorter than its length", invite.replace("l: 4", "l: 400")],
  ["a length that is no number", invite.replace("l: 4", "l: four")],
  ["a line without a colon", invite.replace("i: 7D1", "i: 7D1\r\nnonsense")],
  ["a first line that goes on", invite.replace("v: SIP", " v: SIP")],
  [
    "a status that is none",
    "SIP/2.0 999 Odd\r\nv: SIP/2.0/UDP a\r\nf: a\r\nt: a\r\ni: 1\r\nCSeq: 1 BYE\r\n\r\n",
  ],
  ["more headers than any message has", withHeaders(129)],
  ["more bytes than a message may have", invite + "x".repeat(messageBytesMax)],
])("a message is not read when it has %s", (_, text) => {
  expect(read(text)).toBeUndefined();
});

test("uris and vias are read with user, host, port and parameters", () => {
  expect(readUri("sip:+4930:secret@[::1]:5070;transport=udp?x=y")).toMatchObject({
    scheme: "sip",
    user: "+4930",
    host: "::1",
    port: 5_070,
  });
  expect(readUri("sips:pbx.example")).toMatchObject({ scheme: "sips", user: undefined, host: "pbx.example" });
  for (const odd of ["tel:+4930", "sip:", "sip:a@", "sip:a@[]", "sip:a@b:65536", "sip:a@b c"])
    expect(readUri(odd)).toBeUndefined();
  const via = readVia("SIP/2.0/UDP 10.0.0.1:5062;branch=z9hG4bK1;rport=5070;received=1.2.3.4");
  expect(via?.parameters.get("received")).toBe("1.2.3.4");
  for (const odd of ["SIP/2.0 a", "HTTP/1.1/UDP a", "SIP/2.0/UDP a b"]) expect(readVia(odd)).toBeUndefined();
});

test.each([
  ["sip:a@b>;tag=1", { name: "", uri: "sip:a@b>" }, ["tag"]],
  ["<sip:a@b;tag=1", { name: "", uri: "<sip:a@b;tag=1" }, []],
  [">sip:a@b<;tag=1", { name: "", uri: ">sip:a@b<;tag=1" }, []],
  ["<sip:a@b>;=x;;tag=1", { name: "", uri: "sip:a@b" }, ["tag"]],
])("the address %s is read as far as it is one", (value, address, names) => {
  const { parameters, ...rest } = readAddress(value);
  expect([rest, [...parameters.keys()]]).toEqual([address, names]);
});

test("lists are split outside quotes and brackets only", () => {
  expect(splitList('"a, \\"b" <sip:a,b@c>;x=1, <sip:d@e>')).toEqual([
    '"a, \\"b" <sip:a,b@c>;x=1',
    "<sip:d@e>",
  ]);
});

test("messages that are cut, doubled and garbled are read or refused, and never throw", () => {
  const { int, bytes } = random(seedOf(20261129));
  const whole = Buffer.from(invite);
  for (let i = 0; i < garbledMessages; i++) {
    const from = int(0, whole.length - 1);
    const garbled = Buffer.concat([
      whole.subarray(0, from),
      bytes(int(0, 8)),
      whole.subarray(int(0, whole.length)),
    ]);
    const message = readMessage(garbled);
    if (message === undefined) continue;
    for (const via of headersOf(message, "via")) readVia(via);
    readUri(readAddress(headerOf(message, "from") ?? "").uri);
    const again = readMessage(Buffer.from(writeMessage(message)));
    expect(again).toBeDefined();
  }
});
