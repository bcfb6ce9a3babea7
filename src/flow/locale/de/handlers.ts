// German handler phrases: how callers ask for help or a repetition, want to go back or to skip a question, beside what the
// rules of acts hear (`grammar/languages`).

import { listsOf } from "../spoken-forms.ts";

export const handlers = listsOf({
  help: `
    hilfe, bitte hilfe, ich brauche hilfe, helfen sie mir, kannst du mir helfen, was können sie, was kannst du,
    was sind meine möglichkeiten, welche möglichkeiten habe ich, welche möglichkeiten gibt es, was soll ich sagen,
    wie geht das, ich verstehe nicht, ich verstehe das nicht, anleitung`,
  operator: `
    ein mensch, mit jemandem sprechen, mit einem menschen sprechen, mitarbeiter, einen mitarbeiter, ein mitarbeiter, eine mitarbeiterin, zentrale, die zentrale, vermittlung,
    einen menschen, einen echten menschen, einen richtigen menschen, mensch, eine echte person, eine richtige person,
    mit jemandem reden, kundendienst, berater, einen berater, rezeption, empfang`,
  goodbye: `
    tschüss, tschüs, auf wiedersehen, auf wiederhören, wiedersehen, auflegen, bitte auflegen, leg auf, legen sie auf,
    beenden, anruf beenden, gespräch beenden, das war alles, das war's, das wars, ich bin fertig, ich muss weg`,
  repeat: `
    wie bitte, noch mal, noch mal bitte, was haben sie gesagt, wiederholen, bitte wiederholen, wiederholen sie, wiederholen sie bitte, wiederhole das, noch einmal, was,
    was hast du gesagt, was war die frage, wie war die frage, entschuldigung, verzeihung, die frage noch einmal,
    ich kann sie nicht hören, ich höre sie nicht, ich höre nichts`,
  wait: `
    augenblick, warten sie, eine sekunde, ich sehe nach, moment, einen moment, einen moment bitte, moment bitte, ich schau mal, ich schaue mal, nein warte, nein warten sie,
    nein moment, nein halt, ich bin gleich zurück, bin gleich zurück, ich bin gleich wieder da, bin gleich wieder da,
    dranbleiben, bitte dranbleiben`,
  back: `
    zurück, bitte zurück, zurück bitte, geh zurück, gehen sie zurück, bitte gehen sie zurück, einen schritt zurück,
    eins zurück, vorherige frage, die vorherige frage, zur vorherigen frage, zurück zur vorherigen frage,
    ich möchte zurück, ich will zurück, können wir zurück, können wir zurückgehen, können sie zurückgehen,
    gehen wir zurück`,
  start_over: `
    von vorn, von vorne, noch mal von vorn, nochmal von vorn, noch einmal von vorn, noch mal von vorne,
    nochmal von vorne, noch einmal von vorne, von vorn anfangen, von vorne anfangen, bitte von vorne, bitte von vorn,
    von vorne bitte, neu anfangen, neu starten, neustart, neu beginnen, von anfang an, noch einmal von anfang an,
    nochmal von anfang an, zurück zum anfang, fangen wir von vorne an, fangen wir noch mal an,
    ich möchte von vorne anfangen, ich will von vorne anfangen, können wir von vorne anfangen`,
  skip: `
    überspringen, bitte überspringen, überspring das, überspringe das, überspringen sie das, das überspringe ich,
    überspringen wir das, nächste frage, die nächste frage, weiter, auslassen, das lasse ich aus, weglassen,
    keine angabe, keine angaben, möchte ich nicht sagen, das möchte ich nicht sagen, will ich nicht sagen,
    das sage ich nicht, habe ich nicht, hab ich nicht, das habe ich nicht, das hab ich nicht, habe ich keine,
    habe ich keinen`,
});
