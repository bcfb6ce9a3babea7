// English vocabulary: filler words, yes and no, corrections, and carrier phrases around answers.

import type { AskableKind } from "../../value/value.ts";
import { list } from "../spoken-forms.ts";
import { middlePlace } from "../places.ts";
import type { Bounds, Carriers, Ranges, Shifts } from "../language-pack.ts";

export const hesitations: ReadonlySet<string> = new Set(
  "um umm uh uhm er erm hm hmm mhm ah eh".split(" ").filter((word) => word !== "mhm"),
);

/** "Luckily not", "thank god, yes". */
const moods =
  "luckily, fortunately, thankfully, unfortunately, sadly, thank god, thank goodness, thank heavens, hopefully".split(
    ", ",
  );

export const fillers = [
  ...moods,
  ...list(
    "well, so, oh, please, thanks, thank you, thank you very much, many thanks, cheers, hello, hi, hey, then, just, maybe",
    "perhaps, probably, about, around, approximately, like, you know, i guess, i think, i believe, i suppose, let's say",
    "i, i'm, i am, i'd, i'll, i've, we, we're, we are, we'd, we'll, it, it's, it is, its, is, are, be, am, was, they, he, he's, she, she's",
    "would, want, wants, need, to, the, a, an, my, our, me, us, let me, let's, let us, can, could, will, may i, can i, give",
    "i would like, i'd like, we would like, we'd like, i want to, i need to, i would like to, i'd like to, would like",
    "for, on, at, of, with, in, by, from, some, say, do, have, had, having, get, got, there, here, that's, that is, that",
    "this is, and, but, also, too, if possible, if you can, if that's ok, if it's possible, would be, would be great",
    "would be good, would be nice, works, works for me, is fine, sounds good, all right then, it's going to be, going to be",
    "there will be, there'll be, there are, there's, i said, speaking, you, sir, madam, now then, let me see, let me think",
    "how about, what about, shall we say, i take, i'll take, i'll have, take, put me down, put it down, i'd say, i would say, go with, i'll go with",
    "i was thinking, i was thinking of, we were thinking, we were thinking of, it was going to be, same time, the same time, at the same time, same day, same place, nice to meet you, first thing, should be, it should be, could you put me through to, put me through to, connect me to, transfer me to, department, the one, one on, one at, or so, or something, more or less, roughly, exactly, make that, only, were, as well",
    "all lower case, all lowercase, all in lower case, in lower case, in lowercase, lower case, lowercase, all upper case, all uppercase, upper case, uppercase, all caps, in all caps, in capitals, all capitals, capital letters, in capital letters, in small letters, small letters",
  ),
];

export const conditions = list(
  "if possible, if you can, if that's ok, if that's okay, if that's possible, if it's possible, if you have anything, if you have something, if you have one, if you have a table, if you have space, if there's space, if there is space, if it's not too much trouble, if that's not too much trouble, if you don't mind, if available, if that works, if that's all right, if you would, if you please, if you like, if that suits you, if there's still room, if there is still room, if there's room, if there's still space, if you still have room, if you have room, if you still have something, if that still works, if it's still free, if it suits you, if it works for you, if there's a table, if need be, nothing else, nothing more, and nothing else",
);

export const polite = list(
  "please, thanks, thank you, thank you very much, well, so, okay, ok, hello, hi, hey, then, just, yes, yeah, oh, right, sir, madam, now, and, but",
);

export const requests = list(
  "can i, can i please, could i, could i please, may i, i want to, i'd like to, i would like to, i need to, let me, could you, can you, would you, will you, i want, i'd like, i need, give me, get me, please give me, please let me, can you please, could you please, just, i have to",
);

export const notInNames: ReadonlySet<string> = new Set(
  (
    "the a an is are was be of in on at to for with from by and or but not no yes yeah what when where why how who which " +
    "it this that these those there here i you he she we they me us my your his her our their do does did have has had " +
    "can could will would should want need like please hello hi hey thanks thank okay ok maybe sorry say said tell " +
    "call calling called speaking name number don't isn't it's that's i'm i'd i'll know sure right wrong correct " +
    "weather table people person o'clock tomorrow today something anything nothing same before again usual comma whatever guess booking reservation account file yours mine who's what's how's where's why's never mind skip none necessary private anonymous as always than if because only even very too ever still yet already matter matters company work job important secret long short different given see look check find ask later soon under required needed everything hungry complicated late ridiculous asking test back urgent driving difficult regular testing evening tonight busy lost ready fine good bad new old great happy sad tired afraid aware interested done early alone home nice funny silly crazy serious stuck confused annoyed angry broken sick ill booked booking wife husband bye goodbye huh pardon nobody everyone calls spelled spelt business"
  ).split(" "),
);

