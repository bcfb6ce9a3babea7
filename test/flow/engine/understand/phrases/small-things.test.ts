// Phrases that were misread once: letters as in words, parts of a day, politeness in another language, plurals, names
// and how addresses are written.

import { anyTime, at, budget, dept, email, guest, ok, phone, was } from "../dialogue.ts";
import { alike, germanSituation, situation } from "../situation.ts";

const code = { name: "code", wanted: { kind: "code" as const, mask: "AAA999" }, synonyms: [] };
situation("a booking code", { asked: code }, [
  ...alike(
    `B as in bravo, X as in x-ray, K as in kilo, one two three
    b as in bravo x as in x ray k as in kilo 1 2 3
    bravo x-ray kilo one two three / b x k one two three
    all caps B X K one two three / b x k one two three, all upper case / capital B, capital X, capital K, 1 2 3`,
    "code=BXK123",
  ),
]);

const plate = { name: "code", wanted: { kind: "code" as const, mask: "AA-99*9" }, synonyms: [] };
situation("a code behind a word that is a letter, too", { asked: plate }, [
  ["i would like charlie o oh oh six nine please", "code=CO-0069"],
  ["i c one two three four", "code=IC-1234"],
]);

const german = { name: "german", phrases: ["auf deutsch", "deutsch"], proposable: false };
situation("who wants another language", { asked: at, handlers: [german] }, [
  ...alike(
    "auf Deutsch bitte / auf deutsch, bitte / auf deutsch / deutsch bitte / auf deutsch por favor",
    "handler german",
  ),
]);

germanSituation("wann?", { asked: anyTime }, [
  ...alike("mittags / mittag / um zwölf Uhr mittags", "at=12:00"),
]);

situation("a name", { asked: guest }, [
  ["Jean-Luc Picard", "guest=Jean-Luc Picard"],
  ["my name is Anna-Lena Schmidt-Meyer", "guest=Anna-Lena Schmidt-Meyer"],
  ["anna-lena", "guest=Anna-Lena"],
  ["Jean Luc Picard", "guest=Jean Luc Picard"],
  ["b-o-b", "guest=Bob"],
  ["mary o'brien", "guest=Mary O'Brien"],
  ...alike("same as before / smith comma john", "unclear"),
]);

situation("both parts of a name", { asked: guest }, [
  ...alike(
    `first name Anna last name Schmidt / first name anna, last name schmidt / last name Schmidt first name Anna
    my first name is Anna and my last name is Schmidt / surname Schmidt, first name Anna
    given name Anna, family name Schmidt / my first name is Anna, surname Schmidt, all lower case
    Anna, last name Schmidt / Schmidt, first name Anna / my name is Anna, surname Schmidt`,
    "guest=Anna Schmidt",
  ),
  ["all lower case", "unclear"],
  ["the last name is Schmidt", "guest=Schmidt"],
]);
const family = { name: "family", wanted: { kind: "name" as const }, synonyms: ["last name", "surname"] };
situation("a name for each part", { asked: { ...guest, synonyms: ["first name"] }, open: [family] }, [
  ...alike(
    "first name Anna last name Schmidt / last name Schmidt, first name Anna",
    "guest=Anna family=Schmidt",
  ),
]);
situation("one part is asked for", { asked: { ...guest, question: "What is your last name?" } }, [
  ["first name Anna, last name Schmidt", "guest=Schmidt"],
]);
germanSituation("ein Name", { asked: guest }, [
  ...alike(
    "Vorname Anna Nachname Schmidt / mein Vorname ist Anna und mein Nachname ist Schmidt",
    "guest=Anna Schmidt",
  ),
  ["Nachname Müller-Lüdenscheidt, Vorname Karl-Heinz", "guest=Karl-Heinz Müller-Lüdenscheidt"],
]);

situation("an address", { asked: email }, [
  ...alike(
    `all lower case anna at example dot net / anna at example dot net, all lower case / lowercase anna at example dot net
    anna all lower case at example dot net / anna in small letters at example dot net, no spaces
    all one word, no spaces, anna at example dot net / capital a n n a at example dot net`,
    "email=anna@example.net",
  ),
  ["no dots, annasmith at my-company dot com", "email=annasmith@my-company.com"],
  ["b-o-b at example dot net", "email=bob@example.net"],
  ["anna at example dot net, no wait, example dot com", "confirm email=anna@example.net"],
]);
situation(
  "a phone number with a second thought",
  { asked: { ...phone, wanted: { kind: "phone", region: "US" } } },
  [
    ["415 555 26 71", "phone=+14155552671"],
    ["415 555 26 71, no, 72", "confirm phone=+14155552671"],
  ],
);
germanSituation("eine Adresse", { asked: email }, [
  ...alike(
    `alles klein anna punkt schmidt at beispiel punkt de / anna punkt schmidt at beispiel punkt de, kleingeschrieben
    ohne Leerzeichen anna punkt schmidt at beispiel punkt de`,
    "email=anna.schmidt@beispiel.de",
  ),
]);

