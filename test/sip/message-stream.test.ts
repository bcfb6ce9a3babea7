// Messages of a connection, found in pieces of any size.

import { expect, test } from "bun:test";
import { takeMessages } from "../../src/sip/message-stream.ts";
import { messageBytesMax, readMessage, writeMessage } from "../../src/sip/sip-message.ts";

const message = (callId: string, body = ""): string =>
  writeMessage({
    method: "MESSAGE",
    uri: "sip:a@b",
    headers: [
      ["via", "SIP/2.0/TCP b;branch=z9hG4bK1"],
      ["from", "<sip:a@b>;tag=1"],
      ["to", "<sip:a@b>"],
      ["call-id", callId],
      ["cseq", "1 MESSAGE"],
    ],
    body,
  });

/** Call-IDs and bodies of the messages found in pieces of this size. */
function foundIn(text: string, size: number): string[] {
  const bytes = Buffer.from(text);
  const found: string[] = [];
  let rest = Buffer.alloc(0);
  for (let at = 0; at < bytes.length; at += size) {
    const taken = takeMessages(Buffer.concat([rest, bytes.subarray(at, at + size)]))!;
    rest = Buffer.from(taken.rest);
    for (const one of taken.messages) {
      const read = readMessage(one)!;
      found.push(`${read.headers.find(([name]) => name === "call-id")?.[1]} ${read.body}`);
    }
  }
  expect(rest.toString()).toBe("");
  return found;
}

test.each([1, 7, 200, 10_000])("messages are found in pieces of %i bytes, between keep-alives", (size) => {
  const text = `\r\n\r\n${message("1")}${message("2", "grüße\r\n\r\nagain")}\r\n${message("3")}\r\n`;
  expect(foundIn(text, size)).toEqual(["1 ", "2 grüße\r\n\r\nagain", "3 "]);
});

test("the length may have its short name, and a missing one means no body", () => {
  const short = message("1", "abc").replace("Content-Length", "l ");
  const none = message("2").replace(/Content-Length: 0\r\n/, "");
  expect(foundIn(short + none, 50)).toEqual(["1 abc", "2 "]);
});

test("a message without an end, or beyond the size limit, ends the connection", () => {
  expect(takeMessages(Buffer.alloc(messageBytesMax + 1, "x"))).toBeUndefined();
  const long = message("1").replace("Content-Length: 0", `Content-Length: ${messageBytesMax}`);
  expect(takeMessages(Buffer.from(long))).toBeUndefined();
});
