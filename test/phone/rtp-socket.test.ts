// RTP socket: reports beside the audio, and the accepted senders.

import { expect, test } from "bun:test";
import { openPortOf, openUdpPort, type Remote } from "../../src/phone/udp-port.ts";
import { RtpSocket } from "../../src/phone/rtp-socket.ts";
import { type HeardReports, readReports, writeReports } from "../../src/transport/rtp/rtcp-packet.ts";
import { type HeardRtp, readRtp, writeRtp } from "../../src/transport/rtp/rtp-packet.ts";
import { until } from "../support/until.ts";

const host = "127.0.0.1";
const sent = { ntpTimestamp: 1n << 40n, rtpTimestamp: 0, packetCount: 1, octetCount: 160 };
const heardOf = (ssrc: number) => ({
  ssrc,
  fractionLost: 128,
  packetsLost: 10,
  highestSequence: 20,
  jitter: 160,
  lsr: 0,
  dlsr: 0,
});
const packet = { sequence: 1, timestamp: 0, marker: false, payload: new Uint8Array(160) };

/** A telephone with its two ports, which calls one socket of the product. */
async function talking() {
  const got: { audio: Buffer[]; reports: Buffer[] } = { audio: [], reports: [] };
  const audio = (await openPortOf(undefined, host, (bytes) => void got.audio.push(Buffer.from(bytes))))!;
  const reports = await openUdpPort(
    audio.port + 1,
    host,
    (bytes) => void got.reports.push(Buffer.from(bytes)),
  );
  const heard: HeardRtp[] = [];
  const reported: HeardReports[] = [];
  const socket = (await RtpSocket.open({
    range: undefined,
    host,
    now: () => 0,
    heard: (one) => void heard.push(one),
    reported: (one) => void reported.push(one),
  }))!;
  const there: Remote = { host, port: socket.port };
  return {
    got,
    heard,
    reported,
    socket,
    there,
    audio,
    reports,
    [Symbol.dispose]() {
      for (const part of [socket, audio, reports]) part[Symbol.dispose]();
    },
  };
}

test("reports go to the port behind the audio and are heard at the port behind ours", async () => {
  using it = await talking();
  it.socket.aim({ host, port: it.audio.port });
  it.socket.sendRtp(packet, 0);
  it.socket.sendReport(sent, undefined);
  await until("audio and report", () => it.got.audio.length + it.got.reports.length === 2);
  expect(readReports(it.got.reports[0]!)?.ntpMiddle).toBe(1 << 24);
  const { ssrc } = readRtp(it.got.audio[0]!)!;
  it.reports.send(writeReports(9, { sent, heard: heardOf(ssrc) }), { host, port: it.there.port + 1 });
  it.reports.send(writeReports(9, { sent, heard: heardOf(ssrc + 1) }), { host, port: it.there.port + 1 });
  await until("reports", () => it.reported.length === 2);
  expect(it.reported.map(({ reports }) => reports.length)).toEqual([1, 0]);
  expect(it.reported[0]?.reports[0]).toMatchObject({ lostPercent: 50, lost: 10, jitter: 160 });
});

test("a report at the audio port is no audio, and changes nothing", async () => {
  using it = await talking();
  it.socket.aim({ host, port: it.audio.port });
  it.reports.send(writeReports(9, { sent, heard: undefined }), it.there);
  await until("report", () => it.reported.length === 1);
  expect(it.heard).toEqual([]);
  it.socket.sendRtp(packet, 0);
  await until("audio", () => it.got.audio.length === 1);
  it.audio.send(writeRtp(packet, 0, 5), it.there);
  await until("audio of the telephone", () => it.heard.length === 1);
});

test("a report that is cut off is none, and leaves the others where they go", async () => {
  using it = await talking();
  using other = await openUdpPort(0, host, () => undefined);
  it.socket.aim({ host, port: it.audio.port });
  const reports = { host, port: it.there.port + 1 };
  for (const from of [it.audio, other])
    from.send(writeReports(9, { sent, heard: undefined }).subarray(0, 10), reports);
  it.reports.send(writeReports(9, { sent, heard: undefined }), reports);
  await until("report", () => it.reported.length > 0);
  expect(it.reported).toHaveLength(1);
  it.socket.sendReport(sent, undefined);
  await until("report of this side", () => it.got.reports.length === 1);
});

test("audio is sent to its source while the same address is agreed again, and at once to another one", async () => {
  using it = await talking();
  const behindNat: Buffer[] = [];
  using nat = (await openPortOf(undefined, host, (bytes) => void behindNat.push(Buffer.from(bytes))))!;
  const elsewhere: Buffer[] = [];
  using moved = await openUdpPort(
    it.audio.port,
    "127.0.0.2",
    (bytes) => void elsewhere.push(Buffer.from(bytes)),
  );
  const named = { host, port: it.audio.port };
  it.socket.aim(named);
  nat.send(writeRtp(packet, 0, 5), it.there);
  await until("audio of the telephone", () => it.heard.length === 1);
  it.socket.aim({ ...named });
  it.socket.sendRtp(packet, 0);
  await until("audio at its source", () => behindNat.length === 1);
  it.socket.aim({ host: "127.0.0.2", port: moved.port });
  it.socket.sendRtp(packet, 0);
  await until("audio at the other address", () => elsewhere.length === 1);
  it.socket.aim({ host: "127.0.0.2", port: nat.port });
  it.socket.aim({ host, port: nat.port });
  it.socket.sendRtp(packet, 0);
  await until("audio at a port agreed last", () => behindNat.length === 2);
  expect(it.got.audio).toEqual([]);
});