export const notBeforeNames: ReadonlySet<string> = new Set("a an the my our his her their".split(" "));

export const interrogatives: ReadonlySet<string> = new Set(
  "how what which when where who whom whose why what's who's how's where's when's".split(" "),
);

export const births: ReadonlySet<string> = new Set("born birth birthday birthdate".split(" "));

export const foreignPoliteness = list(
  "bitte, danke, bitte schön, por favor, gracias, s'il vous plaît, s'il te plaît, merci, per favore, grazie",
);

export const unfinished = list(
  "and, or, but, because, so, then, if, when, while, that, which, who, where, whether, than, as, although, unless, until, since, except",
  "the, a, an, my, your, our, his, her, their, this, some, any, every, each, another, of, to, for, with, from, in, on, at, by, about, into",
  "through, between, without, near, around, i, we, you, he, she, they, i'm, i am, we're, we are, it's, it is, that's, there's, there is, is, are",
  "was, were, be, been, am, i'd, i'd like, i would, i would like, we'd like, would like, i want, we want, i need, we need, want to, like to",
  "i'll, i'll have, i have, we have, have, has, had, can, can i, could, could you, will, would, should, may, might, do, does, did, not, don't",
  "i think, i thought, i was thinking, i guess, i believe, i mean, you know, let me see, let me think, how about, maybe, perhaps, very, more, just, like",
  "my name is, the name is, the number is, it's for, let's say, say, well, actually, plus, minus, point, double",
);

export const finished = list(
  "please, thanks, thank you, thank you very much, many thanks, cheers, that's all, that is all, that's it, that is it, that's everything",
  "nothing else, goodbye, bye, bye bye, never mind, right now, as soon as possible, asap, if possible, for now, today, tomorrow, tonight",
);

export const backchannels = list(
  "mm, mmm, mhm, mm hm, mm hmm, mmhm, mmhmm, mhmm, hm, hmm, hm hm, uh huh, uhhuh, uh hum, ah, aha, ah ha, oh, ooh, oh okay, huh, yes, yeah, yep, yup, ya",
  "right, all right, alright, okay, ok, okey, k, sure, i see, i know, got it, gotcha, understood, of course, exactly, indeed, true, absolutely, correct",
  "good, great, fine, cool, nice, perfect, lovely, wow, really, oh really, interesting, makes sense, that's right, that's fine, thanks, thank you",
);

export const yes = list(
  "y, yes, yes please, yes it is, yeah, yep, yup, sure, okay, ok, correct, right, that's right, that's correct, of course, absolutely, fine",
  "good, uh huh, mm hmm, go ahead, exactly, definitely, i do, sounds good, perfect, please do",
  "that's all correct, that's all right, all correct, it's all correct, everything is correct, everything's correct",
  "yes that's right, yes that's correct, yes that is right, yes that is correct, yes sir, yes i do, yes i am, yes i would, yes indeed",
  "yes of course, yes you can, yes you may, yes go ahead, yes that works, yeah sure, ya, aye, sure thing, certainly, indeed, true",
  "that is right, that is correct, that's it, that's true, that is true, all right, great, lovely, wonderful, that's fine",
  "that is fine, that's good, that's perfect, that's great, that's okay, that's ok, it's right, it's correct, it is correct, i am",
  "i would, i would love to, i'd love to, it is, do it, do that, go for it, book it, sounds great, sounds right, looks good",
  "affirmative, positive, why not, by all means, mhm, you bet, no problem, i think so, i guess so, i believe so, i suppose so",
  "i hope so, speaking, that's me, this is me, that works, works for me, it does, they are, you got it, totally, gladly",
  "that's what i want, that's what we want, that's exactly what i want, that'll do, that will do, no doubt, no doubt about it, without a doubt, without doubt, no question, no question about it, without question, in a heartbeat, any time, anytime, that's the one, that is the one, that's the ones, those are the ones",
  "with pleasure, yes absolutely, yes definitely, i agree, agreed, confirm, i confirm, confirmed, let's do it, let's do that",
  "that would be great, that would be nice, that'd be great, very much so, that suits me, suits me, yea, ye, yess, yessir, naturally, obviously, spot on, not a problem",
  "i don't see why not, i see no problem, i have no objection, no objection, no objections, i'd like that, i would like that, that would be lovely, i'm happy with that, i'm happy to, most certainly",
  "i'm afraid so, afraid so, i'd be happy to, that'd be lovely, that would be perfect, fine by me, fine with me, i'm okay with that, i said yes, as i said, it sure is, go on, yes thanks very much, that'll work, that will work, that would work, i'd say yes, i'm fine with that, i am fine with that, very well, cool, awesome, brilliant, excellent, that's what i said, that is what i said",
);

