// Negotiated audio: which codecs there are, and which of them an answered offer has settled on.

import { RTCRtpCodecParameters, type RTCRtpTransceiver } from "werift";

type Codec = "opus" | "pcmu" | "pcma";

/** What was agreed for audio. */
export interface AgreedAudio {
  readonly codec: Codec;
  readonly payloadType: number;
  /** Payload type → codec: the other side may change between them at any time. */
  readonly heard: ReadonlyMap<number, Codec>;
  readonly keyTypes: ReadonlySet<number>;
  /** As what keys are sent: of the clock of the codec (RFC 4733, 2.1). Undefined: the peer takes none. */
  readonly keyType: number | undefined;
}

const codecs = [
  ["audio/opus", 48_000, 2, 111, "minptime=10;useinbandfec=1"],
  ["audio/PCMU", 8_000, 1, 0, ""],
  ["audio/PCMA", 8_000, 1, 8, ""],
  ["audio/telephone-event", 48_000, 1, 110, "0-15"],
  ["audio/telephone-event", 8_000, 1, 126, "0-15"],
] as const;

/** All that is spoken here, in the order of preference. */
export function audioCodecs(): RTCRtpCodecParameters[] {
  return codecs.map(
    ([mimeType, clockRate, channels, payloadType, parameters]) =>
      new RTCRtpCodecParameters({ mimeType, clockRate, channels, payloadType, parameters }),
  );
}

/** The first of the sections is the one that the agent speaks in. Undefined when no codec is shared. */
export function agreedAudio(sections: readonly RTCRtpTransceiver[]): AgreedAudio | undefined {
  const heard = new Map<number, Codec>();
  const keyTypes = new Map<number, number>();
  for (const { mimeType, payloadType, clockRate } of sections.flatMap((section) => section.codecs)) {
    const name = mimeType.toLowerCase().replace("audio/", "");
    if (name === "opus" || name === "pcmu" || name === "pcma") heard.set(payloadType, name);
    if (name === "telephone-event") keyTypes.set(payloadType, clockRate);
  }
  const [first] = heard;
  if (first === undefined) return undefined;
  const [payloadType, codec] = first;
  const clock = codec === "opus" ? 48_000 : 8_000;
  const keyType = [...keyTypes].find(([, rate]) => rate === clock)?.[0];
  return { payloadType, codec, heard, keyTypes: new Set(keyTypes.keys()), keyType };
}
