// German vocabulary: filler words, yes and no, corrections, and carrier phrases around answers.

import type { AskableKind } from "../../value/value.ts";
import { list } from "../spoken-forms.ts";
import { middlePlace } from "../places.ts";
import type { Bounds, Carriers, Ranges, Shifts } from "../language-pack.ts";

export const hesitations: ReadonlySet<string> = new Set("äh ähm öh öhm hm hmm mh ehm eh tja naja".split(" "));

/** "Zum Glück nicht", "leider ja". */
const moods = "zum glück, glücklicherweise, gott sei dank, leider, hoffentlich, gottlob".split(", ");

export const fillers = [
  ...moods,
  ...list(
    "also, so, bitte, danke, vielen dank, danke schön, hallo, hi, guten tag, guten morgen, guten abend, grüß gott, servus, moin",
    "dann, mal, einfach, vielleicht, wahrscheinlich, ungefähr, etwa, circa, ca, rund, gegen, so um die, sagen wir, sagen wir mal",
    "ich, ich bin, ich habe, ich hab, ich möchte, ich will, ich würde, ich würde gern, ich würde gerne, ich hätte gern, ich hätte gerne",
    "ich komme, wir kommen, ich brauche, ich nehme, ich denke, ich glaube, ich meine, wir, wir sind, wir haben, wir möchten, wir hätten gern, wir wären, wir brauchen",
    "es, es ist, es sind, es wären, es wird, es werden, das, das ist, das sind, das wäre, das wären, dass, ist, sind, bin, sein, wäre, war, wird",
    "der, die, den, dem, des, ein, eine, einen, einem, einer, eines, mein, meine, meinen, unser, unsere, uns, mir, mich, sich",
    "für, am, an, um, auf, mit, in, im, von, vom, zu, zum, zur, bei, ab, bis, aus, nach, gern, gerne, lieber, doch, ja, auch, noch, nur, schon, eben, halt, wohl",
    "kann, kann ich, könnte, könnten, können sie, könnten sie, bitte schön, was frei, etwas frei, noch was frei, noch etwas frei, haben, hätte, hätten, geht, ginge, passt, passt mir, da, hier, dort, sie, man",
    "und, aber, wenn möglich, wenn es geht, wenn das geht, wäre gut, wäre schön, wäre super, geht das, sehr, ganz, genau, mal sehen, moment mal",
    "verbinden sie mich mit, verbinde mich mit, ich möchte mit, sprechen, abteilung, die abteilung, reservieren, buchen, oder so, bestellen, verbinden, machen, machen wir, nehmen wir, nehmen, schreiben sie, insgesamt, zusammen, soll es sein, sollen es sein, sagte ich, mehr oder weniger, in etwa",
    "draus, daraus, ums, fürs, ans, aufs, beim, gleiche zeit, gleiche uhrzeit, selbe zeit, zur selben zeit, zur gleichen zeit",
    "alles klein, alles kleingeschrieben, kleingeschrieben, klein geschrieben, alles klein geschrieben, in kleinbuchstaben, alles in kleinbuchstaben, alles groß, alles großgeschrieben, großgeschrieben, groß geschrieben, in großbuchstaben, alles in großbuchstaben",
  ),
];

export const conditions = list(
  "wenn möglich, wenn es geht, wenn das geht, wenn's geht, wenn sie haben, wenn sie etwas haben, wenn sie was haben, wenn noch was frei ist, wenn etwas frei ist, wenn noch platz ist, wenn noch etwas frei ist, wenn sie noch was haben, wenn sie noch platz haben, wenn es ihnen passt, wenn es ihnen nichts ausmacht, wenn es keine umstände macht, falls möglich, falls etwas frei ist, falls sie etwas haben, sonst nichts, mehr nicht, und sonst nichts",
);

export const polite = list(
  "bitte, danke, vielen dank, danke schön, also, gut, okay, ok, hallo, dann, mal, ja, ach, nun, und, aber, doch, einfach, jetzt, bitte schön",
);

