// What the library's DTLS handshake needs from outside: it is begun at once, hears each message once, and no number of
// an encrypted record is used twice.

import type { RTCDtlsTransport } from "werift";

/** RFC 6347, 4.1 and 4.2.2: where in a record its first message begins, and how long that one's own header is. */
const messageAt = 13;
const messageHeaderBytes = 12;
const handshakeType = 22;
const serverHelloDone = 14;
/** A handshake has fewer than twenty messages; some come in pieces. */
const messagesMax = 256;
/** The flight of the client that ends its side of the handshake. */
const lastFlight = 5;
/** More records than a handshake takes. */
const handshakeRecordsMax = 64;

export class HandshakeFixes {
  readonly #dtls: RTCDtlsTransport;
  readonly #seen = new Set<string>();

  /** Before the handshake begins. */
  constructor(dtls: RTCDtlsTransport) {
    this.#dtls = dtls;
    dtls.onStateChange.subscribe((state) => {
      if (state === "connecting") queueMicrotask(() => this.#beginNow());
      if (state === "connected") this.#passUsedNumbers();
    });
  }

  /**
   * Whether this plain record was there before. A peer on a slow way repeats itself; werift would take what is repeated
   * for the beginning of another handshake, and exchange the keys that are already in use. The last such message asks
   * for ours once more.
   */
  isRepeated(record: Buffer): boolean {
    const isMessage = record[0] === handshakeType && record.readUInt16BE(3) === 0;
    if (!isMessage || this.#dtls.role !== "client") return false;
    if (record.length < messageAt + messageHeaderBytes) return true;
    const name = record.toString("latin1", messageAt, messageAt + messageHeaderBytes);
    if (!this.#seen.has(name) && this.#seen.size < messagesMax) {
      this.#seen.add(name);
      return false;
    }
    if (record[messageAt] === serverHelloDone) this.#repeat();
    return true;
  }

  #repeat(): void {
    const socket = this.#dtls.dtls;
    if (socket === undefined || socket.dtls.flight !== lastFlight) return;
    for (const message of socket.dtls.lastMessage) {
      void socket.transport.send(message).catch(() => undefined);
    }
  }

  /** werift waits for 100 ms first. A peer that is not ready yet gets the same words again. */
  #beginNow(): void {
    const client = this.#dtls.dtls;
    if (client === undefined || !isClient(client)) return;
    const begun = client.connect();
    // Whoever calls it later hears how that went.
    begun.catch(() => undefined);
    client.connect = () => begun;
  }

  /**
   * werift counts from zero again, over the number that its last message of the handshake had: a key needs new ones.
   */
  #passUsedNumbers(): void {
    const context = this.#dtls.dtls?.dtls;
    if (context !== undefined) context.recordSequenceNumber += handshakeRecordsMax;
  }
}

function isClient(socket: object): socket is { connect: () => Promise<void> } {
  return "connect" in socket && typeof socket.connect === "function";
}
