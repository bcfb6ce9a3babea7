// Phone audio: offers of PBXes and telephones, and the answers to them.

import { expect, test } from "bun:test";
import { answerOffer, audioIn, ownOffer } from "../../src/phone/phone-audio.ts";

const sdp = (...lines: readonly string[]): string =>
  ["v=0", "o=- 1 1 IN IP4 10.0.0.1", "s=x", "c=IN IP4 10.0.0.1", "t=0 0", ...lines, ""].join("\r\n");
const origin = { place: { host: "192.168.178.2", port: 20_000 }, sessionId: 7, version: 1 };
const answerTo = (offer: string): string[] => answerOffer(offer, audioIn(offer)!, origin).split("\r\n");

test("audio is agreed on in the order of the offer, with its keys", () => {
  const offer = sdp(
    "m=audio 4000 RTP/AVP 18 8 0 101",
    "a=rtpmap:18 G729/8000",
    "a=rtpmap:101 telephone-event/8000",
  );
  expect(audioIn(offer)).toMatchObject({
    agreed: { codec: "pcma", payloadType: 8, keyType: 101 },
    remote: { host: "10.0.0.1", port: 4_000 },
    sends: true,
  });
  expect(answerTo(offer)).toEqual([
    "v=0",
    "o=- 7 1 IN IP4 192.168.178.2",
    "s=-",
    "c=IN IP4 192.168.178.2",
    "t=0 0",
    "m=audio 20000 RTP/AVP 8 101",
    "a=rtpmap:8 PCMA/8000",
    "a=rtpmap:101 telephone-event/8000",
    "a=fmtp:101 0-15",
    "a=ptime:20",
    "a=sendrecv",
    "",
  ]);
});

test("opus is agreed on with two channels, as SDP has it", () => {
  const offer = sdp("m=audio 4000 RTP/AVP 107", "a=rtpmap:107 opus/48000/2");
  expect(answerTo(offer)).toContain("a=rtpmap:107 opus/48000/2");
});

test("g722 is agreed on by its number alone, with a clock of 8,000", () => {
  const offer = sdp("m=audio 4000 RTP/AVP 9 8 101", "a=rtpmap:101 telephone-event/8000");
  expect(audioIn(offer)?.agreed).toMatchObject({ codec: "g722", payloadType: 9, keyType: 101 });
  expect(answerTo(offer)).toContain("a=rtpmap:9 G722/8000");
});

test("other media are refused in place", () => {
  const offer = sdp("m=video 5000 RTP/AVP 96", "m=audio 4000 RTP/AVP 0", "m=image 6000 udptl t38");
  expect(answerTo(offer).filter((line) => line.startsWith("m="))).toEqual([
    "m=video 0 RTP/AVP 96",
    "m=audio 20000 RTP/AVP 0",
    "m=image 0 udptl t38",
  ]);
});

test.each([
  ["sendonly", "recvonly", false, true],
  ["recvonly", "sendonly", true, false],
  ["inactive", "inactive", false, false],
  ["sendrecv", "sendrecv", true, true],
])("an offer that is %s is answered %s", (offered, answered, hears, sends) => {
  const offer = sdp("m=audio 4000 RTP/AVP 0", `a=${offered}`);
  const audio = audioIn(offer);
  expect([audio?.remote !== undefined, audio?.sends]).toEqual([hears, sends]);
  expect(answerTo(offer)).toContain(`a=${answered}`);
});

test("an address of zeros means on hold, and the address of the media overrides that of the session", () => {
  expect(audioIn(sdp("m=audio 4000 RTP/AVP 0", "c=IN IP4 0.0.0.0"))?.remote).toBeUndefined();
  expect(audioIn(sdp("m=audio 4000 RTP/AVP 0", "c=IN IP4 10.0.0.9"))?.remote?.host).toBe("10.0.0.9");
});

test("the first and the last port are audio's as any other", () => {
  expect([1, 65_535].map((port) => audioIn(sdp(`m=audio ${port} RTP/AVP 0`))?.remote?.port)).toEqual([
    1, 65_535,
  ]);
});

test.each([
  ["no audio", sdp("m=video 5000 RTP/AVP 96")],
  ["a codec that is not known", sdp("m=audio 4000 RTP/AVP 18")],
  ["a codec whose name is a number", sdp("m=audio 4000 RTP/AVP 96", "a=rtpmap:96 2")],
  ["audio that is switched off", sdp("m=audio 0 RTP/AVP 0")],
  ["audio that is encrypted", sdp("m=audio 4000 RTP/SAVP 0")],
  ["a port behind the last one", sdp("m=audio 65536 RTP/AVP 0")],
  ["media without end", sdp(...Array.from({ length: 40 }, () => "m=audio 4000 RTP/AVP 0"))],
  ["lines without end", sdp("m=audio 4000 RTP/AVP 0", ...Array.from({ length: 800 }, () => "a=x:12"))],
  ["nothing that is SDP", "hello"],
])("an offer with %s agrees on nothing", (_, offer) => {
  expect(audioIn(offer)).toBeUndefined();
});

test("an offer of this side lists the best codec first, and keys by its clock", () => {
  const { agreed, sends } = audioIn(ownOffer(origin))!;
  expect([...agreed.heard.values()]).toEqual(["opus", "g722", "pcma", "pcmu"]);
  expect([agreed.keyType, sends]).toEqual([102, true]);
});
