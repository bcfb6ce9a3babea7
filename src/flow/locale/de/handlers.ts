// German handler phrases: how callers ask for help, an operator, a repetition or a moment, and how they say goodbye.

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
      "moment, einen moment, einen moment bitte, moment bitte, moment mal, einen augenblick, augenblick, augenblick bitte, einen augenblick bitte, sekunde, eine sekunde, eine sekunde bitte, warten sie, warten sie bitte, warten sie einen moment, warte, warte mal, warte kurz, bitte warten, kleinen moment, einen kleinen moment, kurzen moment, eine minute, eine minute bitte, bleiben sie dran, ich schaue nach, ich sehe nach, ich muss nachsehen, ich muss nachschauen, lassen sie mich nachsehen, lassen sie mich überlegen, ich brauche einen moment, geben sie mir einen moment, geben sie mir eine sekunde, geben sie mir eine minute, warten sie kurz, nein warte, nein warten sie, nein moment, moment nein, nein halt, halt warten sie",
    ),
  ],
]);
