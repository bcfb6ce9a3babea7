// Reconnect backoff: how long a client whose connection broke waits before each try to come back, and where it tries.
// Pure.

/** The first ones, in milliseconds: another server that continues with the call is found within three seconds. */
const pausesMs: readonly number[] = [0, 300, 500, 900, 1_300];
const longestMs = 2_000;

/** Closed with this code, a session continues at another server; its address is the reason, where it is known. */
export const movedCode = 4308;

/** The pause before a try, in milliseconds; `tries`: how many there were. */
export function pauseMsAfter(tries: number): number {
  return pausesMs[tries] ?? longestMs;
}

/** Where the next try goes: to the server that had the call, and in turns to the page's own, which may know better. */
export function placeAfter(
  tries: number,
  { last, own }: { readonly last: string; readonly own: string },
): string {
  return tries % 2 === 0 ? last : own;
}

/** New address after such a close; undefined: where it was. A page over TLS goes nowhere without it. */
export function movedTo(code: number, reason: string, origin: string): string | undefined {
  const address = code === movedCode ? URL.parse(reason) : null;
  if (address === null || !["http:", "https:"].includes(address.protocol)) return undefined;
  return address.protocol === "http:" && origin.startsWith("https:") ? undefined : address.origin;
}
