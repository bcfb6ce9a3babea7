// Spanish forms: numbers, money, measures, dictation, days, times, and ranges of them.

import type { Forms } from "../../forms.ts";

export const values: Forms = {
  smallCompound: "{compound}",
  smallSum: "{ten} y {unit}",
  hundredsNamed: "{hundred}",
  hundredsAnd: `{hundredand} {small}
    {hundredand} y {small}`,
  zero: "(cero;ningún|ninguno|ninguna)",
  aThousand: "mil",
  aMillion: "un (millón;millon)",
  nAnd: "{n} {below}",
  dozen: "una docena",
  halfDozen: "media docena",
  dozens: "{small} docenas",
  pair: "un par [de]",
  fraction: `(coma;punto) {unit}
    (coma|punto) {small}`,
  fractionZero: "(coma|punto) cero",
  nAndHalf: "{n} y (medio|media)",
  half: "(medio|media) ~0.1",
  quarter: "un cuarto [de] ~0.1",
  nths: "{unit} {nths}",
  threeQuarters: "tres cuartos [de]",
  negative: "menos {n}",
  outOf: "{n} de {n}",
  between: `(como mucho|como máximo|al menos|por lo menos|máximo|mínimo|más de|menos de|hasta) ({number}|{money})
    entre {n} y {n}
    (de|-) {n} a {n}`,
  single: "(un|una)",
  singleNone: "(ningún|ninguna|sin)",
  more: `{n} más
    (añade|añada|otro|otra) [{n}]`,
  less: "{n} menos",
  money: `{number} {currency}
    {number} de {currency}`,
  moneyCents: "{n} {currency} con {small} [{cents}]",
  moneyHalf: "{n} {currency} y medio",
  moneyPer: "{money} (por|al|a la) {span}",
  durationOne: `{aspan}
    (un|una) {span} [entero|entera]`,
  durationHalf: "{halfspan}",
  durationAndHalf: "{n} {span} y (medio|media)",
  durationOneAndHalf: "{spanandhalf}",
  hoursMinutes: "{n} (hora|horas) [y] {small}",
  hourMinutes: "una hora [y] {small}",
  quarterHour: "un cuarto de hora",
  threeQuarterHour: "tres cuartos de hora",
  durationItself: `{duration} (en total|más o menos|o así|nada más|seguidos|seguidas)
    (unos|unas|solo|sólo) {duration}`,
  quantity: `{number} {measure}
    {number} de {measure}`,
  quantityAndHalf: "{n} {measure} y (medio|media)",
  quantityOneAndHalf: "[un] {measure} y (medio|media)",
  metreFigures: "{metre} [y|con] {small}",
  quantityMore: "{n} {measure} [y] {n}",
  letterAsIn: "{letter} (de|como) {word}",
  doubleLetter: "dos {char}",
  capital: "(mayúscula|mayuscula|letra) {char}",
  digitZero: "cero",
  digitsBelow100: "{compound}",
  digitsSum: "{ten} y {unit}",
  digitsHundred: "{unit} cientos",
  doubleZero: "dos ceros",
};