export const no = list(
  "n, no, that's all wrong, it's all wrong, all wrong, completely wrong, no thanks, no thank you, nope, nah, not really, wrong, that's wrong, incorrect, not quite, never, that's not right, i don't",
  "i don't think so, of course not, definitely not, not yet, absolutely not, not today",
  "no it's not, no it is not, no it isn't, no that's wrong, no that is wrong, no sir, no that's not right, no that's not correct",
  "no i don't, no i do not, no i'm not, no i am not, no i wouldn't, no need, false, negative, not at all, no way, that is wrong",
  "it's wrong, it is wrong, that is not right, that's not correct, that is not correct, that's incorrect, that is incorrect",
  "not right, not correct, not exactly, not true, that's not true, certainly not, not now, not this time",
  "i do not think so, don't think so, i do not, i'd rather not, i would rather not, rather not, don't, do not, it isn't, it's not",
  "it is not, better not, please don't, please do not, i'm not, i am not, i wouldn't, i can't, i cannot, hardly, no no",
  "that isn't right, that isn't correct, that isn't it, that's not it, that's not me, wrong number, nothing, i don't want to",
  "i don't want that, i do not want that, don't do it, don't do that, forget it, i disagree, cancel that, i'm afraid not",
  "under no circumstances, no chance, not sure, i'm not sure, none, not interested, i'm not interested, no not interested, not necessary, that won't be necessary, that's not necessary, nothing like that, not that i know of, not that i'm aware of, not as far as i know",
  "i guess not, i suppose not, probably not, unfortunately not, sadly not, sadly no, not likely, unlikely, i don't believe so, i wouldn't say so, i'd prefer not to, i prefer not to, i would prefer not to, i'd rather not say no, not for me, not anymore, not any more, no longer",
  "no i'm good, no i'm fine, no i'm okay, no i'm ok, no i'm all right, no that's all right, no that's okay, no that's ok, no that's fine, no i'm all set, no worries no, no we're good, no it's fine, no it's okay",
  "i refuse, absolutely no, i don't think that's right, i don't think that's correct, i'd rather you didn't, that's not what i want, that's not what i wanted, out of the question, on no account, naw, nay, nuh uh, nah uh, haven't got one, i haven't got one, i don't have one, i don't have any, haven't got any, thanks but no, thanks but no thanks, i didn't say that, that's not what i said, i never said that, that isn't what i said, not at the moment, not at this time, no never mind, never mind no, not in the least, that won't work, that will not work, that doesn't work, that does not work, that doesn't suit me, that won't do, no i'd prefer not, i'd prefer not, i would prefer not, no that won't work, no that doesn't work, i'd say no, please no, that's not quite right, that is not quite right, no i'll call again, no i'll call back, no i'll call back later, no that's not what i said, you misheard, you misheard me, you got that wrong, you got it wrong",
)
  .filter((phrase) => !["nothing", "not sure", "i'm not sure"].includes(phrase))
  .concat(moods.map((mood) => `${mood} not`));

export const yesAlone = list(
  "i did, i have, book them, book those, we do, we are, we have, we did, he does, she does, it has, k, deal, happy to, please, please yes, a little, i can, i suppose, we can, a bit, a slight one, a little bit, i have one, there is, i will, we will, very, very much so, extremely, quite a bit",
);

export const noAlone = list(
  "i haven't, i have not, i didn't, i did not, it doesn't, it does not, we don't, we do not, we're not, we aren't, they don't, he doesn't, she doesn't",
  "he isn't, she isn't, they aren't, we haven't, i won't, i will not, it hasn't, there isn't, there aren't, it wasn't, it was not, he wasn't, she wasn't, they weren't, i wasn't, we weren't, i haven't had any, i haven't had one, we haven't had any, never had one, never had any, i've never had one, i've never had any, neither of them, neither of those, none whatsoever, i've got none, none at all, leave it, leave it be, leave that, neither one, i can't, nobody, i couldn't, not so much, not very, not especially, not particularly",
);

