// Welcome view: what to do with the page before the first call, and phrases to try.

import { button, make, need, setText } from "../page/dom.ts";

/** What the assistant understands; each shows another feature. A click says it, and starts a call if there is none. */
const ideas: readonly (readonly [phrase: string, about: string])[] = [
  ["What time is it", "a question of one breath"],
  ["Book a table", "a small conversation"],
  ["Repeat a number", "say four digits, or use the keypad"],
];

export class WelcomeView {
  constructor(say: (phrase: string) => void) {
    const rows = ideas.map(([phrase, about]) =>
      make(
        "li",
        "",
        button(`“${phrase}”`, "chip", () => say(phrase)),
        make("span", "", about),
      ),
    );
    need("ideas", HTMLElement).append(...rows);
  }

  /** `typed`: whoever answers understands no free speech. `byAssistant`: a flow has other things to say to it. */
  show({ typed, byAssistant }: { readonly typed: boolean; readonly byAssistant: boolean }): void {
    need("ideas", HTMLElement).hidden = !byAssistant;
    need("ideas-head", HTMLElement).hidden = !byAssistant;
    need("ideas-none", HTMLElement).hidden = byAssistant;
    setText(
      need("welcome-title", HTMLElement),
      typed ? "Write something. It answers." : "Say something. It answers.",
    );
    const how = typed ? "type what you want to say" : "speak as you would on the phone";
    setText(need("welcome-how", HTMLElement), how);
  }
}
