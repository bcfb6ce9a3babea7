// English vocabulary: filler words, yes and no, corrections, and carrier phrases around answers.

import type { AskableKind } from "../../value/value.ts";
import { list } from "../spoken-forms.ts";
import type { Carriers } from "../language-pack.ts";

export const hesitations: ReadonlySet<string> = new Set(
  "um umm uh uhm er erm hm hmm mhm ah eh".split(" ").filter((word) => word !== "mhm"),
);

export const fillers = list(
  "well, so, please, thanks, thank you, thank you very much, many thanks, cheers, hello, hi, hey, then, just, maybe",
  "perhaps, probably, about, around, approximately, like, you know, i guess, i think, i believe, i suppose, let's say",
  "i, i'm, i am, i'd, i'll, i've, we, we're, we are, we'd, we'll, it, it's, it is, its, is, are, be, am, was, they, he, he's, she, she's",
  "would, want, wants, need, to, the, a, an, my, our, me, us, let me, let's, let us, can, could, will, may i, can i, give",
  "i would like, i'd like, we would like, we'd like, i want to, i need to, i would like to, i'd like to, would like",
  "for, on, at, of, with, in, by, from, some, say, do, have, had, having, get, got, there, here, that's, that is, that",
  "this is, and, but, also, too, if possible, if you can, if that's ok, if it's possible, would be, would be great",
  "would be good, would be nice, works, works for me, is fine, sounds good, all right then, it's going to be, going to be",
  "there will be, there'll be, there are, there's, i said, speaking, you, sir, madam, now then, let me see, let me think",
  "how about, what about, shall we say, i take, i'll take, i'll have, take, put me down, put it down, go with, i'll go with",
  "first thing, should be, it should be, could you put me through to, put me through to, connect me to, transfer me to, department, the one, one on, one at, or so, or something, more or less, roughly, exactly, make that, only, were, as well",
);

export const polite = list(
  "please, thanks, thank you, thank you very much, well, so, okay, ok, hello, hi, hey, then, just, yes, yeah, oh, right, sir, madam, now, and, but",
);

export const notInNames: ReadonlySet<string> = new Set(
  (
    "the a an is are was be of in on at to for with from by and or but not no yes yeah what when where why how who which " +
    "it this that these those there here i you he she we they me us my your his her our their do does did have has had " +
    "can could will would should want need like please hello hi hey thanks thank okay ok maybe sorry say said tell " +
    "call calling called speaking name number don't isn't it's that's i'm i'd i'll know sure right wrong correct " +
    "weather table people person o'clock tomorrow today something anything nothing"
  ).split(" "),
);

export const interrogatives: ReadonlySet<string> = new Set(
  "how what which when where who whom whose why".split(" "),
);

export const yes = list(
  "y, mm hmm, that's all correct, that's all right, all correct, it's all correct, everything is correct, everything's correct, yes, yes please, yes it is, yes that's right, yes that's correct, yes that is right, yes that is correct, yes sir",
  "yes i do, yes i am, yes i would, yes indeed, yes of course, yes you can, yes you may, yes go ahead, yes that works",
  "yeah, yep, yup, yeah sure, ya, aye, sure, sure thing, of course, certainly, absolutely, definitely, exactly, indeed",
  "correct, right, true, that's right, that's correct, that is right, that is correct, that's it, that's true, that is true",
  "all right, okay, ok, fine, good, perfect, great, lovely, wonderful, that's fine, that is fine, that's good, that's perfect",
  "that's great, that's okay, that's ok, it's right, it's correct, it is correct, i do, i am, i would, i would love to",
  "i'd love to, it is, do it, do that, go ahead, please do, go for it, book it, sounds good, sounds great, sounds right",
  "looks good, affirmative, positive, why not, by all means, uh huh, mhm, you bet, no problem, i think so, i guess so",
  "i believe so, i suppose so, i hope so, speaking, that's me, this is me, that works, works for me, it does, they are",
  "you got it, totally, gladly, with pleasure, yes absolutely, yes definitely, i agree, agreed, confirm, i confirm",
  "confirmed, let's do it, let's do that, that would be great, that would be nice, that'd be great, very much so",
);

export const no = list(
  "n, no, no thanks, no thank you, no it's not, no it is not, no it isn't, no that's wrong, no that is wrong, no sir",
  "no that's not right, no that's not correct, no i don't, no i do not, no i'm not, no i am not, no i wouldn't, no need",
  "nope, nah, never, wrong, false, incorrect, negative, not really, not at all, not quite, of course not, no way",
  "that's wrong, that is wrong, it's wrong, it is wrong, that's not right, that is not right, that's not correct",
  "that is not correct, that's incorrect, that is incorrect, not right, not correct, not exactly, not true, that's not true",
  "absolutely not, definitely not, certainly not, not today, not now, not yet, not this time, i don't think so",
  "i do not think so, don't think so, i don't, i do not, i'd rather not, i would rather not, rather not, don't, do not",
  "it isn't, it's not, it is not, better not, please don't, please do not, i'm not, i am not, i wouldn't, i can't, i cannot",
  "hardly, no no, that isn't right, that isn't correct, that isn't it, that's not it, that's not me, wrong number, nothing",
  "i don't want to, i don't want that, i do not want that, don't do it, don't do that, forget it, i disagree, cancel that",
  "i'm afraid not, under no circumstances, no chance, not sure, i'm not sure",
).filter((phrase) => !["nothing", "not sure", "i'm not sure"].includes(phrase));

