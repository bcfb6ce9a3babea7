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

const table = count("guests", 1, 12, "people", "guests", "persons");
const at = called("at", { kind: "time", min: "17:00", max: "22:00" });

const later: Situations = {
  tableBooking: asking(table, "For how many people would you like to book?", day, at),
  tableBooked: {
    asked: { ...ok, question: "4 people, Saturday, November 21st at 7 p.m. Shall I book it?" },
    correctable: [was(table, 4), was(day, "2026-11-21"), was(at, "19:00")],
  },
  confirmTable: {
    confirming: {
      values: [
        { ...table, value: 4 },
        { ...at, value: "19:00" },
      ],
    },
  },
  rentalDates: asking(
    called("rental", { kind: "date_range", min: today }),
    "From when until when do you need the car?",
  ),
  flightAdults: asking(
    count("adults", 1, 9, "adults"),
    "How many adults?",
    count("children", 0, 9, "children", "kids"),
  ),
  gymPlan: asking(
    choice(
      "plan",
      ["monthly", "monthly", "per month", "month by month"],
      ["yearly", "yearly", "annual", "a year"],
      ["day", "a day pass", "day pass", "single visit"],
    ),
    "Monthly, yearly or a day pass?",
  ),
  gymCancel: asking(ok, "Do you really want to cancel your membership?"),
  petName: asking(called("pet", { kind: "name" }), "What is your pet called?"),
  pharmacyBoxes: asking(count("boxes", 1, 10, "boxes", "packs"), "How many boxes do you need?"),
  electricianTime: asking(
    called("at", { kind: "time", min: "08:00", max: "17:00" }),
    "At what time should the electrician come?",
  ),
  mortgage: asking(
    called("loan", { kind: "money", currency: "USD", min: 10_000, max: 2_000_000 }),
    "How much would you like to borrow?",
  ),
  meeting: asking(
    called("minutes", { kind: "duration", unit: "minutes", integer: false, max: 600 }),
    "How long will the meeting take?",
  ),
  farmPotatoes: asking(
    called("kilos", { kind: "amount", unit: "kg", integer: false, max: 500 }),
    "How many potatoes would you like?",
  ),
  shopMore: asking(ok, "Would you like anything else?"),
  urgent: asking(ok, "Is it urgent?"),
  plate: asking(called("plate", { kind: "code", mask: "AA99AAA" }, "plate"), "What is your number plate?"),
  phoneUs: asking(
    called("phone", { kind: "phone", region: "US" }, "phone number"),
    "What is your phone number?",
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

const spaeter: Situations = {
  tisch: asking(count("guests", 1, 12, "personen", "leute", "gäste"), "Für wie viele Personen?", day, at),
  tischGebucht: {
    asked: { ...ok, question: "4 Personen, Samstag, 21. November um 19 Uhr. Soll ich buchen?" },
    correctable: [
      was(count("guests", 1, 12, "personen", "leute"), 4),
      was(day, "2026-11-21"),
      was({ ...at, synonyms: ["uhrzeit"] }, "19:00"),
    ],
  },
  mietwagen: asking(
    called("rental", { kind: "date_range", min: today }),
    "Von wann bis wann brauchen Sie das Auto?",
  ),
  erwachsene: asking(
    count("adults", 1, 9, "erwachsene"),
    "Wie viele Erwachsene?",
    count("children", 0, 9, "kinder", "kind"),
  ),
  tarif: asking(
    choice(
      "plan",
      ["monthly", "monatlich"],
      ["yearly", "jährlich", "im jahr"],
      ["day", "Tageskarte", "einmal"],
    ),
    "Monatlich, jährlich oder eine Tageskarte?",
  ),
  kuendigen: asking(ok, "Möchten Sie wirklich kündigen?"),
  haustier: asking(called("pet", { kind: "name" }), "Wie heißt Ihr Tier?"),
  elektriker: asking(
    called("at", { kind: "time", min: "08:00", max: "17:00" }),
    "Um wie viel Uhr soll der Elektriker kommen?",
  ),
  kredit: asking(
    called("loan", { kind: "money", currency: "EUR", min: 1_000, max: 500_000 }),
    "Wie viel möchten Sie aufnehmen?",
  ),
  besprechung: asking(
    called("minutes", { kind: "duration", unit: "minutes", integer: false, max: 600 }),
    "Wie lange dauert die Besprechung?",
  ),
  kartoffeln: asking(
    called("kilos", { kind: "amount", unit: "kg", integer: false, max: 500 }),
    "Wie viele Kartoffeln möchten Sie?",
  ),
  dringend: asking(ok, "Ist es dringend?"),
};

export const callers = { en: { ...en, ...later }, de: { ...de, ...spaeter } };
