// Mistakes in flows: each is reported at its place, with a hint that says what to write.

import { loadFlow } from "../../src/flow/language/load-flow.ts";
import { type Mistake, testMistakes } from "../support/mistakes.ts";

/** A flow with these variables and nodes. */
const flow = (nodes: string, variables = "{}") =>
  `voice_flow: 1\nid: a\nlanguage: en\nstart: a\nvariables: ${variables}\nnodes: ${nodes}\n`;
const end = "b: {end: done}";

const wrong = (about: string, at: string, text: string, problem: string): Mistake<string> => ({
  about,
  does: text,
  at,
  says: new RegExp(RegExp.escape(problem)),
});

const flows: readonly Mistake<string>[] = [
  wrong(
    "a name in single braces",
    "6:22",
    flow("{a: {say: 'Hi {name}.', end: done}}", "{name: {type: text, default: Ada}}"),
    "write {{ name }}",
  ),
  wrong(
    "a start in capitals",
    "4:8",
    flow("{a: {end: done}}").replace("start: a", "start: A"),
    "there is no node 'A' (did you mean 'a'?)",
  ),
  wrong(
    "a way that leads to the end",
    "6:34",
    flow("{a: {say: Goodbye., next: end}}"),
    "there is no node 'end' (to end the call, add a node: nodes: {end: {end: done}})",
  ),
  wrong(
    "a tab",
    "3:1",
    "voice_flow: 1\nnodes:\n\ta: {end: done}\n",
    "indentation cannot use tabs (use spaces)",
  ),
  wrong(
    "a colon in a text",
    "8:10",
    `${flow("\n  a:\n    say: Note: this\n    end: done")}`,
    "a text with ': ' in it must be quoted (write \"Note: this\")",
  ),
  wrong(
    "a variable that is not there",
    "6:25",
    flow("{a: {say: 'Hi {{ nmae }}', end: done}}", "{name: {type: text, default: Ada}}"),
    "there is no variable 'nmae' (did you mean 'name'?)",
  ),
  wrong(
    "a question about nothing",
    "6:18",
    flow(`{a: {ask: n, next: b, give_up: b}, ${end}}`),
    "there is no variable 'n' (declare it: variables: {n: {type: text}})",
  ),
  wrong(
    "a node that is not there",
    "6:29",
    flow("{a: {say: Hi., next: bokked}, booked: {end: done}}"),
    "there is no node 'bokked' (did you mean 'booked'?)",
  ),
  wrong(
    "a node that nothing leads to",
    "6:25",
    flow(`{a: {end: done}, ${end}}`),
    "'b' is never reached (add an edge to it, or remove it)",
  ),
  wrong(
    "a type of another language",
    "5:23",
    flow("{a: {end: done}}", "{n: {type: integer}}"),
    "there is no type 'integer' (write {type: number, integer: true})",
  ),
  wrong(
    "a key of another language",
    "6:13",
    flow("{a: {prompt: Hi., end: done}}"),
    "unknown key 'prompt' in a node (write 'say')",
  ),
  wrong(
    "nodes as a list",
    "6:1",
    flow("[{id: a, end: done}]"),
    "this should be a map by name (write 'name: …' instead of '- …')",
  ),
  wrong(
    "no start",
    "1:1",
    "voice_flow: 1\nid: a\nlanguage: en\nnodes: {a: {end: done}}\n",
    "the flow needs 'start' (add 'start': the id of a node)",
  ),
  wrong(
    "one brace in the place of two",
    "5:13",
    flow("{a: {say: 'Hi {name}', end: done}}", "{name: {type: text, default: Ada}}"),
    "'name' is never used (remove it, or use it as {{ name }})",
  ),
  wrong(
    "one sign of equality",
    "6:27",
    flow(`{a: {next: [{if: n = 3, goto: b}, {else: b}]}, ${end}}`, "{n: {type: number, default: 3}}"),
    "'=' is not an operator here (write '==')",
  ),
  wrong(
    "a branch without an else",
    "6:13",
    flow(`{a: {next: [{if: n, goto: b}]}, ${end}}`, "{n: {type: boolean, default: true}}"),
    "if no condition is true, the flow cannot continue (add {else: …} at its end)",
  ),
  wrong(
    "a question without an exit",
    "6:9",
    flow(`{a: {ask: n, next: b}, ${end}}`, "{n: {type: number, ask: How many?}}"),
    "'a' has no exit for callers who are not understood (add give_up here or under defaults)",
  ),
  wrong(
    "a time without a unit",
    "6:53",
    flow("{a: {say: Hi., end: done, listen: {no_input: 6}}}"),
    "this should be a duration from 1s to 10m (write a unit: 6s or 6ms)",
  ),
  wrong(
    "a language that is not understood",
    "3:11",
    flow("{a: {end: done}}").replace("language: en", "language: fr"),
    "only keys and a model understand answers (languages with a pack: en, de, es",
  ),
  wrong(
    "a node that ends nothing",
    "6:29",
    flow("{a: {say: Hi., next: end}}"),
    "there is no node 'end' (to end the call, add a node: nodes: {end: {end: done}})",
  ),
  wrong(
    "a start that is not there",
    "4:8",
    flow("{a: {end: done}}").replace("start: a", "start: main"),
    "there is no node 'main' (there is a)",
  ),
  wrong(
    "a variable that is asked for twice",
    "6:22",
    flow(`{a: {ask: [n, n], next: b, give_up: b}, ${end}}`, "{n: {type: number, ask: How many?}}"),
    "this node asks for 'n' twice (remove one)",
  ),
  wrong(
    "a question in the place of a variable",
    "6:18",
    flow(`{a: {ask: 'Your name?', next: b, give_up: b}, ${end}}`),
    "there is no variable 'Your name?' (write the name of a variable, and its question under variables:",
  ),
  wrong(
    "the type string",
    "5:23",
    flow("{a: {end: done}}", "{n: {type: string}}"),
    "there is no type 'string' (write text)",
  ),
  wrong(
    "the type yes_no",
    "5:23",
    flow("{a: {end: done}}", "{n: {type: yes_no}}"),
    "there is no type 'yes_no' (write boolean)",
  ),
  wrong(
    "the type datetime",
    "5:23",
    flow("{a: {end: done}}", "{n: {type: datetime}}"),
    "there is no type 'datetime' (ask for two variables, one of type date and one of type time)",
  ),
  wrong(
    "a type that no language has",
    "5:23",
    flow("{a: {end: done}}", "{n: {type: flavour}}"),
    "there is no type 'flavour' (there are boolean, number, money,",
  ),
  wrong(
    "a type in the place of a variable",
    "5:16",
    flow("{a: {end: done}}", "{n: number}"),
    "this should be a map (write {type: number})",
  ),
  wrong(
    "options as a map",
    "5:44",
    flow(`{a: {ask: c, next: b, give_up: b}, ${end}}`, "{c: {type: choice, ask: Which?, options: {a: A}}}"),
    "(write a list: [{id: …}, {id: …}])",
  ),
  wrong(
    "choices",
    "5:44",
    flow(`{a: {ask: c, next: b, give_up: b}, ${end}}`, "{c: {type: choice, ask: Which?, choices: [a]}}"),
    "unknown key 'choices' in a variable (write 'options', a list",
  ),
  wrong(
    "a node with a type",
    "6:13",
    flow(`{a: {type: say, text: Hi., next: b}, ${end}}`),
    "unknown key 'type' in a node (a node has no type. Use a verb such as say",
  ),
  wrong(
    "a text in the place of say",
    "6:13",
    flow(`{a: {text: Hi., next: b}, ${end}}`),
    "unknown key 'text' in a node (write 'say')",
  ),
  wrong(
    "states in the place of nodes",
    "6:1",
    flow("{a: {end: done}}").replace("nodes:", "states:"),
    "unknown key 'states' in the flow (write 'nodes')",
  ),
  wrong(
    "a key that no language has",
    "7:1",
    `${flow("{a: {end: done}}")}colour: red\n`,
    "unknown key 'colour' in the flow (remove it. /flow-language lists all keys)",
  ),
  wrong(
    "a tool that is not there",
    "6:19",
    flow(`{a: {tool: book, next: b, on_error: b}, ${end}}`),
    "there is no tool 'book' (declare it: tools: {book: {http: GET https://…}})",
  ),
  wrong(
    "a tool with a url",
    "7:13",
    `${flow(`{a: {tool: t, next: b, on_error: b}, ${end}}`)}tools: {t: {url: 'https://x.example'}}\n`,
    "unknown key 'url' in a tool (write 'http' with a method and an address",
  ),
  wrong(
    "a line that is indented too much",
    "7:9",
    "voice_flow: 1\nid: a\nlanguage: en\nstart: a\nnodes:\n  a:\n   say: Hi.\n     end: done\n",
    "the next line is indented further, so it belongs to this text (start all keys of a map in the same column)",
  ),
];

testMistakes("flow", flows, (text) => {
  const { problems } = loadFlow(text);
  return {
    at: problems.map(({ line, column }) => `${line}:${column}`),
    said: problems.map(({ message, hint = "" }) => `${message} (${hint})`).join("\n"),
  };
});
