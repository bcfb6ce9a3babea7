// Agreed audio: the codecs common to both sides of an RTP line, however they were negotiated.

export type Codec = "opus" | "g722" | "pcmu" | "pcma";

/** Codec as in SDP: payload type and clock of its timestamps. */
export interface OfferedCodec {
  readonly name: string;
  readonly payloadType: number;
  readonly clockRate: number;
}

/** Agreed audio. */
export interface AgreedAudio {
  readonly codec: Codec;
  readonly payloadType: number;
  /** Payload type → codec: the other side may switch between them at any time. */
  readonly heard: ReadonlyMap<number, Codec>;
  readonly keyTypes: ReadonlySet<number>;
  /** Payload type for keys, at the codec's clock (RFC 4733, 2.1). Undefined: the peer takes none. */
  readonly keyType: number | undefined;
}

export const clockRates: Readonly<Record<Codec, number>> = {
  opus: 48_000,
  g722: 8_000,
  pcmu: 8_000,
  pcma: 8_000,
};

const isCodec = (name: string): name is Codec => Object.hasOwn(clockRates, name);

/** The agent speaks in the first supported codec. Undefined if there is none. */
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
