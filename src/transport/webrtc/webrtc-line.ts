// WebRTC line: one WebRTC client as a line of a call. Its peer connection, which it may replace, carries audio as RTP
// and messages on a data channel. client-line.ts serves the client.

import type { Frame } from "../../audio/frame.ts";
import type { Clock } from "../../base/clock.ts";
import { Fault } from "../../base/fault.ts";
import { replayLimits } from "../../base/replay-ring.ts";
import type { Ticker } from "../../base/ticker.ts";
import type { Line } from "../../voice/line.ts";
import { ClientLine } from "../client-line.ts";
import type { Converter } from "../downlink.ts";
import type { GreetingFacts } from "../greeting.ts";
import type { Limits } from "../connection-limits.ts";
import type { TransportCounters } from "../transport-counters.ts";
import type { Wire } from "../wire.ts";
import type { CheckPace } from "./ice-checks.ts";
import { openMedia, type Media } from "../rtp/rtp-media.ts";
import { isCandidate } from "./candidate-filter.ts";
import {
  type Candidate,
  type OfferFrom,
  Peer,
  type PeerEvents,
  type PeerNetwork,
} from "./peer-connection.ts";

export interface WebRtcLineOptions {
  readonly session: GreetingFacts;
  /** The client hangs up by a request: a connection that closes without one is lost, as when a page is reloaded. */
  readonly comesBack?: boolean | undefined;
  /** Read for each connection: relay credentials expire. */
  readonly network: () => Promise<PeerNetwork>;
  readonly pace: CheckPace;
  readonly convert: (from: number, to: number) => Converter;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly ticker: Ticker;
  readonly counters?: TransportCounters | undefined;
  /** The line is closed for good. Called once. */
  readonly closed: () => void;
}

/** The queue is ours, so a small lead is enough; it covers a late beat. */
const webrtcLeadMs = 80;
/** A peer sends at least every 2.5 s; one silent for this long is gone. */
const silentMsMax = 6_000;
/** An offer without a connection frees its place after this time. */
const connectMsMax = 20_000;
/** Time for the last words to arrive before the connection closes; more for each lost one, up to the maximum. */
const partingMs = { first: 300, each: 100, max: 3_000 } as const;
/** Messages waiting for the data channel to open: repeated ones, and new ones meanwhile. */
const waitingTextsMax = replayLimits.eventsMax + 200;

export class WebRtcLine implements Wire {
  readonly #options: WebRtcLineOptions;
  readonly #line: ClientLine;
  #peer: Peer | undefined;
  #media: Media | undefined;
  #beat: Disposable | undefined;
  #opened = false;
  #connected = false;
  #aliveAt: number;
  #waiting: string[] = [];
  #hasChannel: boolean;
  #parting: Disposable | undefined;
  /** Offers are answered one after the other: two at once would leave a connection that is never closed. */
  #negotiating: Promise<unknown> = Promise.resolve();
  #over = false;
  readonly #ended = Promise.withResolvers<void>();

