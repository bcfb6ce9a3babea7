// SDP offer: the library receives one audio section that listens and one that speaks, no candidates, and no
// end-of-candidates line.

import { expect, test } from "bun:test";
import { type AudioLines, chooseAudio, takeCandidates } from "../../../src/transport/webrtc/sdp-offer.ts";

const none: AudioLines = { hears: undefined, speaks: undefined };
const session = "v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\na=group:BUNDLE 0 1 2\r\n";

const audio = (direction: string, { port = 9, codec = "opus/48000/2", more = "" } = {}): string =>
  `m=audio ${port} UDP/TLS/RTP/SAVPF 111\r\n${direction && `a=${direction}\r\n`}a=rtpmap:111 ${codec}\r\n${more}`;
const video = "m=video 9 UDP/TLS/RTP/SAVPF 96\r\na=sendrecv\r\n";

/**
 * Sections as letters: "s": taken as the section that speaks, "h": hears, both, "-": taken and at rest, "0": answered
 * with port 0.
 */
function shape(sections: readonly string[], before: AudioLines = none): string {
  const read = chooseAudio(session + sections.join(""), before);
  const parts = read.sdp.split(/^(?=m=)/m).slice(1);
  return parts
    .map((part, i) => {
      if (!part.startsWith("m=audio")) return "v";
      if (part.startsWith("m=audio 0 ")) return "0";
      return `${read.audio.hears === i ? "h" : ""}${read.audio.speaks === i ? "s" : ""}` || "-";
    })
    .join(" ");
}

test.each([
  ["hs", [audio("sendrecv")]],
  ["h", [audio("sendonly")]],
  ["s", [audio("recvonly")]],
  ["h", [audio("inactive")]],
  ["hs", [audio("")]],
  ["v hs", [video, audio("sendrecv")]],
  ["hs 0", [audio("sendrecv"), audio("sendrecv")]],
  ["0 hs", [audio("recvonly"), audio("sendrecv")]],
  ["0 hs 0", [audio("sendonly"), audio("sendrecv"), audio("sendonly")]],
  ["s h 0", [audio("recvonly"), audio("sendonly"), audio("sendonly")]],
  ["h 0", [audio("inactive"), audio("inactive")]],
  ["0 hs", [audio("sendrecv", { codec: "G722/8000" }), audio("sendrecv")]],
  ["0 hs", [audio("sendrecv", { port: 0 }), audio("sendrecv")]],
] as const)("the needed ones of several audio sections are chosen: %s", (wanted, sections) => {
  expect(shape(sections)).toBe(wanted);
});

test("a chosen section stays as long as it can", () => {
  const both = { hears: 1, speaks: 1 };
  expect(shape([audio("sendrecv"), audio("sendrecv")], both)).toBe("0 hs");
  expect(shape([audio("sendrecv"), audio("inactive")], both)).toBe("hs -");
  expect(shape([audio("inactive"), audio("inactive")], both)).toBe("0 h");
  expect(shape([audio("inactive"), audio("inactive")], { hears: undefined, speaks: 1 })).toBe("0 h");
  expect(shape([audio("inactive"), audio("inactive", { port: 0 })], both)).toBe("h 0");
  expect(shape([audio("sendrecv"), audio("sendrecv", { port: 0 })], both)).toBe("hs 0");
});

test("a refused section has port 0, a bundled one too", () => {
  const second = audio("sendrecv", { more: "a=bundle-only\r\na=mid:1\r\n" });
  const { sdp } = chooseAudio(session + audio("sendrecv") + second, none);
  expect(sdp).toContain(
    "m=audio 0 UDP/TLS/RTP/SAVPF 111\r\na=sendrecv\r\na=rtpmap:111 opus/48000/2\r\na=mid:1",
  );
});

test("a missing direction is the session's, or sendrecv", () => {
  expect(chooseAudio(session + audio(""), none).sdp).toEndWith("opus/48000/2\r\na=sendrecv\r\n");
  const plain = (session + audio("")).replaceAll("\r", "");
  expect(chooseAudio(plain, none).sdp).toBe(`${plain}a=sendrecv\n`);
  const written = session + audio("sendonly");
  expect(chooseAudio(written, none).sdp).toBe(written);
  const said = chooseAudio(`${session}a=sendonly\r\n${audio("")}${audio("")}`, none);
  expect([said.audio, said.sdp.match(/opus\/48000\/2\r\na=sendonly/g)?.length]).toEqual([
    { hears: 0, speaks: undefined },
    1,
  ]);
});

test("candidates are removed with their positions, and the mark of their end is dropped", () => {
  const line = (n: number): string => `candidate:${n} 1 udp 1 192.0.2.1 ${n} typ host`;
  const first = audio("sendrecv", {
    more: `a=${line(1)}\r\na=${line(2)}\r\na=end-of-candidates\r\na=mid:0\r\n`,
  });
  const last = `${video}a=${line(3)}\na=end-of-candidates`;
  const { sdp, candidates } = takeCandidates(session + first + last);
  expect(sdp).toBe(`${session}${audio("sendrecv", { more: "a=mid:0\r\n" })}${video}`);
  expect(candidates).toEqual([
    { candidate: line(1), sdpMLineIndex: 0 },
    { candidate: line(2), sdpMLineIndex: 0 },
    { candidate: line(3), sdpMLineIndex: 1 },
  ]);
});

test("a hundred of endless candidates are read", () => {
  const lines = Array.from({ length: 101 }, (_, i) => `a=candidate:${i} 1 udp 1 192.0.2.1 9 typ host\r\n`);
  const { sdp, candidates } = takeCandidates(session + audio("sendrecv", { more: lines.join("") }));
  expect([sdp, candidates.length]).toEqual([session + audio("sendrecv"), 100]);
});
