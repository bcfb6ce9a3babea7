// Situations of other callers: questions of twenty more trades, in which the phrases of their callers are said.

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

const today = "2026-11-20";
const ok = called("ok", { kind: "boolean" });
const day = called("day", { kind: "date", min: today });
const viewingTime = called("at", { kind: "time", min: "09:00", max: "19:00" });
const dropTime = called("at", { kind: "time", min: "07:00", max: "18:00" });
const lastDonation = called("last", { kind: "date", max: today });
const weight = called("weight", { kind: "amount", unit: "kg", integer: false, max: 120 });
const freeze = called("months", { kind: "duration", unit: "months", integer: true, min: 1, max: 6 });
const downtime = called("minutes", { kind: "duration", unit: "minutes", integer: false, max: 600 });
const permit = called("period", { kind: "date_range", min: today, unit: "days" });
const window = called("window", { kind: "time_range" });
const roses = count("roses", 1, 200, "roses", "rosen");
const email = called("email", { kind: "email" });

const seats = count("seats", 1, 10, "seats", "tickets", "people");
const area = choice(
  "area",
  ["stalls", "the stalls", "stalls"],
  ["circle", "the circle", "circle", "dress circle"],
  ["balcony", "the balcony", "balcony", "gods"],
);
const lessonDay = called("day", { kind: "date", min: today });
const lessonTime = called("at", { kind: "time" });
const lesson = {
  confirming: {
    values: [
      { ...lessonDay, value: "2026-11-26" },
      { ...lessonTime, value: "15:00" },
    ],
  },
};
const party = (...synonyms: string[]) => count("guests", 10, 500, ...synonyms);
const partyTime = called("at", { kind: "time" }, "time", "uhrzeit");

const en: Situations = {
  vetWeight: asking(weight, "How much does your dog weigh?"),
  vetReason: asking(
    choice(
      "reason",
      ["vaccination", "a vaccination", "vaccination", "jab", "shots", "booster"],
      ["checkup", "a check-up", "check-up", "checkup", "general check"],
      ["teeth", "the teeth", "dental", "teeth"],
    ),
    "Is it for a vaccination, a check-up or the teeth?",
  ),
  garageMileage: asking(count("miles", 0, 500_000, "miles", "mileage"), "What is the mileage of your car?"),
  garageDrop: asking(dropTime, "At what time will you drop the car off?"),
  gymFreeze: asking(freeze, "For how long would you like to freeze your membership?"),
  libraryCard: asking(digits("card", 8, "card number"), "What is the number on your library card?"),
  libraryRenew: asking(count("books", 1, 20, "books", "book"), "How many books would you like to renew?"),
  trainTickets: asking(
    count("tickets", 1, 9, "tickets", "ticket", "people"),
    "How many tickets would you like, and for which day?",
    day,
  ),
  trainClass: asking(
    choice(
      "class",
      ["first", "first class", "first"],
      ["standard", "standard", "second class", "economy", "normal"],
    ),
    "First class or standard?",
  ),
  lawyerMatter: asking(
    choice(
      "matter",
      ["family", "family", "divorce", "custody"],
      ["employment", "employment", "work", "job", "dismissal"],
      ["tenancy", "tenancy", "landlord", "rent", "flat"],
    ),
    "Is it about family, employment or tenancy?",
  ),
  viewing: asking(day, "Which day and what time would suit you for the viewing?", viewingTime),
  rentBudget: asking(
    called("rent", { kind: "money", currency: "GBP", min: 200, max: 10_000 }, "budget", "rent"),
    "What is your budget per month?",
  ),
  movingRooms: asking(
    count("rooms", 1, 12, "rooms", "bedrooms"),
    "How many rooms do you have, and on which floor?",
    count("floor", 0, 30, "floor", "storey"),
  ),
  movingWindow: asking(window, "Between what times can we come?"),
  theatreSeats: asking(seats, "How many seats, and in the stalls, the circle or the balcony?", area),
  confirmSeats: {
    confirming: {
      values: [
        { ...seats, value: 3 },
        { ...area, value: "stalls" },
      ],
    },
  },
  taxIncome: asking(
    called("income", { kind: "money", currency: "USD", min: 0 }, "income"),
    "Roughly how much did you earn last year?",
  ),
  taxMarried: asking(ok, "Are you married?"),
  flowerRoses: asking(roses, "How many roses would you like?"),
  flowerPrice: asking(
    called("price", { kind: "money", currency: "GBP", min: 10, max: 500 }),
    "How much would you like to spend on the flowers?",
  ),
  bloodLast: asking(lastDonation, "When did you last give blood?"),
  bloodTattoo: asking(ok, "Have you had a tattoo or a piercing in the last four months?"),
  confirmLesson: lesson,
  learnerAge: asking(count("age", 15, 99, "years", "age"), "How old are you?"),
  cateringGuests: asking(party("guests", "people"), "How many guests are you expecting?"),
  cateringOffer: {
    asked: { ...ok, question: "80 guests, Saturday, December 5th at 6 p.m. Shall I send the offer?" },
    correctable: [was(party("guests", "people"), 80), was(day, "2026-12-05"), was(partyTime, "18:00")],
  },
  hotelCancel: asking(ok, "Shall I cancel the booking for you?"),
  bookingRef: asking(
    called("ref", { kind: "code", mask: "AAA999" }, "reference", "booking reference"),
    "What is your booking reference?",
  ),
  permitPeriod: asking(permit, "From when until when do you need the parking permit?"),
  moveIn: asking(day, "When are you moving in?"),
  accountNo: asking(digits("account", 7, "account number"), "What is your account number?"),
  refillName: asking(called("name", { kind: "name" }, "name"), "What name is the prescription under?"),
  refillPhone: asking(
    called("phone", { kind: "phone", region: "US" }, "number"),
    "What number can we reach you at?",
  ),
  courseLevel: asking(
    choice(
      "level",
      ["beginner", "beginner", "starter", "a1"],
      ["intermediate", "intermediate", "middle", "b1"],
      ["advanced", "advanced", "c1", "fluent"],
    ),
    "Are you a beginner, intermediate or advanced?",
  ),
  courseEmail: asking(email, "What is your email address?"),
  changeWindow: asking(window, "When shall the maintenance window be?"),
  changeLength: asking(downtime, "How long will the system be down?"),
  changeApproved: asking(ok, "Has the change been approved?"),
};

