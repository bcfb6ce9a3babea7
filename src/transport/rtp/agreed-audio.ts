// Agreed audio: the codecs that both sides of an RTP line know, however they were negotiated.

export type Codec = "opus" | "g722" | "pcmu" | "pcma";

/** A codec as SDP names it: of a payload type, with the clock of its timestamps. */
export interface OfferedCodec {
  readonly name: string;
  readonly payloadType: number;
  readonly clockRate: number;
}

/** The audio that was agreed on. */
export interface AgreedAudio {
  readonly codec: Codec;
  readonly payloadType: number;
  /** Payload type → codec: the other side may change between them at any time. */
  readonly heard: ReadonlyMap<number, Codec>;
  readonly keyTypes: ReadonlySet<number>;
  /** As what keys are sent: of the clock of the codec (RFC 4733, 2.1). Undefined: the peer takes none. */
  readonly keyType: number | undefined;
}

export const clockRates: Readonly<Record<Codec, number>> = {
  opus: 48_000,
  g722: 8_000,
  pcmu: 8_000,
  pcma: 8_000,
};

const isCodec = (name: string): name is Codec => Object.hasOwn(clockRates, name);

/** The first codec that is known is the one that the agent speaks. Undefined when none is. */
export function agreedOn(offered: readonly OfferedCodec[]): AgreedAudio | undefined {
  const heard = new Map<number, Codec>();
  const keyTypes = new Map<number, number>();
  for (const { name, payloadType, clockRate } of offered) {
    const lower = name.toLowerCase();
    if (isCodec(lower)) heard.set(payloadType, lower);
    if (lower === "telephone-event") keyTypes.set(payloadType, clockRate);
  }
  const [first] = heard;
  if (first === undefined) return undefined;
  const [payloadType, codec] = first;
  const keyType = [...keyTypes].find(([, rate]) => rate === clockRates[codec])?.[0];
  return { payloadType, codec, heard, keyTypes: new Set(keyTypes.keys()), keyType };
}
