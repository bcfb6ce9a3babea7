// Phrases as they are compared: case, apostrophes, punctuation and spaces make no difference.

export function normalised(phrase: string): string {
  return phrase
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[’']/g, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