export const unsure = list(
  "not sure, i'm not sure, i am not sure, not so sure, i'm not so sure, not too sure, i'm not too sure, not quite sure, i'm not quite sure, not really sure",
  "i'm not really sure, not certain, i'm not certain, i am not certain, not entirely sure, i'm not entirely sure, not a hundred percent sure, not completely sure",
  "i don't know, i do not know, i don't really know, i really don't know, don't know, i wouldn't know, i can't tell, i can't say, i cannot say, i couldn't say",
  "i don't mind, i do not mind, i don't care, i do not care, i have no idea, no idea, no clue, i have no clue, no worries, no preference, i have no preference",
  "i can't hear you, i cannot hear you, i can't hear anything, i can't decide, i haven't decided, i don't remember, i can't remember, i'm not following",
  "i'm good, i'm good thanks, i'm fine, i'm fine thanks, i'm okay, i'm ok, neither yes nor no, yes or no, should i say yes, what if i say no, what if i say yes, what happens if i say no",
  "i don't understand, i do not understand, i don't get it, i forgot, i forget, i've forgotten, i have forgotten, i don't follow, i didn't get that, i'm not sure yet, don't really know, no opinion",
);

export const acknowledgements = list("ok, okay, all right, right, fine, good, yeah");

export const moreOffers = list(
  "anything else, something else, anything more, any more, something more, what else, add another, another one, else",
);

export const noMore = list(
  "that's all, that is all, that's it, that is it, that's everything, that is everything, that'll be all, that will be all, that would be all, that'll be it",
  "nothing else, nothing more, nothing, no more, i'm good, i am good, we're good, i'm good thanks, i'm fine thanks, i'm good thank you, we're fine, no we're fine, no we are fine, i'm all set, all set, all good, we're all set, i'm done, i am done, that was all, not anything else",
  "no that's all, no that's it, no more thanks, that's about it, that's fine, i have everything, i'm fine, i'm okay, i'm ok, i think that's it, i think that's all",
  "that's all for now, that's all for today, that was it, that'll do, that will do, we're done, all done, no further questions, that's me done, that'd be all, that should be it, that should be all, i'm happy with that, that's the lot, that's plenty, i don't need anything else, i don't need anything more, not that i can think of, i can't think of anything else, that was everything, that'll be everything, that will be everything, that should do it, that should do, no you've been very helpful, no you've been great, you've been very helpful",
);

export const yesMore = list(
  "one more thing, one more question, just one more thing, just one more question, there's one more thing, there is one more thing, one thing",
  "yes one more thing, yes there's one more thing, yes there is one more thing, yes one thing, yes one more question, yeah one more thing, yes just one more thing",
  "i have one more thing, i have one more question, i have another question, i have a question, another thing, another question, one last thing, one last question, actually yes",
);

export const plainYes: ReadonlySet<string> = new Set("yes yeah yep yup".split(" "));

export const plainNo: ReadonlySet<string> = new Set("no nope nah".split(" "));

export const questionStarts = list(
  "is, are, do you, do they, do we, does, did, was, were, has, have you, have they, will you, will it, will there, will they, isn't, aren't, don't you, doesn't, am i, would you, should i, would it, would you be, should i",
);

export const asides = list(
  "but, nobody, no one, yesterday, ago, if, unless, whether, depends, depending, work on, works on, working on, birthday today, i work, already, called, tried, waited, told, was, were, used to, question, wonder, wondering, except, cancel, cancelled, instead, too expensive, last time, complain, complaint, already booked, thing, away, bad, terrible, awful, horrible, doesn't, don't, won't, wouldn't, isn't, hate, hung up, busy, impossible, unavailable, difficult, less than, more than, at least, at most, closed, full, out of town, too early, too late, too much, too far, tricky, working, hardly",
);

export const rejections = list(
  "but, nobody, no one, if, unless, whether, depends, depending, used to, except, cancel, cancelled, instead, too expensive, hate, bad, terrible, awful, horrible, doesn't, don't, won't, wouldn't, isn't, wonder, wondering, impossible, less than, more than, either, both",
);