export const calendar: Forms = {
  yearNumber: "{n}",
  dayNumberPlain: "{small}",
  dayMonth: `{dayno} de {month}
    + el {dayno} de {month}
    el día {dayno} de {month}
    [el] {dayno} {month} ~0.1
    [el] {dayno} del {dayno} ~0.1`,
  numericDay: "{figures} (/|-) {figures}",
  monthDayYear: `{monthday} de {year}
    {monthday} del [año] {year}`,
  monthDayShortYear: "{monthday} (de|del) [año] {shortyear} ~0",
  weekdayAfter: "[el] {weekday} (después|siguiente) (de|a) {day}",
  weekdayBefore: "[el] {weekday} (antes|anterior) (de|a) {day}",
  nightsBoth: "(las noches|la noche) (del|de) {day} y [la] (del|de) {day}",
  longThen: "{duration} [solo] [sería|es|que sería] {day}",
  nthDay: `el {dayno}
    [el] día {dayno}`,
  dayThenNth: "{day} (o sea|así que|es decir|entonces|que es) [el] [día] {dayno}",
  weekdayMonthDay: `{weekday} {monthday}
    + el {weekday} {monthday}`,
  weekdayNth: `{weekday} {dayno}
    [el] {weekday} (el|día|el día) {dayno}
    el {weekday} {dayno}`,
  today: `hoy
    (hoy mismo|esta noche|esta tarde|esta mañana|hoy por la {part})`,
  tomorrow: `mañana ~0.02
    mañana mismo`,
  dayAfterTomorrow: "pasado mañana",
  yesterday: "(ayer;anoche)",
  dayBeforeYesterday: "(anteayer;antier|antes de ayer)",
  weekday: `el {weekday}
    (el|este) [próximo] {weekday}
    [el] {weekday} (próximo|que viene)`,
  weekdayNextWeek: `[el] {weekday} de la (semana que viene|próxima semana) ~-0.1
    la semana que viene el {weekday} ~-0.1`,
  weekdayLast: `[el] {weekday} pasado ~-0.05
    (el último|el pasado) {weekday} ~-0.05`,
  inOneWeek: "(de hoy en ocho [días]|en ocho días|dentro de ocho días)",
  inTwoWeeks: "(en quince días|dentro de quince días)",
  dayIn: `(en;dentro de) {duration}
    de aquí a {duration}`,
  dayAgo: "hace {duration}",
  dayAfter: "el día (después de|siguiente a) {day}",
  daysAfter: "{duration} después de {day}",
  daysBefore: "{duration} antes de {day}",
  dayBefore: "(el día antes de|la víspera de) {day}",
  nthWeekday: "el {ordinal} {weekday} de {month}",
  lastWeekday: "el último {weekday} de {month}",
  dayItself: `(para|el|este|en) {day} ~0
    {day} (por la|a la|en la|de) {part}`,
  vague: `(la semana que viene|esta semana|la próxima semana|el mes que viene|este mes|el año que viene)
    [el|este|el próximo] (fin de semana|finde) [que viene]
    (en|a principios de|a mediados de|a finales de) {month}
    (sobre|alrededor de|antes de|después de|hacia) {day} ~-0.15`,
  minuteAny: "{small}",
  minuteZero: "cero cero",
  clockHour: "{hourname} [en punto]",
  clockWhole: "[las|la] {hour} (en punto|horas)",
  clockHour24: "las {hour}",
  hourMinute: `{hourname} y {min}
    [las|la] {hour} (y|con) {min}
    [las|la] {hour} {min} ~0.1`,
  clockFigures: "[las|la] {figures} (:|.) {figures} [horas|h]",
  clockFigure: "{figures}",
  halfPast: `{hourname} y media
    [las|la] {hour} y media`,
  quarterPast: "{base} y cuarto",
  quarterTo: `{base} menos cuarto
    cuarto para {base}`,
  clockLess: "{base} menos {min}",
  fivesTo: "{small} para {base}",
  base: `{hourname}
    {hour}`,
  noon: "([el] mediodía;[el] mediodia|las doce del mediodía|las doce del mediodia)",
  midnight: "(medianoche;la medianoche|las doce de la noche)",
  timeOfDay: "{clock} de la {ofpart}",
  timeHalf: `{clock} por la {ofpart}
    {barehour} (de|por) la {ofpart}
    {clock} {ampm}`,
  time24: "{clock}",
  timeItself: `(a|sobre|hacia|como a) {time}
    (a|sobre|hacia|a eso de) {barehour} ~0.05
    (a eso de|alrededor de|más o menos a) {time}`,
  timeTonight: `{time} esta noche ~0
    esta noche [a] {time}`,
  partTime: "por la {ofpart} [a] {time}",
  notAtTime: "(antes de|después de|hasta|desde|a partir de) {clock}",
  dayPart: "(por|en|a) la {part}",
  timeDayPart: "{clock} [el|del] {day} por la {ofpart}",
  dayTime: "{day} a {time}",
  tonightTime: "esta noche a {time}",
  later: "{duration} (más tarde|después)",
  earlier: "{duration} (antes|más temprano)",
  dayLater: "(el día siguiente|al día siguiente|un día después)",
  dayEarlier: "(el día anterior|el día antes)",
  now: "(ahora|ahora mismo|ya|ya mismo|enseguida)",
  inDuration: "(en|dentro de) {duration}",
  nthToNth: "(del|de) {dayno} (al|a) {dayno}",
  nthToNthMonth: "[<from>] [día] {dayno} <until> [día] {dayno} de {month}",
  nthToDay: "[<from>] {dayno} <until> {day}",
  days: `desde {day} hasta {day}
    (llego|llegamos) [el] {day} [y] (me voy|nos vamos|salgo|salimos) [el] {day}`,
  longDays: "{duration} (desde|a partir de|desde el|a partir del) {day}",
};
