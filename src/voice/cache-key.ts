// Cache key: names the common beginning of requests to a language model, so that a vendor routes equal beginnings to
// the same cache.

/**
 * Equal for equal parts in the same order; 43 characters. A hash, since vendors keep keys longer than prompts and
 * take at most 64 characters (developers.openai.com/api/docs/guides/prompt-caching).
 */
export function cacheKeyOf(parts: readonly string[]): string {
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(parts)).digest("base64url");
}
