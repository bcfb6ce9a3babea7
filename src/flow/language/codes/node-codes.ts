// Problem codes VF401 to VF521: nodes, the edges between them, questions and conversations.

import type { Code } from "./problem-code.ts";

export const nodeCodes = {
  VF401: {
    severity: "error",
    title: "two verbs",
    explanation: "A node does one thing. Make two nodes.",
    example: "pay: {ask: amount, tool: charge}",
  },
  VF402: {
    severity: "error",
    title: "empty node",
    explanation: "The node does nothing but lead on. Let its predecessors lead to its target.",
    example: "hop: {next: menu}",
  },
  VF403: {
    severity: "error",
    title: "a missing next node",
    explanation: "Every node has a next one; a list of conditions ends in 'else'.",
    example: "greet: {say: Hello.}",
  },
  VF404: {
    severity: "warning",
    title: "a branch that never decides",
    explanation: "It stands after 'else', or its condition is always true or always false.",
    example: "next: [{else: menu}, {if: free, goto: book}]",
  },
  VF405: {
    severity: "error",
    title: "something after an end",
    explanation: "'end' and 'transfer' have no 'next'.",
    example: "bye: {end: done, next: menu}",
  },
  VF406: {
    severity: "warning",
    title: "never reached",
    explanation: "No path leads to the node, neither from 'start' nor from a handler.",
    example: "old_menu: {say: Hello., next: bye}",
  },
  VF407: {
    severity: "error",
    title: "no path to an end",
    explanation: "A caller who comes here never gets out. Lead to an 'end' or a 'transfer'.",
    example: "a: {ask: x, give_up: a, next: a}",
  },
  VF408: {
    severity: "error",
    title: "a circle without the caller",
    explanation: "It could turn for ever without a word. Put a question or a 'wait' in it.",
    example: "b: {say: One., next: c}, c: {say: Two., next: b}",
  },
  VF409: {
    severity: "info",
    title: "a circle that only giving up leaves",
    explanation: "A caller who answers well never gets out.",
    example: "more: {ask: item, give_up: bye, next: more}",
  },
  VF501: {
    severity: "error",
    title: "can not be asked for",
    explanation:
      "Objects, audio and lists of anything come from tools and recordings. A list whose entries have fields (of) can be asked for: a choice, a name or a text says what an entry is, and only one field may be any words.",
    example: "ask: others   # a list",
  },
  VF502: {
    severity: "error",
    title: "a question without words",
    explanation: "Neither the variable nor the node has a question.",
    example: "ok: {type: boolean}   # and {ask: ok, next: done}",
  },
  VF503: {
    severity: "error",
    title: "a question without an exit",
    explanation: "Callers who are not understood need an exit. Add give_up to the node or under defaults.",
    example: "ask_day: {ask: day, next: done}",
  },
  VF504: {
    severity: "error",
    title: "a menu without written options",
    explanation: "menu and goto need a choice whose options stand in the flow. Use ask and next.",
    example: "menu: guests   # a number",
  },
  VF505: {
    severity: "error",
    title: "an option that goes nowhere",
    explanation: "goto covers every option, or next catches the rest.",
    example: "main: {menu: dept, goto: {sales: desk}}   # support",
  },
  VF506: {
    severity: "warning",
    title: "a handler that nothing triggers",
    explanation:
      "It has neither phrases nor a key nor a description for the model, or it switches off a missing handler.",
    example: "handlers: {hours: {say: We are open all day.}}",
  },
  VF508: {
    severity: "warning",
    title: "a handler's phrase is an answer",
    explanation: "An answer goes first, so the handler does not hear this phrase here.",
    example: "handlers: {stop: {phrases: [cancel], next: bye}}   # an option is called cancel",
  },
  VF509: {
    severity: "warning",
    title: "two answers that sound alike",
    explanation:
      'Asked for together, values of the same kind can not be told apart. Give the variables synonyms ("five people") or ask one after the other.',
    example: "ask: [adults, children]",
  },
  VF510: {
    severity: "error",
    title: "a conversation without an exit",
    explanation: "Only exits lead on from converse.",
    example: "chat: {converse: Be kind., max_turns: 3, without_llm: bye}",
  },
  VF511: {
    severity: "error",
    title: "a conversation that needs a model",
    explanation: "without_llm is the edge for a missing or failing model.",
    example: "chat: {converse: Be kind., max_turns: 3, exits: {done: {when: it is done, goto: bye}}}",
  },
  VF512: {
    severity: "error",
    title: "a conversation without a limit",
    explanation: "max_turns limits its length; then it takes give_up.",
    example: "chat: {converse: Be kind., without_llm: bye, exits: {done: {when: it is done, goto: bye}}}",
  },
  VF513: {
    severity: "warning",
    title: "a model alone decides about something final",
    explanation:
      "Without 'if' a caller can talk the model through this exit, and something is written, or the call handed to where data says, without a question. Add 'if', or ask in between.",
    example: "exits: {done: {when: all is clear, goto: book}}",
  },
  VF514: {
    severity: "error",
    title: "a default on something that is asked",
    explanation: "The default fills the variable, so the question would be skipped.",
    example: "guests: {type: number, default: 2, ask: How many?}",
  },
  VF515: {
    severity: "error",
    title: "a model may write without asking",
    explanation:
      "A tool that writes may be used in converse only if it has 'confirm', which the caller hears before.",
    example: "tools: [book_table]   # without confirm",
  },
  VF516: {
    severity: "error",
    title: "can not be heard ahead",
    explanation:
      "Only self-evident types are kept before they are asked for: numbers, money, dates, times, phone numbers, names and choices. Anything else could be any words.",
    example: "ask: topic, listen_for: [comment]   # a text",
  },
  VF517: {
    severity: "error",
    title: "a model words no question",
    explanation:
      "say: {prompt: …} is for nodes that speak and go on, and for handlers. Questions are written out, and a tool's say needs its values at once.",
    example: "when: {ask: date, say: {prompt: Ask for the date., fallback: Which date?}}",
  },
  VF518: {
    severity: "warning",
    title: "a model that is not asked",
    explanation:
      "llm names the model that understands a question, leads a conversation, answers or words a line. With another verb, or in a written handler, it has no effect.",
    example: "hello: {say: Hello., llm: {temperature: 0.2}, next: ask}",
  },
  VF519: {
    severity: "info",
    title: "a line without facts",
    explanation:
      "The model may state only the facts and the fallback. Without facts little but the fallback in other words is left.",
    example: "say: {prompt: Greet the caller., fallback: Hello.}",
  },
  VF520: {
    severity: "warning",
    title: "an answering machine is asked like a person",
    explanation:
      "Without 'next' the handler returns to the question, which no machine answers. Lead to a node that leaves a message or ends the call.",
    example: "handlers: {voicemail: {say: Please call us back.}}",
  },
  VF521: {
    severity: "error",
    title: "can not be made after the call",
    explanation:
      "After a call 'on_end' makes a summary, and values from the conversation: all types but list, object and audio.",
    example: "on_end: {extract: {items: {type: list}}}",
  },
} as const satisfies Readonly<Record<string, Code>>;