export const negations = list(
  "not, don't, do not, don't want, do not want, never, isn't, is not, neither, nor, not the, anything but, without, except, no longer, can't, cannot, didn't",
);

export const markers = list(
  "no, nope, no no, actually, sorry, i'm sorry, i am sorry, excuse me, pardon me, i meant, i mean, i meant to say, i wanted to say, rather, or rather",
  "make it, make that, change, can i change, can we change, i want to change, i'd like to change, change it to, change that to, change to, change it, instead, correction, wait, no wait, hold on",
  "wait a second, scratch that, i misspoke, my mistake, my bad, oops, better, it should be, it's supposed to be, on second thought",
  "let me correct that, let me correct myself, not that, that's wrong, that is wrong, that's not right, wrong, i take that back, i changed my mind",
);

export const affirmations = list(
  "yes, yeah, yep, yup, okay, ok, sure, right, all right, fine, good, great, perfect, of course, certainly, correct",
);

export const wrong = list(
  "is wrong, was wrong, is incorrect, isn't right, isn't correct, is not right, is not correct, was not right, wasn't right, is a mistake",
  "wrong, needs to change, has to change, must change, has changed, needs changing, should be different, should change, is different, doesn't work, not right, not correct, incorrect, change, correct, change the, can i change, can we change, i want to change, i'd like to change",
);

const none: Carriers = { before: [], after: [] };

export const carriers: Readonly<Record<AskableKind, Carriers>> = {
  boolean: none,
  number: {
    before: list(
      "for, about, around, almost, roughly, we are, we're, there are, there will be, there'll be, it's for, party of, a party of, group of, a group of",
    ),
    after: list("stars, star, points, out of five, out of ten, out of three, out of a hundred, of us"),
  },
  money: { before: list("for, about, up to, it costs, it cost, the amount is, amount of"), after: [] },
  digits: {
    before: list(
      "the number is, my number is, number, it's number, my account number is, account number, the digits are, digits, the code is, my code is, my pin is, my pin number is, the pin is, my id is, my customer number is, customer number, it is",
    ),
    after: [],
  },
  code: {
    before: list(
      "the code is, my code is, code, the reference is, my reference is, reference, my reference number is, the reference number is, booking code, my booking code is, my booking reference is, number, my number is, the number is, it reads, it says, it's spelled, license plate, my plate is, my license plate is",
    ),
    after: [],
  },
  date: {
    before: list(
      "on, on the, the, for the, the day is, the date is, from the, starting, starting on, since, my birthday is, i was born on, i was born, born on, my date of birth is, date of birth, it was, by",
    ),
    after: [],
  },
  time: {
    before: list(
      "at, at around, around, by, from, at about, about, after, before, the time is, starting at, come at",
    ),
    after: [],
  },
  phone: {
    before: list(
      "my number is, my phone number is, my telephone number is, the number is, the phone number is, phone number, telephone number, number, my mobile is, my mobile number is, my cell is, my cell phone is, my cell number is, call me at, call me on, call me back on, call me back at, you can reach me at, you can reach me on, reach me at, reach me on, it is",
    ),
    after: [],
  },
  email: {
    before: list(
      "my email is, my email address is, my e mail is, my e mail address is, the email is, the email address is, the address is, my address is, email, email address, e mail, send it to, write to, it's, it is, you can write to, mail, that's, yes, sure, is",
    ),
    after: list(
      "all lowercase, all lower case, in lower case, in lowercase, all one word, one word, no spaces, without spaces",
    ),
  },
  name: {
    before: list(
      "it is, put me down as, put me down under, that would be, that'd be, my name is, my name's, my full name is, the name is, the name's, name is, name, this is, i am, i'm, call me, it's, under the name, under the name of, under, in the name of, put it under, on the name of, i'm called, i am called, they call me, you can call me, first name, last name, my first name is, my last name is, surname, my surname is, mister, mr, mrs, ms, miss",
    ),
    after: list("speaking, is my name, is the name, here"),
  },
  choice: none,
  text: none,
};

export const typeNames: Readonly<Record<AskableKind, readonly string[]>> = {
  boolean: [],
  number: list("number, amount"),
  money: list("amount, price, sum"),
  digits: list("number, digits"),
  code: list("code, reference, reference number"),
  date: list("day, date"),
  time: list("time, hour"),
  phone: list("phone number, phone, number, telephone number"),
  email: list("email, email address, e mail, mail address, address"),
  name: list("name"),
  choice: list("choice, option"),
  text: [],
};

const ordinals = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");

export const places: ReadonlyMap<string, number> = new Map<string, number>([
  ...ordinals.flatMap(
    (word, index) =>
      [
        [`the ${word} one`, index + 1],
        [`${word} one`, index + 1],
        [`the ${word}`, index + 1],
        [`the ${word} option`, index + 1],
        [`${word} option`, index + 1],
        [`the ${word} of them`, index + 1],
      ] as const,
  ),
  ["the last one", -1],
  ["last one", -1],
  ["the last", -1],
  ["the last option", -1],
  ["the latter", -1],
  ["the former", 1],
  ["the second to last", -2],
  ["the second last one", -2],
]);
