// Acts in words: the acts in a turn, alone or among other words.

import { expect, test } from "bun:test";
import { actsIn } from "../../../src/flow/grammar/acts.ts";
import { parse } from "../../../src/flow/grammar/chart.ts";
import { languageOf } from "../../../src/flow/grammar/languages/languages.ts";
import { tokenise } from "../../../src/flow/grammar/tokens.ts";
import { acts } from "../../../src/flow/locale/acts.ts";

function heardIn(words: string, code: string) {
  const language = languageOf(code);
  const { tokens } = tokenise(words, language);
  return actsIn({ tokens, readings: parse(tokens, language.grammar) }, language);
}

const whole = (words: string, language: string): string =>
  heardIn(words, language)
    .filter(({ isWhole }) => isWhole)
    .map(({ name }) => name)
    .join(" ");

const phrases: readonly (readonly [language: string, act: string, ...words: readonly string[]])[] = [
  ["en", "greeting", "hello", "good morning", "hi there", "is anybody there"],
  ["en", "small_talk", "how are you today", "lovely weather isn't it"],
  ["en", "who_are_you", "are you a robot or a human", "who is this", "am i speaking to a machine"],
  ["en", "why_asked", "why do you need to know that", "what for", "is that really necessary"],
  ["en", "so_far", "what have you got so far", "can you read that back", "where were we"],
  ["en", "slower", "could you please speak a bit slower", "not so fast"],
  ["en", "louder", "can you speak up please", "i can hardly hear you"],
  ["en", "dont_know", "i really don't know", "no idea", "i do not remember", "it depends"],
  ["en", "dont_have", "i don't have it with me", "i can't find it", "i haven't got one"],
  ["en", "refusal", "i'd rather not say", "that's none of your business", "i won't tell you that"],
  ["en", "never_mind", "forget it", "i changed my mind", "never mind"],
  ["en", "call_later", "i'll call back later", "now is not a good time", "i'm driving"],
  ["en", "complaint", "i want to make a complaint", "this is unacceptable", "i already told you"],
  ["en", "insult", "you stupid machine", "shut up"],
  ["en", "operator", "i want to speak to a human", "can i talk to somebody please", "get me a manager"],
  ["en", "emergency", "i need an ambulance", "my wife is not breathing", "there's a fire", "it reeks of gas"],
  ["en", "goodbye", "bye bye", "i have to go"],
  ["en", "", "friday", "my dog is not well", "it's not an emergency", "i need a table", "tomorrow morning"],
  ["de", "greeting", "hallo", "guten tag", "hören sie mich"],
  ["de", "who_are_you", "sind sie ein roboter", "mit wem spreche ich denn", "wer ist da"],
  ["de", "why_asked", "warum wollen sie das wissen", "ist das wirklich nötig"],
  ["de", "slower", "können sie bitte etwas langsamer sprechen", "nicht so schnell"],
  ["de", "louder", "sprechen sie bitte lauter", "ich höre sie ganz schlecht"],
  ["de", "dont_know", "das weiß ich leider nicht", "keine ahnung"],
  ["de", "dont_have", "die habe ich gerade nicht da", "das hab ich leider nicht dabei"],
  ["de", "refusal", "das möchte ich nicht sagen", "das geht sie nichts an"],
  ["de", "never_mind", "vergessen sie es", "ich habe es mir anders überlegt"],
  ["de", "complaint", "ich möchte mich beschweren", "das ist doch eine frechheit"],
  ["de", "operator", "ich möchte mit einem mitarbeiter sprechen", "verbinden sie mich"],
  [
    "de",
    "emergency",
    "ich brauche einen krankenwagen",
    "mein mann atmet nicht mehr",
    "es brennt",
    "hier ist gasgeruch",
  ],
  ["de", "", "morgen", "es ist kein notfall", "am freitag", "ich brauche einen tisch"],
];

for (const [language, act, ...all] of phrases)
  test(`the ${language} grammar finds ${act === "" ? "no act" : act} when it is said`, () => {
    for (const words of all) expect([words, whole(words, language)]).toEqual([words, act]);
  });

test("an urgent act is found among other words", () => {
  const heard = heardIn("please help my husband is not breathing he lies on the floor", "en");
  expect(heard).toMatchObject([{ name: "emergency", isWhole: false }]);
});

test("each act of the table but three has phrases in every complete language", () => {
  for (const code of ["en", "de"]) {
    const heard = new Set(
      languageOf(code).grammar.rules.flatMap((rule) => (rule.type === "act" ? [rule.value?.()] : [])),
    );
    // Three acts have no phrases: any question without an answer, any sentence that begins a call, and any denied
    // value.
    const unheard = acts.map(({ name }) => name).filter((name) => !heard.has(name));
    expect(unheard).toEqual(["cannot_answer", "opening", "not_that"]);
  }
});

test("a turn of odd words does not break the search for acts", () => {
  for (const words of ["", "constructor", "__proto__ toString", "?!", "a".repeat(5_000), "no ".repeat(400)])
    for (const language of ["en", "de", "es"]) expect(heardIn(words, language)).toBeArray();
});
