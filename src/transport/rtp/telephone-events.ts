// Telephone events: keys in RTP (RFC 4733, telephone-event). One key is many packets with the same timestamp.

const keys = "0123456789*#";

/** Packets of 20 ms for the tone of a key, its end, and the gap after it; the end is sent three times. */
const packets = { sounds: 5, ends: 3, gap: 4 } as const;
/** Six bits: -10 dBm0, the usual level of networks. */
const volume = 10;

export interface KeyPacket {
  readonly payload: Uint8Array;
  /** First packet of its key. */
  readonly marker: boolean;
  /** Age of the key in packets of 20 ms: all of its packets have the timestamp of the first. */
  readonly since: number;
}

/** A key as packets of 20 ms (RFC 4733, 2.5); undefined: silence. `step`: samples of the clock in a packet. */
export function keyPackets(key: string, step: number): readonly (KeyPacket | undefined)[] {
  const event = keys.indexOf(key);
  if (event < 0) return [];
  const whole = packets.sounds + packets.ends;
  const packet = (_: unknown, at: number): KeyPacket => {
    const isEnd = at >= packets.sounds;
    const duration = Math.min(at + 1, packets.sounds) * step;
    const flags = (isEnd ? 0x80 : 0) | volume;
    return {
      payload: Uint8Array.of(event, flags, (duration >> 8) & 0xff, duration & 0xff),
      marker: at === 0,
      since: at,
    };
  };
  return [...Array.from({ length: whole }, packet), ...Array.from({ length: packets.gap }, () => undefined)];
}

/**
 * Some telephones advance the timestamp within a press, by 20 ms per packet. Two presses of a key are further
 * apart than 50 ms: 400 samples of their clock.
 */
const samePressSamples = 400;

/** Reports each key once, at its first packet: the end of a press does not matter. */
export class KeyReader {
  #timestamp: number | undefined;
  #event: number | undefined;

  /** Key that begins with this payload. Undefined for repetitions, for A to D and for other payloads. */
  read(payload: Uint8Array, timestamp: number): string | undefined {
    const event = payload[0];
    if (payload.length < 4 || event === undefined) return undefined;
    const since = this.#timestamp === undefined ? undefined : Math.abs((timestamp - this.#timestamp) | 0);
    const isSame = since === 0 || (since !== undefined && event === this.#event && since <= samePressSamples);
    this.#timestamp = timestamp;
    this.#event = event;
    return isSame ? undefined : keys[event];
  }
}