export const requests = list(
  "kann ich, kann ich bitte, könnte ich, darf ich, ich möchte, ich möchte bitte, ich will, ich würde gern, ich würde gerne, ich muss, können sie, können sie bitte, könnten sie, geben sie mir, ich brauche, ich hätte gern, ich hätte gerne",
);

export const notInNames: ReadonlySet<string> = new Set(
  (
    "der die das den dem des ein eine einen ist sind war sein von zu im in an auf bei mit für und oder aber nicht kein keine nein ja " +
    "was wann wo warum wie wer welche welcher welches es dies das dieser diese hier da ich du er sie wir ihr mich mir uns mein dein " +
    "sein ihr unser habe hat haben hatte kann können könnte wird werden würde sollte will möchte brauche bitte hallo danke okay ok " +
    "vielleicht entschuldigung sagen sagte anrufen name heiße heißt heisst heiss wegen rufe nummer weiß sicher richtig falsch wetter tisch personen person leute " +
    "letztes letzten letzter mal uhr morgen heute gestern etwas nichts regnet moment gleiche gleicher gleichen selbe selber vorher vorhin komma wieder wieso weshalb wozu egal keiner niemand stornieren immer wichtig privat firma geheim apparat spielt rolle brauchen brauche nötig später kommt drauf geht"
  ).split(" "),
);

export const notBeforeNames: ReadonlySet<string> = new Set(
  "ein eine einen einem einer mein meine meinen meinem meiner unser unsere unseren unserem unserer".split(
    " ",
  ),
);

export const interrogatives: ReadonlySet<string> = new Set(
  (
    "wie was welche welcher welches welchen welchem wann wo wer wen wem wessen warum wieso weshalb wohin woher " +
    "wieviel wieviele"
  ).split(" "),
);

export const births: ReadonlySet<string> = new Set("geboren geburtstag geburtsdatum geburt".split(" "));

export const foreignPoliteness = list(
  "please, thanks, thank you, por favor, gracias, s'il vous plaît, merci, per favore, grazie",
);

export const unfinished = list(
  "und, oder, aber, weil, also, dann, wenn, falls, ob, dass, damit, obwohl, während, bevor, nachdem, sondern, denn, als, wie, wo, der, die, das, den, dem, des",
  "ein, eine, einen, einem, einer, eines, mein, meine, meinen, meiner, ihr, ihre, unser, unsere, dieser, diese, dieses, jeder, jede, jedes",
  "von, vom, zu, zum, zur, für, mit, bei, beim, nach, in, im, auf, über, unter, zwischen, ohne, gegen, um, bis, seit, wegen",
  "ich, wir, er, es, man, ich bin, wir sind, ist, sind, war, waren, bin, habe, ich habe, wir haben, hatte, ich möchte, wir möchten, ich hätte gern, ich hätte gerne",
  "ich würde, ich würde gern, ich würde gerne, ich brauche, wir brauchen, ich will, ich wollte, ich nehme, ich heiße, mein name ist, ich glaube, ich denke, ich meine",
  "kann, kann ich, könnte, könnten sie, können sie, soll, muss, wird, werden, nicht, kein, keine, vielleicht, sagen wir, mal sehen, sehr, mehr, plus, minus, komma, doppel",
);

export const finished = list(
  "bitte, danke, vielen dank, danke schön, dankeschön, das ist alles, das war's, das wars, das wäre alles, mehr nicht, sonst nichts",
  "auf wiederhören, auf wiedersehen, tschüss, schon gut, egal, so bald wie möglich, wenn möglich, heute, morgen, jetzt",
);

export const backchannels = list(
  "mm, mmm, mhm, hm, hmm, mm hm, hm hm, aha, ah, ach, ach so, achso, oh, ah ja, ach ja, ja, jaja, jo, jep, jup, genau, richtig, stimmt, klar, alles klar",
  "okay, ok, gut, sehr gut, schön, prima, super, fein, in ordnung, verstehe, ich verstehe, verstanden, ich weiß, natürlich, eben, so so, echt, wirklich, danke",
);

