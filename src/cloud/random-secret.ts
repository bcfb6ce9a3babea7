// Random secrets: secrets that this program makes, and their stored hash.

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** The largest multiple of 62 that fits a byte: bytes from here on would favour some characters. */
const fair = 256 - (256 % alphabet.length);

/** Letters and digits, each as likely as the other. */
export function randomText(chars: number): string {
  let text = "";
  while (text.length < chars) {
    for (const byte of crypto.getRandomValues(new Uint8Array(chars))) {
      if (byte < fair && text.length < chars) text += alphabet.charAt(byte % alphabet.length);
    }
  }
  return text;
}

/** Enough for what is long and random; passwords need more. */
export function hashOf(secret: string): string {
  return new Bun.CryptoHasher("sha256").update(secret).digest("hex");
}
