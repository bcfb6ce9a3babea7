// WebSocket connection: audio as binary messages, everything else as text. A broken socket is replaced, for the same
// session, at the server that has it by then.

import type { Connection, ConnectionEvents, NetworkFigures } from "./connection.ts";
import { addressAt, type CallAccess } from "../call-access.ts";
import { explainRefusal, isOverFor, problemOf, type Refusal, unreachable } from "../call-refusal.ts";
import { wireText } from "../messages.ts";
import { movedCode, movedTo, pauseMsAfter, placeAfter } from "./reconnect-backoff.ts";
import type { ReturnTicket } from "../seen-messages.ts";
import { isThere, SignsOfLife } from "./keepalive.ts";
import { PolicyWatch } from "./policy-watch.ts";

export interface SocketOptions {
  readonly query: URLSearchParams;
  readonly access: CallAccess;
  readonly events: ConnectionEvents;
  /** Ticket of the server for a return; undefined: the server gave none, or the session is over. */
  readonly ticket: () => ReturnTicket | undefined;
}

interface Opening {
  readonly url: URL;
  readonly protocols: readonly string[];
  readonly opened: () => void;
  readonly failed: () => void;
}

/** A connection that broke with `code`; the server waits until `untilMs` (`performance.now()`). */
interface Broken {
  readonly code: number;
  readonly untilMs: number;
  readonly tries: number;
  /** The origin of the server that had the call. */
  readonly last: string;
}

/**
 * Milliseconds after which a socket that has not opened is abandoned: a policy or a network may silently swallow it.
 */
const openMsMax = 10_000;
/** Unsent bytes above which the microphone's audio is dropped: two seconds. */
const unsentBytesMax = 64_000;
/**
 * Longest wait for the server's answer whether a session is over, in milliseconds: the next try, which is likelier to
 * help, waits for it.
 */
const overMsMax = 1_000;
/** Number of unanswered probes after which the socket is abandoned, if other requests are answered: two seconds. */
const doubted = 5;
/** Closes the socket of a left page, so that its session waits. */
const leftCode = 4001;
/** Close codes (RFC 6455, section 7.4) of connections that broke on the way; others are intended. */
const brokenCodes: ReadonlySet<number> = new Set([1001, 1006, 1011, 1012, 1013, 1014, movedCode]);

