// Phrases of callers who order several things: in one breath, bit by bit, with corrections, and with words that no flow
// foresees. What is not clear is asked or read back, and never stored.

import { alike } from "../situation.ts";
import { drinks, entry, germanPoint, list, situation, three } from "./ordering.ts";

situation("what would you like?", { lists: [list("asked")] }, [
  ...alike(
    `a large margherita and two small pepperoni
    i'd like a large margherita and two small pepperoni please
    one large margherita, two small salami
    um, can i have a large margherita and, uh, two small pepperoni pizzas please
    large margherita plus two small salamis
    hi, i'd like to order one big margherita and two little pepperonis
    could i get a large margherita and also two small salami
    let me have one large cheese pizza and two regular salami pizzas`,
    "1 large margherita, 2 small salami",
  ),
  ...alike(
    `two large margheritas and a cola
    i'll take two large margheritas and a coke
    two large margherita and one coke please
    give me two big margheritas and a cola, thank you
    two margheritas, large, and a coke
    well, two large margheritas, and a cola i guess`,
    "2 large margherita, 1 cola",
  ),
  ...alike("2 large Margheritas / two large margheritas", "2 large margherita"),
  ...alike("two waters / two mineral waters", "2 water"),
  ...alike("three colas / three cokes", "3 cola"),
  ...alike(
    "a margherita / one margherita please / just a margherita / margherita / a margherita pizza, please",
    "1 ? margherita",
  ),
  ...alike("a large one / a large pizza / large / i'd like a large pizza please", "1 large ?"),
  ...alike("two large pizzas please / two large ones", "2 large ?"),
  ...alike(
    "one large and one small margherita / a large and a small margherita",
    "1 large margherita, 1 small margherita",
  ),
  ...alike(
    "two margheritas, one large and one small / two margheritas, a large one and a small one",
    "1 large margherita, 1 small margherita",
  ),
  ...alike(
    "a large margherita and a small one / a large margherita and one small one",
    "1 large margherita, 1 small margherita",
  ),
  ...alike(
    "a cola and that's all / just a cola, that's it / a coke, nothing else / a cola, that's everything thanks",
    "1 cola over",
  ),
  ...alike(
    `a large margherita, no, a large salami
    a large margherita, sorry, i meant a large salami
    a large margherita, actually, make that a salami
    a large margherita no wait a large salami`,
    "1 large salami",
  ),
  ...alike(
    "two large margheritas, no, three / two large margheritas, sorry, three / two, no, three large margheritas",
    "3 large margherita",
  ),
  ["a large salami instead of a margherita", "unclear"],
  ...alike("two or three margheritas / a margherita or a salami / maybe a cola or a water", "unclear"),
  ...alike(
    "three colas, two waters and a small funghi / three cokes, two waters, one small mushroom pizza",
    "3 cola, 2 water, 1 small funghi",
  ),
  ...alike(
    "do you have calzone / what sizes do you have / is the margherita vegetarian / how much is a large salami / what's in the funghi / do you have cola",
    "unclear",
  ),
  ...alike("i don't know / i'm not sure / nothing / no / never mind that", "unclear"),
  ...alike("i don't want a margherita / no margherita / without cola", "unclear"),
  ["thirty large margheritas", "unclear"],
  ["a large cola", "confirm 1 cola"],
  ...alike(
    "a large margherita without cheese / a large margherita with extra anchovies and capers",
    "confirm 1 large margherita",
  ),
  ["a large calzone and a cola", "unclear"],
  ["a large calzone and a small margherita", "unclear"],
  ["a large margherita, a calzone and two colas", "confirm 1 large margherita, 2 cola"],
  ["a dozen colas", "12 cola"],
  ["i'm not sure, a cola maybe", "confirm 1 cola"],
  ["help", "help"],
  ["can i talk to someone", "operator"],
]);

const all = "1 large margherita, 2 small salami, 1 cola";

