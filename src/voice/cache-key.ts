// Cache key: names what requests to a language model begin with, so that a vendor sends those that begin alike to where
// that beginning is cached already.

/**
 * The same for the same parts in the same order; 43 characters. A hash, since vendors keep keys longer than prompts
 * and take no more than 64 characters (developers.openai.com/api/docs/guides/prompt-caching).
 */
export function cacheKeyOf(parts: readonly string[]): string {
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(parts)).digest("base64url");
}