export const yes = list(
  "ja, ja bitte, ja genau, ja gerne, ja gern, ja das stimmt, ja stimmt, ja richtig, ja das ist richtig, ja natürlich, ja klar, ja danke, ja sicher",
  "jawohl, jo, jep, jap, klar, na klar, aber klar, natürlich, selbstverständlich, sicher, aber sicher, gewiss, gern, gerne, sehr gern, sehr gerne",
  "genau, ganz genau, richtig, stimmt, das stimmt, stimmt so, korrekt, exakt, das ist richtig, das ist korrekt, so ist es, das passt, passt, passt so",
  "okay, ok, in ordnung, das ist in ordnung, alles klar, gut, sehr gut, prima, super, perfekt, wunderbar, einverstanden, von mir aus, meinetwegen",
  "mach das, machen sie das, bitte machen sie das, tun sie das, auf jeden fall, unbedingt, absolut, definitiv, doch, ich denke schon, ich glaube schon, ich denke ja, ich glaube ja",
  "leider schon, leider doch, ohne zweifel, zweifellos, keine frage, jederzeit, jederzeit gerne, immer wieder gerne, immer gerne",
  "das geht, ja das geht, das will ich, wahr, das ist wahr, bestätigt, ich bestätige, das bin ich, bin ich, mhm, freilich, jawoll, warum nicht, so machen wir das, so machen wir es, das wäre schön, das wäre gut, das wäre toll, jup, jaja, jo klar, logisch, buchen sie, buchen sie das, bitte buchen, alles richtig, alles korrekt, genau so, das wäre super, denke schon, glaube schon, kein problem, machen wir so, am apparat, ja am apparat",
);

export const no = list(
  "nein, alles falsch, das ist alles falsch, nein danke, nee, nee danke, nö, ne, nein das stimmt nicht, nein stimmt nicht, nein das ist falsch, nein falsch, nein das ist nicht richtig, nein lieber nicht",
  "falsch, das ist falsch, stimmt nicht, das stimmt nicht, nicht richtig, das ist nicht richtig, nicht korrekt, das ist nicht korrekt, das ist verkehrt, verkehrt",
  "auf keinen fall, keinesfalls, niemals, nie, keineswegs, ganz und gar nicht, gar nicht, überhaupt nicht, nicht wirklich, eher nicht, lieber nicht, besser nicht, leider nicht, leider nein",
  "nicht nötig, das ist nicht nötig, kein bedarf, nicht heute, jetzt nicht, noch nicht, ich denke nicht, ich glaube nicht, ich glaube kaum, bitte nicht, das passt nicht, passt nicht, passt mir nicht",
  "das möchte ich nicht, möchte ich nicht, ich möchte nicht, ich will nicht, will ich nicht, das will ich nicht, nicht doch, das bin ich nicht, nicht ganz, unwahr, vergiss es, vergessen sie es, nicht unbedingt, das war falsch, natürlich nicht, auf gar keinen fall, unter keinen umständen, kein interesse, nicht dass ich wüsste, auf keinen, das habe ich nicht gesagt, habe ich nicht gesagt, nein habe ich nicht, nein doch nicht, ja nein, ganz sicher nicht, das passt mir nicht, das stimmt so nicht, nein das stimmt so nicht, das will ich so nicht, sicher nicht, bestimmt nicht, bloß nicht, nicht dass ich wüsste, geht nicht, im moment nicht, gerade nicht, momentan nicht, zur zeit nicht",
).concat(moods.map((mood) => `${mood} nicht`));

export const yesAlone = list(
  "habe ich, haben wir, sind wir, das habe ich, mache ich, tue ich, ein bisschen, ein wenig, etwas, eine sache noch, noch etwas, noch was, eins noch, gibt es, wäre toll, immer, sehr, sehr sogar, ziemlich, ja sehr",
);

