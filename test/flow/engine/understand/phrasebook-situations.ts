// Phrasebook situations: where in a dialogue the phrases of the phrasebook are said. Friday, 20 November 2026, noon.

import type {
  AskedVariable,
  ListeningPoint,
  Wanted,
} from "../../../../src/flow/engine/understand/understanding.ts";
import { callers } from "./callers-situations.ts";
import { trades } from "./callers-trades.ts";
import {
  account,
  adults,
  anyTime,
  at,
  budget,
  children,
  comment,
  day,
  dept,
  email,
  flour,
  guest,
  guests,
  length,
  ok,
  size,
  slotTimes,
  stay,
  was,
} from "./dialogue.ts";

type Situations = Readonly<Record<string, Partial<ListeningPoint>>>;

const called = (name: string, wanted: Wanted, ...synonyms: string[]): AskedVariable => ({
  name,
  wanted,
  synonyms,
});
const count = (name: string, ...synonyms: string[]) =>
  called(name, { kind: "number", integer: true, min: 1 }, ...synonyms);
const asking = (asked: AskedVariable, question: string): Partial<ListeningPoint> => ({
  asked: { ...asked, question },
});
const option = (id: string, label: string, ...synonyms: string[]) => ({ id, label, synonyms });

const born = called("born", { kind: "date", max: "2026-11-20" });
const office = called("at", { kind: "time", min: "09:00", max: "17:00" });
const digits = (name: string, length: number) =>
  called(name, { kind: "digits", lengthMin: length, lengthMax: length }, name);
const plan = called("plan", {
  kind: "choice",
  fromData: false,
  options: [
    option("basic", "basic", "cheapest", "cheap"),
    option("premium", "premium", "best"),
    option("business", "business", "company", "companies"),
  ],
});
const coverage = called("coverage", { kind: "money", currency: "USD" }, "coverage");

const en: Situations = {
  guests: asking(guests, "For how many people?"),
  staff: asking(count("n", "employees", "staff", "people"), "How many employees do you have?"),
  number: asking(called("n", { kind: "number", integer: false }), "What is the number?"),
  minutes: asking(count("minutes", "minutes", "minute"), "How many minutes do you need?"),
  nights: asking(count("nights", "nights", "night"), "How many nights would you like to stay?"),
  hours: asking(
    called("hours", { kind: "number", integer: false, min: 0 }, "hours", "hour"),
    "How many hours?",
  ),
  account: asking(account, "What is your account number?"),
  pin: asking(digits("pin", 4), "What is your PIN?"),
  bookingCode: asking(called("code", { kind: "code", mask: "AAA999" }), "What is your booking code?"),
  phoneUs: asking(called("phone", { kind: "phone", region: "US" }), "What is your phone number?"),
  phoneGb: asking(called("phone", { kind: "phone", region: "GB" }), "What is your phone number?"),
  day: asking(day, "Which day?"),
  birthday: asking(born, "When were you born?"),
  anyTime: asking(anyTime, "At what time?"),
  dinner: asking(at, "At what time?"),
  office: asking(office, "What time suits you?"),
  dollars: asking(called("m", { kind: "money", currency: "USD" }), "How much?"),
  pounds: asking(called("m", { kind: "money", currency: "GBP" }), "How much?"),
  euros: asking({ ...budget, name: "m" }, "How much?"),
  ok: { asked: ok },
  fever: asking(called("ok", { kind: "boolean" }, "fever"), "Do you have a fever?"),
  more: asking(ok, "Anything else?"),
  dept: asking(dept, "Sales, support or billing?"),
  size: asking(size, "Small or large?"),
  plan: asking(plan, "Basic, premium or business?"),
  guest: asking(guest, "What is your name?"),
  email: asking(email, "What is your email address?"),
  comment: asking(comment, "What can we do better?"),
  confirming: { confirming: { values: [{ ...guests, value: 4 }] } },
  confirmDay: { confirming: { values: [{ ...day, value: "2026-11-21" }] } },
  booked: {
    asked: { ...ok, question: "4, Saturday, November 21st, 8 p.m. Shall I book it?" },
    correctable: [was(guests, 4), was(day, "2026-11-21"), was(at, "20:00")],
  },
  coverage: {
    asked: { ...ok, question: "Shall I change anything?" },
    correctable: [was(coverage, 250_000)],
  },
  booking: { asked: { ...guests, question: "For how many people, and when?" }, open: [day, at] },
  stay: {
    asked: called("from", { kind: "date" }, "check-in", "arriving", "arrive", "from"),
    open: [called("to", { kind: "date" }, "check-out", "leaving", "leave", "until")],
  },
  trip: {
    asked: called("out", { kind: "date" }, "outbound", "leaving", "going"),
    open: [called("back", { kind: "date" }, "return", "returning", "coming back")],
  },
  party: { asked: adults, open: [children] },
  length: asking(length, "How long will it take?"),
  flour: asking(flour, "How much flour?"),
  dates: asking(stay, "From when until when?"),
  opening: asking(slotTimes, "From when until when?"),
  shift: {
    asked: called("opens", { kind: "time" }, "opens", "open"),
    open: [called("closes", { kind: "time" }, "closes", "close")],
  },
};

const personen = { ...guests, synonyms: ["personen", "person", "leute", "gäste"] };
const abteilung = called("dept", {
  kind: "choice",
  fromData: false,
  options: [
    option("sales", "Verkauf", "kaufen", "bestellung"),
    option("support", "Technik", "kaputt", "störung"),
    option("billing", "Rechnung", "rechnungen"),
  ],
});

const de: Situations = {
  guests: asking(personen, "Für wie viele Personen?"),
  nights: asking(count("nights", "nächte", "nacht", "übernachtung"), "Wie viele Nächte?"),
  minutes: asking(count("minutes", "minuten", "minute"), "Wie viele Minuten?"),
  number: asking(called("n", { kind: "number", integer: false }), "Welche Zahl?"),
  account: asking({ ...account, synonyms: ["kontonummer"] }, "Wie ist Ihre Kontonummer?"),
  euros: asking({ ...budget, name: "m" }, "Wie viel?"),
  day: asking(day, "An welchem Tag?"),
  birthday: asking(born, "Wann sind Sie geboren?"),
  anyTime: asking(anyTime, "Um wie viel Uhr?"),
  dinner: asking(at, "Um wie viel Uhr?"),
  ok: { asked: ok },
  more: asking(ok, "Sonst noch etwas?"),
  abteilung: asking(abteilung, "Verkauf, Technik oder Rechnung?"),
  guest: asking(guest, "Wie heißen Sie?"),
  email: asking(email, "Wie ist Ihre E-Mail-Adresse?"),
  confirming: { confirming: { values: [{ ...personen, value: 4 }] } },
  booked: {
    asked: { ...ok, question: "4, Samstag, 21. November, 20 Uhr. Soll ich buchen?" },
    correctable: [
      was(personen, 4),
      was(day, "2026-11-21"),
      was({ ...at, synonyms: ["uhrzeit", "zeit"] }, "20:00"),
    ],
  },
  booking: { asked: { ...personen, question: "Für wie viele Personen und wann?" }, open: [day, at] },
  stay: {
    asked: called("from", { kind: "date" }, "anreise", "ab", "von", "vom"),
    open: [called("to", { kind: "date" }, "abreise", "bis")],
  },
};

export const situations = {
  en: { ...en, ...callers.en, ...trades.en },
  de: { ...de, ...callers.de, ...trades.de },
};
