// Reconnecting peer: a peer connection that is replaced, for the same session, when it breaks or its server releases
// it.

import { isOverFor } from "../call-refusal.ts";
import type { Connection, ConnectionEvents, NetworkFigures } from "./connection.ts";
import { readMessage } from "../messages.ts";
import { movedCode, movedTo, pauseMsAfter, placeAfter } from "./reconnect-backoff.ts";
import type { ReturnTicket } from "../seen-messages.ts";
import { SignsOfLife } from "./keepalive.ts";
import { PeerConnection, type PeerOptions } from "./webrtc-connection.ts";

export interface ReturningPeerOptions extends PeerOptions {
  /** Ticket of the server for a return; undefined: the server gave none, or the session is over. */
  readonly ticket: () => ReturnTicket | undefined;
}

interface Broken {
  readonly code: number;
  /** The server waits until this time (`performance.now()`). */
  readonly untilMs: number;
  readonly tries: number;
  readonly last: string;
}

/**
 * After this many unanswered probes, and again after each restart, a request asks the server whether it still has the
 * connection.
 */
const doubted = 2;
/** After each further group of this many probes the network is assumed to have changed. */
const restarted = 5;

export class ReturningPeer implements Connection {
  readonly #options: ReturningPeerOptions;
  readonly #signs: SignsOfLife;
  #peer: PeerConnection | undefined;
  /**
   * The broken connection: it is closed when another one carries the call, since its server would take an earlier close
   * for a goodbye.
   */
  #old: PeerConnection | undefined;
  /** Origin of the server that has the call. */
  #place: string;
  #movedTo: string | undefined;
  #hasLeft = false;
  #isAbandoned = false;
  #pause: ReturnType<typeof setTimeout> | undefined;

  /** Never rejects: failures are reported as events. */
  static async open(options: ReturningPeerOptions): Promise<ReturningPeer> {
    const returning = new ReturningPeer(options);
    const { events, ticket } = options;
    const returnTicket = ticket();
    await returning.#connect({
      ...options,
      // Session of an earlier page.
      ...(returnTicket !== undefined && { query: returning.#returnQuery(returnTicket) }),
      events: returning.#events({ opened: () => events.opened(), refused: (why) => events.refused(why) }),
    });
    return returning;
  }

  private constructor(options: ReturningPeerOptions) {
    this.#options = options;
    this.#place = options.access.origin;
    this.#signs = new SignsOfLife({
      ask: () => this.#listener(),
      silent: (count) => void this.#missed(count),
    });
  }

  sendText(text: string): void {
    this.#peer?.sendText(text);
  }

  sendAudio(): void {
    // The microphone's track is sent directly.
  }

  async figures(): Promise<NetworkFigures | undefined> {
    return await this.#peer?.figures();
  }

  hangUp(): void {
    this.#peer?.hangUp();
  }

  close(): void {
    this.#hasLeft = true;
    this.#signs.close();
    clearTimeout(this.#pause);
    this.#old?.abandon();
    this.#peer?.close();
  }

  abandon(): void {
    this.#hasLeft = this.#isAbandoned = true;
    this.#signs.close();
    clearTimeout(this.#pause);
    this.#old?.abandon();
    this.#peer?.abandon();
  }

  async #connect(options: PeerOptions): Promise<void> {
    const peer = await PeerConnection.open(options);
    if (this.#isAbandoned) peer.abandon();
    else if (this.#hasLeft) peer.close();
    else this.#peer = peer;
  }

  #returnQuery({ token, lastSeq }: ReturnTicket): URLSearchParams {
    const query = new URLSearchParams(this.#options.query);
    query.set("session_token", token);
    query.set("last_seq", String(lastSeq));
    return query;
  }

  #events(of: Pick<ConnectionEvents, "opened" | "refused">): ConnectionEvents {
    const { access, events } = this.#options;
    return {
      ...events,
      opened: () => {
        this.#signs.heard();
        of.opened();
      },
      refused: (why) => of.refused(why),
      text: (text) => {
        this.#signs.heard();
        const message = readMessage(text);
        if (message?.type === "server-message" && message.data.type === "moved")
          this.#movedTo = movedTo(movedCode, message.data.url ?? "", access.origin);
        events.text(text);
      },
      closed: (code) => this.#closed(code),
    };
  }

  #listener(): ((text: string) => void) | undefined {
    const peer = this.#peer;
    if (peer?.isOpen !== true || this.#options.ticket() === undefined) return undefined;
    return (text) => peer.sendText(text);
  }

  /** Neither a dead server nor a changed network reports itself. */
  async #missed(unanswered: number): Promise<void> {
    const peer = this.#peer;
    if (unanswered % restarted === 0) void peer?.restartIce();
    if (unanswered % restarted === doubted && (await peer?.isGone()) === true && this.#signs.isSilent)
      peer?.lose();
  }

  #closed(code: number): void {
    const { events, ticket } = this.#options;
    const { ttlMs } = ticket() ?? {};
    if (this.#hasLeft || ttlMs === undefined) {
      events.closed(code);
      return;
    }
    events.away();
    const last = this.#movedTo ?? this.#place;
    this.#movedTo = undefined;
    this.#comeBack({ code, untilMs: performance.now() + ttlMs, tries: 0, last });
  }

  #comeBack(broken: Broken): void {
    const { code, untilMs, tries, last } = broken;
    const { access, events, ticket } = this.#options;
    const pauseMs = pauseMsAfter(tries);
    const returnTicket = ticket();
    if (this.#old === undefined) this.#old = this.#peer;
    else this.#peer?.abandon();
    this.#peer = undefined;
    if (this.#hasLeft) return;
    if (returnTicket === undefined || performance.now() + pauseMs > untilMs) {
      events.closed(code);
      return;
    }
    const again = this.#returnQuery(returnTicket);
    const place = placeAfter(tries, { last, own: access.origin });
    const opened = (): void => {
      this.#place = place;
      this.#old?.abandon();
      this.#old = undefined;
      events.back();
    };
    const refused: ConnectionEvents["refused"] = (why) => {
      if (isOverFor(why)) events.closed(code);
      else this.#comeBack({ ...broken, tries: tries + 1 });
    };
    this.#pause = setTimeout(() => {
      const parts = { ...this.#options, query: again, access: { ...access, origin: place } };
      void this.#connect({ ...parts, events: this.#events({ opened, refused }) });
    }, pauseMs);
  }
}
