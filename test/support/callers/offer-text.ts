// Offer text: the SDP offer of a caller who never connects, with everything that the server needs for an answer, and
// candidates that a test chooses.

/** User name in its signed checks; see RFC 8445, 7.2.2. */
export const offerUfrag = "EsAw";

const fingerprint = Array.from({ length: 32 }, () => "D2").join(":");

/** Text of the SDP; candidates come from `udpCandidate`. */
export function offerText(candidates: readonly string[]): string {
  return [
    "v=0",
    "o=- 1 1 IN IP4 127.0.0.1",
    "s=-",
    "t=0 0",
    "m=audio 9 UDP/TLS/RTP/SAVPF 111",
    "c=IN IP4 0.0.0.0",
    "a=mid:0",
    "a=sendrecv",
    "a=rtcp-mux",
    "a=rtpmap:111 opus/48000/2",
    `a=ice-ufrag:${offerUfrag}`,
    "a=ice-pwd:P2uYro0UCOQ4zxjKXaWCBui1",
    `a=fingerprint:sha-256 ${fingerprint}`,
    "a=setup:actpass",
    ...candidates.map((candidate) => `a=${candidate}`),
    "",
  ].join("\r\n");
}

/** RFC 8839, 5.1. */
export function udpCandidate(port: number, address = "127.0.0.1"): string {
  return `candidate:${port} 1 udp 2122260223 ${address} ${port} typ host`;
}
