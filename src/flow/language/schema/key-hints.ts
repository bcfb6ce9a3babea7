// Key hints: replacements for keys that authors try from other languages for conversations.

import type { PlaceName } from "./shape.ts";

const lists = "a node without a verb may have a list as 'next'";
const asked = "write 'ask' with the name of a variable";
const attempts = "write 'max_attempts'";
const tool = "define the request under 'tools', and write 'tool' with its name";

type Row = readonly [key: string, instead: string];

const verb = "a node has no type: its keys say what it does, such as say, ask, tool or end";
const options = "write 'options', a list such as [{id: small}, {id: large}]";
const http = "write 'http' with a method and an address, such as http: GET https://…";

const goto: readonly Row[] = [
  ["then", "write 'goto'"],
  ["next", "write 'goto'"],
];

const inPlace: Readonly<Partial<Record<PlaceName, readonly Row[]>>> = {
  node: [
    ["branch", lists],
    ["switch", lists],
    ["condition", lists],
    ["prompt", "write 'say'"],
    ["speak", "write 'say'"],
    ["message", "write 'say'"],
    ["text", "write 'say'"],
    ["reply", "write 'say'"],
    ["response", "write 'say'"],
    ["type", verb],
    ["kind", verb],
    ["question", asked],
    ["input", asked],
    ["slot", asked],
    ["transition", "write 'next'"],
    ["transitions", lists],
    ["edges", lists],
    ["conditions", lists],
    ["id", "the name before the ':' is the id of a node"],
    ["action", tool],
    ["function", tool],
    ["collect", asked],
    ["gather", asked],
    ["http", tool],
    ["request", tool],
    ["api", tool],
    ["press", "callers press keys: options and handlers have 'dtmf'"],
    ["parallel", "a flow does one thing after another; while a tool works, its node's 'say' is spoken"],
    ["hangup", "write 'end' with an outcome"],
    ["retries", attempts],
    ["max_retries", attempts],
    ["attempts", attempts],
    ["goto", "write 'next'"],
    ["timeout", "write listen: {no_input: 6s}; the timeout of a tool stands under 'tools'"],
    ["on_max_turns", "when max_turns is used up, it goes to give_up"],
  ],
  variable: [
    ["retries", "a node or 'defaults' says 'max_attempts'"],
    ["values", options],
    ["choices", options],
    ["enum", options],
    ["prompt", "write 'ask'"],
    ["question", "write 'ask'"],
    ["say", "write 'ask'"],
  ],
  flow: [
    ["version", "write 'voice_flow: 1'"],
    ["name", "write 'id'"],
    ["states", "write 'nodes'"],
    ["steps", "write 'nodes'"],
    ["initial", "write 'start'"],
    ["entry", "write 'start'"],
    ["lang", "write 'language'"],
    ["locale", "write 'language'"],
    ["vars", "write 'variables'"],
    ["slots", "write 'variables'"],
    ["functions", "write 'tools'"],
    ["actions", "write 'tools'"],
  ],
  tool: [
    ["url", http],
    ["method", http],
    ["endpoint", http],
    ["request", http],
    ["parameters", "write 'params'"],
    ["args", "write 'params'"],
  ],
  defaults: [
    ["retries", attempts],
    ["max_retries", attempts],
    ["attempts", attempts],
  ],
  branch: [...goto, ["when", "write 'if'"]],
  exit: goto,
  handler: [
    ["then", "write 'next'; RESUME is what it is without"],
    ["goto", "write 'next'"],
  ],
};

const anywhere: readonly Row[] = [
  ["thresholds", "thresholds are fixed"],
  ["editor", "positions are kept beside the flow"],
];

/** Replacement for an unknown key. */
export function insteadOf(key: string, place: PlaceName): string | undefined {
  return [...(inPlace[place] ?? []), ...anywhere].find(([name]) => name === key)?.[1];
}
