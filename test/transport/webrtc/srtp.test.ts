// Encryption of audio, against the examples of the standards, another implementation, and everything that a network or
// an attacker does to packets.

import { describe, expect, test } from "bun:test";
import { RtpHeader, SrtpSession } from "werift";
import type { RtpOut } from "../../../src/transport/rtp/rtp-sender.ts";
import { type SrtpKeys, SrtpReceiver, SrtpSender } from "../../../src/transport/webrtc/srtp.ts";
import { random, seedOf } from "../../support/random.ts";

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(/\s/g, ""), "hex");

const keys: SrtpKeys = {
  key: hex("2B7E151628AED2A6ABF7158809CF4F3C"),
  salt: hex("F0F1F2F3F4F5F6F7F8F9FAFBFCFD"),
  authentication: Buffer.alloc(20, 7),
};
const out = (sequence: number, payload: Uint8Array = Buffer.from(`packet ${sequence}`)): RtpOut => ({
  sequence: sequence & 0xffff,
  timestamp: (sequence * 960) >>> 0,
  marker: false,
  payload,
});
const text = (packet: { payload: Uint8Array } | undefined): string | undefined =>
  packet === undefined ? undefined : Buffer.from(packet.payload).toString();
const ssrc = 0xcafebabe;
/** Copy of the bytes: the sender reuses its own for the next packet. */
const sealedBy = (sender: SrtpSender, sequence: number): Buffer =>
  Buffer.from(sender.seal(out(sequence), 111));

describe("the examples of the standards", () => {
  test("RFC 3711, B.2: the keystream of counter mode", () => {
    const sender = new SrtpSender(keys, 0);
    const sealed = sender.seal({ sequence: 0, timestamp: 0, marker: false, payload: Buffer.alloc(48) }, 0);
    expect(sealed.subarray(12, 60)).toEqual(
      hex(`E03EAD0935C95E80E166B16DD92B4EB4 D23513162B02D0F72A43A2FE4A5F97AB
           41E95B3BB0A2E8DD477901E4FCA894C0`),
    );
  });
});

/** The same keys by the library, which has its own implementation. */
function library() {
  const master = { key: Buffer.alloc(16, 0x11), salt: Buffer.alloc(14, 0x22) };
  const session = new SrtpSession({
    keys: {
      localMasterKey: master.key,
      localMasterSalt: master.salt,
      remoteMasterKey: master.key,
      remoteMasterSalt: master.salt,
    },
    profile: 1,
  });
  const { srtpSessionKey, srtpSessionSalt, srtpSessionAuthTag } = session.localContext;
  const shared: SrtpKeys = {
    key: srtpSessionKey,
    salt: srtpSessionSalt,
    authentication: srtpSessionAuthTag,
  };
  return { session, shared };
}

describe("packets", () => {
  test("the library opens our sealed packets, across the rollover of the counter and back", () => {
    const { session, shared } = library();
    const sender = new SrtpSender(shared, ssrc);
    const receiver = new SrtpReceiver(shared);
    for (let n = 65_530; n < 65_545; n++) {
      const sealed = sender.seal(out(n), 111);
      const plain = session.decrypt(Buffer.from(sealed));
      expect(plain.subarray(12).toString()).toBe(`packet ${n}`);
      const header = new RtpHeader({
        payloadType: 111,
        sequenceNumber: n & 0xffff,
        timestamp: (n * 960) >>> 0,
        ssrc,
      });
      const theirs = session.encrypt(Buffer.from(`packet ${n}`), header);
      expect(theirs).toEqual(sealed);
      expect(text(receiver.open(theirs))).toBe(`packet ${n}`);
    }
  });

  test("packets that overtake each other at the rollover of the counter are opened, each once", () => {
    const sender = new SrtpSender(keys, ssrc);
    const sealed = Array.from({ length: 20 }, (_, i) => sealedBy(sender, 65_526 + i));
    const receiver = new SrtpReceiver(keys);
    const order = [0, 12, 3, 11, 1, 19, 2, 18, 9, 10, 4];
    for (const n of order) expect(text(receiver.open(sealed[n]!))).toBe(`packet ${65_526 + n}`);
    for (const n of order) expect(receiver.open(sealed[n]!)).toBeUndefined();
    expect(text(receiver.open(sealed[5]!))).toBe("packet 65531");
  });

  test("a packet far behind the newest is dropped, and one within the window is not", () => {
    const sender = new SrtpSender(keys, ssrc);
    const sealed = Array.from({ length: 400 }, (_, i) => sealedBy(sender, i));
    const receiver = new SrtpReceiver(keys);
    receiver.open(sealed[0]!);
    receiver.open(sealed[300]!);
    expect(receiver.open(sealed[172]!)).toBeUndefined();
    expect(text(receiver.open(sealed[173]!))).toBe("packet 173");
  });

  test("a changed bit, a byte less or more prevents opening, and the true packet still opens", () => {
    const sealed = sealedBy(new SrtpSender(keys, ssrc), 5);
    const receiver = new SrtpReceiver(keys);
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const forged = Buffer.from(sealed);
      forged[bit >> 3]! ^= 1 << (bit & 7);
      expect(receiver.open(forged)).toBeUndefined();
    }
    for (let length = 0; length < sealed.length; length++) {
      expect(receiver.open(sealed.subarray(0, length))).toBeUndefined();
    }
    expect(receiver.open(Buffer.concat([sealed, Buffer.of(0)]))).toBeUndefined();
    expect(text(receiver.open(sealed))).toBe("packet 5");
  });

  test("sources of a peer are counted apart, and no more than 16 of them", () => {
    const receiver = new SrtpReceiver(keys);
    const heard = Array.from({ length: 20 }, (_, n) =>
      text(receiver.open(sealedBy(new SrtpSender(keys, n), 7))),
    );
    expect(heard.map((it) => it !== undefined)).toEqual(heard.map((_, n) => n < 16));
  });

  test("contributing sources, header extensions and padding are removed", () => {
    const { session, shared } = library();
    const header = new RtpHeader({
      payloadType: 111,
      sequenceNumber: 9,
      timestamp: 8,
      ssrc,
      csrc: [1, 2, 3],
      extension: true,
      extensionProfile: 0xbede,
      extensions: [{ id: 1, payload: Buffer.of(7) }],
      padding: true,
    });
    const sealed = session.encrypt(Buffer.from("voice\0\0\u0003"), header);
    expect(text(new SrtpReceiver(shared).open(sealed))).toBe("voice");
    const wrong = session.encrypt(Buffer.from("voice\0\0\u0009"), header);
    expect(new SrtpReceiver(shared).open(wrong)).toBeUndefined();
  });

  const seed = seedOf(20261121);
  test(`bytes of any kind are never opened and never throw (SEED=${seed})`, () => {
    const chance = random(seed);
    const receiver = new SrtpReceiver(keys);
    for (let n = 0; n < 5_000; n++) {
      const bytes = Buffer.from(chance.bytes(chance.int(0, 80)));
      if (bytes.length > 0 && chance.chance(0.8)) bytes[0] = 0x80 | chance.int(0, 63);
      expect(receiver.open(bytes)).toBeUndefined();
    }
  });
});