export const spoilers = list(
  "following, i had, we had, was, were, used to, last time, starts at, starts on, starts, arrives, ends on, ends at, ends, finish work, finishes, we close, is too, are too, too small, too big, too large, too long, too short, too high, too low, too many, too much, too early, too late, too expensive, no good, isn't good, is out, out, is bad, stop, no more, sold out, never answers, half of us, twice, double, cancelled, is closed, are closed, next to, didn't",
);

export const choosers = list(
  "works best, works better, works for me, works for us, works great, let's meet, suits me, suits us, would be best, would be better, would be great, would be perfect",
);

export const notAnswers = list(
  "right now, right away, good morning, good evening, good afternoon, good question, good day, good night, good grief, yeah right, sure about that, wrong number, perfect timing, great weather, fine print, the yes button, right next, right here, right there, not my fault, never heard of it, never heard of that, never heard, say no, say yes, okay wait, ok wait, yes wait, yeah wait, are you sure, all two, all three, all four, all five, all of them, all right then what, correct me",
);

export const statements = list(
  "i have, i've got, i have got, i got, i've had, i have had, i do have, we have, we've got, we've had, we do have, there is, there's, there are, i haven't got, i haven't had, i have not had, we haven't got, there isn't, there aren't, a bit of a, a bit of, a little bit of, bit of a, a little, i have got a, a slight, a mild, some, i definitely have, i think i have, i'm having, i need, we need, i want, i would like, i'd like, i didn't have, i've no, i've got no, i had",
);

export const negations = list(
  "not, nothing, haven't, hasn't, don't, do not, don't want, do not want, never, isn't, is not, neither, neither's, nor, not the, anything but, without, except, no longer, can't, cannot, didn't, instead of, rather than, in place of",
);

export const insideNegations: ReadonlySet<string> = new Set(
  "any real really actual such kind of sort".split(" "),
);

export const markers = list(
  "no, nope, no no, actually, sorry, i'm sorry, i am sorry, excuse me, pardon me, i meant, i mean, i meant to say, i wanted to say, rather, or rather",
  "make it, make that, change, can i change, can we change, i want to change, i'd like to change, change it to, change that to, change to, change it, instead, correction, wait, no wait, hold on",
  "wait a second, hang on, scratch that, i misspoke, my mistake, my bad, oops, better, it should be, it's supposed to be, on second thought",
  "but now, but now it's, but now we're, let me correct that, let me correct myself, not that, that's wrong, that is wrong, that's not right, wrong, i take that back, i changed my mind",
);

export const softMarkers = list(
  "but, start at, begin at, could we start, can we start, let's start, i said, we said, i told you, could it be, can it be, could we be, could we do, can we do, could we make it, can we make it, could you make it, can you make it, should be, it should be, how about, what about, i'd prefer, i would prefer, make the, make, raise, raise the, increase, increase the, lower the, reduce the, set the, set it to, put the, bump the, move, move it to, move it, switch it to, switch to, postpone it to, let's do, let's say, let's make it, let's take, on second thought, in fact, only, there are only, we're only, we are only, just, would, add, could you add, can you add, would be better, is better, suits me better, works better, rather, is possible, possible, would work, please change, except, put it on, book it for, i can't",
);

export const shifts: Shifts = {
  later: list("later, later please, after that"),
  earlier: list("earlier, sooner, before that"),
  more: list("more, extra, additional"),
  fewer: list("fewer, less"),
  another: list("another, add, add another, plus another"),
  longer: list("longer, more, extra, additional"),
  shorter: list("shorter, less, fewer"),
  dayAfter: list("the day after, the next day, the following day, the day afterwards"),
  dayBefore: list("the day before, the previous day"),
};

export const bounds: Bounds = {
  when: list(
    "before, after, until, till, past, not before, not after, not until, earlier than, later than, sooner than, no earlier than, no later than, not earlier than, not later than, shortly before, shortly after, any time before, any time after, anytime after, anytime before, every, each, every other, every second, every single, each second, any, some, most",
  ),
  day: list("around, some time around, sometime around"),
  time: list("from, by, starting from"),
  count: list(
    "more than, longer than, shorter than, over, above, at least, less than, fewer than, under, below, upwards of, a minimum of, minimum, no less than, not less than, no fewer than, not under, not over, not below, well over, just over, just under, several, a few, few, a couple more, many, multiple, from, starting at",
  ),
  upTo: list(
    "almost, nearly, not quite, no more than, not more than, not over, not above, up to, at most, at the most, a maximum of, maximum",
  ),
  amount: [],
  behind: list(
    "onwards, onward, or later, or earlier, or after, or before, or longer, or shorter, at the earliest, at the latest, at latest, at earliest, or more, or fewer, or less, and up, and over, or over, plus, something, odd, minimum, at least, after that, after it, and later, and after, below zero, less, more, each, apiece, extra, off",
  ),
  between: list("between"),
};

