// German wordings: what the engine itself says in German.

import type { SampleLines } from "../sample-lines.ts";
import { germanActs } from "./acts.ts";
import { capital, ended, type SpokenRange, type Wordings } from "../wordings.ts";

/** "1 bis 12", "10 Euro oder mehr", "20 Uhr oder früher". */
function allowed({ min, max, isMoment, whole }: SpokenRange): string {
  const [more, less] = isMoment ? ["oder später", "oder früher"] : ["oder mehr", "oder weniger"];
  const bounds =
    min === undefined ? `${max} ${less}` : max === undefined ? `${min} ${more}` : `${min} bis ${max}`;
  return whole ? `eine ganze Zahl, ${bounds}` : bounds;
}

export const germanWordings: Wordings = {
  noMatch: [
    "Das habe ich leider nicht verstanden.",
    "Das habe ich leider wieder nicht verstanden.",
    "Auch das habe ich nicht verstanden, tut mir leid.",
  ],
  noInput: ["Ich habe nichts gehört.", "Ich höre immer noch nichts.", "Sind Sie noch da?"],
  invalid: ["Das geht leider nicht.", "Das geht leider auch nicht.", "Das ist leider nicht möglich."],
  outOfRange(value, range, time) {
    if (time <= 1) return `Sie sagten ${ended(value)} Möglich ist ${ended(allowed(range))}`;
    if (time === 2) return `${value} geht leider nicht. Es geht ${ended(allowed(range))}`;
    return `Ich brauche ${allowed(range)}, und gehört habe ich ${ended(value)}`;
  },
  named: (name, value) => `${name} ${value}`,
  confirm: (value) => `${value}, ist das richtig?`,
  answered(question, yes) {
    const [, verb = "", subject = "", rest = ""] =
      /^(\p{L}+) (sie|ich|wir|es|das|du|ihr) (.+)$/iu.exec(question) ?? [];
    // A denial has its place within a German sentence, which depends on the sentence.
    if (verb === "" || !yes) return `${question}: ${yes ? "ja" : "nein"}`;
    const who = /^(sie|ihr)$/i.test(subject) ? capital(subject) : subject.toLowerCase();
    return capital(`${who} ${verb.toLowerCase()} ${rest}`);
  },
  confirmSpelled: (value) => `Ich buchstabiere: ${value}. Ist das richtig?`,
  echo: (value) => `${value}.`,
  either: (values, speaker) => `${speaker.list(values, "or")}?`,
  whichTime: "Um wie viel Uhr genau?",
  whichDay: (period) => `An welchem Tag, ${period}?`,
  otherEnd: (half, isEnd) => `${ended(capital(half))} ${isEnd ? "Ab wann?" : "Bis wann?"}`,
  restOf: (part) => `Ich habe ${part}. Und der Rest?`,
  digitsHeard: (heard, wanted) =>
    `Ich habe ${heard === 1 ? "eine Ziffer" : `${heard} Ziffern`} gehört, brauche aber ${wanted === 1 ? "eine" : wanted}.`,
  askDigits(count, isFirst) {
    if (count === 1) return isFirst ? "Wie lautet die erste Ziffer?" : "Und die nächste?";
    return isFirst
      ? `Sagen Sie bitte die ersten ${count} Ziffern.`
      : `Sagen Sie bitte die nächsten ${count}.`;
  },
  digitByDigit: (hasKeys) =>
    hasKeys
      ? "Gehen wir Ziffer für Ziffer vor, oder tippen Sie sie auf Ihrem Tastenfeld."
      : "Gehen wir Ziffer für Ziffer vor.",
  refused: "Entschuldigung.",
  whatToChange: "Was soll ich ändern?",
  more: "Noch etwas?",
  howMany: "Wie viele?",
  listening: "Ich höre.",
  waiting: "Lassen Sie sich Zeit.",
  brokenOff: "Entschuldigung, ich habe den Faden verloren. Können Sie das noch einmal sagen?",
  gaveUp: "Es tut mir leid, wir verstehen uns leider nicht. Auf Wiederhören.",
  limit: "Es tut mir leid, dieses Gespräch dauert schon zu lange. Auf Wiederhören.",
  failed: "Es tut mir leid, da ist etwas schiefgegangen. Auf Wiederhören.",
  nothingToRepeat: "Ich habe noch nichts gesagt.",
  noWayBack: "Weiter zurück geht es nicht.",
  fillers: {
    opening: ["Einen Moment bitte, ich bin gleich für Sie da."],
    soon: ["Hm.", "Mal sehen.", "Moment.", "Also.", "Sekunde.", "Augenblick."],
    still: [
      "Ich bin noch dabei, einen Moment bitte.",
      "Das dauert etwas länger, danke für Ihre Geduld.",
      "Ich habe Sie nicht vergessen, gleich geht es weiter.",
      "Es geht gleich weiter, bleiben Sie bitte dran.",
    ],
    unsaid: ["Es tut mir leid, ich konnte meine Antwort nicht aussprechen. Fragen Sie bitte noch einmal."],
  },
  acts: germanActs,
  stop: "Ich muss Sie kurz unterbrechen.",
};

export const germanSamples: SampleLines = {
  hello: "Hallo.",
  goodbye: "Auf Wiederhören.",
  ask: "Möchten Sie weitermachen? Bitte sagen Sie ja oder nein.",
  choose: "Das erste oder das zweite?",
  question: "Wann haben Sie geöffnet?",
  answer: "Wir haben von neun bis siebzehn Uhr geöffnet.",
  thanks: "Vielen Dank. Auf Wiederhören.",
  noModel: "Es tut mir leid, ich kann Ihnen gerade nicht helfen. Auf Wiederhören.",
  tellMe: "Bitte sagen Sie mir: ",
  moment: "Einen Moment, bitte.",
};