/** Connects at once. The token travels as a WebSocket subprotocol, because browsers allow no other header. */
export class SocketConnection implements Connection {
  readonly #options: SocketOptions;
  readonly #signs: SignsOfLife;
  #socket: WebSocket;
  /** Silent socket: closed when another one carries the call, or its server would take that for a goodbye. */
  #old: WebSocket | undefined;
  /** Origin of the server that has the call. */
  #place: string;
  /** Number of moves to another server since the last message. */
  #moves = 0;
  #hasLeft = false;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(options: SocketOptions) {
    this.#options = options;
    const { query, access, events } = options;
    this.#place = access.origin;
    this.#signs = new SignsOfLife({
      ask: () => this.#listener(),
      silent: (count) => void this.#missed(count),
    });
    const policy = new PolicyWatch();
    const returnTicket = options.ticket();
    const refused = async (): Promise<Refusal> => {
      if (returnTicket === undefined) return await explainRefusal(query, access);
      return (await refusalAt(this.#returnAddress(returnTicket, access.origin))) ?? unreachable;
    };
    this.#socket = this.#open({
      // Address of an earlier page's session, or of a new one.
      url: returnTicket
        ? this.#returnAddress(returnTicket, access.origin)
        : addressAt(access, `/ws?${query.toString()}`),
      protocols: [
        "voice.v1",
        ...(returnTicket || access.token === undefined ? [] : [`bearer.${access.token}`]),
      ],
      opened: () => {
        policy.close();
        events.opened();
      },
      failed: () => {
        const forbidden = policy.close();
        if (forbidden !== undefined) events.refused(forbidden);
        else void refused().then((refusal) => events.refused(refusal));
      },
    });
  }

  sendText(text: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  sendAudio(pcm: Int16Array<ArrayBuffer>): void {
    const socket = this.#socket;
    if (socket.readyState === WebSocket.OPEN && socket.bufferedAmount < unsentBytesMax) socket.send(pcm);
  }

  figures(): Promise<NetworkFigures | undefined> {
    return Promise.resolve(undefined);
  }

  hangUp(): void {
    this.sendText(wireText("disconnect-bot"));
  }

  close(): void {
    this.#hasLeft = true;
    this.#signs.close();
    clearTimeout(this.#pause);
    this.#old?.close();
    this.#socket.close(1000);
  }

  abandon(): void {
    this.#hasLeft = true;
    this.#signs.close();
    clearTimeout(this.#pause);
    // The code may be any except a goodbye's. The browser closes a silent connection together with its page.
    if (this.#socket !== this.#old) this.#socket.close(leftCode);
  }

  #returnAddress({ token, lastSeq }: ReturnTicket, origin: string): URL {
    const url = new URL(`/v1/ws/${token}`, origin);
    url.searchParams.set("last_seq", String(lastSeq));
    url.searchParams.set("features", this.#options.query.get("features") ?? "");
    return url;
  }

  #listener(): ((text: string) => void) | undefined {
    const isOpen = this.#socket.readyState === WebSocket.OPEN && this.#socket !== this.#old;
    return isOpen && this.#options.ticket() !== undefined ? (text) => this.sendText(text) : undefined;
  }

  /** If its machine fails, a server's sockets are never closed. */
  async #missed(unanswered: number): Promise<void> {
    const socket = this.#socket;
    if (unanswered % doubted !== 0 || !(await isThere(this.#options.access.origin))) return;
    if (!this.#signs.isSilent || socket !== this.#socket || socket.readyState !== WebSocket.OPEN) return;
    this.#old = socket;
    this.#closed(1006, "");
  }

  #open({ url, protocols, opened, failed }: Opening): WebSocket {
    const { events } = this.#options;
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url, [...protocols]);
    socket.binaryType = "arraybuffer";
    let isOpen = false;
    let isLost = false;
    const lose = (): void => {
      if (!isLost && !isOpen) failed();
      isLost = true;
    };
    const patience = setTimeout(() => {
      socket.close();
      lose();
    }, openMsMax);
    // A socket that the page's policy blocks fails without a close.
    socket.addEventListener("error", lose);
    socket.addEventListener("open", () => {
      clearTimeout(patience);
      isOpen = true;
      this.#signs.heard();
      opened();
    });
    socket.addEventListener("message", ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (socket === this.#old) return;
      this.#signs.heard();
      this.#moves = 0;
      if (typeof data === "string") events.text(data);
      else events.audio(data);
    });
    socket.addEventListener("close", ({ code, reason }) => {
      clearTimeout(patience);
      if (socket === this.#old) return;
      if (isOpen) this.#closed(code, reason);
      else lose();
    });
    return socket;
  }

  #closed(code: number, reason: string): void {
    const { access, events, ticket } = this.#options;
    const { ttlMs } = ticket() ?? {};
    if (this.#hasLeft || ttlMs === undefined || !brokenCodes.has(code)) {
      events.closed(code);
      return;
    }
    events.away();
    const last = movedTo(code, reason, access.origin) ?? this.#place;
    // Servers that pass the client back and forth are tried less and less often.
    const tries = code === movedCode ? this.#moves++ * 2 : 0;
    this.#comeBack({ code, untilMs: performance.now() + ttlMs, tries, last });
  }

  #comeBack(broken: Broken): void {
    const { code, untilMs, tries, last } = broken;
    const { access, events, ticket } = this.#options;
    const pauseMs = pauseMsAfter(tries);
    const returnTicket = ticket();
    if (this.#hasLeft) return;
    if (returnTicket === undefined || performance.now() + pauseMs > untilMs) {
      events.closed(code);
      return;
    }
    const place = placeAfter(tries, { last, own: access.origin });
    const address = this.#returnAddress(returnTicket, place);
    const failed = async (): Promise<void> => {
      const refusal = await refusalAt(address);
      if (refusal !== undefined && isOverFor(refusal)) events.closed(code);
      else this.#comeBack({ ...broken, tries: tries + 1 });
    };
    this.#pause = setTimeout(() => {
      const opened = (): void => {
        this.#place = place;
        this.#old?.close();
        events.back();
      };
      this.#socket = this.#open({
        url: address,
        protocols: ["voice.v1"],
        opened,
        failed: () => void failed(),
      });
    }, pauseMs);
  }
}

/** The server's refusal of a socket at this address. Browsers hide that from the socket itself. */
async function refusalAt(socketAddress: URL): Promise<Refusal | undefined> {
  const url = new URL(socketAddress);
  url.protocol = url.protocol.replace(/^ws/, "http");
  try {
    return await problemOf(await fetch(url, { signal: AbortSignal.timeout(overMsMax) }));
  } catch {
    return undefined;
  }
}