export const noAlone = list(
  "habe ich nicht, bin ich nicht, haben wir nicht, sind wir nicht, mache ich nicht, tue ich nicht, kann ich nicht, heute nicht, doch nicht, das nicht, es ist nicht, das geht nicht, nicht buchen, nicht mehr, kein interesse, nicht so, nicht so sehr, nicht besonders, keins, keinen, das habe ich nicht, da kann ich nicht, da können wir nicht, da geht es nicht, da geht es mir nicht, da habe ich keine zeit",
);

export const unsure = list(
  "nicht sicher, ich bin nicht sicher, ich bin mir nicht sicher, bin mir nicht sicher, bin nicht sicher, nicht ganz sicher, ich bin mir nicht ganz sicher",
  "weiß noch nicht, ich weiß nicht, weiß nicht, weiß ich nicht, das weiß ich nicht, weiß ich noch nicht, das weiß ich noch nicht, ich weiß noch nicht, noch nicht sicher, ich weiß es nicht, ich weiß das nicht, keine ahnung, ich habe keine ahnung, keinen schimmer",
  "das ist mir egal, egal, mir egal, ist mir egal, ich kann sie nicht hören, ich höre sie nicht, ich höre nichts, ich verstehe nicht, ich verstehe das nicht, kann ich nicht sagen",
  "ich kann es nicht sagen, ich habe mich noch nicht entschieden, unentschieden, ich habe es vergessen, hab ich vergessen, habe ich vergessen, vergessen, noch nicht sicher, ich bin unsicher, nicht so sicher, ich bin mir nicht so sicher",
);

export const acknowledgements = list("ok, okay, gut, in ordnung, alles klar");

export const moreOffers = list(
  "sonst noch etwas, sonst noch was, noch etwas, noch was, noch einen wunsch, sonst noch, etwas anderes, darf es noch etwas sein",
);

export const noMore = list(
  "das ist alles, das war alles, das wäre alles, das war's, das wars, das wär's, das wärs, alles, mehr nicht, sonst nichts, nichts mehr, nichts weiter, nichts",
  "nein das war alles, nein das ist alles, ich habe alles, alles gut, alles erledigt, nein alles gut, das wär es, das war es, ich bin fertig, mehr brauche ich nicht, mehr brauchen wir nicht, nein passt, passt schon, das reicht, reicht so, danke das war's",
);

export const yesMore = list(
  "eine sache noch, noch eine sache, noch eine frage, eine frage noch, ich habe noch eine frage, ich hätte noch eine frage, ja noch eine frage, ja eine frage noch, ja eine sache noch, eine letzte frage, noch eine letzte frage",
);

export const plainYes: ReadonlySet<string> = new Set("ja jawohl jep".split(" "));

export const plainNo: ReadonlySet<string> = new Set("nein nee nö".split(" "));

export const questionStarts = list(
  "ist, sind, kostet, kosten, macht das, haben sie, habt ihr, gibt es, hat, war, waren, machen sie, öffnen, kann man, wird, werden, muss ich, soll ich, wäre es",
);

export const asides = list(
  "aber, niemand, keiner, gestern, wenn, falls, ob, kommt darauf an, schon, angerufen, versucht, gewartet, gesagt, war, waren, frage, frage mich, stornieren, abgesagt, stattdessen, zu teuer, letztes mal, beschwerde, schlecht, ungünstig, weg, unterwegs, verreist, hasse, unmöglich, schwierig, weniger als, mehr als, mindestens, höchstens, geschlossen, voll, ungern, zu früh, zu spät, zu viel, blöd, arbeite",
);

export const rejections = list(
  "aber, niemand, keiner, wenn, falls, ob, kommt darauf an, frage mich, stornieren, abgesagt, stattdessen, zu teuer, schlecht, hasse, unmöglich, weniger als, mehr als, ungern, beides",
);

export const spoilers = list(
  "habe ich, haben wir, folgenden, folgende, ich hatte, wir hatten, geht ja, geht noch, geht wieder, funktioniert, war, waren, letztes mal, fängt an, beginnt, endet, kommt an, ist zu, sind zu, zu klein, zu groß, zu lang, zu kurz, zu früh, zu spät, zu viel, zu teuer, geht nicht, ist schlecht, ist geschlossen, ausgebucht, doppelt",
);

