// RTCP reports: counts received and sent packets for reports (RFC 3550, 6.4). The peer connection sends them.

/** NTP time in 32.32 bits; the rest as named in RFC 3550. */
export interface SentReport {
  readonly ntpTimestamp: bigint;
  readonly rtpTimestamp: number;
  readonly packetCount: number;
  readonly octetCount: number;
}

export interface HeardReport {
  readonly ssrc: number;
  readonly fractionLost: number;
  readonly packetsLost: number;
  readonly highestSequence: number;
  readonly jitter: number;
  readonly lsr: number;
  readonly dlsr: number;
}

/** Seconds between 1900, where NTP begins, and 1970. */
const ntpEpochSeconds = 2_208_988_800;

/** Milliseconds of the Unix epoch as NTP's 32.32 bits. */
function ntpTime(wallMs: number): bigint {
  const seconds = Math.floor(wallMs / 1000);
  const fraction = Math.floor(((wallMs - seconds * 1000) / 1000) * 2 ** 32);
  return (BigInt(seconds + ntpEpochSeconds) << 32n) | BigInt(fraction);
}

export function sentReport(
  sent: { readonly packets: number; readonly bytes: number; readonly timestamp: number },
  wallMs: number,
): SentReport {
  return {
    ntpTimestamp: ntpTime(wallMs),
    rtpTimestamp: sent.timestamp,
    packetCount: sent.packets >>> 0,
    octetCount: sent.bytes >>> 0,
  };
}

/** Reports about one source of packets (SSRC). */
export class HeardStatistics {
  readonly ssrc: number;
  readonly #first: number;
  #transit: number | undefined;
  /** In units of the codec's clock (RFC 3550, A.8). */
  #jitter = 0;
  #receivedBefore = 0;
  #expectedBefore = 0;
  #reported: { readonly middle: number; readonly atMs: number } | undefined;

  /** `sequence`: of its first packet. */
  constructor({ ssrc, sequence }: { readonly ssrc: number; readonly sequence: number }) {
    this.ssrc = ssrc;
    this.#first = sequence;
  }

  /** A packet of audio came. `clockRate`: of its codec. */
  heard(timestamp: number, nowMs: number, clockRate: number): void {
    const transit = Math.round((nowMs * clockRate) / 1000) - timestamp;
    if (this.#transit !== undefined) {
      const change = Math.abs((transit - this.#transit) | 0);
      this.#jitter += (change - this.#jitter) / 16;
    }
    this.#transit = transit;
  }

  senderReported(middle: number, nowMs: number): void {
    this.#reported = { middle, atMs: nowMs };
  }

  /** `received`: number of its packets; `highest` of their numbers, undefined before the first one. */
  report(received: number, highest: number | undefined, nowMs: number): HeardReport | undefined {
    if (highest === undefined) return undefined;
    const expected = Math.max(0, highest - this.#first + 1);
    const expectedNow = expected - this.#expectedBefore;
    const lostNow = expectedNow - (received - this.#receivedBefore);
    this.#expectedBefore = expected;
    this.#receivedBefore = received;
    const share = lostNow <= 0 ? 0 : Math.min(255, Math.floor((lostNow * 256) / expectedNow));
    const delayMs = this.#reported === undefined ? 0 : nowMs - this.#reported.atMs;
    return {
      ssrc: this.ssrc,
      fractionLost: share,
      packetsLost: Math.min(0x7fffff, Math.max(0, expected - received)),
      highestSequence: highest >>> 0,
      jitter: Math.round(this.#jitter) >>> 0,
      lsr: this.#reported?.middle ?? 0,
      dlsr: Math.round((delayMs * 65_536) / 1000) >>> 0,
    };
  }
}
