// Malformed packets of telephones: each is read or dropped, and none ends anything.

import { expect, test } from "bun:test";
import { type PhonePacket, phoneEars, phonePackets } from "../support/fuzz/phone-packets.ts";
import { seedOf } from "../support/random.ts";

const seed = seedOf(20261130);
const isLong = process.env["LONG"] !== undefined;
const count = isLong ? 1_000_000 : 100_000;

test(`fuzz: ${count} packets of SIP, SDP, RTP and RTCP are read or dropped (SEED=${seed})`, () => {
  const hear = phoneEars();
  const failed: (PhonePacket & { readonly error: unknown })[] = [];
  for (const packet of phonePackets(seed, count)) {
    try {
      hear(packet);
    } catch (error) {
      failed.push({ ...packet, error });
    }
  }
  expect(
    failed.slice(0, 3).map(({ kind, bytes, error }) => `${kind} ${String(error)}: ${bytes.toString()}`),
  ).toEqual([]);
  expect(failed).toHaveLength(0);
});
