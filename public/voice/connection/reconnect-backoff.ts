// Reconnect backoff: the waits and the servers of a client's attempts to reconnect. Pure.

/** First pauses in milliseconds: another server that continues the call is found within three seconds. */
const pausesMs: readonly number[] = [0, 300, 500, 900, 1_300];
const longestMs = 2_000;

/**
 * A session closed with this code continues at another server; the reason of the close is the server's address, if
 * known.
 */
export const movedCode = 4308;

/** The pause before a try, in milliseconds; `tries`: number of tries so far. */
export function pauseMsAfter(tries: number): number {
  return pausesMs[tries] ?? longestMs;
}

/** Server of the next try: the one that had the call, alternating with the page's own, which may know more. */
export function placeAfter(
  tries: number,
  { last, own }: { readonly last: string; readonly own: string },
): string {
  return tries % 2 === 0 ? last : own;
}

/** New address after such a close; undefined: the same as before. A page over TLS accepts no address without TLS. */
export function movedTo(code: number, reason: string, origin: string): string | undefined {
  const address = code === movedCode ? URL.parse(reason) : null;
  if (address === null || !["http:", "https:"].includes(address.protocol)) return undefined;
  return address.protocol === "http:" && origin.startsWith("https:") ? undefined : address.origin;
}
