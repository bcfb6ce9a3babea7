// Hook URL: how long the address of a receiver may be. Queues of deliveries are looked up by it, and Postgres keeps no
// text in an index that is longer than 2,704 bytes.

export const hookUrlBytesMax = 2_048;

export function isHookUrlTooLong(url: string): boolean {
  return new TextEncoder().encode(url).length > hookUrlBytesMax;
}
