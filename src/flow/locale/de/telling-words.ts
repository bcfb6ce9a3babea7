// German telling words: what refuses a value, tells of the past, holds an answer back or gives its reason.

import { list } from "../spoken-forms.ts";
import type { TellingWords } from "../telling-words.ts";

const small = ["", "leider ", "gar ", "bei mir ", "da ", "mir ", "uns ", "mir leider "];

export const telling: TellingWords = {
  refusals: [
    ...small.flatMap((word) =>
      ["geht", "kann ich", "können wir", "passt", "schaffe ich"].map((verb) => `${verb} ${word}nicht`),
    ),
    ...list(
      "ist schlecht, ist ganz schlecht, ist ungünstig, ist blöd, ist nicht möglich, ist unmöglich, ist zu früh, ist zu spät, ist voll, ist vergeben, habe ich keine zeit, hab ich keine zeit, muss ich arbeiten, arbeite ich, bin ich nicht da, bin ich weg, bin ich verreist, lieber nicht, besser nicht",
    ),
  ],
  reports: list(
    "ich habe schon, ich hab schon, wir haben schon, war, waren, zuletzt, letztes jahr, letzten monat, letzte woche, letztes mal, letzten sommer, letzten winter, damals, vor jahren, geschickt, gekommen, geblieben, gezahlt, bezahlt, gekostet, genommen, bekommen, gewartet, angerufen, bestellt, gekauft, gegeben, überwiesen, verlangt, ausgegeben, verdiene, verdient, schulde, schuldet, hatten, hatte, gedauert, wert, gekriegt, ich stehe, wir stehen, habe ich aus, hab ich aus, habe ich feierabend, das jahr davor, jemand anders, jemand anderer, jemand anderem, ich fange, ich arbeite, ich gehe, beginnt, fängt, macht auf, macht zu, öffnet, schließt",
  ),
  past: / (?:(?:ab|an|auf|aus|ein|mit|nach|vor|zu|weg|hin|her|zurück)?ge\p{L}{2,}(?:t|en)|(?:be|ver|er|ent|über)\p{L}{3,}t)$/u,
  possessions: list("ich habe, ich hab, wir haben, da sind, es sind"),
  provisos: list(
    "wenn, falls, ob, kommt drauf an, kommt darauf an, je nachdem, vielleicht, eventuell, möglicherweise, außer, solange, ja und nein, jein, würden sie, können sie",
  ),
  wishes: list(
    "was ist mein, was ist meine, wie ist mein, wie ist meine, wie hoch ist mein, wie hoch ist meine, wie viel ist auf meinem",
  ),
  reasons: new Set(["weil", "denn"]),
  anybody: new Set(["jemand", "jemanden", "irgendjemand", "irgendwer"]),
  nobody: list("niemand, niemanden, keiner, keinen, keiner von uns"),
  somebody: list("jemand"),
};