situation("anything else?", { lists: [{ ...list("asked", ...three), question: "Anything else?" }] }, [
  ...alike(
    `that's all / no / no thanks / nothing else / no that's all / that's it, thank you / no, nothing more / that'll be all
    no thank you, that's everything / i'm good / we're good, thanks / nope, that's it`,
    `${all} over`,
  ),
  ...alike("yes / yes please / yeah", "more"),
  ...alike(
    "a water / and a water / yes, a water please / also a water / add a water / yes please, one water",
    `${all}, 1 water`,
  ),
  ...alike(
    `without the cola / no cola / remove the cola / take off the cola / take the cola off / cancel the cola
    can you remove the coke please / drop the cola / i don't want the cola / forget the cola / scratch the cola
    leave out the cola / remove the last one / remove the third one / get rid of the cola / actually no cola`,
    "1 large margherita, 2 small salami",
  ),
  ...alike(
    "remove the second one / remove the middle one / take out the salami / without the salami / delete the second one / remove number two / cancel the pepperonis",
    "1 large margherita, 1 cola",
  ),
  ...alike("remove the first one / no margherita / cancel the large one", "2 small salami, 1 cola"),
  ...alike("remove the cola and the margherita / no cola and no margherita", "2 small salami"),
  ...alike(
    "make the second one large / make the salami large / change the salami to large / make the pepperonis large",
    "1 large margherita, 2 large salami, 1 cola",
  ),
  ...alike(
    "make the margherita small / a small margherita instead / the margherita small instead",
    "1 small margherita, 2 small salami, 1 cola",
  ),
  ...alike(
    "change the cola to a water / a water instead of the cola / swap the cola for a water / water instead of cola / instead of the cola a water",
    "1 large margherita, 2 small salami, 1 water",
  ),
  ...alike(
    "a water instead / make it a water / make that a water",
    "1 large margherita, 2 small salami, 1 water",
  ),
  ...alike("make it two / make that two", "1 large margherita, 2 small salami, 2 cola"),
  ...alike("two more colas / another two colas", "1 large margherita, 2 small salami, 3 cola"),
  ...alike("one more cola / another cola", "1 large margherita, 2 small salami, 2 cola"),
  ["oh and a water", `${all}, 1 water`],
  ["a calzone and two waters", `confirm ${all}, 2 water`],
  ["no no cola", "unclear"],
  ["a cola", "confirm 1 large margherita, 2 small salami, 2 cola"],
  ["remove one salami", "1 large margherita, 1 small salami, 1 cola"],
  ["remove the cola and add a water", "1 large margherita, 2 small salami, 1 water"],
  ...alike("remove everything / cancel everything / forget the whole order", "nothing"),
  ...alike("remove the funghi / take off the water / remove the fifth one / remove three salami", "unclear"),
  ...alike("do you have beer / how much is that / what did i order", "unclear"),
]);

const right = {
  asked: { name: "right", wanted: { kind: "boolean" as const }, synonyms: [], question: "Is that right?" },
};
situation("that is your order, is that right?", { ...right, lists: [list("answered", ...three)] }, [
  ["yes", "right=true"],
  ["yes that's right", "right=true"],
  ["no", "right=false"],
  ["no that's wrong", "right=false"],
  ...alike(
    "no, without the cola / without the cola / no, remove the cola / yes but without the cola / yes, but no cola",
    "1 large margherita, 2 small salami",
  ),
  ...alike(
    "no, make the second one large / make the salami large please",
    "1 large margherita, 2 large salami, 1 cola",
  ),
  ...alike(
    "no, two small margheritas instead / two small margheritas instead please",
    "2 small margherita, 2 small salami, 1 cola",
  ),
  ...alike(
    "no, a water instead of the cola / can you change the cola to a water",
    "1 large margherita, 2 small salami, 1 water",
  ),
  ["no no cola", "right=false"],
  ["no, without the cola and the salami", "1 large margherita"],
  ["add another cola", "1 large margherita, 2 small salami, 2 cola"],
]);

