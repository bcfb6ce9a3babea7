// Peer connection: ICE, DTLS, SRTP and the data channel by werift, with media on its shortest path. Knows packets and
// texts; webrtc-line.ts gives them their meaning for a call.

import "./werift/reflect-metadata.ts";
import {
  removeDefaultStunServer,
  restartChecks,
  hasUnacknowledged,
  keepNominatedPairs,
  sendNow,
  surviveUnreachablePeers,
} from "./werift/werift-fixes.ts";
import {
  type RTCDataChannel,
  type RTCDtlsTransport,
  type RTCIceTransport,
  RTCPeerConnection,
  type RTCRtpTransceiver,
  RtcpReceiverInfo,
  RtcpRrPacket,
  RtcpSenderInfo,
  RtcpSrPacket,
} from "werift";
import { Fault } from "../../base/fault.ts";
import type { IceServer } from "../../providers/relay/relay.ts";
import type { AgreedAudio } from "../rtp/agreed-audio.ts";
import { agreedAudio, audioCodecs } from "./negotiated-audio.ts";
import type { ConnectionPace } from "./ice-checks.ts";
import type { HeardRtp } from "../rtp/rtp-packet.ts";
import type { HeardReport, SentReport } from "../rtp/rtcp-reports.ts";
import { HandshakeFixes } from "./werift/dtls-handshake.ts";
import { filterPackets } from "./packet-filter.ts";
import { type AudioLines, chooseAudio, takeCandidates } from "./sdp-offer.ts";
import { checkOffer, finishAnswer } from "./sdp-answer.ts";
import type { RtpOut } from "../rtp/rtp-sender.ts";
import { filterAssociation } from "./werift/sctp-filter.ts";
import { beginFromHere } from "./werift/sctp-start.ts";
import { keysOf, takeCounterMode } from "./werift/negotiated-keys.ts";
import { SrtpReceiver, SrtpSender } from "./srtp.ts";
import { loopbackOffered } from "./candidate-filter.ts";
import { RemoteCandidates } from "./remote-candidates.ts";

surviveUnreachablePeers();

export interface PeerNetwork {
  /** Relays for this side; mostly none. */
  readonly iceServers: readonly IceServer[];
  /** Replaces this machine's own addresses in the answer. */
  readonly advertisedIp?: string;
  /** Both included. */
  readonly portRange?: readonly [number, number];
  readonly tcp: boolean;
  /** HTTP port of this server: no caller's checks are sent there. */
  readonly httpPort?: number;
  /** Listening address; absent: unknown. */
  readonly host?: string;
}

export interface PeerOptions {
  readonly network: PeerNetwork;
  readonly events: PeerEvents;
  readonly pace: ConnectionPace;
}

/** Offer with its source address; undefined: from within this process. */
export interface OfferFrom {
  readonly sdp: string;
  readonly from: string | undefined;
}

/** Events of a peer connection for its line. No method throws. */
export interface PeerEvents {
  connected(): void;
  packet(packet: HeardRtp): void;
  /** Middle 32 bits of the NTP time in the other side's sender report. */
  senderReported(ntpMiddle: number): void;
  /** Loss of our packets as reported by the other side, in percent. */
  lossReported(percent: number): void;
  /** A text on any data channel. */
  text(text: string): void;
  channelOpened(): void;
  /** Any datagram of the peer. */
  alive(): void;
  /** Closed by the other side, or failed. Called once. */
  gone(): void;
}

export interface Candidate {
  readonly candidate: string;
  readonly sdpMid?: string | null | undefined;
  readonly sdpMLineIndex?: number | null | undefined;
}

const stream = "voice-flow";
/** A data channel splits longer texts; this much may wait for a slow peer. */
const unsentBytesMax = 1024 * 1024;

const nothing = (): void => undefined;
/** For a connection that examines only its own side. */
const neverCheck: ConnectionPace = { mayBegin: () => false, mayRepeat: () => false };
/** For a connection without media. */
const unheard: PeerEvents = {
  connected: nothing,
  packet: nothing,
  senderReported: nothing,
  lossReported: nothing,
  text: nothing,
  channelOpened: nothing,
  alive: nothing,
  gone: nothing,
};

