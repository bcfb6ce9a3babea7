// Handlers that work anywhere: their phrases win over answers, read-backs and free text, unless the caller denies them.

import { describe, expect, test } from "bun:test";
import { flow, Talk } from "./talk.ts";

const clinic = flow(`
start: name
languages: [en, de]
variables:
  name: {type: text, ask: {en: What is your name?, de: Wie heißen Sie?}}
  day: {type: date, confirm: explicit, ask: {en: Which day?, de: Welcher Tag?}}
  pain: {type: boolean, ask: {en: Is there any chest pain?, de: Haben Sie Brustschmerzen?}}
defaults: {give_up: done}
handlers:
  emergency: {anywhere: true, phrases: {en: [chest pain, "can't breathe"], de: [Brustschmerzen]}, next: help}
  pain_relief: {anywhere: true, phrases: {en: [pain], de: [Schmerzen]}, say: {en: We will see., de: Wir sehen.}}
  operator: {anywhere: true, next: done}
nodes:
  name: {ask: name, next: day}
  day: {ask: day, next: pain}
  pain: {ask: pain, next: chat}
  chat: {converse: Be kind., say: {en: Tell me., de: Bitte.}, exits: {over: {when: it is over, goto: done}}, max_turns: 5, without_llm: done}
  done: {end: done}
  help: {say: {en: Calling an ambulance., de: Ich rufe den Rettungswagen.}, end: emergency}
`);

const talkAt = (node: "name" | "day" | "pain" | "chat", language = "en"): Talk => {
  const talk = new Talk(clinic, { context: { language }, hasModel: true });
  talk.start();
  const said = language === "en" ? ["Ada", "tomorrow", "yes", "no"] : ["Ada", "morgen", "ja", "nein"];
  const steps = { name: 0, day: 1, pain: 3, chat: 4 }[node];
  for (const words of said.slice(0, steps)) talk.user(words);
  return talk;
};

describe("a phrase with `anywhere`", () => {
  const sentences = [
    "my husband has a chest pain",
    "tomorrow, because I have a really bad chest pain since the morning",
    "I can't breathe",
    "no, chest pain!",
    "yes yes chest pain",
  ];
  for (const node of ["name", "day", "pain", "chat"] as const) {
    test(`wins over any question at ${node}`, () => {
      for (const words of sentences) {
        const talk = talkAt(node);
        expect(talk.user(words)).toBe("Calling an ambulance.");
        expect(talk.outcome).toBe("emergency");
      }
    });
  }

  test("wins over a read-back", () => {
    const talk = talkAt("day");
    expect(talk.user("tomorrow")).toEndWith("is that right?");
    expect(talk.user("yes but now he has chest pain")).toBe("Calling an ambulance.");
  });

  test("wins with the longest phrase, and returns where it has no edge", () => {
    const talk = talkAt("day");
    expect(talk.user("it is only a little pain in the leg, tomorrow then")).toBe("We will see. Which day?");
  });

  test("wins with the phrases of a built-in name, too", () => {
    const talk = talkAt("day");
    talk.user("tomorrow is the appointment I want, agent!");
    expect(talk.outcome).toBe("done");
  });

  test("wins in German", () => {
    const talk = talkAt("day", "de");
    expect(talk.user("mein Mann hat seit heute Morgen starke Brustschmerzen")).toBe(
      "Ich rufe den Rettungswagen.",
    );
  });
});

describe("a phrase with `anywhere` elsewhere", () => {
  test("does not win where it is denied", () => {
    for (const words of ["no chest pain", "no, I don't have any chest pain", "no, not really a chest pain"]) {
      const talk = talkAt("pain");
      expect([words, talk.user(words)]).toEqual([words, "Tell me."]);
      expect(talk.value("pain")).toBe(false);
    }
    const german = talkAt("pain", "de");
    expect(german.user("nein, keine Brustschmerzen")).not.toContain("Rettungswagen");
  });

  test("does not win in the middle of a word, or where the recogniser was unsure", () => {
    const talk = talkAt("day");
    expect(talk.user("painting tomorrow")).toContain("is that right?");
    expect(talkAt("day").user("chest pain", 0.3)).toStartWith("Sorry");
  });

  test("wins where only another word is denied", () => {
    for (const words of ["I can't stand this chest pain", "not today, I have chest pain"])
      expect([words, talkAt("day").user(words)]).toEqual([words, "Calling an ambulance."]);
  });

  test("does not win over a key", () => {
    const talk = talkAt("pain");
    expect(talk.press("2")).toBe("Tell me.");
  });
});
