// Spanish wordings: what the engine says in Spanish, how it writes values, and the phrases of commands.

import type { SampleLines } from "../sample-lines.ts";
import { stemmer } from "@orama/stemmers/spanish";
import type { ActWordings } from "../acts.ts";
import type { LanguagePack } from "../language-pack.ts";
import { type Retrieval, wordSet } from "../retrieval.ts";
import { currenciesOf, speakerOf } from "../speaker-of.ts";
import { list, listsOf, namesOf } from "../spoken-forms.ts";
import type { Statements } from "../statements.ts";
import { capital, ended, type SpokenRange, type Wordings } from "../wordings.ts";

const months =
  "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(" ");
const weekdays = "domingo lunes martes miércoles jueves viernes sábado".split(" ");

export const speakSpanish = speakerOf({
  decimalMark: ",",
  thousandsMark: ".",
  weekdays,
  months,
  date: "{weekday} {day} de {month}",
  dateOfYear: "{date} de {year}",
  time: (hour, minute) => {
    if (minute === 0 && hour === 0) return "medianoche";
    if (minute === 0 && hour === 12) return "mediodía";
    return `${hour}:${String(minute).padStart(2, "0")}`;
  },
  ordinal: (value) => `${value}.º`,
  range: "de {from} a {to}",
  rangeFrom: "desde {from}",
  rangeTo: "hasta {to}",
  yes: "sí",
  no: "no",
  and: "y",
  or: "o",
  plus: "más",
  minus: "menos",
  dot: "punto",
  hyphen: "guion",
  underscore: "guion bajo",
  at: "arroba",
  one: "1",
  units: namesOf(
    `
      seconds segundo, minutes minuto, hours hora, days día, nights noche, weeks semana, months mes|meses,
      years año, mg miligramo, g gramo, kg kilo, oz onza, lb libra, ml mililitro, cl centilitro, l litro,
      pt pinta, gal galón|galones, mm milímetro, cm centímetro, m metro, km kilómetro, in pulgada, ft pie,
      mi milla, m2 metro cuadrado|metros cuadrados, ft2 pie cuadrado|pies cuadrados
    `,
    (one) => `${one}s`,
  ),
  currencies: currenciesOf(`
  EUR euro|euros|céntimo|céntimos, USD dólar|dólares|centavo|centavos, GBP libra|libras|penique|peniques,
  CHF franco|francos|céntimo|céntimos, MXN peso|pesos|centavo|centavos, ARS peso|pesos|centavo|centavos,
  COP peso|pesos|centavo|centavos, CLP peso|pesos, PEN sol|soles|céntimo|céntimos,
  CAD dólar canadiense|dólares canadienses|centavo|centavos, JPY yen|yenes,
  BRL real|reales|centavo|centavos, CNY yuan|yuanes
`),
});

/** "de 1 a 12", "hoy o más tarde". */
function allowed({ min, max, isMoment, whole }: SpokenRange): string {
  const [more, less] = isMoment ? ["o más tarde", "o antes"] : ["o más", "o menos"];
  const bounds =
    min === undefined ? `${max} ${less}` : max === undefined ? `${min} ${more}` : `de ${min} a ${max}`;
  return whole ? `un número entero, ${bounds}` : bounds;
}

