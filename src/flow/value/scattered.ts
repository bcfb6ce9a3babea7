// Text hash: a pseudo-random number that is always the same for the same text.

/** Number from 0 to 2^32 - 1 (FNV-1a, 32 bits, over UTF-16 units): for references, ticket numbers and draws. */
export function scattered(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
