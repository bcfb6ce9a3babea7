// English pack: small words by which turns end, listeners nod and questions are worded.

import type { LanguagePack } from "../language-pack.ts";
import { list } from "../spoken-forms.ts";
import { handlers } from "./handlers.ts";
import { nouns } from "./nouns.ts";

const hesitations: ReadonlySet<string> = new Set(
  "um umm uh uhm er erm hm hmm mhm ah eh".split(" ").filter((word) => word !== "mhm"),
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
  handlers,
};
