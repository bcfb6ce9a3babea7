// Words of the widget: English and German, and those that a page brings for another language. A word has a name, such as
// `hang_up`; a refusal of the server or the browser has its code, such as `embed/expired`.

import { soundBlockedWords, type Turn, turnWords } from "../voice/call-state.ts";

const buttons = {
  label: "Talk to us",
  talk: "Talk",
  again: "Call again",
  hang_up: "Hang up",
  quiet: "Type without a microphone",
  mute: "Mute",
  keypad: "Keypad",
  close: "Close",
  send: "Send",
  write: "Say it in writing",
  or_type: "Or type…",
  conversation: "Conversation",
  agent_line: "Agent:",
  caller_line: "You:",
  recorded: "This call is recorded.",
  left: "You left this page during the call, so it has ended. You can call again.",
};

type Button = keyof typeof buttons;
type Words = Readonly<Record<Button | `turn/${Turn}`, string>> & Readonly<Record<string, string>>;

/** Where a code stands here, a visitor is told this instead of what would help an owner. */
const english: Words = {
  ...buttons,
  ...(Object.fromEntries(Object.entries(turnWords).map(([turn, words]) => [`turn/${turn}`, words])) as Record<
    `turn/${Turn}`,
    string
  >),
  "microphone/insecure":
    "This page cannot use the microphone, because it did not come over HTTPS. You can type instead.",
  "microphone/framed": "The page around this one does not allow the microphone. You can type instead.",
  "sound/blocked": soundBlockedWords,
  "ended/credits": "The time for calls here is used up. Thank you for talking.",
  "ended/dismissed": "The call was ended by the service.",
  "ended/revoked": "The call was ended by the service.",
  "ended/failed": "Something failed. Please call again.",
  "page/policy": "The agent cannot be reached from this page.",
  "request/invalid": "The agent cannot be reached from this page.",
  silent: "The agent cannot be reached. Please check your connection and try again.",
};

const germanSilence =
  "Der Agent ist nicht erreichbar. Bitte prüfen Sie die Verbindung und versuchen Sie es noch einmal.";
const germanEnded = "Der Anruf wurde vom Betreiber beendet.";
const germanClosed = "Der Agent nimmt hier keine Anrufe mehr an.";
const german: Words = {
  label: "Sprechen Sie mit uns",
  talk: "Sprechen",
  again: "Noch einmal anrufen",
  hang_up: "Auflegen",
  quiet: "Ohne Mikrofon schreiben",
  mute: "Stumm",
  keypad: "Tasten",
  close: "Schließen",
  send: "Senden",
  write: "Schriftlich sagen",
  or_type: "Oder schreiben…",
  conversation: "Gespräch",
  agent_line: "Agent:",
  caller_line: "Sie:",
  recorded: "Dieser Anruf wird aufgezeichnet.",
  left: "Sie haben diese Seite während des Anrufs verlassen. Er ist beendet: Sie können noch einmal anrufen.",
  "turn/idle": "Bereit",
  "turn/asking": "Warten auf das Mikrofon",
  "turn/connecting": "Verbinden",
  "turn/no_call": "Kein Anruf",
  "turn/over": "Anruf beendet",
  "turn/away": "Neu verbinden",
  "turn/blocked": "Klicken Sie, um den Agenten zu hören",
  "turn/both": "Beide sprechen",
  "turn/caller": "Sie sprechen",
  "turn/agent": "Der Agent spricht",
  "turn/transfer": "Sie werden verbunden",
  "turn/thinking": "Einen Moment",
  "turn/listening": "Der Agent hört zu",
  "turn/silent": "Kein Ton von Ihrem Mikrofon",
  "turn/waiting": "Sie sind an der Reihe",
  "microphone/insecure":
    "Diese Seite darf das Mikrofon nicht benutzen, weil sie nicht über HTTPS kam. Sie können schreiben.",
  "microphone/refused":
    "Das Mikrofon ist gesperrt. Erlauben Sie es in den Einstellungen der Seite neben der Adresse, oder schreiben Sie.",
  "microphone/framed": "Die Seite außen herum erlaubt das Mikrofon nicht. Sie können schreiben.",
  "microphone/missing": "Es ist kein Mikrofon da. Schließen Sie eines an, oder schreiben Sie.",
  "microphone/busy":
    "Ein anderes Programm benutzt das Mikrofon. Schließen Sie es, und versuchen Sie es noch einmal.",
  "microphone/failed": "Der Ton ließ sich nicht starten. Laden Sie die Seite neu.",
  "microphone/silent":
    "Aus Ihrem Mikrofon kommt kein Ton. Schalten Sie es ein, wählen Sie ein anderes, oder schreiben Sie.",
  "microphone/lost": "Das Mikrofon ist weg. Sie können schreiben oder noch einmal anrufen.",
  "sound/blocked": "Der Browser hält diese Seite stumm. Klicken Sie in die Seite, um den Agenten zu hören.",
  "embed/wrong-origin": "Anrufe sind für diese Seite nicht eingerichtet.",
  "embed/not-found": "Dieser Agent ist hier nicht bekannt: vielleicht ist die Seite veraltet.",
  "embed/expired": germanClosed,
  "embed/revoked": germanClosed,
  "embed/too-many": "In dieser Stunde haben viele angerufen: bitte versuchen Sie es später noch einmal.",
  "embed/minutes-used": "Die Zeit für heute ist aufgebraucht: bitte kommen Sie morgen wieder.",
  "embed/over-budget": "Der Agent nimmt zurzeit keine Anrufe an.",
  "embed/unavailable": "Der Agent ist gerade nicht erreichbar: bitte versuchen Sie es später noch einmal.",
  "ended/idle": "Der Anruf wurde beendet, weil lange nichts kam.",
  "ended/max_duration": "Der Anruf hat seine längste Dauer erreicht. Sie können noch einmal anrufen.",
  "ended/credits": "Die Zeit für Anrufe ist hier aufgebraucht. Danke für das Gespräch.",
  "ended/dismissed": germanEnded,
  "ended/revoked": germanEnded,
  "ended/failed": "Etwas ist fehlgeschlagen. Bitte rufen Sie noch einmal an.",
  "ended/shutdown": "Der Server hält an. Rufen Sie gleich noch einmal an.",
  "page/policy": "Der Agent ist von dieser Seite aus nicht erreichbar.",
  "request/invalid": "Der Agent ist von dieser Seite aus nicht erreichbar.",
  "calls/limit": "Alle Leitungen sind besetzt: bitte versuchen Sie es gleich noch einmal.",
  "calls/draining": "Der Server hält an. Rufen Sie gleich noch einmal an.",
  lost: "Die Verbindung ist abgebrochen. Rufen Sie noch einmal an.",
  unreachable: germanSilence,
  silent: germanSilence,
};

const languages: Readonly<Record<string, Words>> = { en: english, de: german };

/** The words of the widget by their names. `say`: those of a code, or else `otherwise`. */
export class WidgetWords {
  readonly #words: Words;

  /** `language` as in `lang="de-AT"`; one without words here is English but for what `own` brings. */
  constructor(language: string, own: Readonly<Record<string, string>> = {}) {
    this.#words = { ...(languages[language.slice(0, 2).toLowerCase()] ?? english), ...own };
  }

  of(name: Button | `turn/${Turn}`): string {
    return this.#words[name];
  }

  say(code: string, otherwise: string): string {
    return this.#words[code] ?? otherwise;
  }
}
