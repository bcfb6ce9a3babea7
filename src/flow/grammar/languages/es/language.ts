// Spanish language: joins its rules and words.

import type { LanguageData } from "../../language.ts";
import { common } from "../common.ts";
import { rulesOf, tableOf, wordsOf } from "../../forms.ts";
import { calendar, values } from "./forms.ts";
import { acts, asides } from "./acts.ts";
import {
  asks,
  beside,
  doubt,
  hesitation,
  invites,
  notNames,
  particles,
  people,
  records,
  talk,
} from "./talk.ts";
import { classes, words } from "./words.ts";

const apart = tableOf(`
  finde=fin_de_semana okey=ok ahorita=ahora pa=para pal=para_el`);

/** "Dos horitas" are two hours. */
const named = new Set(wordsOf(words).map(({ form }) => form));
function great(word: string): string {
  const plain = word.replace(/it([oa]s?)$/, "$1");
  return plain !== word && named.has(plain) ? plain : word;
}

export const spanish: LanguageData = {
  code: "es",
  written: { decimal: ",", hasOrdinalDot: false },
  respell: [
    [/[¿¡]/g, " "],
    [/\bgui[oó]n bajo\b/gi, "subrayado"],
    [/\b([ap])\.\s?m\b\.?/gi, "$1m"],
    [/\b(sr|sra|srta|dr|dra)\./gi, "$1"],
  ],
  sounds: [
    [/h/g, ""],
    [/z|c(?=[ei])/g, "s"],
    [/qu|c/g, "k"],
    [/v/g, "b"],
    [/ll/g, "y"],
    [/(.)\1/g, "$1"],
  ],
  split: (word) => (Object.hasOwn(apart, word) ? (apart[word]?.split(" ") ?? [word]) : [great(word)]),
  // Own rules come first: values are spoken by them.
  rules: () => [
    ...rulesOf([values, calendar, talk, common], classes),
    ...wordsOf(words),
    ...acts,
    ...records,
  ],
  lists: {
    deny: "no sin nunca ningún ninguna ninguno",
    aside: asides,
    beside,
    notName: notNames,
    particle: particles,
    people,
    invite: invites,
    ask: asks,
    hesitation,
    weak: "un una uno",
    owner: "señor señora don doña mi su nuestro nuestra el la un una este esta ese esa ningún ninguna",
    mine: "mi mis nuestro nuestra nuestros nuestras",
    pale: "quiere desea necesita querría le les algo más con su sus otro hace falta tiene últimos cuatro meses",
    ranked: "piso planta fila clase grado",
    pronoun: "opción tipo versión",
    article:
      "el la los las un una unos unas de del al a para por en con y o qué cuál cuándo cuánto cuánta cuántos cuántas cómo es son está le les quiere desea se su sus favor",
    want: "quiero queremos quisiera quisiéramos querría querríamos necesito necesitamos prefiero preferimos puedo podría podríamos póngame ponga deme",
    closing: "favor gracias",
    auxiliary:
      "es son soy somos está están estoy era fue ha han he hemos tiene tienen tengo tenemos hay va van voy vamos puede puedo podemos podría podríamos quiero queremos quiere viene vienen llega llegan sale salen cierra abre hace dice paga vive trabaja",
    pointer: "eso esto que la lo los las",
    preposition:
      "a ante bajo con contra de desde en entre hacia hasta para por según sin sobre y o como del al",
    adjunct: "a en para por de del al desde hasta sobre",
    subject: "yo nosotros él ella ellos ellas usted",
    beforeTime: "a las la",
    beforeCount: "para",
    wrong: "mal equivocado equivocada incorrecto cambiar otro otra",
  },
  besideTypes: {
    "digits phone code": "pin código cuenta prefijo empieza termina letras cifras dígitos número es",
    email: "correo electrónico enviar mandar escribir dirección",
  },
  further: {
    "date date_range time": "que con para después antes por si porque ya así como pero",
    "number amount": "que porque para por si así como en",
  },
  birth: /\b(?:naci|nacimiento)/i,
  aged: /\baños tiene|\bedad\b/i,
  howMany: /\b(?:cuánt[oa]s|número de)(?: de ell[oa]s(?: son)?)? (\p{L}+)/iu,
  kin: ["niño niña hijo hija chico chica nene nena crío cría peque", "adulto adulta"],
  offersMore: /\b(?:algo más|más)\b/i,
  doubt,
  notNameEnding: /(?:ando|endo|iendo|ado|ido|mente|ción|dad|ar|er|ir)$/,
  ofUs: ["de nosotros"],
  endings: /(?:it[oa]s?|es|s|as|os|a|o)$/,
  mail: {
    at: ["arroba", "@"],
    dot: ["punto", "."],
    filler: [],
    signs: tableOf("punto=. .=. subrayado=_ guion=- guión=- menos=- -=- más=+ +=+ _=_"),
  },
  typeWords: {
    email: "correo email dirección electrónico",
    phone: "teléfono número móvil celular",
    name: "nombre apellido",
    date: "día fecha",
    time: "hora",
    money: "cantidad precio importe presupuesto",
    code: "código referencia matrícula número",
    digits: "número código cifras",
    number: "número",
    choice: "opción tipo",
    date_range: "estancia días",
    time_range: "hora",
  },
  noDenies: false,
  moreWords: { más: 1, menos: -1 },
};
