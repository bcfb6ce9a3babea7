// Peer check of ICE: one STUN binding request as a peer sends it, signed or not.

import { createHmac } from "node:crypto";

function attribute(type: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
}

/** RFC 8489, 5 and 14; RFC 8445, 7.1: a check signed with this password, or unsigned without one. */
export function stunCheck(username: string, password?: string): Buffer {
  const attributes = Buffer.concat([
    attribute(0x0006, Buffer.from(username)),
    attribute(0x0024, Buffer.from([110, 0, 0, 1])),
    attribute(0x802a, crypto.getRandomValues(Buffer.alloc(8))),
  ]);
  const head = Buffer.alloc(20);
  head.writeUInt16BE(1, 0);
  head.writeUInt32BE(0x2112a442, 4);
  crypto.getRandomValues(head.subarray(8));
  head.writeUInt16BE(attributes.length + (password === undefined ? 0 : 24), 2);
  const message = Buffer.concat([head, attributes]);
  if (password === undefined) return message;
  return Buffer.concat([message, attribute(0x0008, createHmac("sha1", password).update(message).digest())]);
}
