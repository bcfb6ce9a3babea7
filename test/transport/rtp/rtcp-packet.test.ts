// RTCP packets: the reader reads written ones, and so does werift; cut ones are no report.

import { expect, test } from "bun:test";
import { RtcpPacketConverter, RtcpRrPacket, RtcpSourceDescriptionPacket, RtcpSrPacket } from "werift";
import { isReport, readReports, writeReports } from "../../../src/transport/rtp/rtcp-packet.ts";
import { random } from "../../support/random.ts";

const sent = { ntpTimestamp: 0x1234_5678_9abc_def0n, rtpTimestamp: 7, packetCount: 8, octetCount: 9 };
const heard = {
  ssrc: 0xfedcba98,
  fractionLost: 64,
  packetsLost: 300,
  highestSequence: 70_000,
  jitter: 80,
  lsr: 1,
  dlsr: 2,
};

test("a report has sent and received packets, followed by a name", () => {
  const bytes = writeReports(0x01020304, { sent, heard });
  expect(isReport(bytes)).toBe(true);
  expect(readReports(bytes)).toEqual({
    ntpMiddle: 0x56789abc,
    reports: [{ ssrc: 0xfedcba98, lostPercent: 25, lost: 300, jitter: 80 }],
  });
  const [report, name, ...more] = RtcpPacketConverter.deSerialize(bytes);
  expect(report).toBeInstanceOf(RtcpSrPacket);
  expect((report as RtcpSrPacket).senderInfo).toMatchObject(sent);
  expect((report as RtcpSrPacket).reports).toMatchObject([heard]);
  expect((name as RtcpSourceDescriptionPacket).chunks[0]?.items).toMatchObject([
    { type: 1, text: "01020304" },
  ]);
  expect(more).toEqual([]);
});

test("a silent side reports only received packets, and a deaf one reports on none", () => {
  const bytes = writeReports(1, { sent: undefined, heard });
  expect(RtcpPacketConverter.deSerialize(bytes)[0]).toBeInstanceOf(RtcpRrPacket);
  expect(readReports(bytes)?.ntpMiddle).toBeUndefined();
  expect(readReports(writeReports(1, { sent, heard: undefined }))?.reports).toEqual([]);
});

test("duplicate packets make the count negative", () => {
  const bytes = writeReports(1, { sent, heard: { ...heard, packetsLost: -5 } });
  expect(readReports(bytes)?.reports[0]?.lost).toBe(-5);
});

test("a report that is cut off, or has more blocks than bytes, is read as far as it is valid", () => {
  const whole = writeReports(1, { sent, heard });
  for (let length = 0; length < whole.length; length++) readReports(whole.subarray(0, length));
  expect(readReports(whole.subarray(0, 30))).toBeUndefined();
  const greedy = Buffer.from(whole);
  greedy.writeUInt8(0x80 | 31, 0);
  expect(readReports(greedy)?.reports).toHaveLength(1);
  const chance = random(3_550);
  for (let i = 0; i < 2_000; i++) {
    const bytes = Buffer.from(chance.bytes(chance.int(0, 80)));
    if (bytes.length > 0) bytes[0] = 0x80 | chance.int(0, 31);
    readReports(bytes);
  }
});

test.each([
  [0, false],
  [13, false],
  [127, false],
  [72, true],
  [77, true],
])("a packet of type %i is a report: %p", (type, expected) => {
  expect(isReport(Uint8Array.of(0x80, 0x80 | type))).toBe(expected);
});
