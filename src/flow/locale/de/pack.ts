// German pack: small words by which turns end, listeners nod and questions are worded.

import type { LanguagePack } from "../language-pack.ts";
import { list } from "../spoken-forms.ts";
import { handlers } from "./handlers.ts";
import { nouns } from "./nouns.ts";

const hesitations: ReadonlySet<string> = new Set("äh ähm öh öhm hm hmm mh ehm eh tja naja".split(" "));

const unfinished = list(
  "und, oder, aber, weil, also, dann, wenn, falls, ob, dass, damit, obwohl, während, bevor, nachdem, sondern, denn, als, wie, wo, der, die, das, den, dem, des",
  "ein, eine, einen, einem, einer, eines, mein, meine, meinen, meiner, ihr, ihre, unser, unsere, dieser, diese, dieses, jeder, jede, jedes",
  "von, vom, zu, zum, zur, für, mit, bei, beim, nach, in, im, auf, über, unter, zwischen, ohne, gegen, um, bis, seit, wegen",
  "ich, wir, er, es, man, ich bin, wir sind, ist, sind, war, waren, bin, habe, ich habe, wir haben, hatte, ich möchte, wir möchten, ich hätte gern, ich hätte gerne",
  "ich würde, ich würde gern, ich würde gerne, ich brauche, wir brauchen, ich will, ich wollte, ich nehme, ich heiße, mein name ist, ich glaube, ich denke, ich meine",
  "kann, kann ich, könnte, könnten sie, können sie, soll, muss, wird, werden, nicht, kein, keine, vielleicht, sagen wir, mal sehen, sehr, mehr, plus, minus, komma, doppel",
);

const finished = list(
  "bitte, danke, vielen dank, danke schön, dankeschön, das ist alles, das war's, das wars, das wäre alles, mehr nicht, sonst nichts",
  "auf wiederhören, auf wiedersehen, tschüss, schon gut, egal, so bald wie möglich, wenn möglich, heute, morgen, jetzt",
);

const backchannels = list(
  "mm, mmm, mhm, hm, hmm, mm hm, hm hm, aha, ah, ach, ach so, achso, oh, ah ja, ach ja, ja, jaja, jo, jep, jup, genau, richtig, stimmt, klar, alles klar",
  "okay, ok, gut, sehr gut, schön, prima, super, fein, in ordnung, verstehe, ich verstehe, verstanden, ich weiß, natürlich, eben, so so, echt, wirklich, danke",
);

export const german: LanguagePack = {
  disclosure: {
    words: /automat|assistent|virtuell|künstlich|\bki\b|computer|maschin|roboter|\bbot\b|digital/i,
    example: "Hier spricht ein automatischer Assistent",
  },
  tag: "de",
  namesVariables: false,
  nouns,
  hesitations,
  unfinished,
  finished,
  backchannels,
  handlers,
};