const acts: ActWordings = {
  greeting: () => "Hola.",
  small_talk: () => "Gracias por preguntar, por aquí todo bien.",
  thanks: () => "De nada.",
  who_are_you: ({ flow }) =>
    `Soy un asistente automático, no una persona.${flow === "" ? "" : ` Le atiende ${flow}.`}`,
  why_asked: () => "Necesito saberlo para poder ayudarle.",
  so_far: ({ filled }) => (filled === "" ? "Todavía no tengo nada." : `Esto es lo que tengo. ${filled}`),
  help: ({ flow }) =>
    `Le hago unas preguntas${flow === "" ? "" : ` para ${flow}`}, y usted contesta como quiera.`,
  cannot_answer: () => "Lo siento, a eso no puedo responder.",
  opening: () => "Primero una pregunta.",
  not_that: () => "De acuerdo, entonces otra cosa.",
  slower: () => "Se lo digo más despacio.",
  louder: () => "No puedo hablar más alto, pero se lo repito.",
  dont_know: () => "No pasa nada. Dígamelo lo mejor que pueda.",
  dont_have: () => "No pasa nada, búsquelo con calma.",
  refusal: () => "Lo entiendo, pero lo necesito para seguir.",
  never_mind: () => "De acuerdo. Puede colgar cuando quiera, o seguimos.",
  call_later: () => "De acuerdo, puede volver a llamar cuando quiera. Si tiene un momento, seguimos.",
  goodbye: () => "Adiós. Ya puede colgar. Si prefiere seguir:",
  insult: () => "Siento que sea molesto. Hago lo que puedo.",
  complaint: () => "Siento oír eso.",
  operator: () => "Lo siento, no puedo pasarle con una persona.",
  emergency: () => "Si alguien está en peligro, cuelgue y llame ahora al número de emergencias.",
};

export const spanishWordings: Wordings = {
  noMatch: [
    "Perdone, no le he entendido.",
    "Perdone, sigo sin entenderle.",
    "Lo siento, tampoco lo he entendido.",
  ],
  noInput: ["No he oído nada.", "Sigo sin oír nada.", "¿Sigue ahí?"],
  invalid: ["Lo siento, no es posible.", "Lo siento, tampoco es posible.", "Me temo que no puede ser."],
  outOfRange(value, range, time) {
    if (time <= 1) return `Ha dicho ${ended(value)} Puede ser ${ended(allowed(range))}`;
    if (time === 2) return `Lo siento, ${value} no es posible. Puede ser ${ended(allowed(range))}`;
    return `Necesito ${allowed(range)}, y he oído ${ended(value)}`;
  },
  named: (name, value) => `${name} ${value}`,
  confirm: (value) => `${capital(value)}, ¿es correcto?`,
  answered: (question, yes) => `${question} ${yes ? "Sí" : "No"}, ¿es correcto?`,
  confirmSpelled: (value) => `Se lo deletreo: ${value}. ¿Es correcto?`,
  echo: (value) => `${capital(value)}.`,
  either: (values, speaker) => `¿${capital(speaker.list(values, "or"))}?`,
  whichTime: "¿A qué hora exactamente?",
  whichDay: (period) => `¿Qué día, ${period}?`,
  otherEnd: (half, isEnd) => `${ended(capital(half))} ${isEnd ? "¿Desde cuándo?" : "¿Hasta cuándo?"}`,
  restOf: (part) => `Tengo ${part}. ¿Y el resto?`,
  digitsHeard: (heard, wanted) =>
    `He oído ${heard === 1 ? "una cifra" : `${heard} cifras`}, y necesito ${wanted === 1 ? "una" : wanted}.`,
  askDigits(count, isFirst) {
    if (count === 1) return isFirst ? "¿Cuál es la primera cifra?" : "¿Y la siguiente?";
    return isFirst
      ? `Diga las primeras ${count} cifras, por favor.`
      : `Diga las ${count} siguientes, por favor.`;
  },
  digitByDigit: (hasKeys) =>
    hasKeys ? "Vamos una por una, o márquelas en el teclado." : "Vamos una por una.",
  refused: "Disculpe.",
  whatToChange: "¿Qué quiere cambiar?",
  more: "¿Algo más?",
  howMany: "¿Cuántos?",
  listening: "Le escucho.",
  waiting: "Tómese su tiempo.",
  brokenOff: "Disculpe, he perdido el hilo. ¿Puede repetirlo?",
  gaveUp: "Lo siento, parece que no nos entendemos. Adiós.",
  limit: "Lo siento, esta conversación se ha alargado demasiado. Adiós.",
  failed: "Lo siento, algo ha fallado. Adiós.",
  nothingToRepeat: "Todavía no he dicho nada.",
  noWayBack: "No podemos ir más atrás.",
  fillers: {
    opening: ["Un momento, por favor, enseguida le atiendo."],
    soon: ["Mm.", "A ver.", "Un momento.", "Bueno.", "Un segundo.", "Veamos."],
    still: [
      "Sigo en ello, un momento por favor.",
      "Está tardando un poco más, gracias por esperar.",
      "No me he olvidado de usted, enseguida seguimos.",
      "Ya casi está, no cuelgue por favor.",
    ],
    unsaid: ["Lo siento, no he podido decir mi respuesta. Pregúnteme otra vez."],
  },
  acts,
  stop: "Perdone que le interrumpa.",
};

