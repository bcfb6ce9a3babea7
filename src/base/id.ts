// Identifiers: a prefix and a ULID (https://github.com/ulid/spec), so they sort by time and cannot be guessed.

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const timeChars = 10;
const randomChars = 16;

export type IdPrefix =
  | "ses"
  | "acc"
  | "asst"
  | "key"
  | "link"
  | "log"
  | "stay"
  | "flow"
  | "hook"
  | "emb"
  | "num"
  | "call"
  | "msg"
  | "rec"
  | "aud"
  | "src"
  | "era"
  | `preview_${string}`;

/** `prefix_` and 26 characters: 48 bits of `wallMs` (epoch milliseconds), then 80 random bits. */
export function newId(prefix: IdPrefix, wallMs: number): string {
  let time = "";
  for (let left = Math.floor(wallMs), i = 0; i < timeChars; i++, left = Math.floor(left / 32)) {
    time = alphabet.charAt(left % 32) + time;
  }
  const random = crypto.getRandomValues(new Uint8Array(randomChars));
  const tail = Array.from(random, (byte) => alphabet.charAt(byte % 32)).join("");
  return `${prefix}_${time}${tail}`;
}