export const choosers = list(
  "passt am besten, passt besser, passt mir, passt uns, wäre am besten, wäre besser, wäre gut, wäre super, treffen wir uns",
);

export const notAnswers = list(
  "das geht sie nichts an, das geht dich nichts an, sind sie sicher, sind sie sich sicher, bist du sicher, na ja, guten morgen, guten abend, guten tag, gute nacht, gute frage, ja was, ja warte, ja moment, okay warte, okay moment, sicher dass, richtig viel, falsch verbunden",
);

export const statements = list(
  "ich habe, ich hab, ich hätte, wir haben, es gibt, ein bisschen, ein wenig, leichtes, leichte, ich hatte, ich brauche, wir brauchen, ich möchte, ich will, habe, ich habe kein, ich habe keine, ich habe keinen",
);

export const negations = list(
  "nicht, nichts, kein, keine, keinen, keinesfalls, nie, niemals, außer, ohne, weder, alles außer, nicht der, nicht die, nicht das, bloß nicht, statt, anstatt, anstelle von",
);

export const insideNegations: ReadonlySet<string> = new Set(
  "irgendwelche irgendeinen irgendeine richtigen richtige wirklichen wirkliche wirklich solchen solche".split(
    " ",
  ),
);

export const markers = list(
  "nein, nee, nein nein, doch, sondern, ich meine, ich meinte, ich wollte sagen, vielmehr, beziehungsweise, eigentlich, entschuldigung, entschuldigen sie, verzeihung, pardon, sorry, tut mir leid",
  "aber jetzt, jetzt aber, moment, halt, stopp, quatsch, ach nein, ach quatsch, nein warte, nein warten sie, nein moment, korrektur, korrigiere, ich korrigiere, besser, lieber, doch lieber, dann lieber, stattdessen, statt dessen",
  "ändern, ändere, ändern sie, ändern wir, ich möchte ändern, kann ich ändern, ändern auf, ändern sie das auf, machen sie daraus, mach daraus, machen wir daraus, mein fehler, versprochen, ich habe mich versprochen",
  "das ist falsch, das war falsch, das stimmt nicht, stimmt nicht, falsch, nicht richtig, ich habe es mir anders überlegt, anders",
);

export const softMarkers = list(
  "aber, sagte ich, ich sagte, ich habe gesagt, ich hab gesagt, gesagt, geht auch, ginge auch, könnte es, könnten wir, kann es, können wir, wie wäre, statt, anstatt, ich hätte lieber, wir sind doch, wir sind, es sind, machen wir, verschieben, verlegen, passt besser, wäre besser, erst, schon, geht es auch, ginge es auch, geht es, nur",
);

export const shifts: Shifts = {
  later: list("später"),
  earlier: list("früher, eher"),
  more: list("mehr, zusätzlich"),
  fewer: list("weniger"),
  another: list("noch"),
  longer: list("länger, mehr, zusätzlich"),
  shorter: list("kürzer, weniger"),
  dayAfter: list(
    "am tag darauf, tag darauf, tag danach, einen tag danach, einen tag darauf, am tag danach, den tag danach, der tag danach, am nächsten tag, am folgenden tag",
  ),
  dayBefore: list("tag davor, einen tag davor, am tag davor, den tag davor, der tag davor"),
};

export const bounds: Bounds = {
  when: list(
    "vor, nach, bis, vor dem, nach dem, bis zum, nicht vor, nicht nach, früher als, später als, eher als, nicht später als, nicht früher als, spätestens, spätestens um, spätestens am, frühestens, frühestens um, frühestens am, irgendwann nach, irgendwann vor, jeden, jede, jedes, jeden zweiten, jede zweite, jedes zweite, kurz vor, kurz nach",
  ),
  day: list("rund um"),
  time: list("ab, von"),
  count: list(
    "mehr als, länger als, kürzer als, über, mindestens, wenigstens, weniger als, unter, minimum, nicht unter, nicht weniger als, nicht mehr unter, gut über, knapp unter, knapp über, ein paar, einige, mehrere, viele, ab",
  ),
  upTo: list("fast, beinahe, knapp, nicht mehr als, nicht über, bis zu, höchstens, maximal"),
  amount: list("über"),
  behind: list(
    "aufwärts, oder später, oder früher, oder länger, oder kürzer, spätestens, frühestens, oder mehr, oder weniger, und mehr, mindestens, danach, oder danach",
  ),
  between: list("zwischen"),
};

