// Negotiated audio: the supported codecs, and the ones that an answered offer has settled on.

import { RTCRtpCodecParameters, type RTCRtpTransceiver } from "werift";
import { type AgreedAudio, agreedOn, type OfferedCodec } from "../rtp/agreed-audio.ts";

const codecs = [
  ["audio/opus", 48_000, 2, 111, "minptime=10;useinbandfec=1"],
  ["audio/PCMU", 8_000, 1, 0, ""],
  ["audio/PCMA", 8_000, 1, 8, ""],
  ["audio/telephone-event", 48_000, 1, 110, "0-15"],
  ["audio/telephone-event", 8_000, 1, 126, "0-15"],
] as const;

/** All supported codecs, in the order of preference. */
export function audioCodecs(): RTCRtpCodecParameters[] {
  return codecs.map(
    ([mimeType, clockRate, channels, payloadType, parameters]) =>
      new RTCRtpCodecParameters({ mimeType, clockRate, channels, payloadType, parameters }),
  );
}

/** The agent speaks in the first section. Undefined if no codec is shared. */
export function agreedAudio(sections: readonly RTCRtpTransceiver[]): AgreedAudio | undefined {
  const codecsOf = ({ codecs: agreed }: RTCRtpTransceiver): readonly OfferedCodec[] =>
    agreed.map(({ mimeType, payloadType, clockRate }) => ({
      name: mimeType.replace(/^audio\//i, ""),
      payloadType,
      clockRate,
    }));
  return agreedOn(sections.flatMap(codecsOf));
}
