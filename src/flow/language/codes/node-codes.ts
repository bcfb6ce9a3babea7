// Problem codes VF401 to VF521: nodes, the edges between them, questions and conversations.

import type { Code } from "./problem-code.ts";

export const nodeCodes = {
  VF401: {
    severity: "error",
    title: "two verbs",
    explanation: "A node has one verb. Split it in two nodes.",
    example: "pay: {ask: amount, tool: charge}",
  },
  VF402: {
    severity: "error",
    title: "empty node",
    explanation: "The node has no effect. Connect its predecessors to its target.",
    example: "hop: {next: menu}",
  },
  VF403: {
    severity: "error",
    title: "a missing next node",
    explanation: "Every node needs a next node. A list of conditions must end in 'else'.",
    example: "greet: {say: Hello.}",
  },
  VF404: {
    severity: "warning",
    title: "a branch without effect",
    explanation: "The branch follows 'else', or its condition is always true or always false.",
    example: "next: [{else: menu}, {if: free, goto: book}]",
  },
  VF405: {
    severity: "error",
    title: "'next' after an end",
    explanation: "Nodes with 'end' or 'transfer' cannot have 'next'.",
    example: "bye: {end: done, next: menu}",
  },
  VF406: {
    severity: "warning",
    title: "never reached",
    explanation: "No path from 'start' or from a handler leads to the node.",
    example: "old_menu: {say: Hello., next: bye}",
  },
  VF407: {
    severity: "error",
    title: "no path to an end",
    explanation: "The call cannot end after this node. Add an edge to an 'end' or a 'transfer'.",
    example: "a: {ask: x, give_up: a, next: a}",
  },
  VF408: {
    severity: "error",
    title: "a loop without the caller",
    explanation: "The loop could run for ever without waiting. Add a question or a 'wait'.",
    example: "b: {say: One., next: c}, c: {say: Two., next: b}",
  },
  VF409: {
    severity: "info",
    title: "a loop that only give_up leaves",
    explanation: "A caller with valid answers can never leave the loop.",
    example: "more: {ask: item, give_up: bye, next: more}",
  },
  VF501: {
    severity: "error",
    title: "a variable that cannot be asked for",
    explanation:
      "Objects, audio and simple lists come from tools and recordings. Only a list whose entries have fields (of) can be asked for. Every entry must have a choice, a name or a text, and only one field may accept any words.",
    example: "ask: others   # a list",
  },
  VF502: {
    severity: "error",
    title: "a question without words",
    explanation: "Neither the variable nor the node has the text of a question.",
    example: "ok: {type: boolean}   # and {ask: ok, next: done}",
  },
  VF503: {
    severity: "error",
    title: "a question without an exit",
    explanation:
      "The flow needs an edge for callers who are not understood. Add give_up to the node or under defaults.",
    example: "ask_day: {ask: day, next: done}",
  },
  VF504: {
    severity: "error",
    title: "a menu without written options",
    explanation:
      "menu and goto need a choice whose options are written in the flow. Otherwise use ask and next.",
    example: "menu: guests   # a number",
  },
  VF505: {
    severity: "error",
    title: "an option without a target",
    explanation: "Add the option to goto, or add next for all other options.",
    example: "main: {menu: dept, goto: {sales: desk}}   # support",
  },
  VF506: {
    severity: "warning",
    title: "a handler without a trigger",
    explanation:
      "The handler has no phrases, no key and no description for the model, or it disables a handler that does not exist.",
    example: "handlers: {hours: {say: We are open all day.}}",
  },
  VF508: {
    severity: "warning",
    title: "a handler's phrase is an answer",
    explanation: "Answers take priority, so the handler does not react to this phrase here.",
    example: "handlers: {stop: {phrases: [cancel], next: bye}}   # an option is called cancel",
  },
  VF509: {
    severity: "warning",
    title: "two answers that sound alike",
    explanation:
      'Asked for together, values of the same kind cannot be told apart. Give the variables synonyms ("five people") or ask one after the other.',
    example: "ask: [adults, children]",
  },
  VF510: {
    severity: "error",
    title: "a conversation without an exit",
    explanation: "converse can only be left by its exits.",
    example: "chat: {converse: Be kind., max_turns: 3, without_llm: bye}",
  },
  VF511: {
    severity: "error",
    title: "a conversation that needs a model",
    explanation: "Add without_llm, the edge for a missing or failing model.",
    example: "chat: {converse: Be kind., max_turns: 3, exits: {done: {when: it is done, goto: bye}}}",
  },
  VF512: {
    severity: "error",
    title: "a conversation without a limit",
    explanation: "Add max_turns to limit its length. After that, give_up follows.",
    example: "chat: {converse: Be kind., without_llm: bye, exits: {done: {when: it is done, goto: bye}}}",
  },
  VF513: {
    severity: "warning",
    title: "a model alone makes a final decision",
    explanation:
      "Without 'if', a caller can persuade the model to take this exit, and data is written or the call is transferred without a question. Add 'if', or ask the caller in between.",
    example: "exits: {done: {when: all is clear, goto: book}}",
  },
  VF514: {
    severity: "error",
    title: "a default for a variable that is asked for",
    explanation: "The default sets the variable, so its question would be skipped.",
    example: "guests: {type: number, default: 2, ask: How many?}",
  },
  VF515: {
    severity: "error",
    title: "a model that may write without asking",
    explanation:
      "In converse, a tool that writes data needs 'confirm', a question that the caller must answer first.",
    example: "tools: [book_table]   # without confirm",
  },
  VF516: {
    severity: "error",
    title: "listen_for with an unsuitable type",
    explanation:
      "listen_for supports only types that are recognisable without a question: numbers, money, dates, times, phone numbers, names and choices. Other types accept any words.",
    example: "ask: topic, listen_for: [comment]   # a text",
  },
  VF517: {
    severity: "error",
    title: "a prompt as a question",
    explanation:
      "say: {prompt: …} is only possible in nodes that speak and continue, and in handlers. Write questions as text. The say of a tool is needed at once.",
    example: "when: {ask: date, say: {prompt: Ask for the date., fallback: Which date?}}",
  },
  VF518: {
    severity: "warning",
    title: "llm without effect",
    explanation:
      "llm sets the model for questions, conversations, answers and prompts. With another verb or in a handler without a prompt, it has no effect.",
    example: "hello: {say: Hello., llm: {temperature: 0.2}, next: ask}",
  },
  VF519: {
    severity: "info",
    title: "a prompt without facts",
    explanation:
      "The model may state only the facts and the fallback. Without facts, it can only paraphrase the fallback.",
    example: "say: {prompt: Greet the caller., fallback: Hello.}",
  },
  VF520: {
    severity: "warning",
    title: "a voicemail handler without next",
    explanation:
      "Without 'next', the handler returns to the question, which a machine cannot answer. Add an edge to a node that leaves a message or ends the call.",
    example: "handlers: {voicemail: {say: Please call us back.}}",
  },
  VF521: {
    severity: "error",
    title: "an invalid on_end",
    explanation:
      "After a call, 'on_end' makes a summary and extracts values of all types except list, object and audio.",
    example: "on_end: {extract: {items: {type: list}}}",
  },
} as const satisfies Readonly<Record<string, Code>>;
