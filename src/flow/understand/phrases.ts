// Handlers: which of them an utterance calls, and the phrases that every flow has for the common ones.

import type { Handler } from "../document.ts";
import { coverage, findSpans, tokenise, type Understood } from "./words.ts";

/** Only `repeat` is on by itself; the others become active when a flow defines them. */
export const builtInPhrases: ReadonlyMap<string, readonly string[]> = new Map(
  [
    [
      "repeat",
      "repeat, repeat that, repeat it, again, say that again, say it again, once more, pardon, what did you say",
    ],
    ["help", "help, help me, what can i say, what can you do, what are my options, i need help"],
    ["goodbye", "goodbye, good bye, bye, bye bye, hang up, stop, quit, end the call"],
    ["operator", "operator, an operator, agent, a person, a human, speak to someone, talk to someone"],
  ].map(([name = "", phrases = ""]) => [name, phrases.split(", ")]),
);

export function matchHandler(text: string, handlers: readonly Handler[]): Understood<Handler> | undefined {
  const tokens = tokenise(text);
  let best: Understood<Handler> | undefined;
  for (const handler of handlers) {
    const lexicon = handler.phrases.map((phrase) => ({ words: tokenise(phrase), value: handler }));
    const share = coverage(tokens, findSpans(tokens, lexicon));
    if (share > (best?.coverage ?? 0)) best = { value: handler, coverage: share };
  }
  return best;
}
