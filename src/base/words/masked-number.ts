// Masked number: a telephone number as logs and lists show it, by its last two digits.

export function maskedNumber(number: string): string {
  return number.length <= 3 ? "…" : `…${number.slice(-2)}`;
}
