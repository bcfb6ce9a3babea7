// Hook URL: maximum length of a receiver's address. Queues of deliveries are indexed by it, and Postgres indexes no
// text longer than 2,704 bytes.

export const hookUrlBytesMax = 2_048;

export function isHookUrlTooLong(url: string): boolean {
  return new TextEncoder().encode(url).length > hookUrlBytesMax;
}
