// English telling words: what refuses a value, tells of the past, holds an answer back or gives its reason.

import { list } from "../spoken-forms.ts";
import type { TellingWords } from "../telling-words.ts";

const bad = list(
  "no good, not good, not great, bad, no use, out, off, taken, not possible, impossible, not free, too early, too late, too soon",
);

export const telling: TellingWords = {
  refusals: [
    ...bad.flatMap((word) => [word, `is ${word}`]).filter((phrase) => !["out", "off"].includes(phrase)),
    ...list(
      "isn't good, isn't possible, doesn't work, does not work, won't work, will not work, won't do, doesn't suit me, doesn't suit us, i can't, i cannot, i can't do, i can't make, i can't make it, i can't come, i'm busy, i'm away, i'm working, i have to work",
    ),
  ],
  reports: list(
    "was, were, last spring, last june, last year, last month, last week, last night, last time, last summer, last winter, years ago, used to, stayed, sent, came, went, took, paid, charged, gave, cost, ordered, bought, lasted, waited, called, tried, lent, spent, ate, drank, owe, owes, owed, earn, earns, we did, i did, had it, had one, had them, worth, weighs, i get up, i wake up, i got up, i go to bed, i start work, someone else, somebody else, i finish, we finish, i start, i leave, i get off, i get home, i get back, my shift, the year before, the last one, i work until, i work from, starts at, opens at, closes at, opens, closes, already",
  ),
  past: /^(?:i|we|you|he|she|they|it) (?:\p{L}+[^e]ed|sold|made|got|had|lost|won|found|met|ran|saw|spoke|told|wrote|brought|drove|flew|built|kept|rode|slept|left)$/u,
  possessions: list("i have, i've got, i have got, we have, we've got, there is, there are, there's"),
  provisos: list(
    "if, unless, whether, depends, depending, provided, as long as, maybe, perhaps, possibly, only when, yes and no, would you, could you, ask me",
  ),
  wishes: list(
    "what's my, what is my, how much is my, how high is my, how much is left on my, what is left on my",
  ),
  reasons: new Set(["because", "cause", "cos"]),
  anybody: new Set(["anybody", "anyone", "somebody", "someone"]),
  nobody: list("nobody, no one, none, none of us, none of them, not a soul"),
  somebody: list("somebody, someone"),
};
