// RTP media: the audio of one line in both directions, with its reports. Packets in and out, frames in and out.

import type { Frame } from "../../audio/frame.ts";
import { openOpusDecoder, openOpusEncoder } from "../../audio/opus.ts";
import type { Converter } from "../downlink.ts";
import type { AgreedAudio, Codec } from "./agreed-audio.ts";
import {
  type Decoder,
  type Encoder,
  g711Decoder,
  g711Encoder,
  g722Decoder,
  g722Encoder,
  opusDecoder,
  opusEncoder,
} from "./audio-codecs.ts";
import { RtpReceiver } from "./rtp-receiver.ts";
import type { HeardRtp } from "./rtp-packet.ts";
import { HeardStatistics, type HeardReport, type SentReport, sentReport } from "./rtcp-reports.ts";
import { SharedEncoder } from "./shared-encoder.ts";
import { type RtpOut, RtpSender } from "./rtp-sender.ts";

/** Network of the media. No method throws. */
export interface PacketPort {
  /** True if the other side takes audio now. */
  readonly isHeard: boolean;
  sendRtp(packet: RtpOut, payloadType: number): void;
  /** Sends a sender report (RFC 3550, 6.4.1), or a receiver report alone; absent: no port for reports. */
  sendReport?(sent: SentReport | undefined, heard: HeardReport | undefined): void;
}

export interface MediaOptions {
  readonly audio: AgreedAudio;
  readonly convert: (from: number, to: number) => Converter;
  /** PCM16 mono at 16 kHz, owned by the listener from here on. */
  readonly hear: (pcm: Int16Array) => void;
  readonly press: (key: string) => void;
  /** Receives the number of packets given up. */
  readonly lost?: (packets: number) => void;
  readonly wall: () => number;
}

/** RFC 3550, 6.2: five seconds, varied so that not all calls report at once. */
const reportEveryMs = 5_000;

/** Makes the agreed codecs. */
export async function openMedia(options: MediaOptions): Promise<Media> {
  const { audio, convert } = options;
  const decoders = new Map<number, Decoder>();
  for (const [type, codec] of audio.heard) decoders.set(type, await codecs[codec].decoder(convert));
  return new Media(options, decoders, await codecs[audio.codec].encoder(convert));
}

interface CodecKind {
  decoder(convert: MediaOptions["convert"]): Decoder | Promise<Decoder>;
  encoder(convert: MediaOptions["convert"]): Encoder | Promise<Encoder>;
}

const codecs: Readonly<Record<Codec, CodecKind>> = {
  opus: {
    decoder: async () => opusDecoder(await openOpusDecoder()),
    encoder: async () =>
      new SharedEncoder({ own: opusEncoder(await openOpusEncoder()), codec: "opus", open: openOpusEncoder }),
  },
  g722: { decoder: g722Decoder, encoder: () => sharing("g722", g722Encoder) },
  pcmu: {
    decoder: (convert) => g711Decoder("mulaw", convert),
    encoder: (convert) => sharing("pcmu", () => g711Encoder("mulaw", convert)),
  },
  pcma: {
    decoder: (convert) => g711Decoder("alaw", convert),
    encoder: (convert) => sharing("pcma", () => g711Encoder("alaw", convert)),
  },
};

/** Audio for several callers is encoded once for each codec. */
const sharing = (codec: Codec, make: () => Encoder): Encoder =>
  new SharedEncoder({ own: make(), codec, open: () => Promise.resolve(make()) });

export class Media implements Disposable {
  readonly #options: MediaOptions;
  readonly #decoders: ReadonlyMap<number, Decoder>;
  readonly #receiver: RtpReceiver;
  readonly #sender: RtpSender;
  /** Statistics of the source that is heard. */
  #statistics: HeardStatistics | undefined;
  #port: PacketPort | undefined;
  #reportAt: number | undefined;

  constructor(options: MediaOptions, decoders: ReadonlyMap<number, Decoder>, encoder: Encoder) {
    this.#options = options;
    this.#decoders = decoders;
    const { audio, hear, press, lost } = options;
    this.#receiver = new RtpReceiver({ decoders, keyTypes: audio.keyTypes, hear, press, lost });
    // In the lower half: a peer that misses the first packets must not miss the rollover (RFC 3711, 3.3.1).
    const first = {
      sequence: Math.floor(Math.random() * 32_768),
      timestamp: Math.floor(Math.random() * 2 ** 32),
    };
    this.#sender = new RtpSender({
      encoder,
      first,
      send: (packet) => this.#port?.sendRtp(packet, (packet.isKey && audio.keyType) || audio.payloadType),
      isHeard: () => this.#port?.isHeard === true,
    });
  }

  /** Sends packets there from here on. `before`: media of another codec that used the port until now. */
  connect(port: PacketPort, before?: Media): void {
    this.#port = port;
    if (before !== undefined) this.#sender.follow(before.#sender);
  }

  heard(packet: HeardRtp, nowMs: number): void {
    // The PBX connected another source, whose numbers and times begin anywhere (RFC 3550, 5.1).
    if (this.#statistics?.ssrc !== packet.ssrc) {
      this.#statistics = new HeardStatistics(packet);
      this.#receiver.restart();
    }
    const clockRate = this.#decoders.get(packet.payloadType)?.clockRate;
    if (clockRate !== undefined) this.#statistics.heard(packet.timestamp, nowMs, clockRate);
    this.#receiver.push(packet, nowMs);
  }

  senderReported(ntpMiddle: number, nowMs: number): void {
    this.#statistics?.senderReported(ntpMiddle, nowMs);
  }

  lossReported(percent: number): void {
    this.#sender.expectLoss(Math.min(30, Math.ceil(percent)));
  }

  play(frame: Frame): void {
    this.#sender.play(frame);
  }

  /** No effect if the peer takes no keys. */
  press(keys: string): void {
    if (this.#options.audio.keyType !== undefined) this.#sender.press(keys);
  }

  clear(last?: Frame): void {
    this.#sender.clear(last);
  }

  beat(nowMs: number): void {
    this.#receiver.beat(nowMs);
    if (this.#port === undefined) return;
    this.#sender.beat(nowMs);
    if (this.#port.sendReport === undefined) return;
    this.#reportAt ??= nowMs + reportEveryMs / 10;
    if (nowMs < this.#reportAt) return;
    this.#reportAt = nowMs + reportEveryMs * (0.5 + Math.random());
    const { counts, highest } = this.#receiver;
    const heard = this.#statistics?.report(counts.received, highest, nowMs);
    // A side that sends nothing reports only on received audio (RFC 3550, 6.4).
    const sent = this.#port.isHeard ? sentReport(this.#sender.sent, this.#options.wall()) : undefined;
    this.#port.sendReport(sent, heard);
  }

  [Symbol.dispose](): void {
    this.#port = undefined;
    this.#sender[Symbol.dispose]();
    for (const decoder of this.#decoders.values()) decoder[Symbol.dispose]();
  }
}
