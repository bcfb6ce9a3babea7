// Jitter buffer: restores the order of RTP packets and reports lost ones. Driven by arrivals: a packet in order
// passes at once, and only a gap is waited for, as long as this network has needed so far.

/** Used fields of an RTP packet (RFC 3550, 5.1). */
export interface RtpPacket {
  /** 16 bits; counts packets. */
  readonly sequence: number;
  /** 32 bits; counts samples at the codec's clock. */
  readonly timestamp: number;
  readonly payloadType: number;
  readonly payload: Uint8Array;
}

export type JitterBufferOutput =
  | { readonly type: "packet"; readonly packet: RtpPacket }
  /** Lost packets in a row; `next`: the packet after them, which may hold a copy of the last. */
  | { readonly type: "lost"; readonly count: number; readonly next: RtpPacket };

export interface JitterBufferCounts {
  readonly received: number;
  readonly lost: number;
  /** Packets that came after they were given up. */
  readonly late: number;
  readonly duplicates: number;
}

/** Wait for a gap, in milliseconds: initial, minimum and maximum. */
const waitMs = { first: 40, min: 20, max: 160 } as const;
/** Added to the delay of the slowest packet. */
const marginMs = 10;
/** Share by which each packet in order shortens the wait: half in about 7 s. */
const patienceLoss = 0.002;
/** Maximum of packets held behind a gap; with more, the gap will not be filled. */
const heldMax = 50;
/** A jump this far is another stream, not loss. */
const jumpMax = 3_000;

export class JitterBuffer {
  /** Next sequence number, unwrapped. */
  #due: number | undefined;
  readonly #held = new Map<number, RtpPacket>();
  #gapSince = 0;
  /** Time and numbers of the last gap that was given up. */
  #givenUp = { from: 0, to: 0, since: 0 };
  #waitMs: number = waitMs.first;
  #received = 0;
  #lost = 0;
  #late = 0;
  #duplicates = 0;

  get counts(): JitterBufferCounts {
    return {
      received: this.#received,
      lost: this.#lost,
      late: this.#late,
      duplicates: this.#duplicates,
    };
  }

  /** Highest number seen, for receiver reports; undefined before the first packet. */
  get highest(): number | undefined {
    if (this.#due === undefined) return undefined;
    return Math.max(this.#due - 1, ...this.#held.keys());
  }

  /** True if the packet is the due one while no other is held: it passes at once, without `push`. */
  passes(sequence: number): boolean {
    const due = this.#due;
    if (due === undefined || this.#held.size > 0 || ((sequence - due) & 0xffff) !== 0) return false;
    this.#received++;
    this.#waitMs = Math.max(waitMs.min, this.#waitMs * (1 - patienceLoss));
    this.#due = due + 1;
    return true;
  }

  /** Returns the packets in order now, and losses between them. `nowMs`: milliseconds of a steady clock. */
  push(packet: RtpPacket, nowMs: number): readonly JitterBufferOutput[] {
    if (this.passes(packet.sequence)) return [{ type: "packet", packet }];
    this.#received++;
    let number = this.#unwrap(packet.sequence);
    const due = (this.#due ??= number);
    if (Math.abs(number - due) > jumpMax) {
      this.#held.clear();
      this.#due = number = packet.sequence;
    } else if (number < due) {
      this.#tooLate(number, nowMs);
      return [];
    }
    if (this.#held.has(number)) {
      this.#duplicates++;
      return [];
    }
    if (number > this.#due) {
      if (this.#held.size === 0) this.#gapSince = nowMs;
      this.#held.set(number, packet);
      return this.beat(nowMs);
    }
    if (this.#held.size > 0) this.#expect(nowMs - this.#gapSince);
    this.#held.set(number, packet);
    return this.#release(nowMs);
  }

  /** Call regularly with the clock of `push`: gives up a gap after the wait. */
  beat(nowMs: number): readonly JitterBufferOutput[] {
    if (this.#due === undefined || this.#held.size === 0) return [];
    const isOver = nowMs - this.#gapSince >= this.#waitMs || this.#held.size > heldMax;
    if (!isOver) return [];
    const next = Math.min(...this.#held.keys());
    const packet = this.#held.get(next);
    if (packet === undefined) return [];
    const count = next - this.#due;
    this.#lost += count;
    this.#givenUp = { from: this.#due, to: next, since: this.#gapSince };
    this.#due = next;
    return [{ type: "lost", count, next: packet }, ...this.#release(nowMs)];
  }

  #release(nowMs: number): readonly JitterBufferOutput[] {
    const pieces: JitterBufferOutput[] = [];
    for (let due = this.#due ?? 0; ; due++) {
      const packet = this.#held.get(due);
      this.#due = due;
      if (packet === undefined) break;
      this.#held.delete(due);
      pieces.push({ type: "packet", packet });
    }
    // Packets still held are behind another gap, which begins now.
    this.#gapSince = nowMs;
    return pieces;
  }

  #tooLate(number: number, nowMs: number): void {
    const { from, to, since } = this.#givenUp;
    if (number < from || number >= to) {
      this.#duplicates++;
      return;
    }
    this.#late++;
    this.#lost--;
    this.#expect(nowMs - since);
  }

  #expect(neededMs: number): void {
    this.#waitMs = Math.min(waitMs.max, Math.max(this.#waitMs, neededMs + marginMs));
  }

  /** Number nearest to the due one with these 16 bits (RFC 3550, A.1 in spirit). */
  #unwrap(sequence: number): number {
    if (this.#due === undefined) return sequence;
    const ahead = ((sequence - this.#due) << 16) >> 16;
    return this.#due + ahead;
  }
}