  private constructor(options: WebRtcLineOptions, hasChannel: boolean) {
    const { session, limits, clock, ticker, counters } = options;
    this.#options = options;
    this.#hasChannel = hasChannel;
    this.#aliveAt = clock.now();
    const features = session.resume === undefined ? [] : (["resume"] as const);
    this.#line = new ClientLine({
      transport: "webrtc",
      counters,
      facts: { session, features, outRate: 16_000, pacing: "realtime", leadMs: webrtcLeadMs, limits },
      clears: true,
      beginsOnAudio: !hasChannel,
      clock,
      ticker,
    });
  }

  /** Answers the first offer. Throws `webrtc/bad-offer` and `webrtc/no-audio`. */
  static async answer(
    offer: OfferFrom,
    options: WebRtcLineOptions,
  ): Promise<{ readonly webrtc: WebRtcLine; readonly sdp: string }> {
    const webrtc = new WebRtcLine(options, /^m=application [1-9]/m.test(offer.sdp));
    const sdp = await webrtc.#connect(offer);
    webrtc.#beat = options.ticker.add((now) => webrtc.#tick(now));
    return { webrtc, sdp };
  }

  get line(): Line {
    return this.#line;
  }

  /** Another offer for the same connection: more media, or new ICE credentials. */
  renegotiate(offer: OfferFrom): Promise<string> {
    return this.#inTurn(async () => {
      if (this.#peer === undefined || this.#over) throw gone();
      return await this.#peer.renegotiate(offer);
    });
  }

  /**
   * New connection for the same call; the old one is closed. `lastSeq`: last message seen by the client on the old one.
   */
  restart(offer: OfferFrom, lastSeq?: number): Promise<string> {
    return this.#inTurn(async () => {
      if (this.#over) throw gone();
      const old = { peer: this.#peer, media: this.#media };
      const sdp = await this.#connect(offer, lastSeq);
      old.media?.[Symbol.dispose]();
      await old.peer?.close();
      return sdp;
    });
  }

  /** Adds all candidates or none. Throws `webrtc/bad-offer`. */
  async addCandidates(candidates: readonly Candidate[], from: string | undefined): Promise<void> {
    if (!candidates.every(({ candidate }) => isCandidate(candidate))) {
      throw new Fault("webrtc/bad-offer", "A candidate cannot be read: all were refused.");
    }
    await this.#peer?.addCandidates(candidates, from);
  }

  /** The client is done. */
  hangUp(): void {
    this.#leave();
  }

  /** Ends the call, after its last words if they are being said. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#parting === undefined) this.#leave();
    await this.#ended.promise;
  }

  // The wire's side.

  get bufferedBytes(): number {
    return this.#peer?.unsentBytes ?? 0;
  }

  sendText(text: string): boolean {
    const peer = this.#peer;
    if (peer?.hasChannel === true) return peer.sendText(text);
    if (this.#hasChannel && this.#waiting.length < waitingTextsMax) this.#waiting.push(text);
    return true;
  }

  play(frame: Frame): void {
    this.#media?.play(frame);
  }

  press(keys: string): void {
    this.#media?.press(keys);
  }

  flush(): void {
    // Each frame is a packet, so there is no batching.
  }

  clear(last?: Frame): void {
    this.#media?.clear(last);
  }

  close(): void {
    if (this.#over) return;
    this.sendText(JSON.stringify({ type: "signalling", message: { type: "peerLeft" } }));
    if (this.#parting === undefined) this.#part(partingMs.first, partingMs.max);
  }

  terminate(): void {
    this.#end();
  }

  // Between the two.

  #part(waitMs: number, leftMs: number): void {
    this.#parting = this.#options.clock.after(waitMs, () => {
      if (leftMs > waitMs && this.#peer?.hasUnread === true) {
        this.#part(partingMs.each, leftMs - waitMs);
        return;
      }
      this.#line.closed(1_000);
      this.#end();
    });
  }

  #inTurn(work: () => Promise<string>): Promise<string> {
    const result = this.#negotiating.then(work);
    this.#negotiating = result.catch(() => undefined);
    return result;
  }

  async #connect(offer: OfferFrom, lastSeq?: number): Promise<string> {
    const { network, pace, clock, convert, counters } = this.#options;
    let media: Media | undefined;
    const mine = { peer: undefined as Peer | undefined };
    const isCurrent = (): boolean => !this.#over && mine.peer !== undefined && this.#peer === mine.peer;
    const events: PeerEvents = {
      connected: () => {
        if (!isCurrent()) return;
        this.#alive();
        if (mine.peer !== undefined) media?.connect(mine.peer);
        this.#connected = true;
        if (this.#opened) return this.#restarted(lastSeq);
        this.#opened = true;
        this.#line.opened(this);
      },
      packet: (packet) => {
        if (isCurrent()) media?.heard(packet, clock.now());
      },
      senderReported: (ntpMiddle) => media?.senderReported(ntpMiddle, clock.now()),
      lossReported: (percent) => media?.lossReported(percent),
      text: (text) => {
        if (isCurrent()) this.#hearText(text);
      },
      channelOpened: () => {
        this.#hasChannel = true;
        const waiting = this.#waiting;
        this.#waiting = [];
        for (const text of waiting) this.sendText(text);
      },
      alive: () => this.#alive(),
      gone: () => {
        if (isCurrent()) this.#leave(this.#options.comesBack === true ? 1_006 : 1_000);
      },
    };
    const { peer, sdp } = await Peer.answer(offer, {
      network: await network(),
      events,
      pace: pace.open(),
    });
    const { audio } = peer;
    if (audio === undefined || this.#over) {
      await peer.close();
      if (this.#over) throw gone();
      throw new Fault("webrtc/no-audio", "The offer's first audio has no codec that the server speaks.");
    }
    mine.peer = peer;
    media = await openMedia({
      audio,
      convert,
      hear: (pcm) => {
        if (isCurrent()) this.#line.heardAudio(pcm);
      },
      press: (key) => this.#line.heardText(JSON.stringify({ type: "dtmf", data: { buttons: [key] } })),
      lost: (packets) => counters?.lost(packets),
      wall: () => clock.wall(),
    });
    if (this.#over) {
      media[Symbol.dispose]();
      await peer.close();
      throw gone();
    }
    this.#peer = peer;
    this.#media = media;
    this.#connected = false;
    this.#alive();
    return sdp;
  }

  #restarted(lastSeq: number | undefined): void {
    // Messages waiting for the channel are among the repeated ones.
    if (lastSeq !== undefined) this.#waiting = [];
    this.#line.restarted(lastSeq);
  }

  #alive(): void {
    this.#aliveAt = this.#options.clock.now();
  }

  #tick(now: number): void {
    // At the end of this beat: the agent's next frame is queued in it too.
    queueMicrotask(() => {
      if (!this.#over) this.#media?.beat(now);
    });
    // A client that can return was lost, and has not hung up.
    const code = this.#options.session.resume === undefined ? 1_000 : 1_006;
    if (now - this.#aliveAt > (this.#connected ? silentMsMax : connectMsMax)) this.#leave(code);
  }

  /** Messages of WebRTC clients outside the protocol: keep-alives, and the state of the microphone. */
  #hearText(text: string): void {
    if (text.startsWith("ping")) return;
    const muted = text.includes('"signalling"') ? mutedBy(text) : "other";
    if (muted === "other") return this.#line.heardText(text);
    if (muted !== undefined) {
      const data = { t: "mute", d: { muted } };
      this.#line.heardText(JSON.stringify({ type: "client-message", data }));
    }
  }

  /** The other side is gone: its call is over. */
  #leave(code = 1_000): void {
    if (this.#over) return;
    this.#line.closed(code);
    this.#end();
  }

  #end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#beat?.[Symbol.dispose]();
    this.#parting?.[Symbol.dispose]();
    this.#media?.[Symbol.dispose]();
    this.#ended.resolve(this.#peer?.close());
    this.#options.closed();
  }
}

function gone(): Fault {
  return new Fault("webrtc/gone", "This call has ended: send an offer without pc_id to begin another.");
}

/** Undefined for signalling without meaning here, "other" for other messages. */
function mutedBy(text: string): boolean | undefined | "other" {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return "other";
  }
  if (!isRecord(message) || message.type !== "signalling") return "other";
  const inner = message.message;
  if (!isRecord(inner) || inner.type !== "trackStatus" || inner.receiver_index !== 0) return undefined;
  return typeof inner.enabled === "boolean" ? !inner.enabled : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