export const ranges: Ranges = {
  starts: list("von, vom, ab, ab dem, beginnend am, anreise, anreise am, ankunft, ankunft am"),
  ends: list("abreise, abreise am, rückreise am, zurück am"),
};

export const affirmations = list(
  "ja, jawohl, genau, okay, ok, gut, klar, richtig, alles klar, in ordnung, sicher, natürlich, gern, gerne, prima, super, perfekt",
);

export const wrong = list(
  "ist falsch, war falsch, stimmt nicht, ist nicht richtig, war nicht richtig, ist verkehrt, passt nicht, muss geändert werden, soll geändert werden, ändern, ändere, falsch, verkehrt, nicht richtig, nicht korrekt, ist ein fehler, hat sich geändert, geht nicht, geht doch nicht, ein anderer, eine andere, ein anderes, einen anderen, anderer, andere, anderes, anderen, falscher, falsche, falsches, falschen",
);

const none: Carriers = { before: [], after: [] };

export const carriers: Readonly<Record<AskableKind, Carriers>> = {
  boolean: none,
  number: {
    before: list(
      "für, wir sind, wir sind doch, wir sind doch nur, wir sind zu, wir wären, es sind, es werden, es kommen, wir kommen zu, eine gruppe von, gruppe von, nicht mehr als, wir sind jetzt, wir sind inzwischen, wir sind mittlerweile, jetzt sind wir, wir kommen jetzt zu, es sind jetzt",
    ),
    after: list(
      "jetzt, sterne, stern, sternen, punkte, punkt, punkten, von fünf, von zehn, von drei, von hundert, von uns",
    ),
  },
  money: {
    before: list(
      "für, etwa, bis zu, es kostet, es hat gekostet, der betrag ist, betrag von, höchstens, maximal",
    ),
    after: [],
  },
  duration: { before: list("für, etwa, ungefähr, es dauert"), after: list("lang") },
  amount: { before: list("etwa, ungefähr"), after: [] },
  digits: {
    before: list(
      "die nummer ist, meine nummer ist, nummer, die nummer lautet, meine nummer lautet, meine kontonummer ist, kontonummer, die ziffern sind, ziffern, der code ist, mein code ist, der code lautet, meine pin ist, die pin ist, meine pin lautet, pin, meine kundennummer ist, meine kundennummer lautet, kundennummer, es ist die",
    ),
    after: [],
  },
  code: {
    before: list(
      "der code ist, der code lautet, mein code ist, mein code lautet, code, die referenz ist, die referenz lautet, meine referenz ist, referenz, die buchungsnummer ist, meine buchungsnummer ist, meine buchungsnummer lautet, buchungsnummer, buchungscode, mein buchungscode ist, mein buchungscode lautet, nummer, die nummer ist, die nummer lautet, da steht, hier steht, das kennzeichen ist, mein kennzeichen ist, kennzeichen",
    ),
    after: [],
  },
  date: {
    before: list(
      "am, für, für den, ab, ab dem, vom, seit, seit dem, zum, der tag ist, das datum ist, mein geburtstag ist, mein geburtstag ist am, mein geburtsdatum ist, geburtsdatum, geboren am, ich bin geboren am, ich wurde geboren am, ich bin am, ich wurde am, es war, es war am, es wäre",
    ),
    after: list("geboren"),
  },
  date_range: none,
  time_range: none,
  time: {
    before: list("um, gegen, um circa, um etwa, um ungefähr, so gegen, so um, die uhrzeit ist, die zeit ist"),
    after: [],
  },
  phone: {
    before: list(
      "meine nummer ist, meine nummer lautet, meine telefonnummer ist, meine telefonnummer lautet, die nummer ist, die nummer lautet, die telefonnummer ist, telefonnummer, nummer, meine handynummer ist, meine handynummer lautet, handynummer, meine mobilnummer ist, rufen sie mich an unter, sie erreichen mich unter, ich bin erreichbar unter, erreichbar unter, unter, unter der nummer, es ist die",
    ),
    after: [],
  },
  email: {
    before: list(
      "meine email ist, meine e mail ist, meine email adresse ist, meine e mail adresse ist, meine emailadresse ist, meine mailadresse ist, meine mail ist, die adresse ist, die adresse lautet, meine adresse ist, meine adresse lautet, meine e mail lautet, meine email lautet, email, e mail, mail, adresse, schicken sie es an, schreiben sie an, das ist, es ist, ja, an, ist, lautet",
    ),
    after: list(
      ...moods,
      "ums, fürs, ans, aufs, beim",
      "alles klein, alles kleingeschrieben, kleingeschrieben, klein geschrieben, alles klein geschrieben, in kleinbuchstaben, alles in kleinbuchstaben, kleinbuchstaben, zusammengeschrieben, alles zusammen, in einem wort, ohne leerzeichen, ohne punkt, ohne punkte",
    ),
  },
  name: {
    before: list(
      "mein name ist, mein name lautet, mein vorname ist, mein nachname ist, mein voller name ist, der name ist, der name lautet, name, ich heiße, heißt, wir nennen ihn, wir nennen sie, ich nenne ihn, ich nenne sie, ich bin, ich bin der, ich bin die, hier ist, hier ist herr, hier ist frau, hier spricht, hier spricht herr, hier spricht frau, mein name ist herr, mein name ist frau, das ist, auf den namen, unter dem namen, der name wäre, mein name wäre, vorname, nachname, nennen sie mich, herr, frau, es ist, das wäre",
    ),
    asked: list("auf, unter, es geht um"),
    after: list("ist mein name, heiße ich, am apparat, mein name"),
  },
  choice: none,
  text: none,
};

