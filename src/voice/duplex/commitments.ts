// Commitments: words by which an agent promises something, and words of amounts and days, by language. A model that
// words a line may use them only where the line has them.

const byLanguage: Readonly<Record<string, RegExp>> = {
  en: /\b(?:booked|reserved|confirmed|cancel(?:l?ed)|refund(?:ed|s)?|free|discount(?:s|ed)?|guarantee[ds]?|promise[ds]?|charged|paid|approved|dollars?|euros?|pounds?|cents?|percent|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|half|double|today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/giu,
  de: /\b(?:gebucht|reserviert|bestätigt|storniert|erstattet|erstattung|kostenlos|gratis|rabatt|garantier\w*|versprech\w*|abgebucht|bezahlt|genehmigt|euro|cent|prozent|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|\w+zig|hundert|tausend|halb\w*|doppelt\w*|heute|morgen|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)\b/giu,
  es: /\b(?:reservad[oa]|confirmad[oa]|cancelad[oa]|reembols\w*|gratis|gratuit[oa]|descuento|garanti\w*|promet\w*|cobrad[oa]|pagad[oa]|aprobad[oa]|euros?|céntimos?|por ciento|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|veinte|\w+enta|cien\w*|mil|mitad|doble|hoy|mañana|lunes|martes|miércoles|jueves|viernes|sábado|domingo)\b/giu,
};

const figures = /\d+(?:[.,:]\d+)*|[€$£¥%]/gu;

/** Each figure, amount, day and promise in a text, in lower case. `language`: BCP 47; an unknown one has figures only. */
export function commitmentsIn(text: string, language: string): readonly string[] {
  const words = byLanguage[language.split("-")[0]?.toLowerCase() ?? ""];
  const all = [...text.matchAll(figures), ...(words === undefined ? [] : text.matchAll(words))];
  return all.map(([each]) => each.toLowerCase());
}
