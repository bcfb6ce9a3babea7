// Phones: the sounds of English as the CMU dictionary writes them (ARPAbet), each as one byte of the packed dictionary.

const consonants = "B CH D DH F G HH JH K L M N NG P R S SH T TH V W Y Z ZH".split(" ");
const vowels = "AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW".split(" ");
/** A vowel carries its stress: 0 none, 1 the word's main one, 2 a lesser one. */
const names: readonly string[] = [
  ...consonants,
  ...vowels.flatMap((vowel) => ["0", "1", "2"].map((stress) => `${vowel}${stress}`)),
];
const bytes: ReadonlyMap<string, number> = new Map(names.map((name, index) => [name, index + 128]));

/** @internal From 128 on, so that letters and phones can stand in one row of bytes. Throws when there is no such phone. */
export function phoneByte(name: string): number {
  const byte = bytes.get(name);
  if (byte === undefined) throw new Error(`"${name}" is no phone`);
  return byte;
}

export const phoneName = (byte: number): string => names[byte - 128] ?? "";

export const isVowel = (phone: string | undefined): boolean => phone !== undefined && /\d$/.test(phone);
