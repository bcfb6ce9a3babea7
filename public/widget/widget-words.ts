// Words of the widget: the texts of the languages with a pack, and a page's own for other languages. A text has a name,
// such as `hang_up`; a refusal of the server or the browser has its code, such as `embed/expired`.

import { widgetWords } from "../../src/flow/locale/widget-words.ts";
import { soundBlockedWords, type Turn, turnWords } from "../voice/call-state.ts";

const buttons = {
  label: "Talk to us",
  talk: "Talk",
  greeting: "Hello! Press Talk and speak, or type.",
  again: "Call again",
  hang_up: "Hang up",
  quiet: "Type without a microphone",
  mute: "Mute",
  keypad: "Keypad",
  close: "Close",
  send: "Send",
  write: "Your message",
  or_type: "Or type…",
  conversation: "Conversation",
  agent_line: "Agent:",
  caller_line: "You:",
  recorded: "This call is recorded.",
  left: "You left this page during the call, so it has ended. You can call again.",
};

type Button = keyof typeof buttons;
type Words = Readonly<Record<Button | `turn/${Turn}`, string>> & Readonly<Record<string, string>>;

/** A visitor reads this text for a listed code, in place of the owner's help. */
const english: Words = {
  ...buttons,
  ...(Object.fromEntries(Object.entries(turnWords).map(([turn, words]) => [`turn/${turn}`, words])) as Record<
    `turn/${Turn}`,
    string
  >),
  "microphone/insecure": "The microphone needs HTTPS, which this page does not use. You can type instead.",
  "microphone/framed": "This website does not allow the microphone here. You can type instead.",
  "sound/blocked": soundBlockedWords,
  "ended/credits": "The time for calls is used up. Thank you for calling.",
  "ended/dismissed": "The call was ended by the service.",
  "ended/revoked": "The call was ended by the service.",
  "ended/failed": "An error occurred. Please call again.",
  "page/policy": "The agent cannot be reached from this page.",
  "request/invalid": "The agent cannot be reached from this page.",
  silent: "The agent cannot be reached. Please check your connection and try again.",
};

/** Names of the texts that a page may replace; those of states and refusals contain a slash. */
export const wordNames: readonly string[] = [...Object.keys(buttons), "silent"];

/** The widget's texts by name. `say`: the text of a code, else `otherwise`. */
export class WidgetWords {
  readonly #words: Words;

  /** `language` as in `lang="de-AT"`; one without words here is English but for what `texts` brings. */
  constructor(language: string, texts: Readonly<Record<string, string>> = {}) {
    this.#words = { ...english, ...widgetWords[language.slice(0, 2).toLowerCase()], ...texts };
  }

  of(name: Button | `turn/${Turn}`): string {
    return this.#words[name];
  }

  say(code: string, otherwise: string): string {
    return this.#words[code] ?? otherwise;
  }
}