export const nameParts = {
  given: list("vorname, rufname"),
  family: list("nachname, familienname, zuname"),
};

export const typeNames: Readonly<Record<AskableKind, readonly string[]>> = {
  boolean: [],
  number: list("zahl, anzahl"),
  money: list("betrag, preis, summe"),
  duration: list("dauer, länge"),
  amount: list("menge"),
  digits: list("nummer, ziffern"),
  code: list("code, referenz, nummer"),
  date: list("tag, datum"),
  time: list("uhrzeit, zeit, stunde"),
  date_range: list("zeitraum, tage"),
  time_range: list("zeitraum, zeiten"),
  phone: list("telefonnummer, nummer, handynummer, rufnummer"),
  email: list("email, e mail, mail, mailadresse, adresse, emailadresse"),
  name: list("name"),
  choice: list("auswahl, wahl, option"),
  text: [],
};

const ordinals = "erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte".split(" ");

export const places: ReadonlyMap<string, number> = new Map<string, number>([
  ...ordinals.flatMap((word, index) =>
    [
      `der ${word}`,
      `die ${word}`,
      `das ${word}`,
      `den ${word}n`,
      `${word} option`,
      `die ${word} option`,
      `das ${word} davon`,
    ].map((phrase) => [phrase, index + 1] as const),
  ),
  ["der mittlere", middlePlace],
  ["die mittlere", middlePlace],
  ["das mittlere", middlePlace],
  ["den mittleren", middlePlace],
  ["der letzte", -1],
  ["die letzte", -1],
  ["das letzte", -1],
  ["den letzten", -1],
  ["die letzte option", -1],
  ["letzteres", -1],
  ["ersteres", 1],
  ["der vorletzte", -2],
  ["die vorletzte", -2],
  ["das vorletzte", -2],
  ["den vorletzten", -2],
]);
