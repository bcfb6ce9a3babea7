// German acts: what the engine says to callers who say something beside an answer.

import type { ActWordings } from "../acts.ts";

export const germanActs: ActWordings = {
  greeting: () => "Guten Tag.",
  small_talk: () => "Danke der Nachfrage, hier ist alles gut.",
  thanks: () => "Gern geschehen.",
  who_are_you: ({ flow }) =>
    `Ich bin ein automatischer Assistent, kein Mensch.${flow === "" ? "" : ` Sie sprechen mit: ${flow}.`}`,
  why_asked: () => "Ich brauche das, um Ihnen helfen zu können.",
  so_far: ({ filled }) =>
    filled === "" ? "Ich habe noch nichts notiert." : `Das habe ich bisher notiert. ${filled}`,
  help: ({ flow }) =>
    `Ich stelle ein paar Fragen${flow === "" ? "" : ` für: ${flow}`}, und Sie antworten, wie Sie möchten.`,
  cannot_answer: () => "Das kann ich leider nicht beantworten.",
  opening: () => "Zuerst eine Frage.",
  not_that: () => "Gut, dann etwas anderes.",
  slower: () => "Ich sage es langsamer.",
  louder: () => "Lauter kann ich nicht sprechen, aber ich sage es noch einmal.",
  dont_know: () => "Das macht nichts. Sagen Sie es bitte, so gut Sie können.",
  dont_have: () => "Das macht nichts, Sie können in Ruhe nachsehen.",
  refusal: () => "Das verstehe ich, aber ohne das komme ich nicht weiter.",
  never_mind: () => "In Ordnung. Sie können jederzeit auflegen, oder wir machen weiter.",
  call_later: () =>
    "In Ordnung, Sie können jederzeit wieder anrufen. Wenn Sie jetzt einen Moment haben, machen wir weiter.",
  goodbye: () => "Auf Wiederhören. Sie können jetzt auflegen. Falls Sie lieber weitermachen:",
  insult: () => "Es tut mir leid, dass Sie sich ärgern. Ich gebe mir Mühe.",
  complaint: () => "Das tut mir leid.",
  operator: () => "Es tut mir leid, ich kann Sie nicht mit einem Menschen verbinden.",
  emergency: () => "Wenn jemand in Gefahr ist, legen Sie bitte auf und wählen Sie sofort den Notruf.",
};
