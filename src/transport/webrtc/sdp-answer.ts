// SDP answer: facts read from an offer, and corrections of an answer (RFC 8866, RFC 8829). The negotiation itself is
// werift's.

import { Fault } from "../../base/fault.ts";

/** Longer and more lines than any browser writes. */
const linesMax = 4_000;
const mediaMax = 16;

/** Codecs for calls with their clocks, as in offers. */
const codecs = /^a=rtpmap:(\d+) (?:opus\/48000|PCM[UA]\/8000)\b/i;

/**
 * Checked first: an offer without audio would end that of a running call. Throws `webrtc/bad-offer` for a text that
 * is no offer, `webrtc/no-audio` for one without a possible call.
 */
export function checkOffer(offer: string): void {
  const lines = offer.split(/\r\n|\n/);
  if (lines[0] !== "v=0") throw bad("An SDP offer begins with 'v=0'.");
  if (lines.length > linesMax) throw bad(`An SDP offer has at most ${linesMax} lines.`);
  const media = lines.filter((line) => line.startsWith("m="));
  if (media.length > mediaMax) throw bad(`An SDP offer has at most ${mediaMax} media sections.`);
  const audio = offer.split(/^(?=m=)/m).filter((section) => /^m=audio [1-9]\d* /.test(section));
  if (audio.length === 0) throw mute("The offer has no audio: add an audio track or transceiver to it.");
  if (!audio.some(sharesCodec)) {
    throw mute("The offer has no audio codec that the server speaks: Opus, PCMU or PCMA.");
  }
  const has = (name: string): boolean => lines.some((line) => line.startsWith(`a=${name}:`));
  if (!has("ice-ufrag") || !has("ice-pwd")) throw mute("The offer has no ICE credentials.");
  if (!has("fingerprint"))
    throw mute("The offer has no DTLS fingerprint: only encrypted calls are accepted.");
}

/** `m=audio PORT PROTOCOL TYPES…`: a codec counts if its type is listed. */
export function sharesCodec(section: string): boolean {
  const [media = "", ...lines] = section.split(/\r\n|\n/);
  const types = new Set(media.split(/\s+/).slice(3));
  return lines.some((line) => types.has(codecs.exec(line)?.[1] ?? ""));
}

const bad = (detail: string): Fault => new Fault("webrtc/bad-offer", detail);
const mute = (detail: string): Fault => new Fault("webrtc/no-audio", detail);

export interface AnswerChanges {
  /** Stream of the agent's track. */
  readonly stream: string;
  /** Replaces local addresses, for servers behind static NAT. */
  readonly advertisedIp?: string;
}

/**
 * A client that looks for streams gets one, and no client is asked for congestion feedback: audio is never slowed
 * down here.
 */
export function finishAnswer(answer: string, { stream, advertisedIp }: AnswerChanges): string {
  let inAudio = false;
  return answer
    .split("\r\n")
    .flatMap((line) => {
      if (line.startsWith("m=")) inAudio = line.startsWith("m=audio") && !line.startsWith("m=audio 0 ");
      if (line.startsWith("a=rtcp-fb:")) return [];
      if (inAudio && line.startsWith("a=mid:")) return [line, `a=msid:${stream} ${stream}-audio`];
      return [advertisedIp === undefined ? line : advertise(line, advertisedIp)];
    })
    .join("\r\n");
}

/**
 * `candidate:f c transport priority ADDRESS port typ host …` (RFC 8839, 5.1). The other address family is unchanged.
 */
function advertise(line: string, ip: string): string {
  const parts = line.split(" ");
  const isSameFamily = parts[4]?.includes(":") === ip.includes(":");
  if (!line.startsWith("a=candidate:") || parts[7] !== "host" || !isSameFamily) return line;
  return parts.with(4, ip).join(" ");
}