export const ranges: Ranges = {
  starts: list(
    "from, starting, starting on, starting at, starting from, beginning, beginning on, arriving, arriving on, checking in, checking in on, check in, check in on",
  ),
  ends: list(
    "leaving, leaving on, ending, ending on, ending at, departing, departing on, checking out, checking out on, check out, check out on, returning on, back on",
  ),
};

export const affirmations = list(
  "yes, yeah, yep, yup, okay, ok, sure, right, all right, fine, good, great, perfect, of course, certainly, correct",
);

export const wrong = list(
  "is wrong, was wrong, is incorrect, isn't right, isn't correct, is not right, is not correct, was not right, wasn't right, is a mistake",
  "wrong, needs to change, has to change, must change, has changed, needs changing, should be different, should change, is different, doesn't work, not right, not correct, incorrect, change, correct, change the, a different, different, need a different, another, i need a different, not that, can i change, can we change, i want to change, i'd like to change",
);

const none: Carriers = { before: [], after: [] };

export const carriers: Readonly<Record<AskableKind, Carriers>> = {
  boolean: none,
  number: {
    before: list(
      "for, about, around, roughly, we are, we're, there are, there will be, there'll be, it's for, party of, a party of, group of, a group of, not more than, no more than, we'll be, we will be, can we be, could we be, there'd be, we are now, we're now, now we're, now we are, it's now",
    ),
    after: list("now, stars, star, points, out of five, out of ten, out of three, out of a hundred, of us"),
  },
  money: { before: list("for, about, up to, it costs, it cost, the amount is, amount of"), after: [] },
  duration: { before: list("for, about, around, it takes, it lasts, lasting"), after: [] },
  amount: { before: list("about, around, roughly"), after: [] },
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
  date_range: none,
  time_range: none,
  time: {
    before: list("at, at around, around, at about, about, the time is, starting at, come at"),
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
      "all lowercase, all lower case, in lower case, in lowercase, all in lower case, all in lowercase, lowercase, lower case, all small letters, in small letters, small letters, all one word, one word, no spaces, no space, without spaces, with no spaces, no dots, no dot, without dots, upper case, uppercase, all upper case",
    ),
  },
  name: {
    before: list(
      "it is, put me down as, put me down under, that would be, that'd be, my name is, my name's, my full name is, the name is, the name's, name is, name, this is, i am, i'm, call me, it's, under the name, you're speaking to, you're speaking with, you are speaking to, you are speaking with, you're talking to, you are talking to, under the name of, under, in the name of, put it under, put, just put, name's, it's spelled, is spelled, spelled, spelt, that's spelled, my name is spelled, is called, he's called, she's called, people call me, everyone calls me, everybody calls me, friends call me, i go by, on the name of, i'm called, i am called, they call me, we call him, we call her, we call it, i call him, i call her, you can call me, first name, last name, my first name is, my last name is, surname, my surname is, mister, mr, mrs, ms, miss",
    ),
    asked: list("for"),
    after: list("speaking, is my name, is the name, here"),
  },
  choice: none,
  text: none,
};

export const nameParts = {
  given: list("first name, given name, christian name, forename"),
  family: list("last name, surname, family name"),
};

export const typeNames: Readonly<Record<AskableKind, readonly string[]>> = {
  boolean: [],
  number: list("number, amount"),
  money: list("amount, price, sum"),
  duration: list("duration, length, length of time"),
  amount: list("amount, quantity"),
  digits: list("number, digits"),
  code: list("code, reference, reference number"),
  date: list("day, date"),
  time: list("time, hour"),
  date_range: list("dates, days, period"),
  time_range: list("times, hours, time slot"),
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
  ["the middle one", middlePlace],
  ["the middle", middlePlace],
  ["the middle option", middlePlace],
  ["the one in the middle", middlePlace],
  ["the last one", -1],
  ["last one", -1],
  ["the last", -1],
  ["the last option", -1],
  ["the latter", -1],
  ["the former", 1],
  ["the second to last", -2],
  ["the second last one", -2],
]);
