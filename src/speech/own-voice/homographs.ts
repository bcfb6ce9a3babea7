// Homographs: words of one spelling and two sounds, distinguished by adjacent words.

/** The words of the sentence around a homograph, in small letters; marks count as words. */
export interface WordsAround {
  /** The nearest first. */
  readonly before: readonly string[];
  /** The nearest first. */
  readonly after: readonly string[];
}

type Phones = readonly [usual: string, other: string];
type IsOther = (around: WordsAround) => boolean;

/** Words followed by a noun. */
const noun =
  /^(?:a|an|the|this|that|your|my|our|his|her|their|its|new|no|each|every|any|some|of|in|for|by|with|one|own|good|last|next|first)$/;
/** Words followed by a verb. */
const verb =
  /^(?:to|will|can|could|would|should|may|might|must|shall|cannot|i|we|you|they|please|not|do|did|and|who|let|let's|us)$|'ll$|n't$|'d$/;
const adverb = /^(?:also|just|only|never|always|then|now|all|both)$|..ly$/;
/** Beginnings of an object. */
const object =
  /^(?:the|a|an|this|these|those|your|my|our|his|its|their|it|me|you|them|him|us|every|each|all|any|one|two|no|some|that)$/;
const preposition = /^(?:in|on|at|by|with|from|to|for|when|if|after|before|during|over|under|into)$/;
const clauseEnd = /^[.,;:!?]?$/;
const sentenceEnd = /^[.!?]?$/;
/** "Sales", not "this" or "business". */
const plural = /^(?!this$|his$|its$|was$|has$|does$|yes$|always$|us$).{2,}[^s'iu]s$/;

const at = (words: readonly string[], place: number): string => words[place] ?? "";

/** "I gladly refund", "Sales increase every spring", "Insert your card". */
const isVerb: IsOther = ({ before, after }) => {
  const previous = before.find((word) => !adverb.test(word)) ?? "";
  const [next, further] = [at(after, 0), at(after, 1)];
  if (verb.test(previous)) return true;
  if (plural.test(previous)) return object.test(next) || (preposition.test(next) && object.test(further));
  return clauseEnd.test(previous) && object.test(next);
};

/** "No excuse", "a poor excuse." */
const isNoun: IsOther = ({ before, after }) => {
  const [previous, next] = [at(before, 0), at(after, 0)];
  if (noun.test(previous)) return true;
  return !verb.test(previous) && noun.test(at(before, 1)) && !object.test(next);
};

const isPast: IsOther = ({ before, after }) => {
  const previous = before.find((word) => !adverb.test(word) && word !== "been") ?? "";
  if (/^(?:he|she|it|have|has|had|having|been|was|were|is|be|already|last)$|'ve$|.'s$/.test(previous))
    return true;
  if (/^(?:to|will|can|could|would|should|must|do|did|please)$|n't$|'ll$/.test(previous)) return false;
  return (
    after.some((word) => /^(?:yesterday|ago|earlier|already)$/.test(word)) || /\blast\b/.test(after.join(" "))
  );
};

/** Nouns that are verbs with another stress. */
const stressed: Readonly<Record<string, Phones>> = {
  address: ["AE1 D R EH2 S", "AH0 D R EH1 S"],
  conduct: ["K AA1 N D AH0 K T", "K AH0 N D AH1 K T"],
  conflict: ["K AA1 N F L IH0 K T", "K AH0 N F L IH1 K T"],
  contest: ["K AA1 N T EH0 S T", "K AH0 N T EH1 S T"],
  contract: ["K AA1 N T R AE2 K T", "K AH0 N T R AE1 K T"],
  decrease: ["D IY1 K R IY2 S", "D IH0 K R IY1 S"],
  defect: ["D IY1 F EH0 K T", "D IH0 F EH1 K T"],
  desert: ["D EH1 Z ER0 T", "D IH0 Z ER1 T"],
  discount: ["D IH1 S K AW0 N T", "D IH0 S K AW1 N T"],
  escort: ["EH1 S K AO0 R T", "EH0 S K AO1 R T"],
  export: ["EH1 K S P AO0 R T", "IH0 K S P AO1 R T"],
  extract: ["EH1 K S T R AE2 K T", "IH0 K S T R AE1 K T"],
  house: ["HH AW1 S", "HH AW1 Z"],
  import: ["IH1 M P AO2 R T", "IH0 M P AO1 R T"],
  increase: ["IH1 N K R IY2 S", "IH0 N K R IY1 S"],
  insert: ["IH1 N S ER2 T", "IH0 N S ER1 T"],
  insult: ["IH1 N S AH2 L T", "IH0 N S AH1 L T"],
  object: ["AA1 B JH EH0 K T", "AH0 B JH EH1 K T"],
  perfect: ["P ER1 F IH0 K T", "P ER0 F EH1 K T"],
  permit: ["P ER1 M IH2 T", "P ER0 M IH1 T"],
  present: ["P R EH1 Z AH0 N T", "P R IY0 Z EH1 N T"],
  progress: ["P R AA1 G R EH2 S", "P R AH0 G R EH1 S"],
  project: ["P R AA1 JH EH0 K T", "P R AH0 JH EH1 K T"],
  protest: ["P R OW1 T EH2 S T", "P R AH0 T EH1 S T"],
  rebel: ["R EH1 B AH0 L", "R IH0 B EH1 L"],
  record: ["R EH1 K ER0 D", "R AH0 K AO1 R D"],
  refund: ["R IY1 F AH2 N D", "R IH0 F AH1 N D"],
  refuse: ["R EH1 F Y UW2 Z", "R AH0 F Y UW1 Z"],
  subject: ["S AH1 B JH IH0 K T", "S AH0 B JH EH1 K T"],
  suspect: ["S AH1 S P EH2 K T", "S AH0 S P EH1 K T"],
  update: ["AH1 P D EY2 T", "AH0 P D EY1 T"],
  upset: ["AH1 P S EH2 T", "AH0 P S EH1 T"],
  // Words in "-ate" lose a vowel as nouns and adjectives.
  advocate: ["AE1 D V AH0 K AH0 T", "AE1 D V AH0 K EY2 T"],
  alternate: ["AO1 L T ER0 N AH0 T", "AO1 L T ER0 N EY2 T"],
  appropriate: ["AH0 P R OW1 P R IY0 AH0 T", "AH0 P R OW1 P R IY0 EY2 T"],
  approximate: ["AH0 P R AA1 K S AH0 M AH0 T", "AH0 P R AA1 K S AH0 M EY2 T"],
  associate: ["AH0 S OW1 S IY0 AH0 T", "AH0 S OW1 S IY0 EY2 T"],
  coordinate: ["K OW0 AO1 R D AH0 N AH0 T", "K OW0 AO1 R D AH0 N EY2 T"],
  delegate: ["D EH1 L AH0 G AH0 T", "D EH1 L AH0 G EY2 T"],
  deliberate: ["D IH0 L IH1 B ER0 AH0 T", "D IH0 L IH1 B ER0 EY2 T"],
  duplicate: ["D UW1 P L AH0 K AH0 T", "D UW1 P L AH0 K EY2 T"],
  elaborate: ["IH0 L AE1 B R AH0 T", "IH0 L AE1 B ER0 EY2 T"],
  estimate: ["EH1 S T AH0 M AH0 T", "EH1 S T AH0 M EY2 T"],
  graduate: ["G R AE1 JH AH0 W AH0 T", "G R AE1 JH AH0 W EY2 T"],
  moderate: ["M AA1 D ER0 AH0 T", "M AA1 D ER0 EY2 T"],
  separate: ["S EH1 P ER0 AH0 T", "S EH1 P ER0 EY2 T"],
};

/** Verbs that are nouns with another sound. */
const nouns: Readonly<Record<string, Phones>> = {
  abuse: ["AH0 B Y UW1 Z", "AH0 B Y UW1 S"],
  excuse: ["IH0 K S K Y UW1 Z", "IH0 K S K Y UW1 S"],
  produce: ["P R AH0 D UW1 S", "P R OW1 D UW0 S"],
  tear: ["T EH1 R", "T IH1 R"],
  use: ["Y UW1 Z", "Y UW1 S"],
};

/** `before` and `after`: adjacent words that select the other sound. */
const nextTo =
  ({ before, after }: { readonly before?: RegExp; readonly after?: RegExp }): IsOther =>
  (wordsAround) =>
    before?.test(at(wordsAround.before, 0)) === true || after?.test(at(wordsAround.after, 0)) === true;

const single: Readonly<Record<string, readonly [...Phones, IsOther]>> = {
  bass: ["B EY1 S", "B AE1 S", nextTo({ after: /^(?:fish|fishing)$/ })],
  bow: [
    "B OW1",
    "B AW1",
    (wordsAround) =>
      isVerb(wordsAround) ||
      (/^t(?:ake|akes|ook|aking)$/.test(at(wordsAround.before, 1)) && at(wordsAround.before, 0) === "a"),
  ],
  close: [
    "K L OW1 Z",
    "K L OW1 S",
    nextTo({
      before: /^(?:very|so|too|is|are|was|how|as|quite|be|it's|get|come|stay|really)$/,
      after: /^(?:to|by|friend|friends|enough)$/,
    }),
  ],
  content: ["K AA1 N T EH0 N T", "K AH0 N T EH1 N T", nextTo({ before: /^(?:am|is|are|be|i'm|not|very)$/ })],
  lead: [
    "L IY1 D",
    "L EH1 D",
    (wordsAround) =>
      /^(?:pipe|pipes|paint|poisoning|acid|free)$/.test(at(wordsAround.after, 0)) ||
      (/^(?:of|contains?|containing|with|from|like)$/.test(at(wordsAround.before, 0)) &&
        clauseEnd.test(at(wordsAround.after, 0))),
  ],
  live: [
    "L IH1 V",
    "L AY1 V",
    nextTo({
      before: /^(?:a|the|go|going|goes|is|are|our|watch|see)$/,
      after:
        /^(?:agent|agents|chat|music|stream|show|person|operator|call|calls|update|updates|events?|now|tonight)$/,
    }),
  ],
  lives: ["L IH1 V Z", "L AY1 V Z", nextTo({ before: /^(?:their|our|your|the|many|of|human|save|saved)$/ })],
  minute: [
    "M IH1 N AH0 T",
    "M AY0 N UW1 T",
    (wordsAround) =>
      /^(?:amount|amounts|detail|details|differences?)$/.test(at(wordsAround.after, 0)) ||
      (/^(?:is|are|was|were|so|very|too)$/.test(at(wordsAround.before, 0)) &&
        clauseEnd.test(at(wordsAround.after, 0))),
  ],
  read: ["R IY1 D", "R EH1 D", isPast],
  records: [
    "R EH1 K ER0 D Z",
    "R AH0 K AO1 R D Z",
    nextTo({ before: /^(?:it|he|she|that|which|who|system)$/ }),
  ],
  uses: ["Y UW1 Z AH0 Z", "Y UW1 S AH0 Z", nextTo({ before: /^(?:the|many|several|other|two|of|its)$/ })],
  used: ["Y UW1 Z D", "Y UW1 S T", nextTo({ after: /^to$/ })],
  wind: [
    "W IH1 N D",
    "W AY1 N D",
    (wordsAround) =>
      verb.test(at(wordsAround.before, 0)) ||
      (sentenceEnd.test(at(wordsAround.before, 0)) && isVerb(wordsAround)),
  ],
  wound: [
    "W UW1 N D",
    "W AW1 N D",
    nextTo({ before: /^(?:he|she|it|they|i|we|has|had|got|been)$/, after: /^(?:up|down|around|back)$/ }),
  ],
};

/** Phones of a lower-case word between others; undefined if it is no homograph. */
export function homographPhones(word: string, wordsAround: WordsAround): string | undefined {
  const [usual, other, isOther] = rowOf(word) ?? [];
  if (isOther === undefined) return undefined;
  return isOther(wordsAround) ? other : usual;
}

function rowOf(word: string): readonly [...Phones, IsOther] | undefined {
  if (Object.hasOwn(single, word)) return single[word];
  const [table, isOther] = Object.hasOwn(stressed, word) ? [stressed, isVerb] : [nouns, isNoun];
  const phones = Object.hasOwn(table, word) ? table[word] : undefined;
  return phones === undefined ? undefined : [...phones, isOther];
}