export const handlers = listsOf({
  help: `
    ayuda, necesito ayuda, ayúdeme, qué puedo decir, qué puedo hacer, qué opciones tengo, cuáles son las opciones,
    cómo funciona esto, instrucciones`,
  operator: `
    operador, operadora, un agente, una persona, una persona de verdad, hablar con una persona, hablar con un agente,
    hablar con alguien, quiero hablar con una persona, quiero hablar con alguien, páseme con una persona,
    páseme con alguien, póngame con alguien, atención al cliente, recepción`,
  goodbye: `
    adiós, hasta luego, chao, hasta pronto, eso es todo por hoy, cuelgue, colgar, terminar la llamada, ya he terminado,
    tengo que irme, que tenga un buen día`,
  repeat: `
    repetir, repita, repítalo, otra vez, una vez más, cómo, cómo dice, qué ha dicho, puede repetir, puede repetirlo,
    me lo puede repetir, no le he oído, no he oído la pregunta, repita la pregunta, cuál era la pregunta,
    perdón cómo dice`,
  wait: `
    espere, espera, un momento, un momento por favor, un segundo, espere un momento, deme un momento, deme un minuto,
    deme un segundo, no cuelgue, ahora vuelvo, déjeme ver, déjeme mirar, déjeme pensar`,
  back: `
    atrás, volver, vuelva atrás, volver atrás, la pregunta anterior, anterior, vaya atrás, una atrás,
    vuelva a la pregunta anterior`,
  start_over: `
    empezar de nuevo, empecemos de nuevo, volver a empezar, desde el principio, empezar otra vez, empiece de nuevo,
    vamos a empezar de nuevo`,
  skip: `
    saltar, sáltela, saltar la pregunta, siguiente, siguiente pregunta, la siguiente, pasar, paso, déjelo en blanco,
    omitir, sin respuesta`,
});

/** People ask none of these sentences. */
export const greetings: readonly string[] = list(
  "deje un mensaje, deje su mensaje, deje su mensaje después, por favor deje un mensaje, puede dejar un mensaje, déjanos un mensaje, deja un mensaje, deja tu mensaje, deje su nombre y número, grabe su mensaje",
  "después de la señal, después del tono, tras la señal, al oír la señal, después del pitido, al terminar de grabar",
  "no podemos atender su llamada, no puedo atender su llamada, no puedo atender tu llamada, en este momento no podemos atenderle, no está disponible en este momento, no se encuentra disponible",
  "ha llamado al buzón de voz, este es el buzón de voz, buzón de voz de, contestador automático, el buzón está lleno, el número marcado no está disponible, el teléfono al que llama está apagado o fuera de cobertura",
);

export const spanishRetrieval: Retrieval = {
  stem: stemmer,
  stopWords: wordSet(`
    a al algo algún alguna algunos ante antes aquí así aún aunque bien bueno cada como cómo con cuál cuáles cualquier
    cuando cuándo cuánto cuántos de del desde donde dónde dos el él ella ellos en entre era es esa ese eso esta está
    están estas este esto estos estoy fue gracias ha hace hacer hacia han hasta hay hola la las le les lo los más me mi
    mis mucho muy nada ni no nos nosotros nuestra nuestro o otra otro para pero poco por porque puede pueden puedo pues
    que qué quién quiero quisiera se sea ser si sí sin sobre solo son soy su sus también tan tanto te tengo tiene tienen
    todo todos tu tus un una uno unos usted ustedes va vale ya yo
  `),
};

