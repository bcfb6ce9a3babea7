// Peer registry: the WebRTC calls of this process by their clients' ids. Finds the call of an offer, and forgets
// calls that are over.

import { Fault } from "../../base/fault.ts";
import { BeatShare } from "../../base/limits/beat-share.ts";
import type { WebRtcLine, WebRtcLineOptions } from "./webrtc-line.ts";
import { CheckPace } from "./ice-checks.ts";
import type { Candidate, OfferFrom } from "./peer-connection.ts";

export type LineParts = Omit<WebRtcLineOptions, "session" | "comesBack" | "closed" | "pace">;

export interface PeersOptions extends LineParts {
  /** Id of this node, which is part of its calls' ids: any node can tell which node has a call. */
  readonly nodeId: () => string;
}

export interface SdpAnswer {
  readonly pc_id: string;
  readonly sdp: string;
  readonly type: "answer";
}

interface Entry {
  readonly webrtc: WebRtcLine;
  /** Account that may change it; undefined: any request with its id. */
  readonly accountId: string | undefined;
}

export interface FirstOffer extends OfferFrom {
  readonly session: WebRtcLineOptions["session"];
  readonly comesBack?: WebRtcLineOptions["comesBack"];
  readonly accountId: string | undefined;
}

export interface NextOffer extends OfferFrom {
  readonly pcId: string;
  /** A new connection for the same call. */
  readonly restart: boolean;
  /** Number of the last message that the client saw before it. */
  readonly lastSeq?: number | undefined;
  readonly accountId: string | undefined;
}

export interface OfferSender {
  readonly accountId: string | undefined;
  /** Source address of its request. */
  readonly from: string | undefined;
}

/** Concurrent network checks, and the longest duration of one: a page waits for less. */
const checksMax = 20;
const checkMsMax = 12_000;
/** Answering an offer takes some milliseconds, so does an end; running calls have their next frames 20 ms later. */
const changesPerBeat = 1;

export class Peers implements AsyncDisposable {
  readonly #parts: PeersOptions;
  readonly #pace: CheckPace;
  readonly #changes: BeatShare;
  readonly #entries = new Map<string, Entry>();
  /** Cancels running checks. */
  readonly #checks = new Set<() => void>();
  #closed = false;

  constructor(parts: PeersOptions) {
    this.#parts = parts;
    this.#pace = new CheckPace(parts.clock);
    this.#changes = new BeatShare(parts.ticker, changesPerBeat);
  }

  /** Calls with a connection, open or opening. */
  get size(): number {
    return this.#entries.size;
  }

  /** Preloads the modules for the first caller: up to a second from source, on a busy machine. */
  static async load(): Promise<void> {
    await Promise.all([import("./webrtc-line.ts"), import("./peer-connection.ts")]);
  }

  /** Throws `webrtc/bad-offer` and `webrtc/no-audio`. The line is not attached to any call yet. */
  async first({ sdp, from, session, comesBack, accountId }: FirstOffer) {
    // Loaded at the latest for the first caller, because loading takes as long as the rest of the start.
    const { WebRtcLine } = await import("./webrtc-line.ts");
    await this.#changes.enter();
    const random = crypto.getRandomValues(Buffer.alloc(16)).toString("base64url");
    const pcId = `pc_${this.#parts.nodeId()}_${random}`;
    const closed = (): void => void this.#entries.delete(pcId);
    const made = await WebRtcLine.answer(
      { sdp, from },
      { ...this.#parts, pace: this.#pace, session, comesBack, closed },
    );
    this.#entries.set(pcId, { webrtc: made.webrtc, accountId });
    if (this.#closed) made.webrtc.hangUp();
    const answer: SdpAnswer = { pc_id: pcId, sdp: made.sdp, type: "answer" };
    return { line: made.webrtc.line, answer, hangUp: () => made.webrtc.hangUp() };
  }

  /** Answers an offer that begins no call, to test connectivity. Throws like `first`, and `calls/limit`. */
  async check(offer: OfferFrom): Promise<string> {
    const over = Promise.withResolvers<void>();
    const end = over.resolve;
    if (this.#checks.size >= checksMax || this.#closed) {
      const detail = "Others are checking their network: try again in a moment.";
      throw new Fault("calls/limit", detail, { retryAfterSeconds: checkMsMax / 1000 });
    }
    this.#checks.add(end);
    const { clock, network } = this.#parts;
    try {
      const { Peer } = await import("./peer-connection.ts");
      await this.#changes.enter();
      const { peer, sdp: answer } = await Peer.check(
        offer,
        { network: await network(), pace: this.#pace.open() },
        end,
      );
      const timer = clock.after(checkMsMax, end);
      void over.promise.then(async () => {
        timer[Symbol.dispose]();
        this.#checks.delete(end);
        await peer.close();
      });
      return answer;
    } catch (error) {
      this.#checks.delete(end);
      throw error;
    }
  }

  /** Throws `webrtc/gone` for an id that is unknown or over: its client must not join another conversation. */
  async next({ pcId, sdp, from, restart, lastSeq, accountId }: NextOffer): Promise<SdpAnswer> {
    const entry = this.#find(pcId, accountId);
    if (entry === undefined) {
      throw new Fault("webrtc/gone", "This call has ended: send an offer without pc_id to begin another.");
    }
    const { webrtc } = entry;
    await this.#changes.enter();
    const answered = await (restart
      ? webrtc.restart({ sdp, from }, lastSeq)
      : webrtc.renegotiate({ sdp, from }));
    return { pc_id: pcId, sdp: answered, type: "answer" };
  }

  /** Throws `webrtc/not-found`. */
  async addCandidates(pcId: string, candidates: readonly Candidate[], { accountId, from }: OfferSender) {
    await this.#known(pcId, accountId).webrtc.addCandidates(candidates, from);
  }

  /** Throws `webrtc/not-found`. */
  async hangUp(pcId: string, accountId: string | undefined): Promise<void> {
    await this.#changes.enter();
    this.#known(pcId, accountId).webrtc.hangUp();
  }

  /** Ended calls may send their last words: a stopping server has just warned its callers. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    for (const end of this.#checks) end();
    await Promise.all(Array.from(this.#entries.values(), ({ webrtc }) => webrtc[Symbol.asyncDispose]()));
  }

  #known(pcId: string, accountId: string | undefined): Entry {
    const entry = this.#find(pcId, accountId);
    if (entry !== undefined) return entry;
    throw new Fault(
      "webrtc/not-found",
      "There is no such peer connection, or its call has ended: POST /offer makes one, and answers its pc_id.",
    );
  }

  #find(pcId: string, accountId: string | undefined): Entry | undefined {
    const entry = this.#entries.get(pcId);
    return entry?.accountId === undefined || entry.accountId === accountId ? entry : undefined;
  }
}
