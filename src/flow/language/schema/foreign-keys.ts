// Foreign keys: keys of other languages for conversations and of drafts that authors try, with what to write instead.

import type { PlaceName } from "./shape.ts";

const lists = "a node without a verb may have a list as 'next'";
const asked = "write 'ask' with the name of a variable";
const attempts = "write 'max_attempts'";
const tool = "define the request under 'tools', and write 'tool' with its name";

const inPlace: Readonly<Partial<Record<PlaceName, Readonly<Record<string, string>>>>> = {
  node: {
    branch: lists,
    switch: lists,
    condition: lists,
    prompt: "write 'say'",
    speak: "write 'say'",
    message: "write 'say'",
    collect: asked,
    listen_to: asked,
    gather: asked,
    http: tool,
    request: tool,
    api: tool,
    press: "callers press keys: options and handlers have 'dtmf'",
    parallel: "a flow does one thing after another; while a tool works, its node's 'say' is spoken",
    llm_prompt: "write 'converse'",
    hangup: "write 'end' with an outcome",
    retries: attempts,
    max_retries: attempts,
    attempts,
    goto: "write 'next'",
    on_max_turns: "when max_turns is used up, it goes to give_up",
  },
  variable: { retries: "a node or 'defaults' says 'max_attempts'" },
  defaults: { retries: attempts, max_retries: attempts, attempts },
  branch: { then: "write 'goto'", next: "write 'goto'", when: "write 'if'" },
  exit: { then: "write 'goto'", next: "write 'goto'" },
  handler: { then: "write 'next'; RESUME is what it is without", goto: "write 'next'" },
};

const anywhere: Readonly<Record<string, string>> = {
  thresholds: "thresholds are fixed",
  editor: "positions are kept beside the flow",
};

/** What to write in the place of an unknown key. */
export function insteadOf(key: string, place: PlaceName): string | undefined {
  const here = inPlace[place];
  if (here !== undefined && Object.hasOwn(here, key)) return here[key];
  return Object.hasOwn(anywhere, key) ? anywhere[key] : undefined;
}