export class Peer {
  readonly #pc: RTCPeerConnection;
  readonly #events: PeerEvents;
  readonly #network: PeerNetwork;
  readonly #remoteCandidates: RemoteCandidates;
  #lines: AudioLines = { hears: undefined, speaks: undefined };
  #channel: RTCDataChannel | undefined;
  /** Track and transport of outgoing audio; looked up once, because they are needed every 20 ms. */
  #out: { readonly ice: RTCIceTransport; readonly ssrc: number; readonly srtp: SrtpSender } | undefined;
  #heard: SrtpReceiver | undefined;
  #handshake: HandshakeFixes | undefined;
  #connected = false;
  #gone = false;

  private constructor({ network, events, pace }: PeerOptions) {
    this.#events = events;
    this.#network = network;
    this.#remoteCandidates = new RemoteCandidates({
      ...network,
      pace,
      transports: () => this.#pc.iceTransports,
    });
    this.#pc = new RTCPeerConnection({
      codecs: { audio: audioCodecs(), video: [] },
      iceServers: network.iceServers.map((server) => ({ ...server })),
      iceAdditionalHostAddresses: [...loopbackOffered(network.host)],
      iceUseTcp: network.tcp,
      iceFilterCandidatePair: (pair) => this.#remoteCandidates.mayPair(pair.remoteCandidate),
      bundlePolicy: "max-bundle",
      ...(network.portRange === undefined ? {} : { icePortRange: [...network.portRange] }),
    });
    this.#pc.onDataChannel.subscribe((channel) => this.#opened(channel));
    this.#pc.connectionStateChange.subscribe((state) => {
      if (state === "failed" || state === "closed") this.#leave();
    });
  }

  /** Answers an offer that only tests connectivity; carries nothing. Throws like `answer`. */
  static async check(offer: OfferFrom, options: Omit<PeerOptions, "events">, gone: () => void) {
    return await Peer.answer(offer, { ...options, events: { ...unheard, gone } });
  }

  /** SDP candidate lines for callers. Throws if the network of this machine gives none. */
  static async candidates(network: PeerNetwork): Promise<readonly string[]> {
    const peer = new Peer({ network, events: unheard, pace: neverCheck });
    const pc = peer.#pc;
    try {
      pc.addTransceiver("audio", { direction: "sendrecv" });
      const offer = await pc.createOffer();
      peer.#removeDefaultStunServer();
      await pc.setLocalDescription(offer);
      return pc.localDescription?.sdp.match(/^a=candidate:.*$/gm) ?? [];
    } finally {
      await peer.close();
    }
  }

  /**
   * Answers an SDP offer. Throws `webrtc/bad-offer` and `webrtc/no-audio`. The caller of this function has to close
   * the peer.
   */
  static async answer(
    offer: OfferFrom,
    options: PeerOptions,
  ): Promise<{ readonly peer: Peer; readonly sdp: string }> {
    const peer = new Peer(options);
    try {
      return { peer, sdp: await peer.renegotiate(offer) };
    } catch (error) {
      await peer.close();
      throw error;
    }
  }

  /** First offer, another one, or one with new ICE credentials. Throws like `answer`. */
  async renegotiate(offer: OfferFrom): Promise<string> {
    const { sdp: bare, candidates } = takeCandidates(offer.sdp);
    checkOffer(bare);
    const { sdp, audio } = chooseAudio(bare, this.#lines);
    const pc = this.#pc;
    keepNominatedPairs(pc.iceTransports);
    try {
      await pc.setRemoteDescription({ type: "offer", sdp });
      this.#lines = audio;
      for (const transceiver of pc.getTransceivers()) {
        if (transceiver.kind === "audio") transceiver.setDirection(directionOf(transceiver, audio));
      }
      this.#remoteCandidates.pace();
      await this.addCandidates(candidates, offer.from);
      const answer = await pc.createAnswer();
      this.#removeDefaultStunServer();
      await pc.setLocalDescription(answer);
    } catch (error) {
      throw new Fault("webrtc/bad-offer", "The SDP offer cannot be answered.", { cause: error });
    }
    this.#guard();
    if (this.#connected) {
      restartChecks(pc.iceTransports);
      const [dtls] = pc.dtlsTransports;
      if (dtls !== undefined) this.#findWayOut(dtls);
    }
    const { advertisedIp } = this.#network;
    const changes = { stream, ...(advertisedIp === undefined ? {} : { advertisedIp }) };
    return finishAnswer(pc.localDescription?.sdp ?? "", changes);
  }

  /** Undefined if no codec is shared. */
  get audio(): AgreedAudio | undefined {
    return agreedAudio(this.#audio());
  }

  /** True if the other side takes the agent's audio now. */
  get isHeard(): boolean {
    const direction = this.#section(this.#lines.speaks)?.currentDirection;
    return direction === "sendrecv" || direction === "sendonly";
  }

  /**
   * Adds remote candidates from one source. Forbidden candidates are ignored, and so is their end: werift would then
   * give up before the peer's own checks show its address.
   */
  async addCandidates(list: readonly Candidate[], from: string | undefined): Promise<void> {
    await this.#remoteCandidates.take(list, from, ({ candidate, sdpMid = null, sdpMLineIndex = null }) => {
      const [, ...others] = this.#pc.iceTransports;
      // If all media share one transport (BUNDLE), a candidate is for that, even if it names another section.
      const audio = this.#lines.speaks ?? this.#lines.hears ?? 0;
      const place = others.length === 0 ? { sdpMLineIndex: audio } : { sdpMid, sdpMLineIndex };
      return this.#pc.addIceCandidate({ candidate, ...place }).catch(() => undefined);
    });
  }

  sendRtp(packet: RtpOut, payloadType: number): void {
    if (this.#out !== undefined) sendNow(this.#out.ice, this.#out.srtp.seal(packet, payloadType));
  }

  /** A sender report (RFC 3550, 6.4.1), or a receiver report alone. */
  sendReport(sent: SentReport | undefined, heard: HeardReport | undefined): void {
    const [dtls] = this.#pc.dtlsTransports;
    if (this.#out === undefined || dtls === undefined) return;
    const { ssrc } = this.#out;
    const reports = heard === undefined ? [] : [new RtcpReceiverInfo({ ...heard })];
    const packet =
      sent === undefined
        ? new RtcpRrPacket({ ssrc, reports })
        : new RtcpSrPacket({ ssrc, senderInfo: new RtcpSenderInfo({ ...sent }), reports });
    void dtls.sendRtcp([packet]).catch(() => undefined);
  }

  get hasChannel(): boolean {
    return this.#channel?.readyState === "open";
  }

  get unsentBytes(): number {
    return this.#channel?.bufferedAmount ?? 0;
  }

  /** True if the other side has unacknowledged texts. */
  get hasUnread(): boolean {
    return hasUnacknowledged(this.#pc.sctpTransport);
  }

  /** False if dropped because the other side does not read, or has no data channel. */
  sendText(text: string): boolean {
    const channel = this.#channel;
    if (channel === undefined || channel.readyState !== "open") return true;
    if (channel.bufferedAmount > unsentBytesMax) return false;
    channel.send(text);
    return true;
  }

  async close(): Promise<void> {
    this.#gone = true;
    this.#remoteCandidates[Symbol.dispose]();
    await this.#pc.close();
  }

  #removeDefaultStunServer(): void {
    const hasStun = this.#network.iceServers.some(({ urls }) => urls.startsWith("stun:"));
    if (!hasStun) removeDefaultStunServer(this.#pc.iceTransports);
  }

  /** Audio sections in use; the agent's own goes first. */
  #audio(): RTCRtpTransceiver[] {
    const { hears, speaks } = this.#lines;
    return [...new Set([speaks, hears])].flatMap((index) => this.#section(index) ?? []);
  }

  #section(index: number | undefined): RTCRtpTransceiver | undefined {
    return this.#pc.getTransceivers().find(({ mLineIndex, stopped }) => mLineIndex === index && !stopped);
  }

  #guard(): void {
    const [dtls] = this.#pc.dtlsTransports;
    if (dtls === undefined) return;
    filterAssociation(this.#pc.sctpTransport, dtls);
    beginFromHere(this.#pc.sctpTransport);
    const handshake = (this.#handshake ??= this.#watch(dtls));
    for (const transport of this.#pc.iceTransports) {
      filterPackets(transport, {
        dtls,
        handshake,
        heard: () => this.#events.alive(),
        takeAudio: (datagram) => this.#takeAudio(datagram),
      });
    }
  }

  #watch(dtls: RTCDtlsTransport): HandshakeFixes {
    takeCounterMode(dtls);
    const fixes = new HandshakeFixes(dtls);
    // The connection as a whole also waits for the data channel's association, which some peers never begin.
    dtls.onStateChange.subscribe((state) => {
      if (state === "connected") this.#connect();
      if (state === "closed" || state === "failed") this.#leave();
    });
    return fixes;
  }

  #takeAudio(datagram: Buffer): boolean {
    if (this.#heard === undefined) return false;
    const packet = this.#heard.open(datagram);
    if (packet !== undefined && !this.#gone) this.#events.packet(packet);
    return true;
  }

  /**
   * werift routes by SSRC, which an offer need not have, through a dozen objects per packet: audio never gets there.
   */
  #connect(): void {
    const [dtls] = this.#pc.dtlsTransports;
    if (this.#connected || this.#gone || dtls === undefined) return;
    this.#connected = true;
    // A socket may have been opened since, for TCP.
    this.#guard();
    this.#findWayOut(dtls);
    this.#heard = new SrtpReceiver(keysOf(dtls.srtp.remoteContext));
    dtls.onRtp.allUnsubscribe();
    dtls.onRtcp.allUnsubscribe();
    dtls.onRtcp.subscribe((packet) => {
      if (!(packet instanceof RtcpSrPacket || packet instanceof RtcpRrPacket)) return;
      if (packet instanceof RtcpSrPacket) {
        this.#events.senderReported(Number((packet.senderInfo.ntpTimestamp >> 16n) & 0xffffffffn));
      }
      for (const { fractionLost } of packet.reports) this.#events.lossReported((fractionLost / 256) * 100);
    });
    this.#events.connected();
  }

  /** The sender is looked up again, because another offer may have replaced it. */
  #findWayOut(dtls: RTCDtlsTransport): void {
    const ssrc = this.#audio()[0]?.sender.ssrc;
    if (ssrc === undefined || ssrc === this.#out?.ssrc) return;
    this.#out = { ice: dtls.iceTransport, ssrc, srtp: new SrtpSender(keysOf(dtls.srtp.localContext), ssrc) };
  }

  #opened(channel: RTCDataChannel): void {
    // The first channel carries our texts; texts on any channel are read.
    this.#channel ??= channel;
    channel.onMessage.subscribe((message) => {
      this.#events.text(typeof message === "string" ? message : message.toString("utf8"));
    });
    // werift reports the channel before it is open.
    if (channel.readyState === "open") this.#events.channelOpened();
    else {
      channel.stateChange.subscribe((state) => {
        if (state === "open") this.#events.channelOpened();
      });
    }
  }

  #leave(): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#events.gone();
  }
}

function directionOf({ mLineIndex }: RTCRtpTransceiver, { hears, speaks }: AudioLines) {
  if (mLineIndex === undefined) return "inactive";
  if (mLineIndex === hears) return mLineIndex === speaks ? "sendrecv" : "recvonly";
  return mLineIndex === speaks ? "sendonly" : "inactive";
}
