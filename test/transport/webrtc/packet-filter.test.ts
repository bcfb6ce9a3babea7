// Packet filter: single datagrams at the entrances of a peer connection, and the fate of each.

import { expect, test } from "bun:test";
import {
  filterPackets,
  type PacketFilterOptions,
  isKnown,
} from "../../../src/transport/webrtc/packet-filter.ts";
import { stunCheck } from "../../support/callers/stun-check.ts";

type Transport = Parameters<typeof filterPackets>[0];
type Address = readonly [string, number];
/** Numbers of packets that passed, that counted as heard, and that counted as audio. */
type Came = readonly [passed: number, heard: number, audio: number];

const peer: Address = ["192.0.2.1", 5_000];
const stranger: Address = ["192.0.2.2", 5_000];
const password = "the password of this side";
const signed = (): Buffer => stunCheck("us:them", password);
/** RFC 8489, 5: the response to a check of ours. */
const success = Buffer.concat([Buffer.from([0x01, 0x01, 0, 0]), Buffer.alloc(16)]);

/** RFC 6347, 4.1: a record with this many bytes in it. */
function record(type: number, { epoch = 0, bytes = 4 } = {}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt8(type, 0);
  head.writeUInt16BE(0xfefd, 1);
  head.writeUInt16BE(epoch, 3);
  head.writeUInt16BE(bytes, 11);
  return Buffer.concat([head, Buffer.alloc(bytes, 7)]);
}

/** Connection with the peer, and the packets that pass to the library. */
function world(
  options: { readonly keys?: boolean; readonly repeated?: boolean; readonly state?: string } = {},
) {
  const passed: Buffer[] = [];
  const decrypted: number[] = [];
  const counts = { heard: 0, audio: 0 };
  const socket: { onData(data: Buffer, from: Address): void } = {
    onData: (data) => void passed.push(data),
  };
  const connection = {
    localPassword: password,
    protocols: [{ transport: socket }] as object[],
    remoteCandidates: [],
    candidatePairs: [],
  };
  const transport = { connection } as unknown as Transport;
  const dtls = {
    state: options.state ?? "connecting",
    dtls: {
      cipher: {
        decryptPacket({
          recordLayerHeader,
          fragment,
        }: {
          recordLayerHeader: { contentType: number };
          fragment: Buffer;
        }) {
          if (options.keys !== true) throw new Error("bad record");
          decrypted.push(recordLayerHeader.contentType, fragment.length);
        },
      },
    },
  } as unknown as PacketFilterOptions["dtls"];
  const handshake = {
    isRepeated: () => options.repeated === true,
  } as unknown as PacketFilterOptions["handshake"];
  const given: PacketFilterOptions = {
    dtls,
    handshake,
    heard: () => void (counts.heard += 1),
    takeAudio: () => {
      counts.audio += 1;
      return options.keys === true;
    },
  };
  const guard = (): void => filterPackets(transport, given);
  guard();
  const come = (data: Buffer, from: Address = peer): Came => {
    const before = [passed.length, counts.heard, counts.audio] as const;
    socket.onData(data, from);
    return [passed.length - before[0], counts.heard - before[1], counts.audio - before[2]];
  };
  return { transport, connection, passed, decrypted, come, guard };
}

/** The same with a peer that has signed. */
function knownWorld(...of: Parameters<typeof world>) {
  const made = world(...of);
  made.come(signed());
  return made;
}

test("ingress: only a signed check makes its sender known", () => {
  const { come, transport } = world();
  for (const wrong of [stunCheck("us:them"), stunCheck("us:them", "another")])
    expect(come(wrong)).toEqual([0, 0, 0]);
  expect(isKnown(transport, ...peer)).toBe(false);
  expect(come(signed())).toEqual([1, 1, 0]);
  expect([isKnown(transport, ...peer), isKnown(transport, ...stranger)]).toEqual([true, false]);
});

test("ingress: a signature that is cut off, has another length or signs something else is refused", () => {
  const { come } = world();
  const check = signed();
  expect(come(check.subarray(0, -1))).toEqual([0, 0, 0]);
  expect(come(check.subarray(0, -24))).toEqual([0, 0, 0]);
  const changed = (at: number, value: number): Buffer => Buffer.from(check.with(at, value));
  expect(come(changed(check.length - 21, 19))).toEqual([0, 0, 0]);
  expect(come(changed(30, (check[30] ?? 0) ^ 1))).toEqual([0, 0, 0]);
  // Bytes after the signature are ignored.
  expect(come(Buffer.concat([check, Buffer.alloc(8)]))).toEqual([1, 1, 0]);
});

test("ingress: an ICE restart changes the password", () => {
  const { come, connection } = world();
  connection.localPassword = "the next one";
  expect(come(signed())).toEqual([0, 0, 0]);
  expect(come(stunCheck("us:them", "the next one"))).toEqual([1, 1, 0]);
});

test("ingress: answers to our own checks pass from everywhere, and count only for a known peer", () => {
  const { come } = knownWorld();
  expect(come(success, stranger)).toEqual([1, 0, 0]);
  expect(come(success)).toEqual([1, 1, 0]);
  // Too short for a check, so the library throws it away.
  expect(come(signed().subarray(0, 19), stranger)).toEqual([1, 0, 0]);
  expect(come(signed().subarray(0, 20), stranger)).toEqual([0, 0, 0]);
  expect(come(Buffer.alloc(0))).toEqual([0, 0, 0]);
});

