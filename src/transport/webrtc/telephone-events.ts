// Telephone events: keys in RTP (RFC 4733, telephone-event). One key comes as many packets with the same timestamp.

const keys = "0123456789*#";

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
