// Random secrets: made by this program, and their stored hash.

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Largest multiple of 62 in a byte: higher bytes would favour some characters. */
const fair = 256 - (256 % alphabet.length);

/** Letters and digits with equal probability. */
export function randomText(chars: number): string {
  let text = "";
  while (text.length < chars) {
    for (const byte of crypto.getRandomValues(new Uint8Array(chars))) {
      if (byte < fair && text.length < chars) text += alphabet.charAt(byte % alphabet.length);
    }
  }
  return text;
}

/** Enough for long random texts; passwords need more. */
export function hashOf(secret: string): string {
  return new Bun.CryptoHasher("sha256").update(secret).digest("hex");
}
