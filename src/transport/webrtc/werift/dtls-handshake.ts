// DTLS handshake fixes: begins the handshake at once, drops repeated messages, and never uses a record number twice.
//
// Faults of werift 0.25.2, seen with werift as DTLS client, with the test of each in dtls-handshake.test.ts:
// 1. `RTCDtlsTransport.start` sleeps for 100 ms before `connect()` (webrtc/src/transport/dtls.ts). Reproduce: time from
//    ICE `connected` to the first ClientHello. Test: "the handshake begins in the same turn of the event loop, and once".
// 2. A repeated plaintext flight of the server (a normal retransmission, RFC 6347, 4.2.4) is handled as a new one: keys
//    are exchanged again and media stops. Reproduce: send the server's flight 4 once more behind its Finished.
//    Test: "repeated handshake messages at the end of a handshake change no keys".
// 3. A repeated ServerHelloDone does not make werift send its own last flight again; only its timer of 500 ms does.
//    Test: "a repeated ServerHelloDone brings our last flight again, at once".
// 4. After its Finished, which has number n of epoch 1, werift sets `recordSequenceNumber` to 0 (flight5.ts in
//    dtls/src/flight/client) and counts up over n again. With AES-GCM a nonce that is used twice reveals the key stream
//    (RFC 5288, 3). Reproduce: lose the first Finished and compare the numbers of all records of epoch 1.
//    Test: "no record number is used twice, also when one is lost and sent again".

import type { RTCDtlsTransport } from "werift";

/** RFC 6347, 4.1 and 4.2.2: offset of a record's first message, and the length of that message's header. */
const messageAt = 13;
const messageHeaderBytes = 12;
const handshakeType = 22;
const serverHelloDone = 14;
/** A handshake has fewer than twenty messages; some come in pieces. */
const messagesMax = 256;
/** Flight that ends the client's side of the handshake. */
const lastFlight = 5;
/** More records than a handshake takes. */
const handshakeRecordsMax = 64;

export class HandshakeFixes {
  readonly #dtls: RTCDtlsTransport;
  readonly #seen = new Set<string>();

  /** Create it before the handshake begins. */
  constructor(dtls: RTCDtlsTransport) {
    this.#dtls = dtls;
    dtls.onStateChange.subscribe((state) => {
      if (state === "connecting") queueMicrotask(() => this.#beginNow());
      if (state === "connected") this.#passUsedNumbers();
    });
  }

  /**
   * True if this plaintext record has come before (fix 2); werift must not get it again. A repeated ServerHelloDone
   * resends our last flight (fix 3). `record`: one whole DTLS record with its header.
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

  /** Fix 1. A peer that is not ready yet gets the same messages again by werift's own timer. */
  #beginNow(): void {
    const client = this.#dtls.dtls;
    if (client === undefined || !isClient(client)) return;
    const begun = client.connect();
    // werift's own call after its sleep gets this result.
    begun.catch(() => undefined);
    client.connect = () => begun;
  }

  /** Fix 4: continues behind all numbers that the handshake can have used. */
  #passUsedNumbers(): void {
    const context = this.#dtls.dtls?.dtls;
    if (context !== undefined) context.recordSequenceNumber += handshakeRecordsMax;
  }
}

function isClient(socket: object): socket is { connect: () => Promise<void> } {
  return "connect" in socket && typeof socket.connect === "function";
}
