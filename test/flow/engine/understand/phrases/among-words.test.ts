// Phrases with a clear value among many other words: the value is taken whatever else is said, unless something is
// denied, asked or open.

import { anyTime, at, day, guests, ok, size } from "../dialogue.ts";
import { alike, germanSituation, situation } from "../situation.ts";

const pizza = {
  name: "size",
  wanted: {
    kind: "choice" as const,
    fromData: false,
    options: ["small", "medium", "large"].map((id) => ({ id, label: id, synonyms: [] })),
  },
  synonyms: [],
};

situation("an option that is named", { asked: pizza }, [
  ...alike(
    `I would like the large pizza with extra cheese please
    could I get a large pepperoni pizza with mushrooms and olives
    the large one for my hungry children
    we always take the large size because everybody loves it
    large`,
    "size=large",
  ),
  ["how big is the large pizza exactly", "unclear"],
  ["the large pizza is far too expensive, isn't it", "unclear"],
]);

situation("a number with its own noun", { asked: guests, open: [day, at] }, [
  ...alike(
    "a table for four tomorrow at eight / we need a table for four people tomorrow at 8 p.m.",
    "guests=4 day=2026-11-21 at=20:00",
  ),
  ...alike(
    `I need a table for two / we'd love a nice table for two people / it's my birthday so two guests please
    i'm bringing my parents so two people / could you squeeze in two people somewhere near the window`,
    "guests=2",
  ),
  ...alike("we bring two dogs / there is room 2", "confirm guests=2"),
  ["i need two hours", "unclear"],
]);

situation("a clear day", { asked: day }, [
  ...alike(
    `my brother gets married tomorrow / i think tomorrow would suit my wife best
    we could probably come over tomorrow after work / let's meet tomorrow, my car is fixed by then`,
    "day=2026-11-21",
  ),
  ["is the shop closed tomorrow or what", "unclear"],
  ["do you have anything on Sunday", "confirm day=2026-11-22"],
  ...alike(
    `i called you on monday and nobody answered / my last visit on monday was terrible
    not on monday / i can't do tomorrow / tomorrow doesn't work for us`,
    "unclear",
  ),
  ...alike("tomorrow i'm away / tomorrow is bad", "unclear"),
]);

situation("a clear time", { asked: at }, [
  ["my train arrives at 7 p.m. so let's meet 7 p.m.", "at=19:00"],
  ["we finish work pretty late so 8 p.m. works best", "at=20:00"],
]);

const more = { ...ok, question: "Anything else?" };
situation("anything else?", { asked: more }, [
  ...alike(
    `that's all / nothing else / that's it / nope that's it thank you / no that's all / that is all / that's everything
    no, that's it / that'll be all / that will be all / nothing more / no thanks, that's all / i'm good / i'm all set
    that's all thanks / nothing, thank you / no more / that would be all`,
    "ok=false",
  ),
  ...alike(
    "yes / yes please / yes please, two pepperoni pizzas / yes a margherita / yeah, one small margherita with ham",
    "ok=true",
  ),
]);

const fever = { ...ok, name: "fever", question: "Do you have a fever?" };
situation("the words of the question", { asked: fever }, [
  ...alike(
    "no / no fever / no, I have no fever / no, i don't have a fever / i do not have a fever / i don't",
    "fever=false",
  ),
  ...alike("yes / yes, i have a fever / yes, a fever / i do", "fever=true"),
]);

const staff = {
  ...guests,
  name: "employees",
  synonyms: [],
  question: "How many employees do you have?",
  wanted: { kind: "number" as const, integer: true },
};
situation("words of the question beside a number", { asked: staff }, [
  ...alike("we have twenty employees / twenty employees / about twenty employees / twenty", "employees=20"),
  ["around 20 engineers and designers", "confirm employees=20"],
]);

situation("anything that is denied is not taken", { asked: size }, [
  ["i don't think the large pizza fits us", "unclear"],
  ["not the large pizza with the extra cheese", "unclear"],
]);

const mehr = { ...ok, question: "Darf es sonst noch etwas sein?" };
germanSituation("sonst noch etwas?", { asked: mehr }, [
  ...alike(
    "das ist alles / das war's / nein, das ist alles / sonst nichts / nichts weiter / das wäre alles / nichts mehr / nein danke, das war alles",
    "ok=false",
  ),
  ...alike("ja / ja bitte / ja, eine Margherita", "ok=true"),
]);

const groesse = {
  ...pizza,
  wanted: {
    ...pizza.wanted,
    options: [
      { id: "small", label: "klein", synonyms: ["kleine"] },
      { id: "large", label: "groß", synonyms: ["große"] },
    ],
  },
};
germanSituation("eine Wahl unter vielen Wörtern", { asked: groesse }, [
  ...alike(
    "ich hätte gerne die große Pizza mit extra Käse und Pilzen / die große für meine hungrigen Kinder",
    "size=large",
  ),
]);
const personen = { ...guests, synonyms: ["personen", "leute"] };
germanSituation("eine Zahl mit ihrem Wort", { asked: personen, open: [day, at] }, [
  ...alike(
    "einen Tisch für vier morgen um 20 Uhr / wir brauchen einen schönen Tisch für vier Personen morgen um 20 Uhr",
    "guests=4 day=2026-11-21 at=20:00",
  ),
  ...alike("ich brauche einen Tisch für zwei / meine Frau hat Geburtstag, also zwei Personen", "guests=2"),
]);

const choiceOf = (name: string, ...ids: string[]) => ({
  name,
  wanted: {
    kind: "choice" as const,
    fromData: false,
    options: ids.map((id) => ({ id, label: id, synonyms: [] })),
  },
  synonyms: [],
});
const count = {
  name: "qty",
  wanted: { kind: "number" as const, integer: true, min: 1, max: 20 },
  synonyms: ["pizzas"],
};
situation(
  "a number far from its noun",
  { asked: choiceOf("kind", "margherita", "pepperoni"), open: [choiceOf("size", "small", "large"), count] },
  [
    ["two large pepperoni pizzas", "kind=pepperoni size=large qty=2"],
    ["one large margherita pizza", "kind=margherita size=large qty=1"],
    ["ten more pizzas", "unclear"],
  ],
);

situation("people, a day and a time", { asked: guests, open: [day, at] }, [
  ["can you do eight tomorrow for five people", "confirm guests=5 day=2026-11-21 at=20:00"],
  ["four people on Wednesday, say seven thirty", "confirm guests=4 day=2026-11-25 at=19:30"],
  ["five people tomorrow", "guests=5 day=2026-11-21"],
  ["not more than six", "confirm guests=6"],
  ["nine guests around eight o'clock", "guests=9 at=20:00"],
]);
situation("a day and a time", { asked: day, open: [anyTime] }, [
  ["could I come in on Wednesday, say three thirty?", "at=03:30|15:30 day=2026-11-25"],
  ["on Wednesday, the two of us", "confirm day=2026-11-25"],
]);
