// Situations of callers: questions of twelve kinds of businesses, in which the phrases of callers are said.

import type {
  AskedVariable,
  ListeningPoint,
  Wanted,
} from "../../../../src/flow/engine/understand/understanding.ts";
import { was } from "./dialogue.ts";

type Situations = Readonly<Record<string, Partial<ListeningPoint>>>;

const called = (name: string, wanted: Wanted, ...synonyms: string[]): AskedVariable => ({
  name,
  wanted,
  synonyms,
});
const asking = (
  asked: AskedVariable,
  question: string,
  ...open: readonly AskedVariable[]
): Partial<ListeningPoint> => ({ asked: { ...asked, question }, open });
const count = (name: string, min: number, max: number, ...synonyms: string[]) =>
  called(name, { kind: "number", integer: true, min, max }, ...synonyms);
const digits = (name: string, length: number, ...synonyms: string[]) =>
  called(name, { kind: "digits", lengthMin: length, lengthMax: length }, ...synonyms);
const choice = (name: string, ...options: readonly (readonly [string, string, ...string[]])[]) =>
  called(name, {
    kind: "choice",
    fromData: false,
    options: options.map(([id, label, ...synonyms]) => ({ id, label, synonyms })),
  });
const ahead = (variable: AskedVariable): AskedVariable => ({ ...variable, isAhead: true });
const today = "2026-11-20";

const nights = count("nights", 1, 30, "nights", "night");
const guests = count("guests", 1, 8, "people", "guests", "adults");
const arrival = called("arrival", { kind: "date", min: today }, "arrival", "arriving", "check-in");
const amount = called("amount", { kind: "money", currency: "GBP", min: 1, max: 5_000 }, "amount");
const day = called("day", { kind: "date", min: today });
const ok = called("ok", { kind: "boolean" });
const coverage = called("coverage", { kind: "money", currency: "USD" }, "coverage", "cover");
const passengers = count("n", 1, 8, "passengers", "people", "persons");

const en: Situations = {
  hotelNights: asking(nights, "How many nights will you be staying?", guests),
  hotelDates: asking(
    called("stay", { kind: "date_range", min: today, unit: "nights" }),
    "From when until when would you like to stay?",
  ),
  confirmStay: {
    confirming: {
      values: [
        { ...arrival, value: "2026-11-23" },
        { ...nights, value: 3 },
      ],
    },
  },
  transfer: asking(amount, "How much would you like to transfer?"),
  confirmTransfer: { confirming: { values: [{ ...amount, value: 250 }] } },
  sortCode: asking(digits("code", 6, "sort code"), "What is the sort code?"),
  clinicFever: asking(called("ok", { kind: "boolean" }, "fever"), "Do you have a fever?"),
  clinicSince: asking(
    called("days", { kind: "duration", unit: "days", integer: true, max: 365 }),
    "How long have you had the pain?",
  ),
  clinicBorn: asking(called("born", { kind: "date", max: today }, "born"), "What is your date of birth?"),
  surveyScore: asking(
    count("score", 0, 10),
    "On a scale from zero to ten, how likely are you to recommend us?",
  ),
  surveyAgain: asking(ok, "Would you use us again?"),
  deliveryPostcode: asking(
    called("postcode", { kind: "code", mask: "AA9 9AA" }, "postcode"),
    "What is your postcode?",
  ),
  deliveryWindow: asking(called("window", { kind: "time_range" }), "Between what times will you be at home?"),
  taxiTime: asking(called("at", { kind: "time" }), "What time should the taxi come?", ahead(passengers)),
  taxiPassengers: asking(passengers, "How many passengers?"),
  salonService: asking(
    choice(
      "service",
      ["cut", "a cut", "haircut", "trim"],
      ["colour", "colour", "color", "dye", "highlights", "tint"],
      ["blowdry", "a blow dry", "blow-dry", "styling"],
      ["shave", "a shave", "beard"],
    ),
    "What would you like: a cut, colour, a blow dry or a shave?",
  ),
  salonDay: asking(day, "Which day would suit you?"),
  confirmTuesday: { confirming: { values: [{ ...day, value: "2026-11-24" }] } },
  insuranceChange: {
    asked: { ...ok, question: "Shall I change anything?" },
    correctable: [was(coverage, 250_000), was(count("drivers", 1, 5, "drivers", "driver"), 1)],
  },
  insurancePolicy: asking(
    called("policy", { kind: "code", mask: "AA999999" }, "policy number"),
    "What is your policy number?",
  ),
  insuranceHurt: asking(ok, "Was anybody hurt?"),
  supportDevice: asking(
    choice(
      "device",
      ["router", "your internet", "internet", "wifi", "wi-fi", "router", "modem"],
      ["tv", "your TV", "tv", "television", "telly"],
      ["phone", "your phone", "phone", "landline", "telephone"],
    ),
    "Is it about your internet, your TV or your phone?",
  ),
  supportEmail: asking(called("email", { kind: "email" }, "email"), "What is your email address?"),
  supportPhone: asking(
    called("phone", { kind: "phone", region: "GB" }, "number", "phone number"),
    "What is your phone number?",
  ),
  meter: asking(digits("reading", 5, "reading"), "Please read me the five digits of your meter."),
  oil: asking(
    called("litres", { kind: "amount", unit: "l", integer: false, max: 10_000 }),
    "How many litres of heating oil would you like?",
  ),
  schoolChild: asking(called("child", { kind: "name" }), "What is the name of the child?"),
  schoolAbsence: asking(
    called("absence", { kind: "date_range", min: today, unit: "days" }),
    "From when until when will your child be away?",
  ),
  bankWish: asking(
    choice(
      "wish",
      ["transfer", "a transfer", "transfer"],
      ["order", "a standing order", "standing order"],
      ["balance", "the balance", "balance"],
    ),
    "What can I do for you?",
    ahead(amount),
    ahead(called("first", { kind: "date", min: today }, "starting", "start")),
  ),
};

