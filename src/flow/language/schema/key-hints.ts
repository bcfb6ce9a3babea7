// Key hints: replacements for keys that authors try from other languages for conversations.

import type { PlaceName } from "./shape.ts";

const lists = "use a list as 'next' in a node without a verb";
const asked = "write 'ask' with the name of a variable";
const attempts = "write 'max_attempts'";
const tool = "declare the request under 'tools', and write 'tool' with its name";

type Row = readonly [key: string, instead: string];

const verb = "a node has no type. Use a verb such as say, ask, tool or end";
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
    ["press", "for keys of the caller, use 'dtmf' of options and handlers"],
    ["parallel", "a flow runs step by step. While a tool works, the node's 'say' is spoken"],
    ["hangup", "write 'end' with an outcome"],
    ["retries", attempts],
    ["max_retries", attempts],
    ["attempts", attempts],
    ["goto", "write 'next'"],
    ["timeout", "write listen: {no_input: 6s}. The timeout of a tool is under 'tools'"],
    ["on_max_turns", "use give_up, which follows after max_turns"],
  ],
  variable: [
    ["retries", "write 'max_attempts' in a node or under 'defaults'"],
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
    ["then", "write 'next'. The default is RESUME"],
    ["goto", "write 'next'"],
  ],
};

const anywhere: readonly Row[] = [
  ["thresholds", "thresholds cannot be changed"],
  ["editor", "the layout is stored separately from the flow"],
];

/** Replacement for an unknown key. */
export function insteadOf(key: string, place: PlaceName): string | undefined {
  return [...(inPlace[place] ?? []), ...anywhere].find(([name]) => name === key)?.[1];
}
