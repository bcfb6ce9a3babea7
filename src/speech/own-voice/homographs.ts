// Homographs: words of one spelling and two sounds, told apart by the word before them or the word behind them.

interface Homograph {
  readonly usual: string;
  readonly other: string;
  /** The other sound is meant behind these words. */
  readonly before?: RegExp;
  /** The other sound is meant in front of these words. */
  readonly after?: RegExp;
}

/** Words behind which a noun follows. */
const noun =
  /^(?:a|an|the|this|that|your|my|our|his|her|their|its|new|no|each|every|any|some|of|in|for|by|with|one|own|good|last|next|first)$/;
/** Words behind which a verb follows. */
const verb =
  /^(?:to|will|can|could|would|should|may|might|must|i|we|you|they|please|not|don't|didn't|and|who|let|let's|us|'ll|i'll|we'll|you'll)$/;

const homographs: Readonly<Record<string, Homograph>> = {
  read: {
    usual: "R IY1 D",
    other: "R EH1 D",
    before: /^(?:he|she|it|have|has|had|having|been|was|were|is|be|i've|we've|he's|already|last|just)$/,
  },
  lead: { usual: "L IY1 D", other: "L EH1 D", after: /^(?:pipe|pipes|paint|poisoning|acid|free)$/ },
  live: {
    usual: "L IH1 V",
    other: "L AY1 V",
    before: /^(?:a|the|go|going|goes|is|are|our|watch|see)$/,
    after: /^(?:agent|agents|chat|music|stream|show|person|operator|call|calls|update|updates|events?|now)$/,
  },
  record: { usual: "R EH1 K ER0 D", other: "R AH0 K AO1 R D", before: verb },
  records: {
    usual: "R EH1 K ER0 D Z",
    other: "R AH0 K AO1 R D Z",
    before: /^(?:it|he|she|that|which|who|system)$/,
  },
  present: { usual: "P R EH1 Z AH0 N T", other: "P R IY0 Z EH1 N T", before: verb },
  object: { usual: "AA1 B JH EH0 K T", other: "AH0 B JH EH1 K T", before: verb },
  project: { usual: "P R AA1 JH EH0 K T", other: "P R AH0 JH EH1 K T", before: verb },
  permit: { usual: "P ER1 M IH2 T", other: "P ER0 M IH1 T", before: verb },
  refund: { usual: "R IY1 F AH2 N D", other: "R IH0 F AH1 N D", before: verb },
  contract: { usual: "K AA1 N T R AE2 K T", other: "K AH0 N T R AE1 K T", before: verb },
  content: { usual: "K AA1 N T EH0 N T", other: "K AH0 N T EH1 N T", before: /^(?:am|is|are|be|i'm|not)$/ },
  address: { usual: "AE1 D R EH2 S", other: "AH0 D R EH1 S", before: verb },
  minute: {
    usual: "M IH1 N AH0 T",
    other: "M AY0 N UW1 T",
    after: /^(?:amount|amounts|detail|details|differences?)$/,
  },
  wind: { usual: "W IH1 N D", other: "W AY1 N D", before: verb },
  close: {
    usual: "K L OW1 Z",
    other: "K L OW1 S",
    before: /^(?:very|so|too|is|are|how|as|quite|be)$/,
    after: /^(?:to|by|friend|friends|enough)$/,
  },
  use: { usual: "Y UW1 Z", other: "Y UW1 S", before: noun },
  used: { usual: "Y UW1 Z D", other: "Y UW1 S T", after: /^to$/ },
  house: { usual: "HH AW1 S", other: "HH AW1 Z", before: /^(?:to|can|will)$/ },
  estimate: { usual: "EH1 S T AH0 M AH0 T", other: "EH1 S T AH0 M EY2 T", before: verb },
  separate: { usual: "S EH1 P ER0 AH0 T", other: "S EH1 P ER0 EY2 T", before: verb },
  update: { usual: "AH1 P D EY2 T", other: "AH0 P D EY1 T", before: verb },
  bass: { usual: "B EY1 S", other: "B AE1 S", after: /^(?:fish|fishing)$/ },
  tear: { usual: "T EH1 R", other: "T IH1 R", before: noun },
  desert: { usual: "D EH1 Z ER0 T", other: "D IH0 Z ER1 T", before: verb },
  excuse: { usual: "IH0 K S K Y UW1 Z", other: "IH0 K S K Y UW1 S", before: noun },
  perfect: { usual: "P ER1 F IH0 K T", other: "P ER0 F EH1 K T", before: /^(?:to|will|can)$/ },
  conduct: { usual: "K AA1 N D AH0 K T", other: "K AH0 N D AH1 K T", before: verb },
  produce: { usual: "P R AH0 D UW1 S", other: "P R OW1 D UW0 S", before: noun },
  increase: { usual: "IH1 N K R IY2 S", other: "IH0 N K R IY1 S", before: verb },
  invalid: { usual: "IH0 N V AE1 L AH0 D", other: "IH1 N V AH0 L AH0 D", before: /^an elderly$/ },
};

/** The phones of a word between two others, all in small letters; undefined when it is no homograph. */
export function homographPhones(
  word: string,
  between: { readonly before: string; readonly after: string },
): string | undefined {
  const found = Object.hasOwn(homographs, word) ? homographs[word] : undefined;
  if (found === undefined) return undefined;
  const isOther = found.before?.test(between.before) === true || found.after?.test(between.after) === true;
  return isOther ? found.other : found.usual;
}
