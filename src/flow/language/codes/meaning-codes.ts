// Problem codes VF201 to VF308: names, data and expressions.

import type { Code } from "./problem-code.ts";

export const meaningCodes = {
  VF201: {
    severity: "error",
    title: "unknown variable",
    explanation: "Declare variables under 'variables'. Literal texts in expressions need quotes.",
    example: "set: {dept: sales}   # \"'sales'\"",
  },
  VF202: {
    severity: "error",
    title: "unknown function or filter",
    explanation: "Only the functions and filters listed below exist.",
    example: 'say: "{{ name | shout }}"',
  },
  VF203: {
    severity: "error",
    title: "unknown node",
    explanation: "An edge leads to a node that does not exist.",
    example: "next: as_k",
  },
  VF204: {
    severity: "error",
    title: "RESUME outside a handler",
    explanation:
      "RESUME returns to the place that a handler interrupted. It must not be reachable from 'start' without a handler. To end a call, use an 'end' node.",
    example: "greet: {say: Hello., next: RESUME}",
  },
  VF205: {
    severity: "error",
    title: "unknown tool",
    explanation: "Declare tools under 'tools'.",
    example: "tool: find_tabel",
  },
  VF206: {
    severity: "error",
    title: "used but never set",
    explanation: "The variable is never asked for, set, saved or passed in, so it is always empty.",
    example: 'ref: {type: text}   # and say: "{{ ref }}"',
  },
  VF207: {
    severity: "warning",
    title: "a variable that is never used",
    explanation: "The variable is never read or asked for, and it is not an output.",
    example: "spare: {type: number}",
  },
  VF208: {
    severity: "warning",
    title: "a variable that may be empty",
    explanation:
      "On at least one path, the variable is empty here, so it cannot be spoken, sent or calculated. Ask for it before, give it a default, write {{ x ?? 'something' }}, or check filled(x) before this node.",
    example: 'greet: {say: "Hello {{ name }}.", next: ask_name}',
  },
  VF209: {
    severity: "info",
    title: "date or time without a time zone",
    explanation: "Without 'timezone', today and now use UTC.",
    example: 'day: {type: date, min: "{{ today() }}"}',
  },
  VF210: {
    severity: "error",
    title: "variables depend on each other in a circle",
    explanation: "A change of the variable would clear the variable itself.",
    example: "a: {depends_on: [b]}, b: {depends_on: [a]}",
  },
  VF211: {
    severity: "error",
    title: "flows call each other in a circle, or too deep",
    explanation:
      "A flow cannot call itself, directly or through other flows, and at most 5 flows can be nested.",
    example: "again: {call: this-flow, on_error: bye, next: bye}",
  },
  VF212: {
    severity: "error",
    title: "unknown flow",
    explanation:
      "The account has no flow with this id, or that flow has errors. Outside an account, this is a warning.",
    example: "verify: {call: verify-caler, on_error: desk, next: main}",
  },
  VF215: {
    severity: "error",
    title: "unknown opening hours",
    explanation:
      "Declare opening hours under 'hours', and write their name in quotes. Tools cannot use them.",
    example: "if: is_open('ofice')",
  },
  VF230: {
    severity: "error",
    title: "unknown knowledge",
    explanation: "Declare the sources of answers under 'knowledge'.",
    example: "answer_from: fag",
  },
  VF231: {
    severity: "warning",
    title: "knowledge that is never used",
    explanation: "No node and no 'defaults' use it.",
    example: "knowledge: {faq: [We are open every day.]}",
  },
  VF232: {
    severity: "error",
    title: "a page or a file that cannot be read",
    explanation:
      "Its content is missing from the answers. A file must lie beside the flow, or on a server in the flow's knowledge base. A page is fetched when the flow is stored. If it may still appear, this is a warning.",
    example: "knowledge: {faq: [prices.pdf]}",
  },
  VF233: {
    severity: "error",
    title: "a sound that cannot be played",
    explanation:
      "A sound is a WAV file beside the flow (at most 16 MiB and 120 seconds), a sound of the account, or a reachable URL. If it is only missing, this is a warning, and the voice speaks the text.",
    example: "say: {sound: welcome.mp3, text: Welcome.}   # welcome.wav",
  },
  VF234: {
    severity: "warning",
    title: "a text that the recorded sound cannot speak",
    explanation: "A recorded sound is always the same. Transcripts and models get its text.",
    example: 'say: {sound: hello.wav, text: "Hello {{ name }}."}',
  },
  VF301: {
    severity: "error",
    title: "not an expression",
    explanation: "The expression is invalid. Conditions use words: and, or, not, x if c else y.",
    example: 'if: "free && open"',
  },
  VF302: {
    severity: "error",
    title: "an expression that is nested too deeply",
    explanation: "The limit is 40 levels. Calculate parts in 'set' first.",
    example: "if: ((((((((((((((((((((((((((((((((((((((((( free )))))))))))))))))))))))))))))))))))))))))",
  },
  VF303: {
    severity: "error",
    title: "not a condition",
    explanation: "A condition must be true or false. Other values are not converted.",
    example: "if: name   # filled(name)",
  },
  VF304: {
    severity: "error",
    title: "incompatible types",
    explanation: "Values are not converted automatically.",
    example: "set: {later: day + 1}   # add_days(day, 1)",
  },
  VF305: {
    severity: "error",
    title: "not a value of this type",
    explanation:
      "The variable can never have this value: it is not one of the options, or not a date, time or time zone.",
    example: "if: dept == 'sale'",
  },
  VF306: {
    severity: "error",
    title: "wrong number of arguments",
    explanation: "The function takes a different number of arguments.",
    example: "if: contains(others)",
  },
  VF307: {
    severity: "error",
    title: "a value of another type",
    explanation:
      "The variable or parameter has another type. An outcome must come from a fixed set of options and literals, combined by ?? and if.",
    example: "set: {guests: \"'four'\"}",
  },
  VF308: {
    severity: "error",
    title: "an invalid pause",
    explanation: "A pause must be alone in {{ }} in a spoken text, with a quoted duration of 50ms to 10s.",
    example: "say: \"One moment. {{ pause(2) }} Here it is.\"   # pause('2s')",
  },
} as const satisfies Readonly<Record<string, Code>>;