situation("a department", { asked: dept }, [
  ...alike("bills / the bills please / invoices", "dept=billing"),
  ["new orders", "dept=sales"],
  ["not invoices, sales", "dept=sales"],
  ["nothing about bills", "unclear"],
]);
const kinds = ["sale", "sales", "pass"].map((id) => ({ id, label: id, synonyms: [] }));
situation(
  "an option whose plural is another",
  {
    asked: { name: "kind", wanted: { kind: "choice", fromData: false, options: kinds }, synonyms: [] },
  },
  [
    ["sales", "kind=sales"],
    ["a sale", "kind=sale"],
    ["passes", "kind=pass"],
  ],
);
const papiere = ["Rechnung", "Zahlung", "Gast"].map((label) => ({
  id: label.toLowerCase(),
  label,
  synonyms: [],
}));
germanSituation(
  "Mehrzahl",
  {
    asked: { name: "art", wanted: { kind: "choice", fromData: false, options: papiere }, synonyms: [] },
  },
  [
    ["Rechnungen", "art=rechnung"],
    ["es geht um die Zahlungen", "art=zahlung"],
    ["Gäste", "art=gast"],
    ["nichts mit Rechnungen", "unclear"],
  ],
);
const dauerauftrag = { id: "order", label: "Dauerauftrag", synonyms: [] };
const wunsch = {
  name: "topic",
  wanted: { kind: "choice" as const, fromData: false, options: [dauerauftrag] },
  synonyms: [],
};
germanSituation("ein Betrag, der von etwas anderem gesagt wird", { asked: wunsch, open: [budget] }, [
  ...alike("ein Dauerauftrag über fünfzig Euro / dauerauftrag über 50 euro", "topic=order budget=50"),
  ["über fünfzig Euro", "unclear"],
]);
germanSituation("eine Rechnung über einen Betrag, und mehr als ein Betrag", { asked: budget }, [
  ...alike("eine Rechnung über fünfzig Euro / auf dem Konto über etwa fünfzig Euro", "confirm budget=50"),
  ...alike(
    "über fünfzig Euro / auf dem Konto sind über fünfzig Euro / im Monat über fünfzig Euro / ein Betrag über fünfzig Euro / ich gebe Ihnen über fünfzig Euro",
    "unclear",
  ),
]);
situation("a denial in two phrases that overlap", { asked: ok }, [
  ...alike("no, I don't have any / no I don't think so / no, I haven't got one", "ok=false"),
]);
situation("somebody else, who says so", { asked: { ...ok, question: "Am I speaking to Ada?" } }, [
  ...alike("no, this is her brother / no this is Bob / no, I'm her brother", "confirm ok=false"),
  ...alike(
    `this is her brother / I'm her mother / you're speaking to her older daughter / it's her assistant / this is Bob
    she's not here / she just stepped out / wrong number / I'm afraid he's at work / this is not Ada / that's my wife`,
    "confirm ok=false",
  ),
  ...alike("this is Ada / this is Ada Lovelace", "confirm ok=true"),
  ...alike(
    "no idea, this is her brother / is this her brother / this is ridiculous / who is this",
    "unclear",
  ),
]);
situation("relatives and absences where nobody is asked for", { asked: { ...ok, question: "Any pain?" } }, [
  ...alike("this is her brother / she's not here / this is Bob", "unclear"),
]);
situation("a relative who is asked for", { asked: { ...ok, question: "Am I speaking to Ada's mother?" } }, [
  ["I'm her mother", "confirm ok=true"],
  ["this is her father", "confirm ok=false"],
]);
germanSituation("jemand anders, der es sagt", { asked: { ...ok, question: "Spreche ich mit Ada?" } }, [
  ...alike("nein, hier ist ihr Bruder / nein ich bin ihr Bruder", "confirm ok=false"),
  ...alike(
    `hier ist ihr Bruder / ich bin ihr Mann / Sie sprechen mit ihrer Tochter / das ist meine Frau / hier spricht Bob Meier
    die ist nicht da / falsch verbunden / sie ist gerade unterwegs / die wohnt hier nicht mehr`,
    "confirm ok=false",
  ),
  ["hier ist Ada", "confirm ok=true"],
  ["hier ist der Mann von Ada", "confirm ok=false"],
  ["ja, aber ich bin gerade unterwegs", "confirm ok=true"],
  ["ich bin im Urlaub", "unclear"],
  ...alike("wer ist da / das ist Unsinn / keine Ahnung, hier ist ihr Bruder", "unclear"),
]);

situation("a department, or none of them", { asked: dept }, [
  ["no sales please", "confirm dept=sales"],
  ["no, sales please", "dept=sales"],
  ["no the sales department please", "dept=sales"],
]);

situation("a department that was just repeated", { correctable: [was(dept, "support", true)] }, [
  ["no sales", "correct dept=sales"],
]);

situation("a day that is over", { asked: { name: "day", wanted: { kind: "date" }, synonyms: [] } }, [
  ["Monday last", "day=2026-11-16"],
  ["monday last week", "confirm day=2026-11-16"],
]);
