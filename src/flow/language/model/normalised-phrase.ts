// Normal form of a phrase: case, apostrophes, punctuation and spaces make no difference when phrases are compared.

/** The phrase in lower case, with single spaces and without apostrophes and punctuation. */
export function normalised(phrase: string): string {
  return phrase
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[’']/g, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
