// Normal form of a phrase: case, apostrophes, punctuation and spaces make no difference when phrases are compared.

export function normalised(phrase: string): string {
  return phrase
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[’']/g, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