const plaetze = count("seats", 1, 10, "plätze", "karten", "personen");
const bereich = choice("area", ["parkett", "Parkett"], ["rang", "Rang"], ["galerie", "Galerie", "oben"]);

const de: Situations = {
  hundGewicht: asking(weight, "Wie viel wiegt Ihr Hund?"),
  kilometerstand: asking(
    count("km", 0, 900_000, "kilometer", "kilometerstand"),
    "Wie ist der Kilometerstand Ihres Autos?",
  ),
  werkstattZeit: asking(dropTime, "Um wie viel Uhr bringen Sie das Auto?"),
  pauseMonate: asking(freeze, "Wie lange möchten Sie den Vertrag pausieren?"),
  ausweis: asking(digits("card", 7, "nummer"), "Wie ist die Nummer auf Ihrem Büchereiausweis?"),
  fahrkarten: asking(
    count("tickets", 1, 9, "fahrkarten", "karten", "tickets", "personen"),
    "Wie viele Fahrkarten möchten Sie, und für welchen Tag?",
    day,
  ),
  klasse: asking(
    choice("class", ["first", "erste Klasse", "erste"], ["second", "zweite Klasse", "zweite"]),
    "Erste oder zweite Klasse?",
  ),
  besichtigung: asking(day, "Welcher Tag und welche Uhrzeit passt Ihnen für die Besichtigung?", viewingTime),
  miete: asking(
    called("rent", { kind: "money", currency: "EUR", min: 200, max: 10_000 }, "miete"),
    "Wie viel darf die Wohnung im Monat kosten?",
  ),
  zimmer: asking(
    count("rooms", 1, 12, "zimmer"),
    "Wie viele Zimmer haben Sie, und in welchem Stock?",
    count("floor", 0, 30, "stock", "etage"),
  ),
  umzugsfenster: asking(window, "Zwischen wann und wann können wir kommen?"),
  theater: asking(plaetze, "Wie viele Plätze, und im Parkett, im Rang oder auf der Galerie?", bereich),
  confirmPlaetze: {
    confirming: {
      values: [
        { ...plaetze, value: 3 },
        { ...bereich, value: "parkett" },
      ],
    },
  },
  blutspende: asking(lastDonation, "Wann haben Sie zuletzt Blut gespendet?"),
  verheiratet: asking(ok, "Sind Sie verheiratet?"),
  confirmFahrstunde: lesson,
  buffet: {
    asked: { ...ok, question: "80 Gäste, Samstag, 5. Dezember um 18 Uhr. Soll ich das Angebot schicken?" },
    correctable: [
      was(party("gäste", "personen", "leute"), 80),
      was(day, "2026-12-05"),
      was(partyTime, "18:00"),
    ],
  },
  stornieren: asking(ok, "Soll ich die Buchung stornieren?"),
  parkausweis: asking(permit, "Von wann bis wann brauchen Sie den Parkausweis?"),
  einzug: asking(day, "Wann ziehen Sie ein?"),
  rezeptName: asking(called("name", { kind: "name" }, "name"), "Auf welchen Namen ist das Rezept?"),
  rezeptTelefon: asking(
    called("phone", { kind: "phone", region: "AT" }, "nummer"),
    "Unter welcher Nummer erreichen wir Sie?",
  ),
  kursMail: asking(email, "Wie ist Ihre E-Mail-Adresse?"),
  kursstufe: asking(
    choice(
      "level",
      ["beginner", "Anfänger", "a1"],
      ["intermediate", "mittel", "mittelstufe", "b1"],
      ["advanced", "fortgeschritten", "fortgeschrittene", "c1"],
    ),
    "Anfänger, mittel oder fortgeschritten?",
  ),
  wartung: asking(downtime, "Wie lange ist das System nicht erreichbar?"),
  rosen: asking(roses, "Wie viele Rosen möchten Sie?"),
};

export const trades = { en, de };