test("ingress: 256 addresses become known, and a full connection learns none", () => {
  const { come, transport, connection } = world();
  for (let port = 1; port <= 257; port += 1) come(signed(), ["192.0.2.1", port]);
  expect([256, 257].map((port) => isKnown(transport, "192.0.2.1", port))).toEqual([true, false]);
  expect(come(signed(), ["192.0.2.1", 257])).toEqual([1, 0, 0]);
  const full = world();
  Object.assign(full.connection, { remoteCandidates: Array.from({ length: 20 }, () => ({})) });
  expect(full.come(signed())).toEqual([0, 0, 0]);
  expect(connection.remoteCandidates).toEqual([]);
});

test("ingress: media and DTLS pass from known addresses alone, also alternating", () => {
  const { come } = knownWorld();
  const audio = Buffer.from([128, 111, 0, 1]);
  for (const data of [audio, record(22), Buffer.from([64]), Buffer.from([255])]) {
    expect(come(data, stranger)).toEqual([0, 0, 0]);
    expect(come(data)).toEqual([1, 1, data === audio ? 1 : 0]);
    expect(come(data, ["192.0.2.1", 5_001])).toEqual([0, 0, 0]);
    expect(come(data, stranger)).toEqual([0, 0, 0]);
  }
});

test("ingress: audio takes the direct path once it has keys; reports never do", () => {
  const [without, having] = [knownWorld(), knownWorld({ keys: true })];
  const ways = (first: number, second: number): Came[] => [
    without.come(Buffer.from([first, second])),
    having.come(Buffer.from([first, second])),
  ];
  const audio: Came[] = [
    [1, 1, 1],
    [0, 1, 1],
  ];
  const other: Came[] = [
    [1, 1, 0],
    [1, 1, 0],
  ];
  for (const first of [128, 191])
    for (const second of [0, 191, 224]) expect(ways(first, second)).toEqual(audio);
  for (const second of [192, 223]) expect(ways(128, second)).toEqual(other);
  for (const first of [4, 19, 64, 127, 192]) expect(ways(first, 111)).toEqual(other);
  expect(having.come(Buffer.from([128]))).toEqual([0, 1, 1]);
});

test("ingress: complete DTLS records pass, and repeated ones do not", () => {
  const { come, passed } = knownWorld();
  const two = Buffer.concat([record(22), record(63, { bytes: 0 })]);
  expect(come(two)).toEqual([1, 1, 0]);
  expect(passed.at(-1)).toEqual(two);
  // RFC 7983: from 20 to 63.
  expect(come(record(20))).toEqual([1, 1, 0]);
  for (const cut of [
    two.subarray(0, -1),
    two.subarray(0, -14),
    Buffer.from([20]),
    record(22).subarray(0, 12),
  ])
    expect(come(cut)).toEqual([0, 0, 0]);
  expect(knownWorld({ repeated: true }).come(two)).toEqual([0, 0, 0]);
});

test("ingress: after the handshake only encrypted records pass, and an alert only when it can be decrypted", () => {
  const ours = knownWorld({ state: "connected", keys: true, repeated: true });
  const [alert, handshake, data] = [21, 22, 23];
  for (const type of [alert, handshake, data]) {
    expect(ours.come(record(type, { epoch: 0 }))).toEqual([0, 0, 0]);
    expect(ours.come(record(type, { epoch: 1 }))).toEqual([1, 1, 0]);
  }
  expect(ours.decrypted).toEqual([alert, 4]);
  for (const type of [20, 24]) expect(ours.come(record(type, { epoch: 1 }))).toEqual([0, 0, 0]);
  const forged = knownWorld({ state: "connected" });
  expect(forged.come(record(alert, { epoch: 1 }))).toEqual([0, 0, 0]);
  const both = Buffer.concat([record(alert, { epoch: 1 }), record(data, { epoch: 1 })]);
  expect(forged.come(both)).toEqual([0, 0, 0]);
});

test("ingress: each transport is guarded once, and TCP has room for 16 connections", () => {
  const { connection, guard, come } = world();
  const got: string[] = [];
  const tcp = { handleFrame: () => void got.push("tcp"), server: { maxConnections: 1_000 } };
  const relay = { handleStunMessage: () => void got.push("relay"), server: { maxConnections: 1_000 } };
  connection.protocols.push(tcp, relay);
  guard();
  guard();
  const enter = (entrance: (...given: never[]) => void, data: Buffer): void =>
    Reflect.apply(entrance, undefined, [data, peer]);
  for (const data of [stunCheck("us:them"), signed()]) {
    enter(tcp.handleFrame, data);
    enter(relay.handleStunMessage, data);
  }
  expect(got).toEqual(["tcp", "relay"]);
  expect([tcp.server.maxConnections, relay.server.maxConnections]).toEqual([16, 1_000]);
  expect(come(signed())).toEqual([1, 1, 0]);
});

test("ingress: a version of the library that keeps its sockets elsewhere is noticed", () => {
  const { connection, guard } = world();
  for (const odd of [{}, { transport: null }, { transport: {} }, { onData: () => undefined }, undefined]) {
    Object.assign(connection, { protocols: [odd] });
    expect(guard).toThrow("werift has another kind of socket in this version");
  }
  Object.assign(connection, { protocols: undefined });
  expect(guard).toThrow("werift keeps its sockets elsewhere in this version");
});
