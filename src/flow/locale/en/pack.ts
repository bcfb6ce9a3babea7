// English pack: small words by which turns end, listeners nod and questions are worded.

import type { LanguagePack } from "../language-pack.ts";
import { list } from "../spoken-forms.ts";
import { handlers } from "./handlers.ts";
import { nouns } from "./nouns.ts";

const hesitations: ReadonlySet<string> = new Set(
  "um umm uh uhm er erm hm hmm mhm ah eh".split(" ").filter((word) => word !== "mhm"),
);

const notInNames: ReadonlySet<string> = new Set(
  (
    "the a an is are was be of in on at to for with from by and or but not no yes yeah what when where why how who which " +
    "it this that these those there here i you he she we they me us my your his her our their do does did have has had " +
    "can could will would should want need like please hello hi hey thanks thank okay ok maybe sorry say said tell " +
    "call calling called speaking name number don't isn't it's that's i'm i'd i'll know sure right wrong correct " +
    "weather table people person o'clock tomorrow today something anything nothing same before again usual comma whatever guess booking reservation account file yours mine who's what's how's where's why's never mind skip none necessary private anonymous as always than if because only even very too ever still yet already matter matters company work job important secret long short different given see look check find ask later soon under required needed everything hungry complicated late ridiculous asking test back urgent driving difficult regular testing evening tonight busy lost ready fine good bad new old great happy sad tired afraid aware interested done early alone home nice funny silly crazy serious stuck confused annoyed angry broken sick ill booked booking wife husband bye goodbye huh pardon nobody everyone calls spelled spelt business"
  ).split(" "),
);

const unfinished = list(
  "and, or, but, because, so, then, if, when, while, that, which, who, where, whether, than, as, although, unless, until, since, except",
  "the, a, an, my, your, our, his, her, their, this, some, any, every, each, another, of, to, for, with, from, in, on, at, by, about, into",
  "through, between, without, near, around, i, we, you, he, she, they, i'm, i am, we're, we are, it's, it is, that's, there's, there is, is, are",
  "was, were, be, been, am, i'd, i'd like, i would, i would like, we'd like, would like, i want, we want, i need, we need, want to, like to",
  "i'll, i'll have, i have, we have, have, has, had, can, can i, could, could you, will, would, should, may, might, do, does, did, not, don't",
  "i think, i thought, i was thinking, i guess, i believe, i mean, you know, let me see, let me think, how about, maybe, perhaps, very, more, just, like",
  "my name is, the name is, the number is, it's for, let's say, say, well, actually, plus, minus, point, double",
);

const finished = list(
  "please, thanks, thank you, thank you very much, many thanks, cheers, that's all, that is all, that's it, that is it, that's everything",
  "nothing else, goodbye, bye, bye bye, never mind, right now, as soon as possible, asap, if possible, for now, today, tomorrow, tonight",
);

const backchannels = list(
  "mm, mmm, mhm, mm hm, mm hmm, mmhm, mmhmm, mhmm, hm, hmm, hm hm, uh huh, uhhuh, uh hum, ah, aha, ah ha, oh, ooh, oh okay, huh, yes, yeah, yep, yup, ya",
  "right, all right, alright, okay, ok, okey, k, sure, i see, i know, got it, gotcha, understood, of course, exactly, indeed, true, absolutely, correct",
  "good, great, fine, cool, nice, perfect, lovely, wow, really, oh really, interesting, makes sense, that's right, that's fine, thanks, thank you",
);

export const english: LanguagePack = {
  disclosure: {
    words:
      /\b(?:automated|automatic|assistant|virtual|artificial|a\.?i\.?|computer|machine|robot|bot|digital)\b/i,
    example: "This is an automated assistant",
  },
  tag: "en",
  namesVariables: true,
  nouns,
  hesitations,
  unfinished,
  finished,
  backchannels,
  yes: ["yes", "yeah", "yep", "yup", "okay", "sure", "right", "of course", "that's right"],
  no: ["no", "nope", "no thanks", "that's wrong", "not really", "no that's not right"],
  notInNames,
  handlers,
};
