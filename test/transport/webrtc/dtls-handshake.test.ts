// DTLS handshake with repeated messages, as from a slow or distant peer, with a real client.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { RTCDtlsTransport } from "werift";
import { HandshakeFixes } from "../../../src/transport/webrtc/werift/dtls-handshake.ts";
import { RtcCaller } from "../../support/callers/rtc-caller.ts";
import { rtcServer } from "../../support/servers/rtc-server.ts";

setDefaultTimeout(240_000);

let server: Awaited<ReturnType<typeof rtcServer>>;

beforeAll(async () => {
  server = await rtcServer();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

/** RFC 6347, 4.1. */
const [changeCipherSpec, handshake] = [20, 22];
const headerBytes = 13;

interface Record {
  readonly type: number;
  readonly epoch: number;
  readonly number: number;
  readonly bytes: Buffer;
}

function recordsOf(datagram: Buffer): Record[] {
  const records: Record[] = [];
  const [first = 0] = datagram;
  if (first < 20 || first > 63) return records;
  let end = 0;
  for (let at = 0; at + headerBytes <= datagram.length; at = end) {
    end = at + headerBytes + datagram.readUInt16BE(at + 11);
    records.push({
      type: datagram.readUInt8(at),
      epoch: datagram.readUInt16BE(at + 3),
      number: datagram.readUIntBE(at + 5, 6),
      bytes: datagram.subarray(at, end),
    });
  }
  return records;
}

/** Typed words reach the agent, and its answer comes back. */
async function expectTalk(caller: RtcCaller): Promise<void> {
  await caller.ready();
  caller.send({ label: "rtvi-ai", type: "send-text", id: "x", data: { content: "help" } });
  await caller.message("bot-llm-text");
}

test("repeated handshake messages at the end of a handshake change no keys", async () => {
  const plain: Buffer[] = [];
  let repeated = 0;
  const change = (data: Buffer, to: "server" | "caller"): Buffer => {
    if (to === "caller") return data;
    const records = recordsOf(data);
    if (records.length > 0 && records.every(({ type, epoch }) => type === handshake && epoch === 0)) {
      plain.push(data);
      return data;
    }
    if (
      !records.some(({ type, epoch }) => type === changeCipherSpec || (type === handshake && epoch === 1))
    ) {
      return data;
    }
    repeated++;
    return Buffer.concat([data, ...plain]);
  };
  await using caller = await RtcCaller.call({ url: server.url, network: { change } });
  await expectTalk(caller);
  expect([plain.length > 0, repeated > 0]).toEqual([true, true]);
});

test("the other side's repetitions resend our last messages when they are lost", async () => {
  let lost = 0;
  const change = (data: Buffer, to: "server" | "caller"): Buffer => {
    const ends =
      to === "caller" && recordsOf(data).some(({ epoch, type }) => epoch === 1 && type === handshake);
    return ends && lost++ === 0 ? Buffer.alloc(0) : data;
  };
  await using caller = await RtcCaller.call({ url: server.url, network: { change } });
  await expectTalk(caller);
  expect(lost).toBeGreaterThan(1);
});

test("no record number is used twice, also when one is lost and sent again", async () => {
  const sent: { number: number; bytes: string }[] = [];
  let lost = 0;
  const change = (data: Buffer, to: "server" | "caller"): Buffer => {
    if (to === "server") return data;
    const encrypted = recordsOf(data).filter(({ epoch }) => epoch === 1);
    for (const { number, bytes } of encrypted) sent.push({ number, bytes: bytes.toString("hex") });
    return encrypted.some(({ type }) => type === handshake) && lost++ === 0 ? Buffer.alloc(0) : data;
  };
  await using caller = await RtcCaller.call({ url: server.url, network: { change } });
  await expectTalk(caller);
  await caller.message("bot-started-speaking");
  expect(lost).toBeGreaterThan(1);
  // In a slow moment a record comes again without being lost: equal bytes give nothing away.
  const records = new Map(sent.map(({ bytes, number }) => [bytes, number]));
  expect(records.size).toBeGreaterThan(8);
  expect(new Set(records.values()).size).toBe(records.size);
});

/** The parts of a DTLS client of werift's that the fixes touch. */
function clientOf({ flight = 5 } = {}) {
  const sent: string[] = [];
  const listeners: ((state: string) => void)[] = [];
  let connects = 0;
  const client = {
    dtls: { flight, lastMessage: [Buffer.from("ours")], recordSequenceNumber: 0 },
    transport: { send: (data: Buffer) => Promise.resolve(void sent.push(data.toString())) },
    connect: () => Promise.resolve(void connects++),
  };
  const onStateChange = { subscribe: (listener: (state: string) => void) => listeners.push(listener) };
  const transport: unknown = { role: "client", dtls: client, onStateChange };
  return {
    client,
    fixes: new HandshakeFixes(transport as RTCDtlsTransport),
    sent,
    enter: (state: string) => listeners.forEach((listener) => listener(state)),
    connects: () => connects,
  };
}

/** A plaintext handshake record with a ServerHelloDone (RFC 5246, 7.4.5), the sixth message of its side. */
const serverHelloDone = Buffer.from("16fefd0000000000000005000c0e0000000005000000000000", "hex");

test("a repeated ServerHelloDone brings our last flight again, at once", () => {
  const { fixes, sent } = clientOf();
  expect(fixes.isRepeated(serverHelloDone)).toBe(false);
  expect(sent).toEqual([]);
  expect(fixes.isRepeated(serverHelloDone)).toBe(true);
  expect(sent).toEqual(["ours"]);
  const early = clientOf({ flight: 3 });
  early.fixes.isRepeated(serverHelloDone);
  early.fixes.isRepeated(serverHelloDone);
  expect(early.sent).toEqual([]);
});

test("the handshake begins in the same turn of the event loop, and once", async () => {
  const { client, enter, connects } = clientOf();
  enter("connecting");
  await Promise.resolve();
  expect(connects()).toBe(1);
  await client.connect();
  expect(connects()).toBe(1);
});