export const spanishStatements: Statements = {
  denies: /\b(?:no|nunca|jamás|nada|nadie|ninguno|ninguna|ningún|tampoco|sin|imposible)\b/,
  commitments:
    /\b(?:reservad[oa]|confirmad[oa]|cancelad[oa]|reembols\w*|gratis|gratuit[oa]|descuento|garanti\w*|promet\w*|cobrad[oa]|pagad[oa]|aprobad[oa]|euros?|céntimos?|por ciento|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|veinte|\w+enta|cien\w*|mil|mitad|doble|hoy|mañana|lunes|martes|miércoles|jueves|viernes|sábado|domingo)\b/giu,
  measures: wordSet(`gratis media medio cuarto doble docena`),
  plain: wordSet(`perdone disculpe siento acuerdo apuntado bienvenido enhorabuena ahora`),
  greetings:
    /\bbuen(?:os|as) (?:días|tardes|noches)\b|\bque (?:tenga|pase) (?:un )?buen (?:día|fin de semana)\b/g,
};

const vowel = /[aeiouáéíóú]$/;
const pluralOf = (word: string): string =>
  vowel.test(word) ? `${word}s` : word.endsWith("z") ? `${word.slice(0, -1)}ces` : `${word}es`;
const singularOf = (word: string): string | undefined =>
  word.endsWith("ces")
    ? `${word.slice(0, -3)}z`
    : /[^aeiouáéíóú]es$/.test(word)
      ? word.slice(0, -2)
      : /[aeiouáéíóú]s$/.test(word)
        ? word.slice(0, -1)
        : undefined;

export const spanish: LanguagePack = {
  disclosure: {
    words:
      /autom[aá]tic|asistente|virtual|artificial|\bia\b|ordenador|computadora|m[aá]quina|robot|\bbot\b|digital/i,
    example: "Le habla un asistente automático",
  },
  tag: "es",
  namesVariables: false,
  nouns: {
    countQuestions: ["cuántos", "cuántas"],
    capitals: false,
    isPlural: (word) => singularOf(word) !== undefined,
    counted: (count, noun) => {
      const one = singularOf(noun);
      return count === 1 ? (one ?? noun) : one === undefined ? pluralOf(noun) : noun;
    },
  },
  hesitations: new Set(list("eh, em, mm, este, ah, hmm, esto")),
  unfinished: list(
    "y, o, pero, porque, que, si, cuando, como, con, para, por, de, del, a, al, en, sin, sobre, entre, desde, hasta, el, la, los, las, un, una, unos, unas, mi, mis, su, sus, es, son, está, quiero, quisiera, me gustaría, necesito, tengo, puedo, es que, o sea, pues, me llamo, mi nombre es",
  ),
  finished: list(
    "gracias, muchas gracias, por favor, eso es todo, nada más, ya está, vale, de acuerdo, adiós, hasta luego",
  ),
  backchannels: list("ajá, mm, sí, vale, ya, claro, bien, de acuerdo, entiendo, okay, exacto"),
  handlers,
};

export const spanishSamples: SampleLines = {
  hello: "Hola.",
  goodbye: "Adiós.",
  ask: "¿Quiere seguir? Diga sí o no, por favor.",
  choose: "¿El primero o el segundo?",
  question: "¿Cuándo abren?",
  answer: "Abrimos de nueve a cinco.",
  thanks: "Gracias. Adiós.",
  noModel: "Lo siento, ahora mismo no puedo ayudarle. Adiós.",
  tellMe: "Dígame, por favor: ",
  moment: "Un momento, por favor.",
};
