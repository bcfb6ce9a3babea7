// RTP socket: plain RTP with one telephone. Sends to the source of its audio rather than the address in SDP, since
// most telephones are behind NAT, and takes audio from nowhere else.

import { type HeardReports, isReport, readReports, writeReports } from "../transport/rtp/rtcp-packet.ts";
import type { HeardReport, SentReport } from "../transport/rtp/rtcp-reports.ts";
import type { PacketPort } from "../transport/rtp/rtp-media.ts";
import { type HeardRtp, readRtp, writeRtp } from "../transport/rtp/rtp-packet.ts";
import type { RtpOut } from "../transport/rtp/rtp-sender.ts";
import { type Remote, type UdpPort, type UdpPorts, udpPorts } from "./udp-port.ts";

export interface RtpSocketOptions {
  readonly range: readonly [first: number, last: number] | undefined;
  /** Port known to the other side, taken if free. */
  readonly known?: number | undefined;
  readonly host: string;
  /** Absent: the ports of this machine. */
  readonly ports?: UdpPorts | undefined;
  readonly now: () => number;
  readonly heard: (packet: HeardRtp) => void;
  /** Reports of the telephone about received audio. */
  readonly reported: (reports: HeardReports) => void;
}

/** A source silent for this long may be replaced by another, as after a transfer in the PBX. */
const movesAfterMs = 500;

export class RtpSocket implements PacketPort, Disposable {
  readonly #ssrc = crypto.getRandomValues(Buffer.alloc(4)).readUInt32BE();
  readonly #o: RtpSocketOptions;
  #port: UdpPort | undefined;
  /** For RTCP reports; undefined: another program has the port. */
  #reports: UdpPort | undefined;
  /** Audio address in the other side's SDP. */
  #named: Remote | undefined;
  /** Source of its audio. */
  #source: Remote | undefined;
  #sourceAt = Number.NEGATIVE_INFINITY;
  /** Source of its reports; undefined: none yet, they are expected on the port after its audio. */
  #reporter: Remote | undefined;

  private constructor(options: RtpSocketOptions) {
    this.#o = options;
  }

  /** Undefined: no port of the range is free. */
  static async open(options: RtpSocketOptions): Promise<RtpSocket | undefined> {
    const rtp = new RtpSocket(options);
    const { range, known, host, ports = udpPorts } = options;
    const heard = (bytes: Buffer, from: Remote): void => rtp.#heard(bytes, from);
    const again = known === undefined ? undefined : await ports.any([known, known], host, heard);
    rtp.#port = again ?? (await ports.any(range, host, heard));
    if (rtp.#port === undefined) return undefined;
    const reported = (bytes: Buffer, from: Remote): void => rtp.#reported(bytes, from);
    rtp.#reports = await ports.at(rtp.port + 1, host, reported).catch(() => undefined);
    return rtp;
  }

  get port(): number {
    return this.#port?.port ?? 0;
  }

  /** Time of the last audio, by `now`; minus infinity: never. */
  get heardAt(): number {
    return this.#sourceAt;
  }

  /** Undefined: on hold. */
  aim(remote: Remote | undefined): void {
    const isOther = remote?.host !== this.#named?.host || remote?.port !== this.#named?.port;
    this.#named = remote;
    // Another address was agreed: its audio is followed at once.
    if (isOther) this.#sourceAt = Math.min(this.#sourceAt, this.#o.now() - movesAfterMs);
    if (isOther) this.#source = this.#reporter = undefined;
  }

  get isHeard(): boolean {
    return this.#named !== undefined;
  }

  sendRtp(packet: RtpOut, payloadType: number): void {
    const to = this.#source ?? this.#named;
    if (to !== undefined) this.#port?.send(writeRtp(packet, payloadType, this.#ssrc), to);
  }

  sendReport(sent: SentReport | undefined, heard: HeardReport | undefined): void {
    const audio = this.#source ?? this.#named;
    if (audio === undefined) return;
    const to = this.#reporter ?? { host: audio.host, port: audio.port + 1 };
    this.#reports?.send(writeReports(this.#ssrc, { sent, heard }), to);
  }

  [Symbol.dispose](): void {
    this.#port?.[Symbol.dispose]();
    this.#reports?.[Symbol.dispose]();
  }

  #heard(bytes: Buffer, from: Remote): void {
    if (isReport(bytes)) return void this.#tell(bytes, from);
    const now = this.#o.now();
    const isSource = from.port === this.#source?.port && from.host === this.#source.host;
    // The agreed address may always take over; another one only after silence.
    if (!isSource && from.host !== this.#named?.host && now - this.#sourceAt < movesAfterMs) return;
    const packet = readRtp(bytes);
    if (packet === undefined) return;
    if (!isSource) this.#source = from;
    this.#sourceAt = now;
    this.#o.heard(packet);
  }

  #reported(bytes: Buffer, from: Remote): void {
    if (this.#tell(bytes, from)) this.#reporter = from;
  }

  /** Reads reports only about this side's audio, and only from the machine of the audio or of the agreed address. */
  #tell(bytes: Buffer, from: Remote): boolean {
    if (from.host !== this.#source?.host && from.host !== this.#named?.host) return false;
    const heard = readReports(bytes);
    if (heard === undefined) return false;
    this.#o.reported({ ...heard, reports: heard.reports.filter(({ ssrc }) => ssrc === this.#ssrc) });
    return true;
  }
}
