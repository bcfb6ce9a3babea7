// Attribute mistakes: sentences for the author of a page about attributes of the widget's script that have no effect.

import { closest } from "../../src/base/closest-word.ts";

const attributes = "token flow label name side language picture greeting colour texts context".split(" ");
/** Attribute names of other widgets with the same purpose. */
const others: Readonly<Record<string, string>> = {
  lang: "language",
  locale: "language",
  position: "side",
  title: "name",
  avatar: "picture",
  image: "picture",
  color: "colour",
  variables: "context",
  button: "label",
};

/** `dataset` as in a script; `words`: the names that `data-texts` may have. */
export function attributeMistakes(
  dataset: Readonly<Record<string, string | undefined>>,
  words: readonly string[],
  texts: Readonly<Record<string, unknown>> = {},
): readonly string[] {
  const { side } = dataset;
  const given = Object.keys(dataset).filter((each) => !attributes.includes(each));
  const meant = given.flatMap((each) => {
    // Attributes of other scripts and tools resemble none of these.
    const nearest = others[each] ?? closest(each, attributes);
    return nearest === undefined ? [] : [`unknown attribute data-${each}: did you mean data-${nearest}?`];
  });
  const unknown = Object.keys(texts).filter((each) => !words.includes(each) && !each.includes("/"));
  return [
    ...meant,
    ...(side === undefined || side === "left" || side === "right"
      ? []
      : [`data-side must be left or right, not "${side}".`]),
    ...unknown.map((each) => {
      const nearest = closest(each, words);
      const way = nearest === undefined ? `there are ${words.join(", ")}.` : `did you mean "${nearest}"?`;
      return `data-texts has no word "${each}": ${way}`;
    }),
  ];
}

/** The token, also from the address of a talk page. */
export function tokenIn(text: string): string {
  const path = URL.parse(text.trim())?.pathname ?? text.trim();
  return path.slice(path.lastIndexOf("/") + 1);
}
