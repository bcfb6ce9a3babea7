// Phone audio: an SDP offer to the agreed audio and its answer (RFC 3264), or an offer of this side if the INVITE has
// none.

import { isIPv4, isIPv6 } from "node:net";
import { parse, type Sdp, type SdpMedia } from "sdp-transform";
import { type AgreedAudio, agreedOn, clockRates, type OfferedCodec } from "../transport/rtp/agreed-audio.ts";

export interface RtpPlace {
  readonly host: string;
  readonly port: number;
}

export interface PhoneAudio {
  /** SDP that it was read from. */
  readonly sdp: string;
  readonly agreed: AgreedAudio;
  /** Address for the other side's audio; undefined: none, it is on hold. */
  readonly remote: RtpPlace | undefined;
  /** True if it sends. */
  readonly sends: boolean;
}

/** Payload types that need no rtpmap (RFC 3551, 6). */
const staticCodecs: Readonly<Record<number, string>> = { 0: "PCMU", 8: "PCMA", 9: "G722" };
const mediaMax = 16;
/** A telephone with every codec has 2,000; reading a longer one would block other calls for milliseconds. */
const lettersMax = 4_000;

type Direction = "sendrecv" | "sendonly" | "recvonly" | "inactive";
const mirrored: Readonly<Record<Direction, Direction>> = {
  sendrecv: "sendrecv",
  sendonly: "recvonly",
  recvonly: "sendonly",
  inactive: "inactive",
};

/** Audio agreed by an offer or an answer to ours; undefined: nothing known. */
export function audioIn(text: string): PhoneAudio | undefined {
  const sdp = read(text);
  const media = sdp?.media.find(isAudio);
  if (sdp === undefined || media === undefined) return undefined;
  const agreed = agreedOn(codecsOf(media));
  if (agreed === undefined) return undefined;
  const host = media.connection?.ip ?? sdp.connection?.ip ?? "";
  const direction = directionOf(sdp, media);
  // An address of zeros means hold too (RFC 3264, 8.4).
  const isReached = (isIPv4(host) || isIPv6(host)) && host !== "0.0.0.0" && host !== "::";
  const hears = isReached && (direction === "sendrecv" || direction === "recvonly");
  return {
    sdp: text,
    agreed,
    remote: hears ? { host, port: Number(media.port) } : undefined,
    sends: direction === "sendrecv" || direction === "sendonly",
  };
}

export interface SdpOrigin {
  /** Receiving address of this side. */
  readonly place: RtpPlace;
  readonly sessionId: number;
  /** Version of a call's SDP. */
  readonly version: number;
}

/** Answer to an offer with `audioIn(offer)`: other media are refused, in order (RFC 3264, 6). */
export function answerOffer(offer: string, { agreed }: PhoneAudio, origin: SdpOrigin): string {
  const sdp = read(offer);
  const media = sdp?.media ?? [];
  const chosen = media.find(isAudio);
  const lines = media.flatMap((line) =>
    line === chosen && sdp !== undefined
      ? audioLines(origin.place.port, [...spoken(agreed)], mirrored[directionOf(sdp, line)])
      : [`m=${line.type ?? "audio"} 0 ${line.protocol ?? "RTP/AVP"} ${line.payloads ?? 0}`],
  );
  return described(origin, lines);
}

/** Codecs in the order of preference: best sound first. Keys are offered for both clocks (RFC 4733, 2.1). */
const ownCodecs: readonly OfferedCodec[] = [
  { name: "opus", payloadType: 107, clockRate: 48_000 },
  { name: "G722", payloadType: 9, clockRate: 8_000 },
  { name: "PCMA", payloadType: 8, clockRate: 8_000 },
  { name: "PCMU", payloadType: 0, clockRate: 8_000 },
  { name: "telephone-event", payloadType: 101, clockRate: 8_000 },
  { name: "telephone-event", payloadType: 102, clockRate: 48_000 },
];

/** Offer of this side, for an outgoing call and for an INVITE without one. */
export function ownOffer(origin: SdpOrigin): string {
  return described(origin, audioLines(origin.place.port, ownCodecs, "sendrecv"));
}

/** Only the agreed codec and its keys, so that the other side does not switch between several. */
function* spoken({ codec, payloadType, keyType }: AgreedAudio): Generator<OfferedCodec> {
  yield { name: codec === "opus" ? "opus" : codec.toUpperCase(), payloadType, clockRate: clockRates[codec] };
  if (keyType !== undefined) {
    yield { name: "telephone-event", payloadType: keyType, clockRate: clockRates[codec] };
  }
}

function audioLines(port: number, codecs: readonly OfferedCodec[], direction: Direction): string[] {
  const types = codecs.map(({ payloadType }) => payloadType).join(" ");
  return [
    `m=audio ${port} RTP/AVP ${types}`,
    ...codecs.flatMap(({ name, payloadType, clockRate }) => {
      const channels = name === "opus" ? "/2" : "";
      const parameters = name === "telephone-event" ? "0-15" : name === "opus" ? "useinbandfec=1" : undefined;
      const rtpmap = `a=rtpmap:${payloadType} ${name}/${clockRate}${channels}`;
      return parameters === undefined ? [rtpmap] : [rtpmap, `a=fmtp:${payloadType} ${parameters}`];
    }),
    "a=ptime:20",
    `a=${direction}`,
  ];
}

function described({ place, sessionId, version }: SdpOrigin, media: readonly string[]): string {
  const address = `IN ${isIPv6(place.host) ? "IP6" : "IP4"} ${place.host}`;
  const head = ["v=0", `o=- ${sessionId} ${version} ${address}`, "s=-", `c=${address}`, "t=0 0"];
  return [...head, ...media, ""].join("\r\n");
}

function read(text: string): Sdp | undefined {
  if (text.length > lettersMax) return undefined;
  // A number of ports may follow the first one (RFC 4566, 5.14).
  const sdp = parse(text.replaceAll(/^(m=\w+ \d+)\/\d+ /gm, "$1 "));
  return sdp.media.length === 0 || sdp.media.length > mediaMax ? undefined : sdp;
}

/** Plain RTP: encrypted audio (RTP/SAVP) is not supported. */
function isAudio({ type, port, protocol }: SdpMedia): boolean {
  const isPort = typeof port === "number" && port > 0 && port <= 65_535;
  return type === "audio" && isPort && (protocol === "RTP/AVP" || protocol === "RTP/AVPF");
}

/** Codecs in the order of the offer, which is its order of preference. */
function codecsOf({ payloads = "", rtp = [] }: SdpMedia): OfferedCodec[] {
  return String(payloads)
    .split(" ")
    .filter((type) => /^\d{1,3}$/.test(type) && Number(type) < 128)
    .map(Number)
    .flatMap((payloadType) => {
      const mapped = rtp.find(({ payload }) => Number(payload) === payloadType);
      const name = mapped?.codec ?? staticCodecs[payloadType];
      return name === undefined
        ? []
        : [{ name: String(name), payloadType, clockRate: mapped?.rate ?? 8_000 }];
    });
}

function directionOf(sdp: Sdp, media: SdpMedia): Direction {
  const written = media.direction ?? sdp.direction ?? "sendrecv";
  return Object.hasOwn(mirrored, written) ? (written as Direction) : "sendrecv";
}
