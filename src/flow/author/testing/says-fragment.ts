// Says fragment: picks the agent's words that a test looks for, without numbers, because those change. Pure.

/** Long enough to be distinctive, short enough to be read at a glance. */
const fragmentCharsMax = 60;

/** Fragment from the last sentence without a number, usually the question. Undefined if nothing was said. */
export function fragmentOf(texts: readonly string[]): string | undefined {
  const sentences = texts
    .flatMap((text) => text.split(/(?<=[.!?…])\s+/u))
    .map((sentence) => sentence.replace(/[.!?…:,;]+$/u, "").trim())
    .filter((sentence) => /\p{L}/u.test(sentence));
  const lasting = sentences.findLast((sentence) => !/\p{N}/u.test(sentence) && sentence.includes(" "));
  const chosen = lasting ?? sentences.at(-1);
  return chosen === undefined ? undefined : shortened(chosen);
}

/** Cut to whole words. */
function shortened(sentence: string): string {
  if (sentence.length <= fragmentCharsMax) return sentence;
  const cut = sentence.slice(0, fragmentCharsMax + 1);
  const space = cut.lastIndexOf(" ");
  return (space > 0 ? cut.slice(0, space) : sentence.slice(0, fragmentCharsMax)).replace(/[,;:]$/u, "");
}
