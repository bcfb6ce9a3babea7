// Telephone events: keys in RTP (RFC 4733, telephone-event). One key comes as many packets with the same timestamp.

const keys = "0123456789*#";

/** Packets of 20 ms in which a key sounds, and in which it does not after it; the last says three times that it ends. */
const packets = { sounds: 5, ends: 3, gap: 4 } as const;
/** Six bits: -10 dBm0, which networks generate as a rule. */
const volume = 10;

export interface KeyPacket {
  readonly payload: Uint8Array;
  /** The first of its key. */
  readonly marker: boolean;
  /** How many packets of 20 ms ago the key began: all of its packets have the timestamp of the first. */
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

/** Hands each key on once, when it is first heard of: the end of a press does not matter here. */
export class KeyReader {
  #timestamp: number | undefined;

  /** The key that this payload begins, if any. Undefined for repetitions, for A to D and for what is no event. */
  read(payload: Uint8Array, timestamp: number): string | undefined {
    const event = payload[0];
    if (payload.length < 4 || event === undefined || timestamp === this.#timestamp) return undefined;
    this.#timestamp = timestamp;
    return keys[event];
  }
}
