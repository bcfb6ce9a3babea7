// Negotiated keys: the SRTP keys of a DTLS handshake, taken out of werift.

import type { RTCDtlsTransport } from "werift";
import type { SrtpKeys } from "../srtp.ts";

/**
 * The number of AES-GCM among the profiles of DTLS-SRTP (RFC 7714, 14.2); the other one that werift speaks is counter
 * mode.
 */
const gcmProfile = 7;

/** The keys of one direction; the handshake has to be over. */
export function keysOf(context: RTCDtlsTransport["srtp"]["localContext"]): SrtpKeys {
  const { srtpSessionKey, srtpSessionSalt, srtpSessionAuthTag } = context;
  return {
    profile: Number(context.profile) === gcmProfile ? "aes-128-gcm" : "aes-128-cm-sha1-80",
    key: srtpSessionKey,
    salt: srtpSessionSalt,
    authentication: srtpSessionAuthTag,
  };
}
