// Common passwords: the first guesses of attackers. A short list of popular words, with their usual additions:
// digits, years and signs at the end, capitals, and letters written as digits.

import { Fault } from "../base/fault.ts";

/** In lower case, without additions. */
const words = new Set(
  (
    "password passwort passw pass mypassword motdepasse contrasena senha wachtwoord secret geheim welcome willkommen " +
    "bienvenue hello hallo letmein changeme default admin administrator root user guest test tester testing testtest login master " +
    "access server system computer internet iloveyou loveyou lovely love princess prinzessin sunshine superman batman spiderman " +
    "pokemon starwars football baseball basketball soccer fussball liverpool arsenal chelsea barcelona juventus monkey dragon " +
    "shadow michael michelle jennifer jessica jordan ashley daniel thomas charlie andrew robert william nicole hunter ranger " +
    "killer trustno whatever freedom summer sommer winter spring autumn january february march april june july august september " +
    "october november december monday friday sunday chocolate cookie banana orange cheese pepper ginger flower butterfly purple " +
    "diamond silver golden mustang corvette ferrari mercedes porsche yamaha harley samsung google facebook youtube microsoft " +
    "windows apple iphone android minecraft fortnite blink qazwsx qwerty qwertz azerty asdfgh asdfghjkl zxcvbn zxcvbnm " +
    "qwertyuiop qwertzuiop azertyuiop abcdefg abcdefgh abc abcd aaa voiceflow voice flow"
  ).split(" "),
);

/** Rows of keyboards and alphabets: a piece of one, forwards or backwards, is no secret. */
const rows = [
  "01234567890123456789",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiop",
  "qwertzuiop",
  "azertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "1q2w3e4r5t6y7u8i9o0p",
  "1qaz2wsx3edc4rfv5tgb",
  "qazwsxedcrfvtgb",
];
const runs = [...rows, ...rows.map((row) => row.split("").reverse().join(""))];

const digitLetters: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
};

/** True for a first guess: a common word with additions, a row of keys, or the email. */
function isCommonPassword(password: string, email: string): boolean {
  const text = password.normalize("NFKC").trim().toLowerCase();
  const address = email.trim().toLowerCase();
  const [name = ""] = address.split("@");
  const bare = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  const spelt = bare.replace(/[013457@$]/g, (sign) => digitLetters[sign] ?? sign);
  const unit = /^(.+?)\1*$/su.exec(text)?.[1] ?? "";
  // Up to three characters repeated, at any length.
  if (unit.length <= 3 || runs.some((run) => run.includes(unit))) return true;
  return text === address || [bare, spelt, unit].some((each) => words.has(each) || each === name);
}

/** Throws `request/invalid` for a common one. `pointer`: its place in the body. */
export function refuseCommonPassword(password: string, email: string, pointer: string): void {
  if (!isCommonPassword(password, email)) return;
  const detail = "Must be harder to guess: use three unrelated words.";
  throw new Fault("request/invalid", `The body does not fit its schema at "${pointer}": ${detail}`, {
    errors: [{ pointer, detail }],
  });
}