const naechte = count("nights", 1, 30, "nächte", "nacht", "übernachtungen");
const personen = count("n", 1, 8, "personen", "leute", "fahrgäste");
const betrag = called("amount", { kind: "money", currency: "EUR", min: 1, max: 5_000 }, "betrag");

const de: Situations = {
  hotelNaechte: asking(naechte, "Wie viele Nächte möchten Sie bleiben?"),
  hotelZeitraum: asking(
    called("stay", { kind: "date_range", min: today, unit: "nights" }),
    "Von wann bis wann möchten Sie bleiben?",
  ),
  ueberweisung: asking(betrag, "Wie viel möchten Sie überweisen?"),
  confirmBetrag: { confirming: { values: [{ ...betrag, value: 250 }] } },
  fieber: asking(called("ok", { kind: "boolean" }, "fieber"), "Haben Sie Fieber?"),
  seit: asking(
    called("days", { kind: "duration", unit: "days", integer: true, max: 365 }),
    "Seit wann haben Sie die Schmerzen?",
  ),
  geboren: asking(called("born", { kind: "date", max: today }), "Wann sind Sie geboren?"),
  note: asking(count("score", 0, 10), "Von null bis zehn: wie zufrieden waren Sie?"),
  nochmal: asking(ok, "Würden Sie uns wieder anrufen?"),
  plz: asking(digits("plz", 5, "postleitzahl"), "Wie ist Ihre Postleitzahl?"),
  fenster: asking(called("window", { kind: "time_range" }), "Von wann bis wann sind Sie zu Hause?"),
  taxi: asking(called("at", { kind: "time" }), "Um wie viel Uhr soll das Taxi kommen?", ahead(personen)),
  fahrgaeste: asking(personen, "Wie viele Personen fahren mit?"),
  friseur: asking(
    choice(
      "service",
      ["cut", "schneiden", "haarschnitt", "schnitt", "spitzen"],
      ["colour", "färben", "farbe", "strähnchen"],
      ["shave", "rasur", "rasieren", "bart"],
    ),
    "Schneiden, Färben oder eine Rasur?",
  ),
  tag: asking(day, "Welcher Tag passt Ihnen?"),
  confirmTag: { confirming: { values: [{ ...day, value: "2026-11-24" }] } },
  verletzt: asking(ok, "Wurde jemand verletzt?"),
  geraet: asking(
    choice(
      "device",
      ["router", "Internet", "wlan", "router", "modem"],
      ["tv", "Fernsehen", "fernseher", "tv"],
      ["phone", "Telefon", "festnetz"],
    ),
    "Geht es um Internet, Fernsehen oder Telefon?",
  ),
  zaehler: asking(digits("reading", 5, "zählerstand"), "Wie lauten die fünf Ziffern Ihres Zählers?"),
  kind: asking(called("child", { kind: "name" }), "Wie heißt das Kind?"),
  telefon: asking(called("phone", { kind: "phone", region: "AT" }, "nummer"), "Wie ist Ihre Telefonnummer?"),
};

export const callers = { en, de };
