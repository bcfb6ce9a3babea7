// Welcome view: the page before the first call, with sentences to say to the agent.

import { button, make, need, setText } from "../page/dom.ts";
import { flowSentences } from "./flow-sentences.ts";

/**
 * Phrases that the assistant understands; each shows another feature. A click says it, and starts a call if there is
 * none.
 */
const ideas: readonly (readonly [phrase: string, about: string])[] = [
  ["What time is it", "a quick question"],
  ["A table for four tomorrow at half past seven", "all in one breath"],
  ["Repeat a number", "say four digits, or use the keypad"],
];

export interface WelcomeShown {
  /** The flow that answers; undefined: the assistant. */
  readonly flowId: string | undefined;
}

export class WelcomeView {
  readonly #ideas: readonly HTMLElement[];
  #shown = "";

  constructor(say: (phrase: string) => void) {
    this.#ideas = ideas.map(([phrase, about]) =>
      make(
        "li",
        "",
        button(`“${phrase}”`, "chip", () => say(phrase)),
        make("span", "", about),
      ),
    );
  }

  show({ flowId }: WelcomeShown): void {
    const key = flowId ?? "(assistant)";
    if (key === this.#shown) return;
    this.#shown = key;
    const byAssistant = flowId === undefined || flowId === "welcome";
    const sentences = flowSentences[flowId ?? ""] ?? [];
    const rows = byAssistant ? this.#ideas : sentences.map((sentence) => make("li", "", `“${sentence}.”`));
    need("ideas", HTMLElement).replaceChildren(...rows);
    need("ideas", HTMLElement).hidden = rows.length === 0;
    need("ideas-head", HTMLElement).hidden = rows.length === 0;
    need("ideas-none", HTMLElement).hidden = rows.length > 0;
    setText(need("ideas-head", HTMLElement), byAssistant ? "Things to try:" : "Such as:");
  }
}
