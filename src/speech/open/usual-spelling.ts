// Usual spelling: modern forms of words that the open recogniser spells like old books.

const spellings: readonly (readonly [written: RegExp, usual: string])[] = [
  [/\b(t)o-(day|morrow|night)\b/gi, "$1o$2"],
  [/\b(g)ood-?by\b(?!e)/gi, "$1oodbye"],
  [/\b(g)ood-bye\b/gi, "$1oodbye"],
  [/\b(half|quarter)-(past|to)\b/gi, "$1 $2"],
];

export function usualSpelling(text: string): string {
  return spellings.reduce((words, [written, usual]) => words.replaceAll(written, usual), text);
}
