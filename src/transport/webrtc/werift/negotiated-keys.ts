// Negotiated keys: extracts the SRTP keys of a DTLS handshake from werift.

import type { RTCDtlsTransport } from "werift";
import type { SrtpKeys } from "../srtp.ts";

/** SRTP_AES128_CM_HMAC_SHA1_80 (RFC 5764, 4.1.2). */
const counterMode = 1;

/**
 * Call before the handshake: the library would prefer AES-GCM. Every peer supports counter mode too (RFC 8827, 6.5).
 */
export function takeCounterMode(dtls: RTCDtlsTransport): void {
  Reflect.set(dtls, "srtpProfiles", [counterMode]);
}

/** Keys of one direction, after the handshake. */
export function keysOf(context: RTCDtlsTransport["srtp"]["localContext"]): SrtpKeys {
  const { srtpSessionKey, srtpSessionSalt, srtpSessionAuthTag } = context;
  return { key: srtpSessionKey, salt: srtpSessionSalt, authentication: srtpSessionAuthTag };
}
