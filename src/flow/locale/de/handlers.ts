// German handler phrases: how callers ask for help, an operator, a repetition or a moment, want to go back or to skip a
// question, and how they say goodbye.

import { list } from "../spoken-forms.ts";

export const handlers: ReadonlyMap<string, readonly string[]> = new Map([
  [
    "help",
    list(
      "hilfe, bitte hilfe, ich brauche hilfe, helfen sie mir, können sie mir helfen, kannst du mir helfen, was kann ich sagen, was kann ich tun, was können sie, was kannst du",
      "was sind meine möglichkeiten, welche möglichkeiten habe ich, welche möglichkeiten gibt es, was soll ich sagen, wie funktioniert das, wie geht das, ich verstehe nicht, ich verstehe das nicht, ich brauche etwas hilfe, anleitung",
    ),
  ],
  [
    "operator",
    list(
      "mitarbeiter, einen mitarbeiter, ein mitarbeiter, eine mitarbeiterin, zentrale, die zentrale, vermittlung, ein mensch, einen menschen, einen echten menschen, einen richtigen menschen, mensch, eine echte person, eine richtige person",
      "mit jemandem sprechen, mit jemandem reden, mit einem menschen sprechen, mit einem mitarbeiter sprechen, ich möchte mit jemandem sprechen, ich möchte mit einem menschen sprechen, ich möchte mit einem mitarbeiter sprechen, ich will mit jemandem sprechen, ich will mit einem menschen sprechen",
      "kann ich mit jemandem sprechen, kann ich mit einem menschen sprechen, verbinden sie mich mit jemandem, verbinden sie mich mit einem mitarbeiter, kundendienst, kundenservice, berater, einen berater, rezeption, empfang",
    ),
  ],
  [
    "goodbye",
    list(
      "tschüss, tschüs, auf wiedersehen, auf wiederhören, wiedersehen, wiederhören, ciao, bis bald, bis dann, bis später, schönen tag noch, einen schönen tag noch, auflegen, bitte auflegen, leg auf, legen sie auf, beenden, anruf beenden, gespräch beenden, das war alles, das war's, das wars, ich bin fertig, ich muss los, ich muss weg",
    ),
  ],
  [
    "repeat",
    list(
      "wiederholen, bitte wiederholen, wiederholen sie, wiederholen sie bitte, wiederholen sie das, wiederhole das, noch einmal, nochmal, noch mal, noch einmal bitte, nochmal bitte, bitte nochmal, sagen sie das nochmal, sagen sie das noch einmal, können sie das wiederholen, kannst du das wiederholen, könnten sie das wiederholen",
      "wie bitte, was, was haben sie gesagt, was hast du gesagt, was war das, was war die frage, wie war die frage, ich habe das nicht verstanden, ich habe sie nicht verstanden, ich habe nichts verstanden, das habe ich nicht verstanden, das habe ich nicht gehört, ich habe nichts gehört, entschuldigung, entschuldigung was, verzeihung, die frage wiederholen, die frage noch einmal, ich kann sie nicht hören, ich höre sie nicht, ich höre nichts",
    ),
  ],
  [
    "wait",
    list(
      "moment, einen moment, einen moment bitte, moment bitte, moment mal, einen augenblick, augenblick, augenblick bitte, einen augenblick bitte, sekunde, eine sekunde, eine sekunde bitte, warten sie, warten sie bitte, warten sie einen moment, warte, warte mal, warte kurz, bitte warten, kleinen moment, einen kleinen moment, kurzen moment, eine minute, eine minute bitte, bleiben sie dran, ich schaue nach, ich schau nach, ich sehe nach, ich seh nach, ich schau mal, ich schaue mal, ich muss nachsehen, ich muss nachschauen, lassen sie mich nachsehen, lassen sie mich überlegen, ich brauche einen moment, geben sie mir einen moment, geben sie mir eine sekunde, geben sie mir eine minute, warten sie kurz, nein warte, nein warten sie, nein moment, moment nein, nein halt, halt warten sie",
      "ich bin gleich zurück, bin gleich zurück, ich bin gleich wieder da, bin gleich wieder da, dranbleiben, bitte dranbleiben",
    ),
  ],
  [
    "back",
    list(
      "zurück, bitte zurück, zurück bitte, geh zurück, gehen sie zurück, bitte gehen sie zurück, einen schritt zurück, eins zurück, vorherige frage, die vorherige frage, zur vorherigen frage, zurück zur vorherigen frage, ich möchte zurück, ich will zurück, können wir zurück, können wir zurückgehen, können sie zurückgehen, gehen wir zurück",
    ),
  ],
  [
    "start_over",
    list(
      "von vorn, von vorne, noch mal von vorn, nochmal von vorn, noch einmal von vorn, noch mal von vorne, nochmal von vorne, noch einmal von vorne, von vorn anfangen, von vorne anfangen, bitte von vorne, bitte von vorn, von vorne bitte, neu anfangen, neu starten, neustart, neu beginnen, von anfang an, noch einmal von anfang an, nochmal von anfang an, zurück zum anfang, fangen wir von vorne an, fangen wir noch mal an, ich möchte von vorne anfangen, ich will von vorne anfangen, können wir von vorne anfangen",
    ),
  ],
  [
    "skip",
    list(
      "überspringen, bitte überspringen, überspring das, überspringe das, überspringen sie das, das überspringe ich, überspringen wir das, nächste frage, die nächste frage, weiter, auslassen, das lasse ich aus, weglassen, keine angabe, keine angaben, möchte ich nicht sagen, das möchte ich nicht sagen, will ich nicht sagen, das sage ich nicht, habe ich nicht, hab ich nicht, das habe ich nicht, das hab ich nicht, habe ich keine, habe ich keinen",
    ),
  ],
]);
