// Fuzz test inside the encryption: a caller with the right keys sends forbidden packets of data channels and of media.
// No crash, no endless work, no leak, and other calls continue.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { crc32c, RTCPeerConnection, RTCRtpCodecParameters, RtpHeader } from "werift";
import { filterAssociation, isSound } from "../../../src/transport/webrtc/werift/sctp-filter.ts";
import { type Random, random, seedOf } from "../../support/random.ts";
import { RtcCaller } from "../../support/callers/rtc-caller.ts";
import { rtcServer } from "../../support/servers/rtc-server.ts";
import { turn, until } from "../../support/until.ts";

const count = process.env.LONG === "1" ? 100_000 : 1_000;
setDefaultTimeout(count * 20 + 60_000);

const seed = seedOf(20261121);
let server: Awaited<ReturnType<typeof rtcServer>>;

beforeAll(async () => {
  server = await rtcServer();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

/** A caller with the server's own library, which gives its keys away. */
async function insider() {
  const codec = new RTCRtpCodecParameters({ mimeType: "audio/opus", clockRate: 48_000, channels: 2 });
  const peer = new RTCPeerConnection({ codecs: { audio: [codec] }, iceServers: [] });
  peer.addTransceiver("audio", { direction: "sendrecv" });
  const channel = peer.createDataChannel("chat");
  await peer.setLocalDescription(await peer.createOffer());
  const body = JSON.stringify({ sdp: peer.localDescription?.sdp, type: "offer" });
  const answer = (await (await fetch(`${server.url}/offer`, { method: "POST", body })).json()) as {
    sdp: string;
    pc_id: string;
  };
  const [dtls] = peer.dtlsTransports;
  if (dtls === undefined) throw new Error("There is no connection");
  const sent: Buffer[] = [];
  const { sendData } = dtls;
  Reflect.set(dtls, "sendData", async (data: Buffer) => {
    sent.push(data);
    await sendData(data);
  });
  await peer.setRemoteDescription({ type: "answer", sdp: answer.sdp });
  await until("data channel", () => channel.readyState === "open");
  const ready = Promise.withResolvers<void>();
  channel.onMessage.subscribe((text) => {
    if (String(text).includes("bot-ready")) ready.resolve();
  });
  channel.send(
    JSON.stringify({ label: "rtvi-ai", type: "client-ready", id: "1", data: { version: "2.1.0" } }),
  );
  await ready.promise;
  return {
    peer,
    dtls,
    sent,
    sendData,
    hangUp: () => fetch(`${server.url}/offer/${answer.pc_id}`, { method: "DELETE" }),
  };
}

/** The packet with the correct checksum of its bytes. */
function summed(packet: Buffer): Buffer {
  if (packet.length < 12) return packet;
  packet.writeUInt32LE(0, 8);
  packet.writeUInt32LE(crc32c(packet), 8);
  return packet;
}

/** A sent packet with a change, or its head with invented chunks. */
function packetOf(chance: Random, real: readonly Buffer[]): Buffer {
  const first = Buffer.from(chance.pick(real));
  if (chance.chance(0.4)) {
    const body = Buffer.from(chance.bytes(chance.int(0, 60)));
    const chunk = Buffer.alloc(4);
    chunk.writeUInt8(
      chance.pick([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 130, 192, chance.int(0, 255)]),
      0,
    );
    chunk.writeUInt8(chance.int(0, 7), 1);
    chunk.writeUInt16BE(chance.chance(0.7) ? body.length + 4 : chance.int(0, 70), 2);
    const padded = Buffer.alloc(Math.ceil(body.length / 4) * 4);
    body.copy(padded);
    return summed(Buffer.concat([first.subarray(0, 12), chunk, padded]));
  }
  for (let n = chance.int(1, 4); n > 0; n--) first[chance.int(12, first.length - 1)] = chance.int(0, 255);
  return summed(chance.chance(0.2) ? first.subarray(0, chance.int(0, first.length)) : first);
}

async function expectAlive(witness: RtcCaller): Promise<void> {
  witness.send({ label: "rtvi-ai", type: "send-text", id: "x", data: { content: "what time is it" } });
  const from = performance.now();
  await witness.message("bot-llm-text");
  await witness.until("voice", () => witness.ear.loudSince(from));
}

test(`fuzz: ${count} wrong packets of data channels in the encryption end no other call (SEED=${seed})`, async () => {
  const chance = random(seed + 3);
  await using witness = await RtcCaller.call({ url: server.url });
  await witness.ready();
  let wrong = await insider();
  Bun.gc(true);
  const before = process.memoryUsage().rss;
  for (let n = 0; n < count; n++) {
    // A flow ends a silent call.
    if (n % 2_500 === 2_499) await expectAlive(witness);
    // Some packets end their own call, as they should: then the test makes another call.
    if (n % 500 === 499) {
      await wrong.hangUp();
      await wrong.peer.close();
      wrong = await insider();
    }
    await wrong.sendData(packetOf(chance, wrong.sent)).catch(() => undefined);
    if (n % 20 === 19) await turn();
  }
  await expectAlive(witness);
  await wrong.hangUp();
  await wrong.peer.close();
  await witness.until("end of the other call", () => server.calls.size === 1, 10_000);
  Bun.gc(true);
  expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(150);
});

test(`fuzz: ${count} wrong packets of media in the encryption do not end the call (SEED=${seed})`, async () => {
  const chance = random(seed + 4);
  const { peer, dtls, hangUp } = await insider();
  const { connection } = dtls.iceTransport;
  for (let n = 0; n < count; n++) {
    const bytes = Buffer.from(chance.bytes(chance.int(8, 200)));
    if (chance.chance(0.5)) {
      bytes[0] = 0x80 | chance.int(0, 31);
      bytes[1] = chance.int(192, 223);
      if (chance.chance(0.6)) bytes.writeUInt16BE(Math.floor(bytes.length / 4) - 1, 2);
      await connection.send(dtls.srtcp.encrypt(bytes));
    } else {
      const header = new RtpHeader({
        payloadType: chance.pick([0, 8, 96, 110, 111, 126, chance.int(0, 127)]),
        sequenceNumber: chance.chance(0.7) ? n & 0xffff : chance.int(0, 65_535),
        timestamp: chance.int(0, 2 ** 32 - 1),
        ssrc: chance.int(1, 40),
        padding: chance.chance(0.2),
      });
      await connection.send(dtls.srtp.encrypt(bytes, header));
    }
    if (n % 20 === 19) await turn();
  }
  expect(server.calls.size).toBe(1);
  expect((await hangUp()).status).toBe(200);
  await peer.close();
});

describe("packets that the guard passes", () => {
  const progress = { lastTsn: 1_000, roomBytes: 1_000 };
  const packet = (...parts: readonly string[]): Buffer =>
    Buffer.from("00".repeat(12) + parts.join(""), "hex");
  const data = (tsn: number, stream = 0): string =>
    `00030014${tsn.toString(16).padStart(8, "0")}${stream.toString(16).padStart(4, "0")}000000000033abababab`;
  const cases = [
    ["data", packet(data(1_001)), true],
    ["data after a hole", packet(data(1_900)), true],
    ["data from far ahead", packet(data(4_000)), false],
    ["data of a stream that no browser has", packet(data(1_001, 2_000)), false],
    ["a chunk of no length, round which it went forever", packet("04000000"), false],
    ["a chunk longer than its packet", packet("04000040"), false],
    ["a parameter of no length, round which it went forever", packet("0400000800010000"), false],
    ["a parameter longer than its chunk", packet("0400000800010040"), false],
    ["a sign of life", packet("0400000c0001000812345678"), true],
    ["holes", packet("0300001400000001000100000001000000020004"), true],
    ["holes that take long to count", packet("03000014000000010001000000010000", "0001ffff"), false],
    ["more holes than there are", packet("03000010000000010001000000ff0000"), false],
    ["a chunk of an unknown kind", packet("77000004"), false],
    ["no chunk", packet(), false],
  ] as const;
  test.each(cases)("%s", (_, bytes, sound) => {
    expect(isSound(bytes, progress)).toBe(sound);
  });

  test("no data passes without room or a beginning", () => {
    expect(isSound(packet(data(1_001)), { ...progress, roomBytes: 0 })).toBe(false);
    expect(isSound(packet(data(1_001)), { ...progress, lastTsn: undefined })).toBe(false);
  });

  test("only sound packets reach werift's association", async () => {
    const peer = new RTCPeerConnection({ iceServers: [] });
    peer.createDataChannel("chat");
    const [dtls] = peer.dtlsTransports;
    const { sctpTransport } = peer;
    if (dtls === undefined || sctpTransport === undefined) throw new Error("There is no association");
    const taken: Buffer[] = [];
    Reflect.set(sctpTransport.sctp, "handleData", (bytes: Buffer) => taken.push(bytes));
    Reflect.set(sctpTransport.sctp, "lastReceivedTsn", progress.lastTsn);
    filterAssociation(sctpTransport, dtls);
    for (const [, bytes] of cases) dtls.dataReceiver(bytes);
    expect(taken).toEqual(cases.flatMap(([, bytes, sound]) => (sound ? [bytes] : [])));
    await peer.close();
  });
});
