// RTP socket: plain RTP with one telephone. It sends to where the audio comes from rather than to where SDP says, since
// most telephones stand behind an address translation, and takes audio from nowhere else.

import { type HeardReports, isReport, readReports, writeReports } from "../transport/rtp/rtcp-packet.ts";
import type { HeardReport, SentReport } from "../transport/rtp/rtcp-reports.ts";
import type { PacketPort } from "../transport/rtp/rtp-media.ts";
import { type HeardRtp, readRtp, writeRtp } from "../transport/rtp/rtp-packet.ts";
import type { RtpOut } from "../transport/rtp/rtp-sender.ts";
import { type Remote, type UdpPort, type UdpPorts, udpPorts } from "./udp-port.ts";

export interface RtpSocketOptions {
  readonly range: readonly [first: number, last: number] | undefined;
  /** The one that the other side knows already, where it is free. */
  readonly known?: number | undefined;
  readonly host: string;
  /** Absent: those of this machine. */
  readonly ports?: UdpPorts | undefined;
  readonly now: () => number;
  readonly heard: (packet: HeardRtp) => void;
  /** Reports of the telephone about received audio. */
  readonly reported: (reports: HeardReports) => void;
}

/** A source that has fallen silent for so long may be followed by another one, as after a transfer in the PBX. */
const movesAfterMs = 500;

export class RtpSocket implements PacketPort, Disposable {
  readonly #ssrc = crypto.getRandomValues(Buffer.alloc(4)).readUInt32BE();
  readonly #o: RtpSocketOptions;
  #port: UdpPort | undefined;
  /** For reports; undefined: another program has it. */
  #reports: UdpPort | undefined;
  /** Where SDP says that it wants its audio. */
  #named: Remote | undefined;
  /** Where its audio comes from. */
  #source: Remote | undefined;
  #sourceAt = Number.NEGATIVE_INFINITY;
  /** Where its reports come from; undefined: none has come, they are expected beside its audio. */
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

  /** When audio came last, by `now`; minus infinity: never. */
  get heardAt(): number {
    return this.#sourceAt;
  }

  /** Undefined: it is on hold. */
  aim(remote: Remote | undefined): void {
    const isOther = remote?.host !== this.#named?.host || remote?.port !== this.#named?.port;
    this.#named = remote;
    // Another address was agreed on: its audio is followed at once.
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
    // The address that was agreed on may always take over; another one only after silence.
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

  /** Only of this side's audio, and from no other machine than the audio comes from or was agreed on. */
  #tell(bytes: Buffer, from: Remote): boolean {
    if (from.host !== this.#source?.host && from.host !== this.#named?.host) return false;
    const heard = readReports(bytes);
    if (heard === undefined) return false;
    this.#o.reported({ ...heard, reports: heard.reports.filter(({ ssrc }) => ssrc === this.#ssrc) });
    return true;
  }
}
