// Numbers and addresses that come in parts, or are refused: the flow keeps spoken parts, and asks for the spelling of
// signs that sound alike.

import { expect, test } from "bun:test";
import { flow, Talk } from "../talk.ts";

const asking = (variable: string, language = "en", attempts = 3): string =>
  flow(
    `
start: first
variables: {it: ${variable}}
defaults: {give_up: lost, max_attempts: ${attempts}}
nodes:
  first: {ask: it, next: done}
  done: {say: "Got {{ it }}.", end: done}
  lost: {say: Bye., end: lost}
`,
    "parts",
  ).replace("language: en", `language: ${language}`);

const phone = `{type: phone, region: GB, ask: "Your number?"}`;
const part = "I have 0 7 4, 3 2. And the rest?";
const whole = "0 7 4 3 2, 1 2 3, 4 5 6, is that right?";

function begun(variable = phone, language = "en", attempts = 3): Talk {
  const talk = new Talk(asking(variable, language, attempts));
  talk.start();
  return talk;
}

test("A13: a telephone number said in two parts is joined; earlier both parts and the yes were refused", () => {
  const talk = begun();
  expect(talk.user("oh seven four three two")).toBe(part);
  expect(talk.user("one two three four five six")).toBe(whole);
});

test("phone in parts: three parts, and a short last one, are one number", () => {
  const talk = begun();
  expect(talk.user("oh seven four three two")).toBe(part);
  expect(talk.user("one two three")).toBe("I have 0 7, 4 3, 2 1, 2 3. And the rest?");
  expect(talk.user("four five six")).toBe(whole);
});

test("phone in parts: the whole number is taken when it is said instead of the rest", () => {
  const talk = begun();
  talk.user("oh seven four three two");
  expect(talk.user("oh seven four three two one two three four five six")).toBe(whole);
});

test("phone in parts: earlier digits stay after other words, and the question is given up in the end", () => {
  const talk = begun();
  talk.user("oh seven four three two");
  expect(talk.user("bananas")).toBe(`Sorry, I did not understand that. ${part}`);
  expect(talk.user("one two three four five six")).toBe(whole);
  const other = begun();
  other.user("oh seven four three two");
  expect(other.user("bananas")).toEndWith(part);
  expect(other.user("apples")).toEndWith(part);
  expect(other.user("pears")).toBe("Bye.");
});

test("phone in parts: a part that makes the number too long restarts it", () => {
  const talk = begun();
  talk.user("oh seven four three two");
  expect(talk.user("oh seven four three two one two")).toBe("I have 0 7 4, 3 2, 1 2. And the rest?");
  expect(talk.user("three four five six")).toBe(whole);
});

test("phone in parts: the same part said again is a failure, and digits of no country's length are refused", () => {
  const talk = begun();
  talk.user("oh seven four three two");
  expect(talk.user("1234567890123456789")).toBe("Sorry, that is not possible. Your number?");
});

test("phone in parts: the author's words for a wrong number come first", () => {
  const talk = begun(`{type: phone, region: GB, ask: "Your number?", invalid: "All eleven digits, please."}`);
  expect(talk.user("oh seven four three two")).toBe("All eleven digits, please.");
});

test("phone in parts: a sensitive number is masked in the log, and heard", () => {
  const talk = begun(`{type: phone, region: GB, sensitive: true, ask: "Your number?"}`);
  expect(talk.user("oh seven four three two")).toBe(part);
  expect(talk.state.history.at(-1)?.text).toBe("I have •••. And the rest?");
});

test.each([
  [
    "de",
    "{type: phone, region: CH, ask: Ihre Nummer?}",
    "null vier vier sechs sechs",
    "Ich habe 0 4 4, 6 6. Und der Rest?",
  ],
  [
    "es",
    "{type: phone, region: ES, ask: ¿Su número?}",
    "seis uno dos tres cuatro",
    "Tengo 6 1 2, 3 4. ¿Y el resto?",
  ],
])("phone in parts: it works in %s", (language, variable, said, told) => {
  expect(begun(variable, language).user(said)).toBe(told);
});

test("A13: an address, a name and a code are spelled once they were refused, with the signs that a voice leaves out", () => {
  const email = begun(`{type: email, confirm: explicit, ask: "Your e-mail?"}`);
  const said = "shane dash cole dot x at example dot com";
  expect(email.user(said)).toBe("shane hyphen cole dot x at example dot com, is that right?");
  email.user("no");
  expect(email.user(said)).toBe(
    "Let me spell that: S, H, A, N, E, hyphen, C, O, L, E, dot, X, at, E, X, A, M, P, L, E, dot, C, O, M. Is that right?",
  );
  const name = begun(`{type: name, confirm: explicit, ask: "Your name?"}`);
  expect(name.user("Ada")).toBe("Ada, is that right?");
  name.user("no");
  expect(name.user("Ada")).toBe("Let me spell that: A, D, A. Is that right?");
});

test("A13: a number is never spelled, however often it is refused; earlier 'Let me spell that: 6.' was said", () => {
  const talk = begun(`{type: number, integer: true, confirm: explicit, ask: "How many?"}`, "en", 6);
  for (let refused = 0; refused < 3; refused++) {
    expect(talk.user("six")).toBe("6, is that right?");
    talk.user("no");
  }
});
