// Statements in a language: the words by which a line states more than another, although both are about the same thing.

import { wordSet } from "./retrieval.ts";

/** Words with which a language states facts, all in small letters. */
export interface Statements {
  /** Whether a sentence denies something. */
  readonly denies: RegExp;
  /** Words of time, money and measure that no rule reads by themselves: an added one makes another statement. */
  readonly measures: ReadonlySet<string>;
  /** Words with a capital that name nothing, beside those that the rules of a language know as no names. */
  readonly plain: ReadonlySet<string>;
  /** Promises, amounts and days, which a model may word only where its line has them. */
  readonly commitments: RegExp;
  /** Left out before anything is compared: "good morning" is no time. */
  readonly greetings: RegExp;
}

export const englishStatements: Statements = {
  denies:
    /\b(?:no|not|never|none|nobody|nothing|neither|nor|cannot|without|unable|unavailable|impossible)\b|n['’]t\b/,
  commitments:
    /\b(?:booked|reserved|confirmed|cancel(?:l?ed)|refund(?:ed|s)?|free|discount(?:s|ed)?|guarantee[ds]?|promise[ds]?|charged|paid|approved|dollars?|euros?|pounds?|cents?|percent|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|half|double|today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/giu,
  measures: wordSet(`weekend penny percent free half quarter twice double triple dozen`),
  plain: wordSet(`
    absolutely unfortunately welcome let's lets understood noted congratulations enjoy everything that's it's
    there's here's you're we're we'll we've i'm i'll i've somebody anybody consider feel remember
  `),
  greetings: /\bgood (?:morning|afternoon|evening|day|night)\b|\bhave a (?:good|nice|great|lovely) day\b/g,
};

export const germanStatements: Statements = {
  denies: /\b(?:nein|nicht|nichts|nie|niemals|niemand|ohne|weder|unmöglich)\b|\bkein(?:e[nmrs]?)?\b/,
  commitments:
    /\b(?:gebucht|reserviert|bestätigt|storniert|erstattet|erstattung|kostenlos|gratis|rabatt|garantier\w*|versprech\w*|abgebucht|bezahlt|genehmigt|euro|cent|prozent|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|\w+zig|hundert|tausend|halb\w*|doppelt\w*|heute|morgen|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)\b/giu,
  measures: wordSet(`wochenende prozent kostenlos gratis halb halbe halben viertel doppelt doppelte dutzend`),
  plain: wordSet(`
    klar natürlich vielen dank willkommen notiert termine fragen anruf gespräch kollege kollegen kollegin
    kolleginnen anliegen nachricht rückruf namen adresse uhr glückwunsch freude angebot auskunft team buchung
    leider freuen unserem
  `),
  greetings: /\bguten? (?:morgen|tag|abend|nacht)\b|\b(?:schönen|guten) (?:tag|abend)(?: noch)?\b/g,
};
