// Statements in a language: the words by which a line states more than another, although both are about the same thing.

import { wordSet } from "./retrieval.ts";

/** All in small letters. */
export interface Statements {
  /** Whether a sentence denies something. */
  readonly denies: RegExp;
  /** Words of time, money and measure, besides numbers: an added one makes another statement. */
  readonly measures: ReadonlySet<string>;
  /** Words with a capital that name nothing: those that begin sentences, and where nouns have one, everyday nouns. */
  readonly plain: ReadonlySet<string>;
  /** Left out before anything is compared: "good morning" is no time. */
  readonly greetings: RegExp;
}

export const englishStatements: Statements = {
  denies:
    /\b(?:no|not|never|none|nobody|nothing|neither|nor|cannot|without|unable|unavailable|impossible)\b|n['’]t\b/,
  measures: wordSet(`
    monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
    october november december today tomorrow yesterday tonight morning afternoon evening night noon midnight weekend am pm
    dollar dollars euro euros pound pounds cent cents penny pence franc francs usd eur gbp chf percent free half quarter
    twice double triple dozen second seconds minute minutes hour hours day days week weeks month months year years mile
    miles kilometre kilometres kilometer kilometers metre metres meter meters kilo kilos gram grams
  `),
  plain: wordSet(`
    i ok okay alright right good great perfect wonderful lovely excellent super nice fine sure certainly absolutely
    definitely thanks thank sorry unfortunately hello hi hey welcome please let's lets understood noted got congratulations
    happy glad enjoy looking see take give bring call just also then so well now here there everything all each every
    that's that it's it there's here's you're your you we we're we'll we've our i'm i'll i've my this these those
    the a an as at by for from in of on to with if when where what which who how do does did is are was were will would can
    somebody someone anybody anyone everybody everyone could should may and or but yes consider feel keep remember know one
  `),
  greetings: /\bgood (?:morning|afternoon|evening|day|night)\b|\bhave a (?:good|nice|great|lovely) day\b/g,
};

export const germanStatements: Statements = {
  denies: /\b(?:nein|nicht|nichts|nie|niemals|niemand|ohne|weder|unmöglich)\b|\bkein(?:e[nmrs]?)?\b/,
  measures: wordSet(`
    montag dienstag mittwoch donnerstag freitag samstag sonntag sonnabend januar februar märz april mai juni juli august
    september oktober november dezember heute morgen gestern übermorgen vormittag vormittags mittag mittags nachmittag
    nachmittags abend abends nacht nachts mitternacht wochenende dollar euro cent franken pfund prozent kostenlos gratis
    halb halbe halben viertel doppelt doppelte dutzend sekunde sekunden minute minuten stunde stunden tag tage tagen woche
    wochen monat monate monaten jahr jahre jahren kilometer meter kilo gramm
  `),
  plain: wordSet(`
    sie ihr ihre ihren ihrem ihrer ihnen ich wir es das der die den dem ein eine einen einem gut gerne gern prima schön
    wunderbar perfekt super klar natürlich sicher danke vielen dank bitte hallo willkommen verstanden notiert alles ja dann
    und oder aber so nun hier da damit dazu dafür für mit von in im am an auf bei zu zum zur um wenn wie was wo wer wann
    termin termine frage fragen anruf gespräch kollege kollegen kollegin kolleginnen anliegen nachricht rückruf name namen
    nummer adresse uhr glückwunsch freude moment angebot auskunft hilfe team bestellung buchung reservierung tisch zimmer
    leider kein keine sollten haben können möchten freuen unser unsere unserem unseren mein meine
  `),
  greetings: /\bguten? (?:morgen|tag|abend|nacht)\b|\b(?:schönen|guten) (?:tag|abend)(?: noch)?\b/g,
};
