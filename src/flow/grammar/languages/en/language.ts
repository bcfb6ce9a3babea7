// English language: joins its rules and words.

import type { LanguageData } from "../../language.ts";
import { common } from "../common.ts";
import { rulesOf, tableOf, wordsOf } from "../../forms.ts";
import { acts, asides } from "./acts.ts";
import { calendar } from "./calendar.ts";
import {
  asks,
  beside,
  doubt,
  hesitation,
  invites,
  notNames,
  particles,
  people,
  talk,
  records,
} from "./talk.ts";
import { values } from "./values.ts";
import { classes, words } from "./words.ts";

const apart = tableOf(`
  dont=do_n't cant=can_n't wont=will_n't im=i_'m ive=i_'ve its=it_'s thats=that_'s theres=there_'s
  whats=what_'s lets=let_'s id=i_'d isnt=is_n't doesnt=does_n't didnt=did_n't youre=you_'re theyre=they_'re
  couldnt=could_n't wouldnt=would_n't cannot=can_n't dunno=do_n't_know gimme=give_me wanna=want_to
  gotta=got_to can't=can_n't won't=will_n't shan't=shall_n't ain't=is_n't ma'am=ma'am`);

export const english: LanguageData = {
  code: "en",
  written: {
    decimal: ".",
    hasOrdinalDot: false,
    spelt: { oclock: "o'clock", am: "a.m.", pm: "p.m." },
  },
  respell: [
    [/\b([ap])\.\s?m\b\.?/gi, "$1m"],
    [/\bo['’ ]\s?clock\b/gi, "oclock"],
    [/\bunder score\b/gi, "underscore"],
    [/\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|\d{1,2})ish\b/gi, "$1 ish"],
    [/\bfull stop\b/gi, "dot"],
    [/\bgrown[- ]?ups?\b/gi, "grownups"],
    [/\b(mr|mrs|ms|dr|prof|st)\./gi, "$1"],
  ],
  sounds: [
    [/ph/g, "f"],
    [/c(?=[eiy])/g, "s"],
    [/ck|c|q/g, "k"],
    [/gh/g, "g"],
    [/(.)\1/g, "$1"],
    [/(?<=..)(?:er|ar|or|our|re)$/, "a"],
  ],
  split: (word) => {
    if (Object.hasOwn(apart, word)) return apart[word]?.split(" ") ?? [word];
    const parts = /^(.+?)('(?:s|re|ve|ll|d|m)|n't)$/.exec(word);
    return parts === null ? [word] : [parts[1] as string, parts[2] as string];
  },
  rules: () => [
    ...rulesOf([common, values, calendar, talk], classes),
    ...wordsOf(words),
    ...acts,
    ...records,
  ],
  lists: {
    deny: "no not n't without never non",
    aside: asides,
    beside,
    notName: notNames,
    particle: particles,
    people,
    invite: invites,
    ask: asks,
    hesitation,
    weak: "one",
    given:
      "will mark april may rose june august joy grace faith hope max frank bill art sue rich jack pat drew dawn sky rob",
    owner: "mr mrs ms mister miss my your his her our their a an the this that some any no",
    mine: "my our",
    pale: "like want need have would will shall could should does your there anything something else any with from this that what when many much please before last four months",
    ranked: "floor storey story grade row level",
    pronoun: "one ones option kind type version",
    article:
      "a an the to of for your you would like please what which how many do is in on at and or i will be",
    want: "want need have like can could",
    subject: "i we you he she they",
    maybe: "maybe perhaps possibly",
    proposing: "i we it that he she they somebody someone",
    closing: "please thanks cheers ta",
    auxiliary:
      "'m 're 's is are am was were will 'll would 'd can could have 've has had do does did may might must should needs wants",
    pointer: "it that this there",
    preposition: "at in on for with by of to from about near under behind over before after until around",
    adjunct: "at in on for by near behind outside",
    beforeTime: "at",
    beforeCount: "for",
    wrong: "wrong incorrect different change another other",
  },
  besideTypes: {
    "digits phone code":
      "reach pin account area code starts begins says letters letter digits number numbers id reference",
    "number money amount duration": "flat",
    "date time date_range time_range":
      "work works suit suits fit squeeze pencil schedule arrange arrive visit",
    age: "he she they turned old aged",
    birth: "birthday birth born date was",
    email: "send write reach contact mail email to",
  },
  birth: /\b(?:birth|born)/i,
  aged: /\bhow old\b|\bage\b/i,
  howMany:
    /\b(?:how many|number of)(?: of (?:them|those|these|you|the \p{L}+)(?: are| is| need| want)?)? (\p{L}+)/iu,
  kin: [
    "child children kid kids boy boys girl girls son daughter toddler youngster",
    "adult adults grownup grownups",
  ],
  offersMore: /\banything else\b|(?<!\b(?:once|no|any|try) )\bmore\b(?! than)|\bany more\b/i,
  doubt,
  notNameEnding: /(?:ing|ed|ous|ly|able|ful|less|ish|ment|tion)$/,
  ofUs: ["of us", "of you", "us"],
  endings: /(?:'s|ies|(?<=s|x|z|ch|sh|o)es|s|ing|ed|ren)$/,
  mail: {
    at: ["at", "@"],
    dot: ["dot", "point", "period", "."],
    filler: ["sign", "the", "rate"],
    signs: tableOf(
      "dot=. point=. period=. .=. underscore=_ underline=_ dash=- hyphen=- minus=- -=- plus=+ +=+ _=_",
    ),
  },
  typeWords: {
    email: "email mail address e",
    phone: "phone number mobile cell telephone",
    name: "name",
    date: "day date",
    time: "time",
    money: "amount price budget sum cost",
    code: "code reference number plate",
    digits: "number digit code",
    number: "number",
    choice: "department plan option kind type",
    date_range: "stay day",
    time_range: "time",
  },
  noDenies: true,
  moreWords: { more: 1, less: -1, fewer: -1 },
};
