// Keyed labels: a menu's word for each of its keys, from its text.

/** Words for keys, in the languages that menus are written in here. */
const keyWords: ReadonlyMap<string, string> = new Map([
  ["zero", "0"],
  ["one", "1"],
  ["two", "2"],
  ["three", "3"],
  ["four", "4"],
  ["five", "5"],
  ["six", "6"],
  ["seven", "7"],
  ["eight", "8"],
  ["nine", "9"],
  ["star", "*"],
  ["pound", "#"],
  ["hash", "#"],
  ["null", "0"],
  ["eins", "1"],
  ["zwei", "2"],
  ["drei", "3"],
  ["vier", "4"],
  ["fünf", "5"],
  ["sechs", "6"],
  ["sieben", "7"],
  ["acht", "8"],
  ["neun", "9"],
  ["stern", "*"],
  ["raute", "#"],
]);

const key = `([0-9*#](?![\\p{L}\\p{N}])|(?:${[...keyWords.keys()].join("|")})(?!\\p{L}))`;
const pressing =
  "(?:please\\s+)?(?:press|dial|enter|hit|choose|select|say|drücken\\s+sie|wählen\\s+sie|drücke)";
const purpose = "(?:for|to|if|für|um)\\s+(?:the\\s+|die\\s+|den\\s+|das\\s+)?";
const label = "([^.,;:!?]{2,60}?)";

/** "Press 1 for sales" and "for sales, press 1": the order that names more keys is meant. */
const before = new RegExp(
  `${purpose}${label}\\s*,?\\s+${pressing}\\s+(?:or\\s+say\\s+)?(?:the\\s+|die\\s+)?${key}`,
  "giu",
);
const after = new RegExp(
  `${key}\\s*,?\\s+${purpose}${label}(?=\\s*(?:[.,;:!?]|$|\\s(?:or|and|oder|und)\\s+(?:${pressing}|[0-9*#])|\\s${pressing}))`,
  "giu",
);

/** Key → its meaning, in words for callers. Keys without one are missing. */
export function keyedLabels(text: string): ReadonlyMap<string, string> {
  // Long runs of blanks would take the patterns minutes.
  const line = text.replaceAll(/\s+/g, " ");
  const first = labelsIn(line, before, { key: 2, label: 1 });
  const last = labelsIn(line, after, { key: 1, label: 2 });
  return last.size >= first.size ? last : first;
}

function labelsIn(
  text: string,
  pattern: RegExp,
  at: { readonly key: number; readonly label: number },
): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  for (const match of text.matchAll(pattern)) {
    const pressed = (match[at.key] ?? "").toLowerCase();
    const words = (match[at.label] ?? "").trim().replace(/^(?:speak|talk)\s+(?:to|with)\s+/i, "");
    const key = keyWords.get(pressed) ?? pressed;
    if (words !== "" && !labels.has(key) && ![...labels.values()].includes(words)) labels.set(key, words);
  }
  return labels;
}
