// Commitments: words of promises, amounts and days. A model that words a line may use only the commitments of the line.

import { statementsIn } from "../../../locale/languages.ts";

const figures = /\d+(?:[.,:]\d+)*|[€$£¥%]/gu;

/** Each figure, amount, day and promise in a text, in lower case. `language`: BCP 47; an unknown one has figures only. */
export function commitmentsIn(text: string, language: string): readonly string[] {
  const words = statementsIn(language)?.commitments;
  const all = [...text.matchAll(figures), ...(words === undefined ? [] : text.matchAll(words))];
  return all.map(([each]) => each.toLowerCase());
}