const half = [entry(2, null, "margherita")];
situation("small or large?", { lists: [list("asked", ...half)] }, [
  ...alike("large / large please / the large ones / two large ones / i'd like large", "2 large margherita"),
  ["one large and one small", "unclear"],
  ["small, and a cola", "2 small margherita, 1 cola"],
  ["what is the difference", "unclear"],
]);

situation(
  "was möchten Sie bestellen?",
  {
    ...germanPoint,
    lists: [
      {
        ...list("asked"),
        synonyms: ["pizza", "pizzen", "bestellung"],
        question: "Was möchten Sie bestellen?",
      },
    ],
  },
  [
    ...alike(
      `eine große margherita und zwei kleine salami
    ich hätte gerne eine große margherita und zwei kleine salami bitte
    ich möchte eine große margherita und äh zwei kleine salami
    einmal große margherita und zweimal kleine salami
    guten tag, ich nehme eine große margherita und zwei kleine salami`,
      "1 large margherita, 2 small salami",
    ),
    ...alike(
      "zwei große margherita und eine cola / zwei große margherita und eine cola bitte / bitte zwei große margherita und eine cola",
      "2 large margherita, 1 cola",
    ),
    ...alike("eine margherita / eine margherita bitte / eine pizza margherita", "1 ? margherita"),
    ...alike("eine große pizza / eine große", "1 large ?"),
    ...alike("eine große und eine kleine margherita", "1 large margherita, 1 small margherita"),
    ...alike("eine cola, das ist alles / nur eine cola, das wär's / eine cola, das war's", "1 cola over"),
    ...alike(
      "zwei oder drei margherita / was kostet eine margherita / haben sie calzone / ich weiß nicht",
      "unclear",
    ),
    ["eine große margherita, nein, eine große salami", "1 large salami"],
  ],
);

situation(
  "noch etwas?",
  {
    ...germanPoint,
    lists: [{ ...list("asked", ...three), synonyms: ["pizza", "pizzen"], question: "Noch etwas?" }],
  },
  [
    ...alike("nein / nein danke / das ist alles / nein, das war's / nichts mehr / das wär's", `${all} over`),
    ...alike("ein wasser / und ein wasser / ja, ein wasser bitte / noch ein wasser", `${all}, 1 water`),
    ...alike(
      "ohne die cola / ohne cola / keine cola / streichen sie die cola / die cola weg / doch keine cola",
      "1 large margherita, 2 small salami",
    ),
    ...alike("die zweite streichen / ohne die salami / keine salami", "1 large margherita, 1 cola"),
    ...alike(
      "ein wasser statt der cola / statt der cola ein wasser / lieber ein wasser",
      "1 large margherita, 2 small salami, 1 water",
    ),
    ...alike("noch eine cola / eine weitere cola", "1 large margherita, 2 small salami, 2 cola"),
  ],
);

situation("stimmt das?", { ...germanPoint, ...right, lists: [list("answered", ...three)] }, [
  ["ja", "right=true"],
  ["nein", "right=false"],
  ...alike("nein, ohne die cola / ohne cola bitte / nein, keine cola", "1 large margherita, 2 small salami"),
  ["nein, lieber zwei kleine margherita", "2 small margherita, 2 small salami, 1 cola"],
]);

situation("several of what is counted by its first word", { lists: [drinks] }, [
  ...alike("three slices of cake / three slices of cake please", "3 cake"),
  ["two glasses of wine and three coffees", "2 wine, 3 coffee"],
]);
situation("mehrere davon", { ...germanPoint, lists: [drinks] }, [
  ...alike("zwei Stücke Kuchen / zwei Stück Kuchen", "2 cake"),
  ["zwei Gläser Wein und drei Kaffees", "2 wine, 3 coffee"],
  ["zwei Äpfel", "2 apple"],
]);
